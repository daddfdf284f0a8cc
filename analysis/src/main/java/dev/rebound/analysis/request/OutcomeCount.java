package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;

/** Counts requests by what became of them. */
final class OutcomeCount {
  long accepted;
  long refused;
  long unknown;
  long notSent;

  void add(RequestOutcome outcome) {
    switch (outcome) {
      case ACCEPTED -> accepted++;
      case REFUSED -> refused++;
      case NOT_SENT -> notSent++;
      case UNKNOWN, IN_FLIGHT -> unknown++;
    }
  }

  /** Of those that were given to the client. */
  long samples() {
    return accepted + refused + unknown;
  }
}
