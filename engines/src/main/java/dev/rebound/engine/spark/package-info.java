/**
 * Spark Structured Streaming as an engine under test: a standalone cluster, whose worker daemons
 * start the executors, and a driver with the job, followed through what they write, without any of
 * Spark's classes.
 *
 * <p>The role {@code worker} is the process that does the work, an executor; {@code daemon} is the
 * Spark worker that starts it, one for each. {@link SparkSettings} has what the experiment sets,
 * {@code quick.yaml} and {@code quick-daemons.yaml} what the profile does, each with its reason
 * beside it; {@code config} wins over all of it. {@link Executors} adopts the executors; {@link
 * SparkCluster} reads what is new in the members' events and logs ten times a second; {@link
 * ExecutorLedger} keeps which executor is whose and tells the steps: detected when the driver sees
 * that an executor is gone, reassigned when the first task begins after that, restored when a batch
 * of such tasks is done.
 */
package dev.rebound.engine.spark;
