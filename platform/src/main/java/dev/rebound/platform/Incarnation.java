package dev.rebound.platform;

/**
 * One life of a node between start and death.
 *
 * @param number from 1
 * @param pid of the process
 * @param startMicros wall clock when it was started, or first seen if it was started by another
 *     process, microseconds since the epoch
 */
public record Incarnation(int number, long pid, long startMicros) {}
