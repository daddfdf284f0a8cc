package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Match;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleLogic;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the job's work on the input's newest records, and throws the outputs away: what a
 * TaskManager without tasks has not loaded and compiled yet is so afterwards.
 *
 * <p>It joins no group, commits nothing and sends nothing.
 */
final class WarmUp implements Runnable {
  /** A TaskManager that has tasks has them by then, and warms up by itself. */
  private static final Duration IDLE = Duration.ofSeconds(12);

  /** The same where the whole cluster starts, and the job is still to come. */
  private static final Duration IDLE_AT_FIRST = Duration.ofSeconds(60);

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int RECORDS = 2000;
  private static final String AT_WORK = "kafka-producer-network-thread";
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  private final JobOptions options;

  WarmUp(JobOptions options) {
    this.options = options;
  }

  @Override
  public void run() {
    try {
      boolean first = Integer.getInteger(RuleStates.INCARNATION, 1) == 1;
      Thread.sleep((first ? IDLE_AT_FIRST : IDLE).toMillis());
      if (atWork()) {
        return;
      }
      long begin = System.nanoTime();
      int outputs = work();
      LOG.info(
          "warmed up in {} ms: {} outputs made and thrown away",
          Duration.ofNanos(System.nanoTime() - begin).toMillis(),
          outputs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("could not warm up: {}", e.toString());
    }
  }

  private static boolean atWork() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith(AT_WORK));
  }

  private int work() {
    TopicPartition from = new TopicPartition(options.text("input"), 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                clients("consumer."), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                clients("producer."), new ByteArraySerializer(), new ByteArraySerializer())) {
      int partitions = producer.partitionsFor(options.text("output")).size();
      consumer.assign(List.of(from));
      long end = consumer.endOffsets(List.of(from)).getOrDefault(from, 0L);
      consumer.seek(from, Math.max(0, end - RECORDS));
      try (Work work = new Work(options, partitions)) {
        long giveUp = System.nanoTime() + LIMIT.toNanos();
        while (consumer.position(from) < end && System.nanoTime() - giveUp < 0) {
          consumer.poll(Duration.ofMillis(200)).forEach(work::take);
        }
        return work.outputs;
      }
    }
  }

  private Properties clients(String prefix) {
    Properties settings = new Properties();
    settings.putAll(options.under("client."));
    settings.setProperty("bootstrap.servers", options.text("bootstrap"));
    settings.putAll(options.under(prefix));
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    return settings;
  }

  /** The pipeline's steps, one after the other. */
  private static final class Work implements AutoCloseable, Collector<byte[]> {
    private final RecordReader reader = new RecordReader();
    private final MatchFinder finder;
    private final RuleLogic logic;
    private final OutputWriter writer;
    private final int stateBytes;
    private final Map<Integer, byte[]> states = new HashMap<>();
    private final List<byte[]> matches = new ArrayList<>();
    private int outputs;

    Work(JobOptions options, int partitions) {
      WorkloadSpec workload = options.workload();
      finder = new MatchFinder(Workloads.create(workload), partitions);
      logic = new RuleLogic(workload.emitEvery(), 0, 0);
      writer = new OutputWriter(options.text("output"), partitions);
      stateBytes = workload.stateBytes();
    }

    void take(ConsumerRecord<byte[], byte[]> message) {
      reader.deserialize(message, this);
    }

    @Override
    public void collect(byte[] record) {
      if (RecordFormat.kind(record) == RecordFormat.Kind.CLOSING) {
        return;
      }
      finder.find(record, 0, match -> matches.add(match.encode()));
      matches.forEach(this::apply);
      matches.clear();
    }

    private void apply(byte[] match) {
      byte[] kept = states.get(Pipeline.rule(match));
      RuleLogic.Applied applied =
          logic.apply(kept == null ? RuleState.EMPTY : RuleState.decode(kept), Match.decode(match));
      if (applied.changed()) {
        states.put(Pipeline.rule(match), applied.state().encode(stateBytes));
      }
      OutputRecord output = applied.output();
      if (output != null) {
        outputs += Math.min(1, writer.record(output.encode()).value().length);
      }
    }

    @Override
    public void close() {
      finder.close();
    }
  }
}
