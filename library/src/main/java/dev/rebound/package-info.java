/**
 * Rebound as a library: {@link dev.rebound.Rebound} does what {@code rebound run} does, which is
 * made of it.
 *
 * <p>One coordinate, {@code dev.rebound:rebound}, brings all that a run needs, and neither a
 * command line nor a binding of SLF4J. Nothing here prints, ends the JVM or takes a signal.
 */
package dev.rebound;
