package dev.rebound.job.storm;

import dev.rebound.workload.RecordFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a state for each rule or address in memory: it is gone with its worker, unless there is a
 * changelog.
 */
final class KeyedBolt extends SendingBolt implements KeyedStep.States {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final String topic;
  private final int partitions;
  private final @Nullable Changelog changelog;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient Map<Integer, byte[]> states;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient List<ProducerRecord<byte[], byte[]>> changes;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient KeyedStep step;

  private transient int task;

  /**
   * @param partitions of the output topic
   */
  KeyedBolt(
      Properties workload,
      String topic,
      int partitions,
      @Nullable Changelog changelog,
      Properties producing) {
    super(producing);
    this.workload = workload;
    this.topic = topic;
    this.partitions = partitions;
    this.changelog = changelog;
  }

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    super.prepare(settings, context, output);
    task = context.getThisTaskIndex();
    states = changelog == null ? new HashMap<>() : changelog.read(task);
    changes = new ArrayList<>();
    step = KeyedStep.of(workload);
  }

  @Override
  List<ProducerRecord<byte[], byte[]>> outputs(Tuple input) {
    int key = input.getInteger(0);
    changes.clear();
    byte[] output = step.apply(this, key, input.getBinary(1));
    List<ProducerRecord<byte[], byte[]>> outputs = new ArrayList<>();
    if (output != null) {
      int partition = RecordFormat.rulePartition(key, partitions);
      outputs.add(new ProducerRecord<>(topic, partition, null, output));
    }
    outputs.addAll(changes);
    return outputs;
  }

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
    if (changelog != null) {
      changes.add(changelog.record(task, key, state));
    }
  }
}
