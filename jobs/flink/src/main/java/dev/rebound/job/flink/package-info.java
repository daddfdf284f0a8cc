/**
 * The pipelines on Flink: submitted to a cluster, or run alone in one JVM ({@link DataflowJob};
 * {@code --help} lists its options).
 *
 * <p>Elements are byte arrays all the way and objects are reused, so that a record is serialized
 * once, on its way to its rule. The meaning of matching and state is in the workload; the job only
 * carries it. {@link ClassPathRpc} is no part of the job: with {@code profile: quick} the jar also
 * stands on the class path of each process, and Flink finds this loader of its RPC system in it.
 */
package dev.rebound.job.flink;
