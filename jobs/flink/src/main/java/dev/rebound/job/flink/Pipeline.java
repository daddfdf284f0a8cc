package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * The dataflow: Kafka source → what the workload computes → Kafka sink.
 *
 * <p>Elements are byte arrays throughout, objects are reused, and what stands before a shuffle, and
 * behind it, is one chain, so records are serialized once, on the way to their rule. Every operator
 * has an id, so that a later version of the job can take over its state.
 */
final class Pipeline {
  /** How many records a rehearsal reads. */
  private static final int REHEARSED_RECORDS = 2000;

  /** By this name the lab knows it from the job. */
  private static final String REHEARSAL = "rule-match-rehearsal";

  private static final int TOPIC_LIMIT_SECONDS = 30;

  private final JobOptions options;
  private final Dataflow dataflow;

  /** True for a short run beside the job, which must not touch what the job reads and writes. */
  private final boolean rehearsal;

  private final Properties kafka = new Properties();

  Pipeline(JobOptions options) {
    this.options = options;
    this.dataflow = Dataflow.of(options);
    this.rehearsal = !options.text("rehearsal").isEmpty();
    if (!checkpointing() && guarantee() != DeliveryGuarantee.NONE) {
      throw new IllegalArgumentException(
          "--checkpointing=false keeps no promise: say --guarantee=none, or leave it out");
    }
    kafka.putAll(options.under("client."));
    kafka.setProperty("bootstrap.servers", options.text("bootstrap"));
  }

  /** Builds the dataflow and runs it, until it ends where this JVM runs it. */
  void run() throws Exception {
    if (rehearsal) {
      createOutputTopic();
    }
    StreamExecutionEnvironment environment = environment();
    int partitions = partitions();
    int sources = Math.min(environment.getParallelism(), partitions);
    DataStream<byte[]> records;
    DataStream<byte[]> closing = null;
    if (options.generated() > 0) {
      records = from(environment, made(partitions), "records", sources);
      closing = closes() ? from(environment, source(sources), "closing", sources) : null;
    } else {
      records = from(environment, source(sources), "records", sources);
    }
    dataflow
        .compute(records, closing, sources, partitions)
        .sinkTo(sink(rehearsal ? 1 : partitions))
        .name("matches")
        .uid("matches");
    environment.execute(rehearsal ? REHEARSAL : options.workload().name());
  }

  private DataStream<byte[]> from(
      StreamExecutionEnvironment environment,
      Source<byte[], ?, ?> source,
      String name,
      int sources) {
    return environment
        .fromSource(
            source,
            dataflow.watermarks(environment.getConfig().getAutoWatermarkInterval() == 0),
            name,
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .uid(name)
        .setParallelism(sources);
  }

  private GeneratedSource made(int partitions) {
    long records = options.generated();
    return new GeneratedSource(
        options.workload().toProperties(),
        dataflow,
        partitions,
        rehearsal ? Math.min(REHEARSED_RECORDS, records) : records,
        rehearsal);
  }

  /** Whether states are read out by records of the input topic, whatever makes the others. */
  private boolean closes() {
    return Workloads.kind(options.workload().name()).shape().closes();
  }

  private String output() {
    return options.text(rehearsal ? "rehearsal" : "output");
  }

  /** This job's own settings; those under {@code engine.} win over them. */
  private StreamExecutionEnvironment environment() {
    Configuration settings = new Configuration();
    settings.setString("pipeline.generic-types", "false");
    settings.setString("pipeline.object-reuse", "true");
    if (checkpointing()) {
      settings.setString(
          "execution.checkpointing.interval", options.number("commit-interval-ms") + " ms");
    }
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
    if (rehearsal) {
      settings.setString("restart-strategy.type", "none");
      settings.setString(
          "execution.checkpointing.externalized-checkpoint-retention", "DELETE_ON_CANCELLATION");
    }
    return local
        ? StreamExecutionEnvironment.createLocalEnvironment(options.number("threads"), settings)
        : StreamExecutionEnvironment.getExecutionEnvironment(settings);
  }

  private boolean checkpointing() {
    return options.text("checkpointing").equals("true");
  }

  private DeliveryGuarantee guarantee() {
    return switch (options.text("guarantee")) {
      case "exactly-once" -> DeliveryGuarantee.EXACTLY_ONCE;
      case "at-least-once" -> DeliveryGuarantee.AT_LEAST_ONCE;
      default -> DeliveryGuarantee.NONE;
    };
  }

  @SuppressWarnings("deprecation") // the connector takes no other type than OffsetResetStrategy
  private KafkaSource<byte[]> source(int subtasks) {
    Properties consumer = new Properties();
    consumer.putAll(kafka);
    if (!checkpointing() && !rehearsal) {
      // No checkpoint commits them, so that nobody would know how far the job has come.
      consumer.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "true");
      consumer.setProperty(
          ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, options.text("commit-interval-ms"));
    }
    consumer.putAll(options.under("consumer."));
    KafkaSourceBuilder<byte[]> source =
        KafkaSource.<byte[]>builder()
            .setProperties(consumer)
            .setGroupId(options.text("group"))
            .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
            .setDeserializer(dataflow.reader());
    if (rehearsal) {
      // One partition for each: every other one would take it another round of fetches.
      Set<TopicPartition> some =
          IntStream.range(0, subtasks)
              .mapToObj(partition -> new TopicPartition(options.text("input"), partition))
              .collect(Collectors.toSet());
      source
          .setPartitions(some)
          .setStartingOffsets(new NewestRecords(REHEARSED_RECORDS))
          .setBounded(OffsetsInitializer.latest())
          .setProperty("commit.offsets.on.checkpoint", "false");
    } else {
      source.setTopics(options.text("input"));
    }
    return source.build();
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
            .setTransactionalIdPrefix(options.text("group"));
    KafkaRecordSerializationSchema<byte[]> writer = dataflow.writer(output(), partitions);
    if (options.text("transaction-naming").equals("pooling")) {
      sink.setRecordSerializer(new Elements.ListedWriter(output(), writer))
          .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING);
    } else {
      sink.setRecordSerializer(writer);
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
              .get(TOPIC_LIMIT_SECONDS, TimeUnit.SECONDS);
      return Objects.requireNonNull(description, topic).partitions().size();
    }
  }

  private void createOutputTopic() throws Exception {
    NewTopic topic = new NewTopic(output(), Optional.of(1), Optional.empty());
    try (Admin admin = Admin.create(kafka)) {
      admin.createTopics(List.of(topic)).all().get(TOPIC_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }
}
