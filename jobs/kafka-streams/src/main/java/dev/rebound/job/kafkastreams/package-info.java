/** The rule-matching job on Kafka Streams: a small service that also runs without the lab. */
package dev.rebound.job.kafkastreams;
