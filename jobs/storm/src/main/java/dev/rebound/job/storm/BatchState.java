package dev.rebound.job.storm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.topology.FailedException;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.trident.state.BaseStateUpdater;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The {@link BatchedStates} of a Trident task. A batch is committed once all its outputs, and then
 * all the states that it changed, are stored.
 */
final class BatchState implements State {
  private final @Nullable Changelog changelog;
  private final int task;
  private final KafkaProducer<byte[], byte[]> producer;
  private final BatchedStates states;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private long batch;

  private BatchState(@Nullable Changelog changelog, int task, Properties producing) {
    this.changelog = changelog;
    this.task = task;
    states = new BatchedStates(changelog == null ? Map.of() : changelog.read(task));
    producer = new KafkaProducer<>(producing);
  }

  @Override
  public void beginCommit(Long number) {
    batch = number;
    states.begin(number);
    failure.set(null);
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    var unused =
        producer.send(
            record,
            (place, problem) -> {
              if (problem != null) {
                failure.set(problem);
              }
            });
  }

  @Override
  public void commit(Long number) {
    stored();
    Changelog kept = changelog;
    if (kept != null) {
      states.commit().forEach((key, state) -> send(kept.record(task, key, state)));
      stored();
    }
  }

  private void stored() {
    producer.flush();
    Exception problem = failure.get();
    if (problem != null) {
      throw new FailedException("batch " + batch + " is not stored", problem);
    }
  }

  /** Makes one for each task. */
  static final class Factory implements StateFactory {
    private static final long serialVersionUID = 1L;

    private final @Nullable Changelog changelog;
    private final Properties producing;

    /**
     * @param changelog null where there are no states, and outputs alone are stored
     */
    Factory(@Nullable Changelog changelog, Properties producing) {
      this.changelog = changelog;
      this.producing = producing;
    }

    @Override
    public State makeState(
        Map<String, Object> settings, IMetricsContext metrics, int partitionIndex, int partitions) {
      return new BatchState(changelog, partitionIndex, producing);
    }
  }

  /** Applies what was found in the records of a batch. */
  static final class Updater extends BaseStateUpdater<BatchState> {
    private static final long serialVersionUID = 1L;

    /** What was found, and in which record. */
    static final Fields FIELDS =
        new Fields(
            StateChangeFinder.FIELDS.get(0),
            StateChangeFinder.FIELDS.get(1),
            "partition",
            "offset");

    /** What is done again must be the same again, and batches come together in any order. */
    private static final Comparator<TridentTuple> BY_INPUT =
        Comparator.<TridentTuple>comparingInt(tuple -> tuple.getIntegerByField("partition"))
            .thenComparingLong(tuple -> tuple.getLongByField("offset"));

    private final Properties workload;
    private final String topic;
    private final int partitions;

    @SuppressWarnings("NullAway.Init") // prepare sets it
    private transient Outputs outputs;

    Updater(Properties workload, String topic, int partitions) {
      this.workload = workload;
      this.topic = topic;
      this.partitions = partitions;
    }

    @Override
    public void prepare(Map<String, Object> settings, TridentOperationContext context) {
      outputs = Outputs.of(workload, topic, partitions);
    }

    @Override
    public void updateState(
        BatchState state, List<TridentTuple> tuples, TridentCollector collector) {
      List<TridentTuple> inOrder = new ArrayList<>(tuples);
      inOrder.sort(BY_INPUT);
      for (TridentTuple tuple : inOrder) {
        ProducerRecord<byte[], byte[]> output = outputs.of(state.states, tuple);
        if (output != null) {
          state.send(output);
        }
      }
    }
  }
}
