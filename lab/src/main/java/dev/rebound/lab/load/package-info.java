/**
 * Sending a run's input: the open-loop load generator, its send log, and the closing round after
 * the drain. Each is a process of its own; the lab sees their files and telemetry only.
 */
package dev.rebound.lab.load;
