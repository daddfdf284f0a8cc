package dev.rebound.engine.faulty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Deadline;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Step;
import dev.rebound.lab.engine.Transition;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Guarantee;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.platform.LocalPlatform;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Signal;
import dev.rebound.lab.units.Bytes;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
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

/** Each mistake, made by real processes through a real broker, shows in the output topic. */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultyEngineIT {
  private static final int PARTITIONS = 4;

  /** How many records a round sends: half of them before its kill. */
  private static final int ROUND = 4000;

  /**
   * How many kills a mistake gets to show. A kill that falls right after a commit, before anything
   * else was read, finds nothing to lose or to duplicate.
   */
  private static final int ROUNDS = 6;

  private static final int PER_SECOND = 800;
  private static final Duration COMMIT = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Artifacts artifacts;
  private LocalPlatform platform;
  private KafkaCluster kafka;

  /**
   * What the output topic holds after so many records were sent: identity (sequence, rule) to how
   * often; readouts by rule.
   */
  private record Found(int sent, Map<List<Long>, Integer> matches, Map<Integer, Long> readouts) {
    long lost() {
      return expected(sent).stream().filter(due -> !matches.containsKey(due)).count();
    }

    long duplicated() {
      return matches.values().stream().filter(times -> times > 1).count();
    }
  }

  @BeforeAll
  void startsABroker(@TempDir Path folder) {
    KafkaSpec spec = new KafkaSpec("4.3.1", 1, "", PARTITIONS, 1, 1, Map.of(), Map.of());
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

  private static Workload workload() {
    return Workloads.create(
        new WorkloadSpec("rule-match", 5, 20, 2, "uniform", "indexed", 128, 0, 1, "", ""));
  }

  /** The identities (sequence, rule) due for the first records. */
  private static Set<List<Long>> expected(int records) {
    Set<List<Long>> expected = new HashSet<>();
    try (Matcher matcher = workload().newMatcher()) {
      for (long n = 0; n < records; n++) {
        long sequence = n;
        matcher.expected(0, n, rule -> expected.add(List.of(sequence, (long) rule)));
      }
    }
    return expected;
  }

  @Test
  void committingFirstLosesOnAKill() throws Exception {
    Found found = run("commit-first", Guarantee.AT_LEAST_ONCE, seen -> seen.lost() > 0);
    assertThat(found.lost()).isPositive();
    assertThat(found.readouts().values().stream().mapToLong(Long::longValue).sum())
        .isLessThan(expected(found.sent()).size());
  }

  @Test
  void processingFirstDuplicatesOnAKillAndLosesNothing() throws Exception {
    Found found = run("process-first", Guarantee.EXACTLY_ONCE, seen -> seen.duplicated() > 0);
    assertThat(found.lost()).isZero();
    assertThat(found.duplicated()).isPositive();
  }

  @Test
  void droppingAroundAKillLosesAFew() throws Exception {
    Found found = run("drop-around-kill", Guarantee.EXACTLY_ONCE, seen -> seen.lost() > 0);
    assertThat(found.lost()).isBetween(1L, expected(found.sent()).size() / 10L);
    assertThat(found.duplicated()).isZero();
  }

  @Test
  void withoutABugExactlyOnceIsKept() throws Exception {
    Found found = run("none", Guarantee.EXACTLY_ONCE, seen -> true);
    assertThat(found.lost()).isZero();
    assertThat(found.duplicated()).isZero();
    assertThat(found.matches()).hasSameSizeAs(expected(found.sent()));
    assertThat(found.readouts()).hasSize(20);
    assertThat(found.readouts().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(expected(found.sent()).size());
  }

  /** Sends, kills and sends on, until what the mistake does shows in the output or rounds end. */
  private Found run(String bug, Guarantee guarantee, Predicate<Found> shows) throws Exception {
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
            Map.of("bug", bug, "drop-one-in", "10"),
            Map.of(),
            List.of());
    JobSpec job =
        new JobSpec(
            bug,
            workload().spec(),
            kafka.bootstrap(),
            Map.of(),
            Map.of(JobSpec.INPUT, input),
            Map.of(JobSpec.OUTPUT, output),
            PARTITIONS,
            1);
    FaultyEngine engine = new FaultyEngine();
    Plan plan = renamed(engine.plan(spec, job, platform), bug);
    List<Transition> transitions = new CopyOnWriteArrayList<>();
    int sent = 0;
    try (Cluster cluster = engine.start(plan, platform, Deadline.after(LIMIT));
        KafkaProducer<byte[], byte[]> producer = producer()) {
      assertThat(cluster.holdingWork("worker")).hasSize(2);
      cluster.watch(transitions::add);
      Node victim = cluster.nodes("worker").get(0);
      do {
        send(producer, input, sent, sent + ROUND / 2);
        assertThat(victim.signal(Signal.KILL).confirmed()).isTrue();
        assertThat(cluster.holdingWork("worker")).hasSize(1);
        victim.restart(false, false);
        awaitWork(cluster, 2); // or the survivor may have done all of it before the other is back
        send(producer, input, sent + ROUND / 2, sent + ROUND);
        awaitCommitted(input, job);
        sent += ROUND;
      } while (sent < ROUNDS * ROUND && !shows.test(read(output, sent)));
      close(producer, input);
      awaitCommitted(input, job);
      assertThat(transitions).extracting(Transition::step).contains(Step.DETECTED, Step.RESTORED);
    }
    return read(output, sent);
  }

  /** Several clusters share one platform here, so their nodes need names of their own. */
  private static Plan renamed(Plan plan, String bug) {
    return new Plan(
        plan.spec(),
        plan.job(),
        plan.processes().stream()
            .map(
                p ->
                    new dev.rebound.lab.platform.ProcessSpec(
                        bug + "-" + p.node(),
                        p.role(),
                        p.classPath(),
                        p.exclusions(),
                        p.mainClass(),
                        p.jvmOptions(),
                        p.heapBytes(),
                        p.overheadBytes(),
                        p.arguments(),
                        p.environment(),
                        p.files(),
                        p.readiness(),
                        p.javaHome()))
            .toList(),
        plan.settings(),
        plan.notes());
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrap(), "acks", "all"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to)
      throws Exception {
    Workload workload = workload();
    for (int n = from; n < to; n++) {
      byte[] record = new byte[128];
      RecordFormat.header(record, RecordFormat.Kind.DATA, 0, 104, n, n + 1L);
      workload.payload(0, n, record, RecordFormat.HEADER_BYTES);
      var unused =
          producer.send(
              new ProducerRecord<>(
                  topic, RecordFormat.inputPartition(n, PARTITIONS), null, record));
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

  private Found read(String topic, int sent) {
    Map<List<Long>, Integer> matches = new HashMap<>();
    Map<Integer, Long> readouts = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrap(), "isolation.level", "read_committed"),
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
    return new Found(sent, matches, readouts);
  }
}
