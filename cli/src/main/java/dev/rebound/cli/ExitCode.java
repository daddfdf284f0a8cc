package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;

/** What the process's exit status means; printed by {@code --help}. */
final class ExitCode {
  static final int PASS = 0;
  static final int FAIL = 1;
  static final int UNKNOWN = 2;
  static final int BAD_INPUT = 64;
  static final int INTERNAL = 70;
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** The exit status that stands for a verdict. */
  static int of(String verdict) {
    return switch (verdict) {
      case "pass" -> PASS;
      case "fail" -> FAIL;
      default -> UNKNOWN;
    };
  }

  /** The exit status that stands for what a person can act on. */
  static int of(ReboundException problem) {
    return switch (problem.reason()) {
      case BAD_INPUT -> BAD_INPUT;
      case ENVIRONMENT -> INTERNAL;
    };
  }

  /** The worse of two: interrupted, internal, bad input, fail, unknown, pass. */
  static int worse(int a, int b) {
    return rank(a) >= rank(b) ? a : b;
  }

  private static int rank(int code) {
    return switch (code) {
      case PASS -> 0;
      case UNKNOWN -> 1;
      case FAIL -> 2;
      case BAD_INPUT -> 3;
      case INTERNAL -> 4;
      default -> 5;
    };
  }
}
