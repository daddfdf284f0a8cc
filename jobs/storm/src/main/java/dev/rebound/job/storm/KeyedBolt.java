package dev.rebound.job.storm;

import dev.rebound.workload.RecordFormat;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Keeps a state for each rule or address, in memory: it is gone with its worker. */
final class KeyedBolt extends SendingBolt {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final String topic;
  private final int partitions;
  private final MemoryStates states = new MemoryStates();

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient KeyedStep step;

  /**
   * @param partitions of the output topic
   */
  KeyedBolt(Properties workload, String topic, int partitions, Properties producing) {
    super(producing);
    this.workload = workload;
    this.topic = topic;
    this.partitions = partitions;
  }

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    super.prepare(settings, context, output);
    step = KeyedStep.of(workload);
  }

  @Override
  @Nullable ProducerRecord<byte[], byte[]> output(Tuple input) {
    int key = input.getInteger(0);
    byte[] output = step.apply(states, key, input.getBinary(1));
    return output == null
        ? null
        : new ProducerRecord<>(topic, RecordFormat.rulePartition(key, partitions), null, output);
  }

  /** States in this task's memory. */
  private static final class MemoryStates implements KeyedStep.States, Serializable {
    private static final long serialVersionUID = 1L;

    private final HashMap<Integer, byte[]> states = new HashMap<>();

    @Override
    public byte @Nullable [] get(int key) {
      return states.get(key);
    }

    @Override
    public void put(int key, byte @Nullable [] state) {
      if (state == null) {
        states.remove(key);
      } else {
        states.put(key, state);
      }
    }
  }
}
