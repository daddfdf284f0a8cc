/** Requests as numbers: counts, rates, latency and availability, out of request logs. Pure. */
package dev.rebound.analysis.request;
