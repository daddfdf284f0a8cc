/**
 * Rebound as a library: {@link dev.rebound.Rebound} does what {@code rebound run} does, which is
 * made of it.
 *
 * <p>It lies in the module of the command line, and the commands stand above it: so one coordinate,
 * {@code dev.rebound:rebound-cli}, brings all that a run needs, and the only thing that comes with
 * it unused is picocli, which needs nothing itself. Nothing here prints, ends the JVM or takes a
 * signal.
 */
package dev.rebound;
