/**
 * What a job computes, free of any engine: records, rules, states, and every output that is due.
 */
package dev.rebound.workload;
