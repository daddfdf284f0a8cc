/**
 * The pipelines on Kafka Streams: a small service that also runs without the lab ({@link
 * TopologyJob}; {@code --help} lists its options).
 *
 * <p>Rules: records, a match finder per task, a repartition topic by rule, {@link StateProcessor}
 * over a store, the output topic. Outputs are forwarded by the processor and never by the store, so
 * that a cache may merge writes to the changelog without swallowing one. A thread that dies is
 * logged and replaced; bytes that are no record are logged and passed over. {@code events.jsonl}
 * says what the process sees of itself.
 */
package dev.rebound.job.kafkastreams;
