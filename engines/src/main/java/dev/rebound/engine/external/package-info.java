/**
 * Any program that reads a Kafka topic and writes another: started, told by environment variables
 * what to read and write, killed, and held to what it claims. It reports no steps. See
 * docs/your-own-job.md.
 */
package dev.rebound.engine.external;
