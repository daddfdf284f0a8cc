package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.WorkloadSpec;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaFuture;

/**
 * The dataflow: Kafka source → matching → keyed by rule: state → Kafka sink.
 *
 * <p>Elements are byte arrays throughout, objects are reused, and source with matching and state
 * with sink are each one chain, so records are serialized once, on the way to their rule. Every
 * operator has an id, so that a later version of the job can take over its state.
 */
final class Pipeline {
  private final JobOptions options;
  private final Properties kafka = new Properties();

  Pipeline(JobOptions options) {
    this.options = options;
    kafka.putAll(options.under("client."));
    kafka.setProperty("bootstrap.servers", options.text("bootstrap"));
  }

  /** Builds the dataflow and runs it, until it ends where this JVM runs it. */
  void run() throws Exception {
    StreamExecutionEnvironment environment = environment();
    int partitions = partitions();
    WorkloadSpec workload = options.workload();
    int sources = Math.min(environment.getParallelism(), partitions);
    environment
        .fromSource(source(), WatermarkStrategy.noWatermarks(), "records")
        .uid("records")
        .setParallelism(sources)
        .flatMap(new Matching(workload, partitions))
        .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .name("matching")
        .uid("matching")
        .setParallelism(sources)
        .keyBy(Pipeline::rule, Types.INT)
        .process(
            new RuleStates(
                workload.stateBytes(),
                workload.emitEvery(),
                options.number("node"),
                options.number("incarnation")))
        .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .name("rules")
        .uid("rules")
        .sinkTo(sink(partitions))
        .name("matches")
        .uid("matches");
    environment.execute("rule-match");
  }

  /** The rule of an encoded {@link dev.rebound.workload.Match}. */
  static int rule(byte[] match) {
    return ByteBuffer.wrap(match).getInt(4);
  }

  /** This job's own settings; those under {@code engine.} win over them. */
  private StreamExecutionEnvironment environment() {
    Configuration settings = new Configuration();
    settings.setString("pipeline.generic-types", "false");
    settings.setString("pipeline.object-reuse", "true");
    settings.setString("pipeline.auto-watermark-interval", "0 ms");
    settings.setString(
        "execution.checkpointing.interval", options.number("commit-interval-ms") + " ms");
    settings.setString(
        "execution.checkpointing.mode",
        guarantee() == DeliveryGuarantee.EXACTLY_ONCE ? "EXACTLY_ONCE" : "AT_LEAST_ONCE");
    settings.setString(
        "state.backend.type", options.text("state").equals("rocksdb") ? "rocksdb" : "hashmap");
    if (!options.text("checkpoint-dir").isEmpty()) {
      settings.setString("execution.checkpointing.storage", "filesystem");
      settings.setString("execution.checkpointing.dir", options.text("checkpoint-dir"));
    }
    boolean local = options.text("local").equals("true");
    if (local) {
      settings.setString(
          "io.tmp.dirs", Path.of(options.text("state-dir")).toAbsolutePath().toString());
    }
    options.under("engine.").forEach(settings::setString);
    return local
        ? StreamExecutionEnvironment.createLocalEnvironment(options.number("threads"), settings)
        : StreamExecutionEnvironment.getExecutionEnvironment(settings);
  }

  private DeliveryGuarantee guarantee() {
    return switch (options.text("guarantee")) {
      case "exactly-once" -> DeliveryGuarantee.EXACTLY_ONCE;
      case "at-least-once" -> DeliveryGuarantee.AT_LEAST_ONCE;
      default -> DeliveryGuarantee.NONE;
    };
  }

  @SuppressWarnings("deprecation") // the connector takes no other type than OffsetResetStrategy
  private KafkaSource<byte[]> source() {
    Properties consumer = new Properties();
    consumer.putAll(kafka);
    consumer.putAll(options.under("consumer."));
    return KafkaSource.<byte[]>builder()
        .setProperties(consumer)
        .setGroupId(options.text("group"))
        .setTopics(options.text("input"))
        .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
        .setDeserializer(new RecordReader())
        .build();
  }

  private KafkaSink<byte[]> sink(int partitions) {
    Properties producer = new Properties();
    producer.putAll(kafka);
    // Flink's own default of an hour is beyond what a broker allows by default, 15 minutes.
    producer.setProperty(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, options.text("transaction-timeout-ms"));
    producer.putAll(options.under("producer."));
    KafkaSinkBuilder<byte[]> sink =
        KafkaSink.<byte[]>builder()
            .setKafkaProducerConfig(producer)
            .setBootstrapServers(options.text("bootstrap"))
            .setDeliveryGuarantee(guarantee())
            .setTransactionalIdPrefix(options.text("group"))
            .setRecordSerializer(new OutputWriter(options.text("output"), partitions));
    if (options.text("transaction-naming").equals("pooling")) {
      sink.setTransactionNamingStrategy(TransactionNamingStrategy.POOLING);
    }
    return sink.build();
  }

  private int partitions() throws Exception {
    int given = options.number("partitions");
    if (given > 0) {
      return given;
    }
    String topic = options.text("input");
    try (Admin admin = Admin.create(kafka)) {
      TopicDescription description =
          admin
              .describeTopics(List.of(topic))
              .topicNameValues()
              .getOrDefault(topic, KafkaFuture.completedFuture(null))
              .get(30, TimeUnit.SECONDS);
      return Objects.requireNonNull(description, topic).partitions().size();
    }
  }
}
