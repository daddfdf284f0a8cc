package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;

/** Matching → keyed by rule: a state for each. */
final class RulesDataflow implements Dataflow {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final KeyedLogic.Emitter emitter;

  RulesDataflow(JobOptions options) {
    this.workload = options.workload().toProperties();
    this.emitter = options.emitter();
  }

  @Override
  public KafkaRecordDeserializationSchema<byte[]> reader() {
    return new Elements.Reader(Elements::record);
  }

  @Override
  public SingleOutputStreamOperator<byte[]> compute(
      DataStream<byte[]> records,
      @Nullable DataStream<byte[]> closing,
      int sources,
      int partitions) {
    WorkloadSpec spec = WorkloadSpec.fromProperties(workload);
    MatchingStage matching = new MatchingStage(spec, partitions);
    DataStream<byte[]> matched = matched(records, matching, "matching", sources);
    DataStream<byte[]> all =
        closing == null
            ? matched
            : matched.union(matched(closing, matching, "closing-matching", sources));
    return all.keyBy(Elements::key, Types.INT)
        .process(new RuleStates(Workloads.logic(spec), emitter))
        .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .name("rules")
        .uid("rules");
  }

  private static DataStream<byte[]> matched(
      DataStream<byte[]> records, MatchingStage matching, String name, int sources) {
    return records
        .flatMap(matching)
        .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .name(name)
        .uid(name)
        .setParallelism(sources);
  }
}
