package dev.rebound.workload;

import java.util.function.IntConsumer;

/** The outputs that each record owes by itself; for use by one thread. */
@FunctionalInterface
public interface ExpectedOutputs extends AutoCloseable {
  /**
   * Finds the keys, such as rules, of the outputs that data record (generator, sequence) owes, in
   * ascending order, as the checker asks.
   */
  void expected(int generator, long sequence, IntConsumer sink);

  @Override
  default void close() {}
}
