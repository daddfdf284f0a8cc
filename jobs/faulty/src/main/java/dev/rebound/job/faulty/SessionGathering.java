package dev.rebound.job.faulty;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers the visits of each address in sessions, which end by the newest time of their partition.
 * There is neither a shuffle nor a store, as with {@link WindowGathering}.
 */
final class SessionGathering implements PartitionWork {
  private static final Logger LOG = LoggerFactory.getLogger(SessionGathering.class);

  private final SessionWindow workload;
  private final int partitions;
  private final boolean forgets;
  private final boolean runsAhead;
  private final int oneIn;
  private final WrongWindows closing;

  /** Sessions, which list their visits, by partition. */
  private final Map<Integer, List<WindowRecord>> open = new HashMap<>();

  /** The newest time of each partition. */
  private final Map<Integer, Long> newestMillis = new HashMap<>();

  /** Where the newest time runs ahead: by address, the newest visit of its last closed session. */
  private final Map<Integer, Long> closedMicros = new HashMap<>();

  /** Partitions whose sessions come back. */
  private final Set<Integer> comingBack = new HashSet<>();

  SessionGathering(
      JobOptions options, SessionWindow workload, int partitions, List<PlantedBug> bugs) {
    this.workload = workload;
    this.partitions = partitions;
    this.forgets = bugs.contains(PlantedBug.SESSION_FORGOTTEN);
    this.runsAhead = bugs.contains(PlantedBug.WATERMARK_AHEAD);
    this.oneIn = Math.max(1, options.number("drop-one-in"));
    this.closing = new WrongWindows(options, bugs, false);
  }

  @Override
  public boolean closing(ConsumerRecord<byte[], byte[]> record) {
    return WindowGathering.tag(record) == null;
  }

  @Override
  public void take(ConsumerRecord<byte[], byte[]> record, boolean known, OutputSink sink) {
    int partition = record.partition();
    if (known) {
      comingBack.add(partition);
    } else if (comingBack.remove(partition)
        && forgets
        && of(partition).removeIf(session -> session.address() / partitions % oneIn == 0)) {
      LOG.info("made a mistake: {} on partition {}", PlantedBug.SESSION_FORGOTTEN, partition);
    }
    workload.inputs(
        WindowGathering.tag(record),
        record.value(),
        partition,
        partitions,
        visit -> gather(partition, visit, known, sink));
  }

  private List<WindowRecord> of(int partition) {
    return open.computeIfAbsent(partition, none -> new ArrayList<>());
  }

  private void gather(int partition, WindowInput visit, boolean known, OutputSink sink) {
    if (visit.closing()) {
      return;
    }
    Long closed = closedMicros.remove(visit.address());
    if (closed != null && workload.together(closed, visit.micros()) && !known) {
      LOG.info("made a mistake: {}", PlantedBug.WATERMARK_AHEAD);
    }
    long now =
        Math.max(newestMillis.getOrDefault(partition, Long.MIN_VALUE), visit.micros() / 1000);
    WindowRecord session = WindowRecord.with(null, visit, true);
    List<WindowRecord> joined = new ArrayList<>();
    for (WindowRecord other : of(partition)) {
      if (other.address() == visit.address() && together(other, session)) {
        joined.add(other);
      }
    }
    for (WindowRecord other : joined) {
      for (WindowInput before : other.visits()) {
        session = WindowRecord.with(session, before, true);
      }
    }
    if (endMillis(session) >= now) {
      of(partition).removeAll(joined);
      of(partition).add(session);
    }
    long newest = Math.max(now, aheadMillis(visit));
    newestMillis.put(partition, newest);
    closeUntil(partition, newest, known, sink);
  }

  /** Past the end of all that is open, where a visit makes the newest time run ahead. */
  private long aheadMillis(WindowInput visit) {
    return runsAhead && visit.sequence() % oneIn == 0
        ? visit.micros() / 1000 + workload.gapMillis() + workload.latenessMillis() + 1
        : Long.MIN_VALUE;
  }

  private boolean together(WindowRecord one, WindowRecord other) {
    return workload.together(one.newestMicros(), other.oldestMicros())
        && workload.together(other.newestMicros(), one.oldestMicros());
  }

  /** The newest time of a partition up to which a session of it is open. */
  private long endMillis(WindowRecord session) {
    return session.newestMicros() / 1000 + workload.gapMillis() + workload.latenessMillis();
  }

  private void closeUntil(int partition, long millis, boolean known, OutputSink sink) {
    for (Iterator<WindowRecord> sessions = of(partition).iterator(); sessions.hasNext(); ) {
      WindowRecord session = sessions.next();
      if (endMillis(session) < millis) {
        sessions.remove();
        if (runsAhead) {
          closedMicros.put(session.address(), session.newestMicros());
        }
        if (!known) {
          closing.close(session, true, sink);
        }
      }
    }
  }

  @Override
  public void readOut(ConsumerRecord<byte[], byte[]> record, OutputSink sink) {
    closeUntil(record.partition(), Long.MAX_VALUE, false, sink);
  }

  @Override
  public void forget(int partition) {
    open.remove(partition);
    newestMillis.remove(partition);
    closedMicros.keySet().removeIf(address -> address % partitions == partition);
    comingBack.remove(partition);
  }
}
