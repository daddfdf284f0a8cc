package dev.rebound.analysis.check;

/** Hears of every first appearance of an output that was due, in the order of receipt. */
@FunctionalInterface
public interface FirstListener {
  void first(long intendedMicros, long appendMillis, long receiptMicros);
}
