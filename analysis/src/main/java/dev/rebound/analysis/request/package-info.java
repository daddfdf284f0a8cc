/** What requests came to: counts, rates, latency and availability, out of request logs. Pure. */
package dev.rebound.analysis.request;
