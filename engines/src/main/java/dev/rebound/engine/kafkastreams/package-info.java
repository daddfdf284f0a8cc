/** Kafka Streams as an engine under test: worker processes, followed through what they write. */
package dev.rebound.engine.kafkastreams;
