package dev.rebound.job.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Where in the input topic something was found, as one number: partition, then offset. */
final class InputPlace {
  private static final int OFFSET_BITS = 44;

  private InputPlace() {}

  static long of(int partition, long offset) {
    return (long) partition << OFFSET_BITS | offset;
  }

  /**
   * What one key has in a batch, in the order of the input.
   *
   * @param place of each
   * @param content of each
   */
  static <T> List<byte[]> inOrder(
      Iterator<T> found, ToLongFunction<T> place, Function<T, byte[]> content) {
    List<T> all = new ArrayList<>();
    found.forEachRemaining(all::add);
    all.sort(Comparator.comparingLong(place));
    return all.stream().map(content).toList();
  }
}
