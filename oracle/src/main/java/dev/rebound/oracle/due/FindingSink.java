package dev.rebound.oracle.due;

import java.util.function.Supplier;

/** Takes findings. */
@FunctionalInterface
public interface FindingSink {
  /**
   * Takes one.
   *
   * @param inputOffset of the input that it is about; −1 if it is about none
   * @param example says it in words; asked at once or never
   */
  void add(int inputLane, long inputOffset, Supplier<String> example);
}
