package dev.rebound.job.spark;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;
import scala.Tuple3;
import scala.Tuple4;

/**
 * The first stage of each workload: what is found in the records of a task's partition.
 *
 * <p>Bytes that are no record are logged and passed over: a job that fails only meets them again.
 */
final class Stages {
  private static final Logger LOG = LoggerFactory.getLogger(Stages.class);

  /** Tasks come and go, and what a workload compiles stays with the thread that runs them. */
  private static final ThreadLocal<@Nullable MatchFinder> FINDER = new ThreadLocal<>();

  private static final ThreadLocal<@Nullable Matcher> MATCHER = new ThreadLocal<>();

  private Stages() {}

  /** Matches: rule, place, match. */
  static Iterator<Tuple3<Integer, Long, byte[]>> matches(
      Iterator<Row> records, Properties workload, int partitions) {
    MatchFinder finder = FINDER.get();
    if (finder == null) {
      finder = new MatchFinder(workload, partitions);
      FINDER.set(finder);
    }
    MatchFinder found = finder;
    return flat(
        records,
        (record, sink) -> {
          int partition = record.getInt(1);
          long place = InputPlace.of(partition, record.getLong(2));
          found.find(
              value(record, 0),
              partition,
              match -> sink.accept(new Tuple3<>(match.rule(), place, match.encode())));
        });
  }

  /** Whether the value of a record is found by what the workload looks for. */
  static boolean found(byte @Nullable [] value, Properties workload) {
    Matcher matcher = MATCHER.get();
    if (matcher == null) {
      matcher = RuleWorkload.matcher(workload);
      MATCHER.set(matcher);
    }
    return value != null && matcher.finds(value);
  }

  /** Visits and wishes to read windows out: address, place, input. */
  static Iterator<Tuple3<Integer, Long, byte[]>> inputs(
      Iterator<Row> records, Properties workload, int partitions) {
    FixedWindow windows = new FixedWindow(WorkloadSpec.fromProperties(workload));
    return flat(
        records,
        (record, sink) -> {
          int partition = record.getInt(1);
          long place = InputPlace.of(partition, record.getLong(2));
          windows.inputs(
              tag(record),
              value(record, 0),
              partition,
              partitions,
              input -> sink.accept(new Tuple3<>(input.address(), place, input.encode())));
        });
  }

  /**
   * Visits: address, place, visit, time in microseconds. A closing record is of no address, and
   * brings time on beyond every window.
   */
  static Iterator<Tuple4<Integer, Long, byte[], Long>> visits(
      Iterator<Row> records, Properties workload, int partitions) {
    FixedWindow windows = new FixedWindow(WorkloadSpec.fromProperties(workload));
    return flat(
        records,
        (record, sink) -> {
          byte[] tag = tag(record);
          byte[] value = value(record, 0);
          int partition = record.getInt(1);
          long place = InputPlace.of(partition, record.getLong(2));
          if (tag == null) {
            long micros = VisitWindows.timeMicros(null, value, windows.laterMillis());
            sink.accept(new Tuple4<>(WindowUpdate.NOBODY, place, new byte[0], micros));
            return;
          }
          windows.inputs(
              tag,
              value,
              partition,
              partitions,
              input ->
                  sink.accept(
                      new Tuple4<>(input.address(), place, input.encode(), input.micros())));
        });
  }

  /**
   * Visits: address, time in microseconds, and the upper and the lower half of the visit's hash, so
   * that sums of them hold. A closing record is of no address, and brings time on beyond every
   * session.
   */
  static Iterator<Tuple4<Integer, Long, Long, Long>> hashed(
      Iterator<Row> records, Properties workload, int partitions) {
    VisitWindows windows = VisitWindows.of(WorkloadSpec.fromProperties(workload));
    return flat(
        records,
        (record, sink) -> {
          byte[] tag = tag(record);
          byte[] value = value(record, 0);
          if (tag == null) {
            long micros = VisitWindows.timeMicros(null, value, windows.laterMillis());
            sink.accept(new Tuple4<>(WindowUpdate.NOBODY, micros, 0L, 0L));
            return;
          }
          windows.inputs(
              tag,
              value,
              record.getInt(1),
              partitions,
              visit -> {
                long hash =
                    RuleState.identityHash(visit.generator(), visit.sequence(), visit.address());
                sink.accept(
                    new Tuple4<>(
                        visit.address(), visit.micros(), hash >>> 32, hash & 0xFFFF_FFFFL));
              });
        });
  }

  /**
   * What is written of a window, and its partition; nothing of one of closing records.
   *
   * @param summed address, count, oldest, newest, and the sums of {@link #hashed}
   * @param partitions of the output topic
   */
  static Iterator<Tuple2<byte[], Integer>> summed(Row summed, int partitions) {
    if (summed.getInt(0) == WindowUpdate.NOBODY) {
      return List.<Tuple2<byte[], Integer>>of().iterator();
    }
    WindowRecord window =
        WindowRecord.summed(
            summed.getInt(0),
            summed.getLong(1),
            summed.getLong(2),
            summed.getLong(3),
            (summed.getLong(4) << 32) + summed.getLong(5));
    return List.of(WindowUpdate.closed(window, true, partitions)).iterator();
  }

  /** Does with a record what finds something in it. */
  private interface Finding<T> {
    void find(Row record, Consumer<T> sink);
  }

  /** One after the other: a partition's whole batch need not be in memory. */
  private static <T> Iterator<T> flat(Iterator<Row> records, Finding<T> finding) {
    return new Iterator<>() {
      private final List<T> found = new ArrayList<>();
      private int next;

      @Override
      public boolean hasNext() {
        while (next == found.size() && records.hasNext()) {
          found.clear();
          next = 0;
          Row record = records.next();
          try {
            if (!record.isNullAt(0)) {
              finding.find(record, found::add);
            }
          } catch (IllegalArgumentException e) {
            LOG.error(
                "passed over a record: partition {} offset {}: {}",
                record.getInt(1),
                record.getLong(2),
                e.getMessage());
          }
        }
        return next < found.size();
      }

      @Override
      public T next() {
        return found.get(next++);
      }
    };
  }

  private static byte[] value(Row record, int column) {
    return (byte[]) record.get(column);
  }

  private static byte @Nullable [] tag(Row record) {
    if (record.isNullAt(3)) {
      return null;
    }
    byte[] tag = null;
    for (Row header : record.<Row>getList(3)) {
      if (header.getString(0).equals(RecordIdHeader.HEADER)) {
        tag = (byte[]) header.get(1);
      }
    }
    return tag;
  }
}
