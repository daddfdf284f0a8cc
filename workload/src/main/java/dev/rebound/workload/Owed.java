package dev.rebound.workload;

import java.util.function.IntConsumer;

/** What each record owes by itself; for use by one thread. */
@FunctionalInterface
public interface Owed extends AutoCloseable {
  /**
   * What a checker asks: the keys, such as rules, of the outputs that data record (generator,
   * sequence) owes, in ascending order.
   */
  void expected(int generator, long sequence, IntConsumer sink);

  @Override
  default void close() {}
}
