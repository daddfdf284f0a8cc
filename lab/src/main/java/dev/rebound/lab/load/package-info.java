/**
 * Sending a run's input: the open-loop load generator, its send log, and the closing round after
 * the drain. Each is a process of its own; the lab sees their files and telemetry only.
 *
 * <p>{@link LoadGenerator} sends record n at start + n / rate, or as soon after as it can, and
 * skips none; or flat out, each record with the time at which it is handed over. {@link
 * SendSchedule}, pure, tells blocked (no room or no broker: the system's latency) from slip (the
 * generator itself was late: the rig's fault).
 */
package dev.rebound.lab.load;
