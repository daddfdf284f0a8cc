/**
 * Reading a run's outputs: the live observer, and the readers after the drain. Each is a process of
 * its own; the lab sees their files and telemetry only.
 *
 * <p>Outputs come from an {@link OutputSource}: a topic, or rows of a table that only grows. Every
 * output's identity, offset and times go to a file, latency to one histogram a second. After the
 * drain {@link Reread} reads the output once more and {@link InputAudit} the whole input topic
 * against the send logs; {@link WaitingRequests} finds what a service has yet to do.
 */
package dev.rebound.lab.observe;
