package dev.rebound.analysis.evidence;

/**
 * Something that an engine said of itself: correlated with faults later, purely.
 *
 * @param atMicros when it happened by the engine's own word, wall clock, microseconds since the
 *     epoch
 * @param step what it means for a recovery ({@link Step#DETECTED}, {@link Step#REASSIGNED} or
 *     {@link Step#RESTORED})
 * @param node who said it, or the node that it is about
 * @param detail in the engine's own words, short
 */
public record Transition(long atMicros, Step step, String node, String detail) {}
