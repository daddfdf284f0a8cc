/**
 * Child processes of this machine as a platform. Needs the JDK alone.
 *
 * <p>A process is started through a shell that ignores SIGINT and then becomes the process, so that
 * Ctrl-C reaches the lab alone and the pid stays. Every process carries the run's id in its
 * environment. {@link Addresses} are held by a socket that does not listen until their node starts,
 * below the range of outgoing connections. A signal is confirmed by what is seen afterwards ({@link
 * ProcessLifetime}); a process is told from a later one with its pid by its start ({@link
 * ProcessIdentity}). A process that a node's own daemon starts can be adopted ({@link AdoptedNode})
 * and is then signalled, watched and ended like others.
 *
 * <p>No orphan is left: closing the platform kills every process and then looks through the process
 * table for the run's id. If the lab itself is killed, the {@link Watchdog} does so, a small
 * process with a pipe from the lab; if both are, {@link Leftovers} finds what is left.
 */
package dev.rebound.platform.local;
