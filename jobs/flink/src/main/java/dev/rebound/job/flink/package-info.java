/** The rule-matching job on Flink: submitted to a cluster, or run alone in one JVM. */
package dev.rebound.job.flink;
