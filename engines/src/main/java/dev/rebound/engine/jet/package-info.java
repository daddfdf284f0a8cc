/**
 * Hazelcast Jet as an engine under test: N equal members that run the job and keep its snapshots in
 * their memory, followed through what they write, without any of Hazelcast's classes.
 *
 * <p>{@link JetSettings} has the profile's settings, each with its reason beside it; {@code config}
 * wins over all of it. {@link JetCluster} reads what is new in every member's events and log ten
 * times a second; {@link SourceLedger} keeps who runs which of the job's sources and tells the
 * steps: detected when a living member sees another one removed, reassigned when every source of an
 * execution has a living member, restored when all of them have their snapshot back and read.
 */
package dev.rebound.engine.jet;
