package dev.rebound.job.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.workload.EventLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskStart;
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
 * rows, late: rows that were dropped as they came late, millis; written once it is done).
 * Thread-safe.
 */
final class Witness extends StreamingQueryListener {
  private static final Logger LOG = LoggerFactory.getLogger(Witness.class);

  private final EventLog events;
  private final String application;
  private final Admin admin;
  private final String group;
  private final ObjectMapper json = new ObjectMapper();

  /** Executors that have begun tasks since a batch ended, or an executor was lost. */
  private final Set<String> begun = new HashSet<>();

  Witness(EventLog events, String application, Admin admin, String group) {
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
        progress.batchDuration());
    commit(progress.sources()[0].endOffset());
  }

  /** A commit that fails is made up for by the next. */
  private void commit(String endOffsets) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    try {
      for (Map.Entry<String, JsonNode> topic : json.readTree(endOffsets).properties()) {
        for (Map.Entry<String, JsonNode> partition : topic.getValue().properties()) {
          offsets.put(
              new TopicPartition(topic.getKey(), Integer.parseInt(partition.getKey())),
              new OffsetAndMetadata(partition.getValue().asLong()));
        }
      }
    } catch (JsonProcessingException e) {
      LOG.warn("offsets of a batch are not understood: {}", endOffsets);
    }
    KafkaFuture<Void> unused =
        admin
            .alterConsumerGroupOffsets(group, offsets)
            .all()
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    LOG.warn("offsets were not committed: {}", failure.toString());
                  }
                });
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
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
