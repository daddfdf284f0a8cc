/**
 * The Kafka cluster of a run: brokers as processes of its own, each broker and controller in one,
 * or a cluster that exists. {@link BrokerLauncher} formats an empty log folder, then becomes
 * Kafka's own main class; it knows Kafka's classes by name only, so that any version will do.
 */
package dev.rebound.lab.kafka;
