package dev.rebound.lab.fault;

import java.util.Set;

/**
 * The members that a word of {@link FaultOption#WHICH} means.
 *
 * @param names none if nobody ever told
 * @param current whether somebody told when asked; else they are those of before
 */
public record NamedMembers(Set<String> names, boolean current) {
  /** Of members of which nobody leads. */
  public static final NamedMembers NONE = new NamedMembers(Set.of(), true);
}
