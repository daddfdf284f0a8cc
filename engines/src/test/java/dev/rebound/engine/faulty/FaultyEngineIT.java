package dev.rebound.engine.faulty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.platform.LocalPlatform;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Signal;
import dev.rebound.lab.time.Deadline;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.Workload;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job of the faulty engine without a mistake keeps exactly-once across a kill, and its engine
 * says so. Its mistakes are planted in whole runs, where the lab itself must find them.
 */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultyEngineIT {
  private static final int PARTITIONS = 4;

  /** How many records are sent: half of them before the kill. */
  private static final int RECORDS = 4000;

  private static final int PER_SECOND = 800;
  private static final Duration COMMIT = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Artifacts artifacts;
  private LocalPlatform platform;
  private KafkaCluster kafka;

  /** The content of the output topic: identity (sequence, rule) to how often; readouts by rule. */
  private record Found(Map<List<Long>, Integer> matches, Map<Integer, Long> readouts) {}

  @BeforeAll
  void startsABroker(@TempDir Path folder) {
    KafkaSpec spec =
        new KafkaSpec("4.3.1", 1, "", PARTITIONS, 1, 1, Map.of(), Map.of())
            .withJvmFirst(List.of("-XX:TieredStopAtLevel=1"));
    artifacts = new Artifacts(line -> {});
    platform =
        new LocalPlatform(
            folder,
            "faulty-it-" + System.nanoTime(),
            Clock.systemUTC(),
            Path.of(System.getProperty("rebound.home", "..")),
            artifacts,
            (code, message, remedy) -> {});
    kafka =
        KafkaCluster.start(
            spec,
            KafkaCluster.plan(spec, KafkaCluster.newClusterId(), Map.of(), platform),
            platform,
            Deadline.after(LIMIT),
            line -> {});
  }

  @AfterAll
  void stopsEverything() {
    if (kafka != null) {
      kafka.close();
    }
    if (platform != null) {
      platform.close();
    }
    if (artifacts != null) {
      artifacts.close();
    }
  }

  private static RuleMatch workload() {
    return new RuleMatch(RuleMatch.spec(5, 20, 2, "uniform", "indexed", 128));
  }

  /** The identities (sequence, rule) due. */
  private static Set<List<Long>> expected() {
    Set<List<Long>> expected = new HashSet<>();
    try (Matcher matcher = workload().newMatcher()) {
      for (long n = 0; n < RECORDS; n++) {
        long sequence = n;
        matcher.expected(0, n, rule -> expected.add(List.of(sequence, (long) rule)));
      }
    }
    return expected;
  }

  @Test
  void withoutABugExactlyOnceIsKept() throws Exception {
    Found found = run("none", Guarantee.EXACTLY_ONCE);
    assertThat(found.matches().keySet()).isEqualTo(expected());
    assertThat(found.matches().values()).containsOnly(1);
    assertThat(found.readouts()).hasSize(20);
    assertThat(found.readouts().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(expected().size());
  }

  /** Sends, kills, sends on, and has the final states read out. */
  private Found run(String bug, Guarantee guarantee) throws Exception {
    String input = "records-" + bug;
    String output = "matches-" + bug;
    kafka.createTopic(input, PARTITIONS, Map.of());
    kafka.createTopic(output, PARTITIONS, Map.of());
    EngineSpec spec =
        new EngineSpec(
            "faulty",
            "",
            2,
            0,
            1,
            guarantee,
            "quick",
            new Bytes(96L << 20),
            COMMIT,
            "",
            Map.of("bug", bug),
            Map.of(),
            List.of());
    JobSpec job =
        new JobSpec(
            bug,
            workload().spec(),
            kafka.bootstrap().inside(),
            Map.of(),
            Map.of(JobSpec.INPUT, input),
            Map.of(JobSpec.OUTPUT, output),
            PARTITIONS,
            1);
    Subject subject = new FaultyEngine().configure(spec, job, platform);
    List<Transition> transitions = new CopyOnWriteArrayList<>();
    try (Cluster cluster = subject.start(platform, Deadline.after(LIMIT), line -> {});
        KafkaProducer<byte[], byte[]> producer = producer()) {
      assertThat(cluster.holdingWork("worker")).hasSize(2);
      cluster.watch(transitions::add);
      Node victim = cluster.nodes("worker").get(0);
      send(producer, input, 0, RECORDS / 2);
      assertThat(victim.signal(Signal.KILL).confirmed()).isTrue();
      assertThat(cluster.holdingWork("worker")).hasSize(1);
      victim.restart(false, false);
      awaitWork(cluster, 2); // or the survivor may have done all of it before the other is back
      send(producer, input, RECORDS / 2, RECORDS);
      awaitCommitted(input, job);
      close(producer, input);
      awaitCommitted(input, job);
      assertThat(transitions).extracting(Transition::step).contains(Step.DETECTED, Step.RESTORED);
    }
    return read(output);
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrap().outside(), "acks", "all"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to)
      throws Exception {
    Workload workload = workload();
    for (int n = from; n < to; n++) {
      byte[] record = new byte[128];
      RecordFormat.header(record, RecordFormat.Kind.DATA, 0, 104, n, n + 1L);
      workload.payload(0, n, 0, record, RecordFormat.HEADER_BYTES);
      var unused = producer.send(new ProducerRecord<>(topic, n % PARTITIONS, null, record));
      if (n % (PER_SECOND / 20) == 0) {
        Thread.sleep(50);
      }
    }
    producer.flush();
  }

  private static void close(KafkaProducer<byte[], byte[]> producer, String topic) {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      byte[] record = new byte[RecordFormat.HEADER_BYTES];
      RecordFormat.header(record, RecordFormat.Kind.CLOSING, 0, 0, 1, 1);
      var unused = producer.send(new ProducerRecord<>(topic, partition, null, record));
    }
    producer.flush();
  }

  private static void awaitWork(Cluster cluster, int workers) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (cluster.holdingWork("worker").size() < workers) {
      assertThat(System.nanoTime()).as("waited for %d at work", workers).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  /** The group has committed the end of every input partition, and has had time to write. */
  private void awaitCommitted(String input, JobSpec job) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    List<Long> ends =
        kafka.endOffsets(
            input, PARTITIONS, org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED);
    while (!kafka.committedOffsets(FaultyEngine.group(job), input, PARTITIONS).equals(ends)) {
      assertThat(System.nanoTime()).as("waited for offsets %s", ends).isLessThan(deadline);
      Thread.sleep(200);
    }
    Thread.sleep(2 * COMMIT.toMillis());
  }

  private Found read(String topic) {
    Map<List<Long>, Integer> matches = new HashMap<>();
    Map<Integer, Long> readouts = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrap().outside(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          java.util.stream.IntStream.range(0, PARTITIONS)
              .mapToObj(partition -> new TopicPartition(topic, partition))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          OutputRecord output = OutputRecord.decode(record.value());
          assertThat(record.partition())
              .isEqualTo(RecordFormat.rulePartition(output.rule(), PARTITIONS));
          switch (output.kind()) {
            case MATCH ->
                matches.merge(List.of(output.sequence(), (long) output.rule()), 1, Integer::sum);
            case READOUT -> readouts.put(output.rule(), output.count());
          }
        }
      }
    }
    return new Found(matches, readouts);
  }
}
