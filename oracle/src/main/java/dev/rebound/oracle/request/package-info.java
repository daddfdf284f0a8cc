/** Workloads of requests to a service, which leaves a row or a record for each. */
package dev.rebound.oracle.request;
