/**
 * The pipelines on Spark Structured Streaming: a driver with the job's classes on its class path
 * ({@link dev.rebound.job.spark.DriverJob}; {@code --help} lists its options), which has executors
 * of a Spark cluster do the work, in micro-batches.
 *
 * <p>Records, what the workload finds in them, a state for each key in Spark's state store, the
 * output topic. {@code events.jsonl} says what the driver sees of its executors and batches, {@link
 * dev.rebound.job.spark.ExecutorReporter} what an executor sees of itself.
 */
package dev.rebound.job.spark;
