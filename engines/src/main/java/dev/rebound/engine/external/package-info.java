/** Any program that reads a Kafka topic and writes another: started, killed and audited. */
package dev.rebound.engine.external;
