package dev.rebound.job.storm;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Acknowledges a tuple once the output that it made is stored. */
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

  /** The output that a tuple makes; null if it makes none. */
  abstract @Nullable ProducerRecord<byte[], byte[]> output(Tuple input);

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    collector = output;
    producer = new KafkaProducer<>(producing);
  }

  @Override
  public void execute(Tuple input) {
    ProducerRecord<byte[], byte[]> output = output(input);
    if (output == null) {
      answer(input, null);
    } else {
      var unused = producer.send(output, (place, failure) -> answer(input, failure));
    }
  }

  /** On the bolt's own thread and on the producer's. */
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
