package dev.rebound.job.storm;

import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RuleWorkload;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.ITuple;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Writes the records in which a workload finds anything, as they are. */
final class GrepBolt extends SendingBolt {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final String topic;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient Matcher matcher;

  GrepBolt(Properties workload, String topic, Properties producing) {
    super(producing);
    this.workload = workload;
    this.topic = topic;
  }

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    super.prepare(settings, context, output);
    matcher = RuleWorkload.matcher(workload);
  }

  @Override
  List<ProducerRecord<byte[], byte[]>> outputs(Tuple input) {
    ProducerRecord<byte[], byte[]> output = output(matcher, topic, input);
    return output == null ? List.of() : List.of(output);
  }

  /** The record as it is, if anything is found in it; else null. */
  static @Nullable ProducerRecord<byte[], byte[]> output(
      Matcher matcher, String topic, ITuple record) {
    byte[] value = RecordTuple.value(record);
    byte[] tag = RecordTuple.tag(record);
    List<Header> headers =
        tag == null ? List.of() : List.of(new RecordHeader(RecordIdHeader.HEADER, tag));
    return value != null && matcher.finds(value)
        ? new ProducerRecord<>(topic, null, RecordTuple.key(record), value, headers)
        : null;
  }
}
