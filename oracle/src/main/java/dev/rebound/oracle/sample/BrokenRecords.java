package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.util.ArrayList;
import java.util.List;

/** What of a sample cannot be sent: told together, or left out and counted. */
final class BrokenRecords {
  private static final int TOLD_MAX = 10;

  private final boolean skipped;
  private final String leaving;
  private final List<OptionProblem> first = new ArrayList<>();
  private int count;

  /**
   * @param skipped whether it is left out
   */
  BrokenRecords(boolean skipped) {
    this(skipped, " Or leave them out: skip: broken.");
  }

  private BrokenRecords(boolean skipped, String leaving) {
    this.skipped = skipped;
    this.leaving = leaving;
  }

  /** What cannot be left out. */
  static BrokenRecords kept() {
    return new BrokenRecords(false, "");
  }

  /** Adds one, with where it stands. */
  void add(String option, String problem, String remedy) {
    count++;
    if (first.size() < TOLD_MAX) {
      first.add(new OptionProblem(option, problem, remedy));
    }
  }

  void add(OptionProblem problem) {
    add(problem.option(), problem.problem(), problem.remedy());
  }

  boolean skipped() {
    return skipped;
  }

  int count() {
    return count;
  }

  /** An {@link OptionProblem} says what all are, unless they are left out. */
  void require() {
    if (count > 0 && !skipped) {
      OptionProblem one = first.get(0);
      throw new OptionProblem(one.option(), words(), one.remedy() + leaving);
    }
  }

  /** An {@link OptionProblem} says what all are, if that is all there is. */
  void requireSome() {
    if (count > 0) {
      throw new OptionProblem(first.get(0).option(), words(), first.get(0).remedy());
    }
  }

  /** The first ten, one a line, and how many more there are. */
  String words() {
    StringBuilder words = new StringBuilder();
    for (OptionProblem problem : first) {
      words.append(words.length() == 0 ? "" : "\n  ").append(problem.problem());
    }
    return words + (count > first.size() ? "\n  and " + (count - first.size()) + " more" : "");
  }
}
