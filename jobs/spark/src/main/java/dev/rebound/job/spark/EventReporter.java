package dev.rebound.job.spark;

import dev.rebound.workload.EventLog;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the driver sees of its executors and of its batches to the {@link EventLog}, and
 * commits how far finished batches have come to the job's consumer group. Spark keeps offsets in
 * its checkpoint alone, from which it goes on, and never reads what the group has.
 *
 * <p>Events: {@code executor-added} (executor), {@code executor-removed} (executor, reason), {@code
 * task} (executor; the first that it begins of a batch, and after a removal), {@code batch} (batch,
 * rows, late: rows that were dropped as they came late, millis, watermark: the one by which it
 * closed windows, newest: time of its newest row; written once it is done). Times of rows are
 * milliseconds since the epoch, 0 where there is none. Thread-safe.
 */
final class EventReporter extends StreamingQueryListener {
  private static final Logger LOG = LoggerFactory.getLogger(EventReporter.class);

  private final EventLog events;
  private final String application;
  private final Admin admin;
  private final String group;
  private final QueryOffsets offsets = new QueryOffsets();

  /** Executors that have begun tasks since a batch ended, or an executor was lost. */
  private final Set<String> begun = new HashSet<>();

  EventReporter(EventLog events, String application, Admin admin, String group) {
    this.events = events;
    this.application = application;
    this.admin = admin;
    this.group = group;
  }

  /** Hears of executors and of their tasks. */
  SparkListener ofExecutors() {
    return new SparkListener() {
      @Override
      public void onExecutorAdded(SparkListenerExecutorAdded added) {
        events.write("executor-added", "application", application, "executor", added.executorId());
      }

      @Override
      public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        removed(removed.executorId(), removed.reason());
      }

      @Override
      public void onTaskStart(SparkListenerTaskStart start) {
        begins(start.taskInfo().executorId());
      }
    };
  }

  private synchronized void removed(String executor, String reason) {
    begun.clear();
    events.write(
        "executor-removed",
        "application",
        application,
        "executor",
        executor,
        "reason",
        reason.replaceAll("\\s+", " "));
  }

  private synchronized void begins(String executor) {
    if (begun.add(executor)) {
      events.write("task", "application", application, "executor", executor);
    }
  }

  private synchronized void batchEnds() {
    begun.clear();
  }

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    events.write("query", "application", application, "run", event.runId());
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    StreamingQueryProgress progress = event.progress();
    batchEnds();
    long late = 0;
    for (StateOperatorProgress operator : progress.stateOperators()) {
      late += operator.numRowsDroppedByWatermark();
    }
    events.write(
        "batch",
        "application",
        application,
        "batch",
        progress.batchId(),
        "rows",
        progress.numInputRows(),
        "late",
        late,
        "millis",
        progress.batchDuration(),
        "watermark",
        millis(progress.eventTime(), "watermark"),
        "newest",
        millis(progress.eventTime(), "max"));
    commit(
        offsets.done(
            progress.id(), Stream.of(progress.sources()).map(SourceProgress::endOffset).toList()));
  }

  /**
   * One of the times that Spark tells of a batch, milliseconds since the epoch; 0 if it does not.
   */
  static long millis(Map<String, String> times, String which) {
    String time = times.get(which);
    return time == null ? 0 : Instant.parse(time).toEpochMilli();
  }

  /** A commit that fails is made up for by the next. */
  private void commit(Map<TopicPartition, OffsetAndMetadata> done) {
    if (done.isEmpty()) {
      return;
    }
    KafkaFuture<Void> unused =
        admin
            .alterConsumerGroupOffsets(group, done)
            .all()
            .whenComplete(
                (nothing, failure) -> {
                  if (failure != null) {
                    LOG.warn("offsets were not committed: {}", failure.toString());
                  }
                });
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    offsets.ended(event.id());
    events.write(
        "query-ended",
        "application",
        application,
        "cause",
        event.exception().isEmpty() ? "" : beginning(event.exception().get()));
  }

  private static String beginning(String cause) {
    return cause.substring(0, Math.min(300, cause.length())).replaceAll("\\s+", " ");
  }
}
