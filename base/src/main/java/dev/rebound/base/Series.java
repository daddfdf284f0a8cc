package dev.rebound.base;

/**
 * A named series of values with a unit.
 *
 * @param metric dotted name, for example {@code input.rate}, {@code lag.partition}, {@code
 *     node.cpu}
 * @param unit short and plain: {@code records/s}, {@code records}, {@code ms}, {@code cores},
 *     {@code bytes}, {@code bytes/s}
 * @param label what it is of: a node's name, a {@code topic/partition}, or empty for the run
 */
public record Series(String metric, String unit, String label) {}
