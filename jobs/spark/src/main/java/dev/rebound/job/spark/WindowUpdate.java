package dev.rebound.job.spark;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.GroupState;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.Tuple3;

/**
 * The second stage of windows: a batch's visits of one address, put into its open window.
 *
 * @param visits of a full window, where windows end by number
 * @param lengthMillis of a window, where they end by time
 * @param partitions of the output topic
 */
record WindowUpdate(WindowState state, int visits, long lengthMillis, int partitions)
    implements Serializable {
  /** The address of what is of none. */
  static final int NOBODY = -1;

  WindowUpdate(FixedWindow windows, int partitions) {
    this(
        WindowState.of(windows),
        windows.byTime() ? 0 : windows.windowVisits(),
        windows.byTime() ? windows.lengthMillis() : 0,
        partitions);
  }

  /** Windows end by the number of their visits, or when they are read out. */
  Iterator<Tuple2<byte[], Integer>> byCount(
      Integer address, Iterator<Tuple3<Integer, Long, byte[]>> inputs, GroupState<byte[]> kept) {
    byte[] open = kept.exists() ? kept.get() : null;
    List<Tuple2<byte[], Integer>> outputs = new ArrayList<>();
    for (byte[] encoded : InputPlace.inOrder(inputs, Tuple3::_2, Tuple3::_3)) {
      open =
          state.next(
              open,
              WindowInput.decode(encoded),
              visits,
              (window, full) -> outputs.add(closed(window, full, partitions)));
    }
    keep(kept, open);
    return outputs.iterator();
  }

  /**
   * Windows end by time: each is a state of its own, with its end for a timeout.
   *
   * @param window address, and number of the window since the epoch
   */
  Iterator<Tuple2<byte[], Integer>> byTime(
      Tuple2<Integer, Long> window, Iterator<Row> inputs, GroupState<byte[]> kept) {
    int address = window._1();
    if (kept.hasTimedOut()) {
      Tuple2<byte[], Integer> closed = closed(state.window(kept.get()), true, partitions);
      kept.remove();
      return List.of(closed).iterator();
    }
    if (address == NOBODY) {
      return List.<Tuple2<byte[], Integer>>of().iterator();
    }
    byte[] open = kept.exists() ? kept.get() : null;
    for (byte[] visit :
        InputPlace.inOrder(inputs, row -> row.getLong(2), row -> (byte[]) row.get(3))) {
      open = state.with(open, WindowInput.decode(visit));
    }
    keep(kept, open);
    // A visit is late by the watermark of the batch before, and a timeout may lie before none of
    // this batch: a window that ended between the two closes with the next batch.
    long end = (window._2() + 1) * lengthMillis;
    kept.setTimeoutTimestamp(Math.max(end, kept.getCurrentWatermarkMs()));
    return List.<Tuple2<byte[], Integer>>of().iterator();
  }

  private static void keep(GroupState<byte[]> kept, byte @Nullable [] open) {
    if (open != null) {
      kept.update(open);
    } else if (kept.exists()) {
      kept.remove();
    }
  }

  /** What is written of a window that ends, and its partition of the output topic. */
  static Tuple2<byte[], Integer> closed(WindowRecord window, boolean full, int partitions) {
    byte[] closed = window.closed(full, Executor.emitter());
    return new Tuple2<>(closed, RecordFormat.rulePartition(window.address(), partitions));
  }
}
