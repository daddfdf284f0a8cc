package dev.rebound.job.faulty;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Workload;
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
  DROP_AROUND_KILL("drop-around-kill"),
  /** Writes one window in N twice. */
  WINDOW_TWICE("window-twice", true),
  /** Closes one window in N before its last visit, which then gets a window of its own. */
  WINDOW_EARLY("window-early", true),
  /** Leaves the last visit out of one window in N. */
  VISIT_MISSING("visit-missing", true),
  /** Puts a visit into one window in N twice. */
  VISIT_TWICE("visit-twice", true),
  /** Writes one window in N together with the next one of another address, as that one's. */
  ADDRESSES_MERGED("addresses-merged", true),
  /** Says of one window in N that it has a visit more than it lists. */
  WRONG_COUNT("wrong-count", true),
  /** Says of one window in N that its oldest visit is a second older than it is. */
  WRONG_TIMES("wrong-times", true);

  private final String text;
  private final boolean ofWindows;

  Bug(String text) {
    this(text, false);
  }

  Bug(String text, boolean ofWindows) {
    this.text = text;
    this.ofWindows = ofWindows;
  }

  @Override
  public String toString() {
    return text;
  }

  /** True of mistakes that only windows can have; several can be made by turns. */
  boolean ofWindows() {
    return ofWindows;
  }

  /** {@link IllegalArgumentException} if a job of this workload cannot make it. */
  void require(Workload workload) {
    boolean windows = workload instanceof FixedWindow;
    if (windows ? this == DROP_AROUND_KILL : ofWindows()) {
      throw new IllegalArgumentException(
          "bug '" + this + "' is none that can be made with " + workload.spec().name());
    }
  }

  static String names() {
    return String.join(", ", Arrays.stream(values()).map(Bug::toString).toList());
  }

  /** One, or several of windows with a plus sign between them. */
  static List<Bug> listed(String names) {
    List<Bug> bugs = Arrays.stream(names.split("\\+", -1)).map(Bug::named).toList();
    if (bugs.size() > 1 && !bugs.stream().allMatch(Bug::ofWindows)) {
      throw new IllegalArgumentException(
          "bugs '" + names + "': only those of windows can be made by turns");
    }
    return bugs;
  }

  private static Bug named(String name) {
    return Arrays.stream(values())
        .filter(bug -> bug.text.equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("unknown bug '" + name + "'; known: " + names()));
  }
}
