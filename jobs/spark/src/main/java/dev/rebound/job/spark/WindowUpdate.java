package dev.rebound.job.spark;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import scala.Tuple2;
import scala.Tuple3;

/**
 * The second stage of windows: a batch's visits of one address, put into its open window. Windows
 * end by the number of their visits, or when they are read out.
 *
 * @param visits of a full window, where windows end by number
 * @param lengthMillis of a window, where they end by time
 * @param partitions of the output topic
 */
record WindowUpdate(WindowState state, int visits, long lengthMillis, int partitions)
    implements KeyedUpdate<Integer, Tuple3<Integer, Long, byte[]>> {
  /** The address of what is of none. */
  static final int NOBODY = -1;

  WindowUpdate(FixedWindow windows, int partitions) {
    this(
        WindowState.of(windows),
        windows.byTime() ? 0 : windows.windowVisits(),
        windows.byTime() ? windows.lengthMillis() : 0,
        partitions);
  }

  @Override
  public Iterator<Tuple2<byte[], Integer>> update(
      Integer address, Iterator<Tuple3<Integer, Long, byte[]>> inputs, Kept kept) {
    byte[] open = kept.get();
    List<Tuple2<byte[], Integer>> outputs = new ArrayList<>();
    for (byte[] encoded : InputPlace.inOrder(inputs, Tuple3::_2, Tuple3::_3)) {
      open =
          state.next(
              open,
              WindowInput.decode(encoded),
              visits,
              (window, full) -> outputs.add(closed(window, full, partitions)));
    }
    kept.set(open);
    return outputs.iterator();
  }

  /**
   * The same of windows that end by time: each is a state of its own, whose key has address, and
   * number of the window since the epoch.
   */
  record ByTime(WindowUpdate windows) implements KeyedUpdate<Tuple2<Integer, Long>, Row> {
    @Override
    public Iterator<Tuple2<byte[], Integer>> update(
        Tuple2<Integer, Long> window, Iterator<Row> inputs, Kept kept) {
      if (window._1() == NOBODY) {
        return List.<Tuple2<byte[], Integer>>of().iterator();
      }
      byte[] open = kept.get();
      for (byte[] visit :
          InputPlace.inOrder(inputs, row -> row.getLong(2), row -> (byte[]) row.get(3))) {
        open = windows.state.with(open, WindowInput.decode(visit));
      }
      kept.set(open);
      kept.endsAt((window._2() + 1) * windows.lengthMillis);
      return List.<Tuple2<byte[], Integer>>of().iterator();
    }

    @Override
    public Iterator<Tuple2<byte[], Integer>> ended(byte[] open) {
      return List.of(closed(windows.state.window(open), true, windows.partitions)).iterator();
    }
  }

  /** What is written of a window that ends, and its partition of the output topic. */
  static Tuple2<byte[], Integer> closed(WindowRecord window, boolean full, int partitions) {
    byte[] closed = window.closed(full, Executor.emitter());
    return new Tuple2<>(closed, RecordFormat.rulePartition(window.address(), partitions));
  }
}
