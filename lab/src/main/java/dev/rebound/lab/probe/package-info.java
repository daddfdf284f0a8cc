/**
 * Probes, read once a second while a run goes on, and the {@link Sampler} that reads them.
 *
 * <p>A {@link dev.rebound.platform.Probe} declares its series and reads one value for each: lag and
 * rates, CPU and memory of processes, TCP counters, the host's cores and its speed, changelogs. The
 * sampler warns of gaps and of a saturated machine. {@link Doctor} says what this machine can
 * measure.
 */
package dev.rebound.lab.probe;
