/** Workloads of records of a user's own, and of small events, for programs that are not ours. */
package dev.rebound.oracle.records;
