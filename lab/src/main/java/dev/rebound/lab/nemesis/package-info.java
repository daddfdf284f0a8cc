/**
 * Carries out the fault schedule, verifies each fault, and heals everything at the end.
 *
 * <p>{@link Nemesis} knows no kind of fault. It chooses victims by the seed, those that hold work
 * first, hits them at once, journals each proof, and heals them when their time has come; who is
 * not seen to be back is a doubt. A fault that hits its victims in turns is a {@link FaultInTurns}:
 * what takes long is done on threads aside, so that nobody waits.
 */
package dev.rebound.lab.nemesis;
