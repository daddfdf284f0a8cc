package dev.rebound.lab.part;

import dev.rebound.platform.Port;

/**
 * A link of a run, by roles: members of one open connections to a port of members of another, or of
 * the same.
 *
 * @param from role of those who open them
 * @param to role of those whose port it is; it may be started by a daemon, or be none of the run's
 * @param port of which nothing need be reserved where its program chooses it for itself
 */
public record Link(String from, String to, Port port) {}
