/**
 * Kafka Streams as an engine under test: N equal workers, followed through what they write, without
 * any of its classes.
 *
 * <p>{@link StreamsSettings} has the profile's settings, each with its reason beside it; {@code
 * config} wins over all of it. Each version's needs are data ({@code versions.yaml}): class path,
 * JVM options, and the texts of its log that mean something. {@link StreamsCluster} reads what is
 * new in every worker's events and log ten times a second; {@link TaskLedger} keeps who holds which
 * task and tells the steps: detected when a running worker hears of a rebalance, reassigned when
 * every task has a living owner again or has moved, restored when every task runs on a worker that
 * is RUNNING.
 *
 * <p>A killed worker is missed after {@code session.timeout.ms}; if it comes back sooner, the
 * rebalance that it starts waits for its former self until then. Under exactly-once what stands
 * behind a dead worker's open transaction is hidden until {@code transaction.timeout.ms} has
 * passed, and the local store is wiped and restored whole, unless stores are transactional (from
 * 4.4 on).
 */
package dev.rebound.engine.kafkastreams;
