package dev.rebound.job.kafkastreams;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;

/**
 * The pipeline: records → matches → shuffled by rule → state per rule → outputs.
 *
 * <p>Keys from the repartition topic on are the rule, 4 bytes big-endian; both shuffles place a
 * rule at {@link RecordFormat#rulePartition}.
 *
 * @param workload what to compute
 * @param partitions of the input topic, and so of the repartition topic and the output topic
 */
record RuleMatchTopology(Workload workload, JobOptions options, int partitions) {
  /** Name of the state store; the changelog is {@code <application id>-rules-changelog}. */
  static final String STORE = "rules";

  /** Name of the shuffle; the topic is {@code <application id>-by-rule-repartition}. */
  static final String SHUFFLE = "by-rule";

  Topology build() {
    Serde<byte[]> bytes = Serdes.ByteArray();
    KeyedLogic logic = Workloads.logic(workload.spec());
    KeyedLogic.Emitter emitter = options.emitter();
    StreamsBuilder builder = new StreamsBuilder();
    builder.addStateStore(KeyedStream.store(STORE, options));
    builder.stream(options.text("input"), Consumed.with(bytes, bytes))
        .process(() -> new MatchProcessor(workload, partitions))
        .repartition(
            Repartitioned.with(bytes, matchSerde())
                .withName(SHUFFLE)
                .withNumberOfPartitions(partitions)
                .withStreamPartitioner(KeyedStream.byKey()))
        .process(() -> new StateProcessor(logic, emitter), STORE)
        .to(
            options.text("output"),
            Produced.with(bytes, bytes).withStreamPartitioner(KeyedStream.byKey()));
    return builder.build();
  }

  private static Serde<Match> matchSerde() {
    return Serdes.serdeFrom(
        (topic, match) -> match.encode(), (topic, bytes) -> Match.decode(bytes));
  }
}
