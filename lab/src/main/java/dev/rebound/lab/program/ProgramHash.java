package dev.rebound.lab.program;

import java.util.List;

/**
 * What a program came to: two of one name are told apart by it, and are known to be the same only
 * where all of both was seen.
 *
 * @param sha256 over what was seen of it, wherever that lies; empty if nothing was
 * @param unseen why there may be more to it, clauses; empty if there is not
 */
public record ProgramHash(String sha256, List<String> unseen) {
  /** Of no program. */
  public static final ProgramHash NONE = new ProgramHash("", List.of());

  public ProgramHash {
    unseen = List.copyOf(unseen);
  }
}
