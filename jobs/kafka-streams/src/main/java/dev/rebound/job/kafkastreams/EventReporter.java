package dev.rebound.job.kafkastreams;

import dev.rebound.workload.EventLog;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Writes what Kafka Streams says of itself to the {@link EventLog}.
 *
 * <p>Events: {@code state} (from, to), {@code restore-start} (store, partition, records), {@code
 * restore-end} (store, partition, restored, millis, pending), {@code restore-suspended} (from Kafka
 * Streams 3.5 on), {@code tasks} (active, standby: task ids separated by blanks; state), written
 * when it changes; restored batches are summed into {@code restore-progress}, at most one per look.
 *
 * <p>Listeners run on Kafka Streams' threads; the assignment is looked at by a thread of its own,
 * because a listener is not told of it.
 */
final class EventReporter
    implements KafkaStreams.StateListener, StateRestoreListener, AutoCloseable {
  private static final long LOOK_MILLIS = 100;

  private final EventLog events;
  private final ScheduledExecutorService looker =
      Executors.newSingleThreadScheduledExecutor(
          runnable -> {
            Thread thread = new Thread(runnable, "witness");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<TopicPartition, Long> restoreStartedNanos = new ConcurrentHashMap<>();
  private final AtomicInteger restoring = new AtomicInteger();
  private final AtomicLong restoredTotal = new AtomicLong();
  private Runnable ended = () -> {};
  private long restoredWritten;
  private String lastTasks = "";

  EventReporter(EventLog events) {
    this.events = events;
  }

  /**
   * Registers with {@code streams}; call before it starts.
   *
   * @param ended is run when it has ended, in order or not
   */
  void attach(KafkaStreams streams, Runnable ended) {
    this.ended = ended;
    streams.setStateListener(this);
    streams.setGlobalStateRestoreListener(this);
    var unused =
        looker.scheduleWithFixedDelay(
            () -> look(streams), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void look(KafkaStreams streams) {
    long restored = restoredTotal.get();
    if (restored != restoredWritten) {
      restoredWritten = restored;
      events.write("restore-progress", "restored", restored, "pending", restoring.get());
    }
    KafkaStreams.State state = streams.state();
    if (!state.isRunningOrRebalancing()) {
      return;
    }
    Set<ThreadMetadata> threads;
    try {
      threads = streams.metadataForLocalThreads();
    } catch (RuntimeException stopping) {
      return;
    }
    String active = ids(threads, true);
    String standby = ids(threads, false);
    String tasks = active + "|" + standby + "|" + state;
    if (!tasks.equals(lastTasks)) {
      lastTasks = tasks;
      events.write("tasks", "active", active, "standby", standby, "state", state);
    }
  }

  private static String ids(Set<ThreadMetadata> threads, boolean active) {
    return threads.stream()
        .flatMap(thread -> (active ? thread.activeTasks() : thread.standbyTasks()).stream())
        .map(TaskMetadata::taskId)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }

  @Override
  public void onChange(KafkaStreams.State to, KafkaStreams.State from) {
    events.write("state", "from", from, "to", to);
    if (to == KafkaStreams.State.NOT_RUNNING || to == KafkaStreams.State.ERROR) {
      ended.run();
    }
  }

  @Override
  public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
    restoreStartedNanos.put(partition, System.nanoTime());
    restoring.incrementAndGet();
    events.write(
        "restore-start", "store", store, "partition", partition.partition(), "records", to - from);
  }

  @Override
  public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
    restoredTotal.addAndGet(records);
  }

  @Override
  public void onRestoreEnd(TopicPartition partition, String store, long restored) {
    events.write(
        "restore-end",
        "store",
        store,
        "partition",
        partition.partition(),
        "restored",
        restored,
        "millis",
        sinceStartMillis(partition),
        "pending",
        restoring.decrementAndGet());
  }

  @Override
  public void onRestoreSuspended(TopicPartition partition, String store, long restored) {
    sinceStartMillis(partition);
    events.write(
        "restore-suspended",
        "store",
        store,
        "partition",
        partition.partition(),
        "restored",
        restored,
        "pending",
        restoring.decrementAndGet());
  }

  private long sinceStartMillis(TopicPartition partition) {
    Long started = restoreStartedNanos.remove(partition);
    return started == null ? 0 : Duration.ofNanos(System.nanoTime() - started).toMillis();
  }

  @Override
  public void close() {
    looker.shutdownNow();
  }
}
