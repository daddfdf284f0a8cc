package dev.rebound.job.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import scala.Tuple3;

/** Where in the input topic something was found, as one number: partition, then offset. */
final class Place {
  private static final int OFFSET_BITS = 44;

  private Place() {}

  static long of(int partition, long offset) {
    return (long) partition << OFFSET_BITS | offset;
  }

  /** What one key has in a batch, in the order of the input. */
  static List<byte[]> inOrder(Iterator<Tuple3<Integer, Long, byte[]>> found) {
    List<Tuple3<Integer, Long, byte[]>> all = new ArrayList<>();
    found.forEachRemaining(all::add);
    all.sort(Comparator.comparingLong(Tuple3::_2));
    return all.stream().map(Tuple3::_3).toList();
  }
}
