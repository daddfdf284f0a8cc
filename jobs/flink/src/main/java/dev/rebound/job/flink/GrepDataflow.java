package dev.rebound.job.flink;

import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RuleWorkload;
import java.util.Properties;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;

/** Records that match go on as they are, with their tags; one chain from source to sink. */
final class GrepDataflow implements Dataflow {
  private static final long serialVersionUID = 1L;

  private final Properties workload;

  GrepDataflow(JobOptions options) {
    this.workload = options.workload().toProperties();
  }

  @Override
  public KafkaRecordDeserializationSchema<byte[]> reader() {
    return new Elements.Reader(Elements::tagged);
  }

  @Override
  public byte[] element(GeneratedRecord record) {
    return Elements.element(record.tag(), record.value());
  }

  @Override
  public SingleOutputStreamOperator<byte[]> compute(
      DataStream<byte[]> records,
      @Nullable DataStream<byte[]> closing,
      int sources,
      int partitions) {
    return records
        .filter(new GrepStage(workload))
        .name("search")
        .uid("search")
        .setParallelism(sources);
  }

  @Override
  public KafkaRecordSerializationSchema<byte[]> writer(String topic, int partitions) {
    return Elements.Writer.tagged(topic);
  }

  /** Each subtask searches by itself: a matcher serves one thread. */
  static final class GrepStage extends RichFilterFunction<byte[]> {
    private static final long serialVersionUID = 1L;

    private final Properties workload;

    @SuppressWarnings("NullAway.Init") // by setRuntimeContext
    private transient Matcher matcher;

    GrepStage(Properties workload) {
      this.workload = workload;
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
      super.setRuntimeContext(context);
      matcher = RuleWorkload.matcher(workload);
    }

    @Override
    public boolean filter(byte[] tagged) {
      return matcher.finds(Elements.value(tagged));
    }

    /** Also where it never ran. */
    @Override
    public void close() {
      if (matcher != null) {
        matcher.close();
      }
    }
  }
}
