/**
 * A guide to practice as checks: what the settings of a Kafka client, of a topic and of brokers
 * cost once something fails. Checks are pure functions from settings to findings.
 */
package dev.rebound.advise;
