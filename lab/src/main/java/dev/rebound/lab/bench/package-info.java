/** Rebound's own speed beside that of Kafka's performance tools, on the same broker. */
package dev.rebound.lab.bench;
