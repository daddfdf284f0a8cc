package dev.rebound.job.storm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Writes the outputs, and keeps a state for each rule or address in memory: it is gone with its
 * worker, unless there is a changelog. Acknowledges a tuple once all that it made is stored.
 */
final class OutputBolt extends BaseRichBolt implements KeyedStep.States {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final String topic;
  private final int partitions;
  private final @Nullable Changelog changelog;
  private final Properties producing;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient KafkaProducer<byte[], byte[]> producer;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient OutputCollector collector;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient Map<Integer, byte[]> states;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient List<ProducerRecord<byte[], byte[]>> changes;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient Outputs outputs;

  private transient int task;

  /**
   * @param partitions of the output topic
   */
  OutputBolt(
      Properties workload,
      String topic,
      int partitions,
      @Nullable Changelog changelog,
      Properties producing) {
    this.workload = workload;
    this.topic = topic;
    this.partitions = partitions;
    this.changelog = changelog;
    this.producing = producing;
  }

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    collector = output;
    producer = new KafkaProducer<>(producing);
    task = context.getThisTaskIndex();
    states = changelog == null ? new HashMap<>() : changelog.read(task);
    changes = new ArrayList<>();
    outputs = Outputs.of(workload, topic, partitions);
  }

  @Override
  public void execute(Tuple input) {
    changes.clear();
    ProducerRecord<byte[], byte[]> output = outputs.of(this, input);
    if (output != null) {
      changes.add(0, output);
    }
    if (changes.isEmpty()) {
      answer(input, null);
      return;
    }
    AtomicInteger left = new AtomicInteger(changes.size());
    for (ProducerRecord<byte[], byte[]> record : changes) {
      // A state that is given up comes last, and is not before the rest is stored.
      if (record.value() == null && changes.size() > 1) {
        producer.flush();
        if (left.get() > 1) {
          throw new IllegalStateException("an output is not stored: begins anew without it");
        }
      }
      var unused =
          producer.send(
              record,
              (place, failure) -> {
                if (failure != null || left.decrementAndGet() == 0) {
                  answer(input, failure);
                }
              });
    }
  }

  /** On the bolt's own thread, and on the producer's. */
  private synchronized void answer(Tuple input, @Nullable Exception failure) {
    if (failure == null) {
      collector.ack(input);
    } else {
      collector.reportError(failure);
      collector.fail(input);
    }
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

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {}

  @Override
  public void cleanup() {
    producer.close();
  }
}
