package dev.rebound.job.storm;

import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WorkloadSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
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
 * The states of a Trident task's keys, each with the batch that changed it last and what it was
 * before that batch: one that comes again, with the same records or with others, is applied to what
 * was before. So each counts once, and outputs come again as they were.
 *
 * <p>A batch is committed once all its outputs, and then all the states that it changed, are
 * stored.
 */
final class BatchState implements State, KeyedStep.States {
  /**
   * The state of a key, as the changelog has it: number of the batch, length of the state before it
   * (-1 if there was none), that, and the state since, where there is any.
   */
  private static final class BatchedState {
    private final long batch;
    private final byte @Nullable [] before;
    private final byte @Nullable [] since;

    BatchedState(long batch, byte @Nullable [] before, byte @Nullable [] since) {
      this.batch = batch;
      this.before = before;
      this.since = since;
    }

    static BatchedState decode(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return new BatchedState(in.getLong(), part(in), part(in));
    }

    private static byte @Nullable [] part(ByteBuffer in) {
      int length = in.getInt();
      if (length < 0) {
        return null;
      }
      byte[] part = new byte[length];
      in.get(part);
      return part;
    }

    byte[] encode() {
      int length = (before == null ? 0 : before.length) + (since == null ? 0 : since.length);
      ByteBuffer out = ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + length).putLong(batch);
      put(out, before);
      put(out, since);
      return out.array();
    }

    private static void put(ByteBuffer out, byte @Nullable [] part) {
      out.putInt(part == null ? -1 : part.length);
      if (part != null) {
        out.put(part);
      }
    }

    /** What this batch, or one that comes again, has to begin with. */
    byte @Nullable [] forBatch(long number) {
      return batch == number ? before : since;
    }
  }

  private final @Nullable Changelog changelog;
  private final int task;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Map<Integer, BatchedState> states = new HashMap<>();
  private final Map<Integer, BatchedState> changed = new HashMap<>();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private long batch;

  private BatchState(@Nullable Changelog changelog, int task, Properties producing) {
    this.changelog = changelog;
    this.task = task;
    if (changelog != null) {
      changelog.read(task).forEach((key, state) -> states.put(key, BatchedState.decode(state)));
    }
    producer = new KafkaProducer<>(producing);
  }

  @Override
  public void beginCommit(Long number) {
    batch = number;
    changed.clear();
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
      changed.forEach((key, state) -> send(kept.record(task, key, state.encode())));
      stored();
    }
    states.putAll(changed);
  }

  private void stored() {
    producer.flush();
    Exception problem = failure.get();
    if (problem != null) {
      throw new FailedException("batch " + batch + " is not stored", problem);
    }
  }

  @Override
  public byte @Nullable [] get(int key) {
    BatchedState now = changed.get(key);
    if (now != null) {
      return now.since;
    }
    return before(key);
  }

  private byte @Nullable [] before(int key) {
    BatchedState stored = states.get(key);
    return stored == null ? null : stored.forBatch(batch);
  }

  @Override
  public void put(int key, byte @Nullable [] state) {
    changed.put(key, new BatchedState(batch, before(key), state));
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
        new Fields(Finder.FIELDS.get(0), Finder.FIELDS.get(1), "partition", "offset");

    /** What is done again must be the same again, and batches come together in any order. */
    private static final Comparator<TridentTuple> BY_INPUT =
        Comparator.<TridentTuple>comparingInt(tuple -> tuple.getIntegerByField("partition"))
            .thenComparingLong(tuple -> tuple.getLongByField("offset"));

    private final Properties workload;
    private final String topic;
    private final int partitions;

    @SuppressWarnings("NullAway.Init") // prepare sets it
    private transient BiFunction<BatchState, TridentTuple, @Nullable ProducerRecord<byte[], byte[]>>
        outputs;

    Updater(Properties workload, String topic, int partitions) {
      this.workload = workload;
      this.topic = topic;
      this.partitions = partitions;
    }

    @Override
    public void prepare(Map<String, Object> settings, TridentOperationContext context) {
      if (WorkloadSpec.fromProperties(workload).name().equals("grep")) {
        Matcher matcher = GrepBolt.matcher(workload);
        outputs = (state, tuple) -> GrepBolt.output(matcher, topic, tuple);
        return;
      }
      KeyedStep step = KeyedStep.of(workload);
      outputs =
          (state, tuple) -> {
            int key = tuple.getInteger(0);
            byte[] output = step.apply(state, key, tuple.getBinary(1));
            int partition = RecordFormat.rulePartition(key, partitions);
            return output == null ? null : new ProducerRecord<>(topic, partition, null, output);
          };
    }

    @Override
    public void updateState(
        BatchState state, List<TridentTuple> tuples, TridentCollector collector) {
      List<TridentTuple> inOrder = new ArrayList<>(tuples);
      inOrder.sort(BY_INPUT);
      for (TridentTuple tuple : inOrder) {
        ProducerRecord<byte[], byte[]> output = outputs.apply(state, tuple);
        if (output != null) {
          state.send(output);
        }
      }
    }
  }
}
