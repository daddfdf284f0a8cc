/**
 * Where processes run, as the lab sees it: a {@link Platform} starts a {@link Node} as its {@link
 * ProcessSpec} says, gives it addresses, signals it and surely ends it. A capability that not every
 * platform has is an interface of its own: {@link Pinning}, {@link FileSharing}, {@link Adopting},
 * {@link ClassSharing}, {@link OnThisMachine}, {@link SubjectJdk}.
 *
 * <p>No path of a node is known outside: its files are followed, fetched, put and listed under the
 * names that the node itself has for them. An {@link Endpoint} has an address that its node binds,
 * one inside, by which other nodes know it, and one outside, to which the lab connects. The first
 * two may differ where the plan says of a {@link Port} that its program can be told so.
 */
package dev.rebound.platform;
