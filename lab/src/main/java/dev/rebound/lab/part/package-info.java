/**
 * The pieces of a run: brokers, a system that the subject cannot do without, the subject itself,
 * the observer. A {@link Part} plans its processes, starts, and is then {@link RunningPart}: it has
 * members that faults may name, says what one still misses after a restart, may bring probes, and
 * closes. Parts start before the engine, in order, and go after it.
 */
package dev.rebound.lab.part;
