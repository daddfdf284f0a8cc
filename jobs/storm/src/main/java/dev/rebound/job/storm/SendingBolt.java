package dev.rebound.job.storm;

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

/** Acknowledges a tuple once all that it made is stored. */
abstract class SendingBolt extends BaseRichBolt {
  private static final long serialVersionUID = 1L;

  private final Properties producing;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient KafkaProducer<byte[], byte[]> producer;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient OutputCollector collector;

  SendingBolt(Properties producing) {
    this.producing = producing;
  }

  /**
   * What a tuple makes; a state that is given up comes last, and is not before the rest is stored.
   */
  abstract List<ProducerRecord<byte[], byte[]>> outputs(Tuple input);

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    collector = output;
    producer = new KafkaProducer<>(producing);
  }

  @Override
  public void execute(Tuple input) {
    List<ProducerRecord<byte[], byte[]>> outputs = outputs(input);
    if (outputs.isEmpty()) {
      answer(input, null);
      return;
    }
    AtomicInteger left = new AtomicInteger(outputs.size());
    for (ProducerRecord<byte[], byte[]> output : outputs) {
      if (output.value() == null && outputs.size() > 1) {
        producer.flush();
        if (left.get() > 1) {
          throw new IllegalStateException("an output is not stored: begins anew without it");
        }
      }
      var unused =
          producer.send(
              output,
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
  public void declareOutputFields(OutputFieldsDeclarer declarer) {}

  @Override
  public void cleanup() {
    producer.close();
  }
}
