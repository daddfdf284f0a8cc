/**
 * The pipelines on Flink: submitted to a cluster, or run alone in one JVM ({@link DataflowJob};
 * {@code --help} lists its options).
 *
 * <p>Elements are byte arrays all the way and objects are reused, so that a record is serialized
 * once, on its way to its rule. The meaning of matching and state is in the workload; the job only
 * carries it. {@link ClassPathRpc} is no part of the job: with {@code profile: quick} the jar also
 * stands on the class path of each process, and Flink finds this loader of its RPC system in it.
 *
 * <p>One jar runs on Flink 1.18 to 2.x: it is compiled against 2.x, and leaves out what any of them
 * lacks. Functions prepare in {@code setRuntimeContext}, which comes before {@code open}, as that
 * takes another type in each of 1.18 and 2.x; windows are made by the constructors of Flink's
 * assigners, as their factories take another type for a length; {@link Elements.ListedWriter} is
 * loaded only where transactional ids are pooled.
 */
package dev.rebound.job.flink;
