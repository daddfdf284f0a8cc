/** The Kafka cluster of a run: brokers as processes of its own, or a cluster that exists. */
package dev.rebound.lab.kafka;
