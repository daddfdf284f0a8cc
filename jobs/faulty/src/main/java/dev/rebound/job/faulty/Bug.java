package dev.rebound.job.faulty;

import java.util.Arrays;
import java.util.List;

/** The mistakes that this job can make, each a classic one. */
enum Bug {
  /** None: right within its guarantee. */
  NONE("none"),
  /** Commits offsets when records were read, and processes them later: a kill loses what waited. */
  COMMIT_FIRST("commit-first"),
  /** Writes outputs, and commits offsets later: a kill duplicates what was written in between. */
  PROCESS_FIRST("process-first"),
  /** Leaves out one match in N, but only for the first seconds after a restart. */
  DROP_AROUND_KILL("drop-around-kill");

  private final String text;

  Bug(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Bug::toString).toList();
  }

  static Bug named(String name) {
    return Arrays.stream(values())
        .filter(bug -> bug.text.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown bug '" + name + "'"));
  }
}
