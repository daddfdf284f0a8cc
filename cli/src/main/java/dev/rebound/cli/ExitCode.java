package dev.rebound.cli;

import dev.rebound.Outcome;
import dev.rebound.Run;
import dev.rebound.StudyOutcome;
import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.PlannedRun;

/** The meanings of the process's exit status; printed by {@code --help}. */
final class ExitCode {
  static final int PASS = 0;
  static final int FAIL = 1;
  static final int UNKNOWN = 2;
  static final int NOT_COMPARABLE = 3;
  static final int BAD_INPUT = 64;
  static final int INTERNAL = 70;
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** The exit status that stands for a verdict. */
  static int of(Verdict verdict) {
    return switch (verdict) {
      case PASS -> PASS;
      case FAIL -> FAIL;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** The exit status that stands for what a person can act on. */
  static int of(ReboundException problem) {
    return switch (problem.reason()) {
      case BAD_INPUT -> BAD_INPUT;
      case ENVIRONMENT -> INTERNAL;
    };
  }

  /** The exit status that stands for several runs: the worst of them, or that they were stopped. */
  static int of(Outcome outcome) {
    int code = outcome.interrupted() ? INTERRUPTED : outcome.runs().isEmpty() ? UNKNOWN : PASS;
    for (Run run : outcome.runs()) {
      code = worse(code, of(run.verdictWithControl()));
    }
    for (Outcome.Failure failure : outcome.failures()) {
      code = worse(code, of(failure.problem()));
    }
    return code;
  }

  /**
   * The exit status that stands for a study: of one that was stopped 130; else of the worst of its
   * runs.
   */
  static int of(StudyOutcome study) {
    int code =
        switch (study.stop()) {
          case DONE -> PASS;
          case INTERRUPTED, BUDGET -> INTERRUPTED;
          case FAILING -> INTERNAL;
        };
    for (PlannedRun run : study.runs().runs()) {
      code =
          switch (run.state()) {
            case DONE -> worse(code, of(study.verdict(run)));
            case FAILED -> worse(code, INTERNAL);
            case PENDING, INTERRUPTED -> code;
          };
    }
    return code;
  }

  /** The exit status that stands for runs beside a baseline. */
  static int of(Regression.RegressionOutcome outcome) {
    return switch (outcome) {
      case NOT_SLOWER -> PASS;
      case SLOWER -> FAIL;
      case UNKNOWN -> UNKNOWN;
      case NOT_COMPARABLE -> NOT_COMPARABLE;
    };
  }

  /** The worse of two: interrupted, internal, bad input, fail, unknown, not comparable, pass. */
  static int worse(int a, int b) {
    return rank(a) >= rank(b) ? a : b;
  }

  private static int rank(int code) {
    return switch (code) {
      case PASS -> 0;
      // A pipeline may go on where a machine is not comparable: no run in doubt goes on with it.
      case NOT_COMPARABLE -> 1;
      case UNKNOWN -> 2;
      case FAIL -> 3;
      case BAD_INPUT -> 4;
      case INTERNAL -> 5;
      default -> 6;
    };
  }
}
