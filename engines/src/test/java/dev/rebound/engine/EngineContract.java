package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Signal;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The duties of every engine, with real processes: start, process, survive a kill with its promise
 * kept, and stop without leaving a process.
 *
 * <p>A subclass names the engine and, if it needs to, changes its section of the experiment. It
 * must be named {@code …IT}.
 */
@Tag("process")
public abstract class EngineContract {
  private static final int PARTITIONS = 4;
  private static final double RECORDS_PER_SECOND = 200;
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration OUTPUT_LIMIT = Duration.ofMinutes(3);
  private static final int LINES_OF_A_LOG = 150;

  private static final Path HOME = Path.of(System.getProperty("rebound.home", ".."));

  @TempDir Path folder;

  /** The engine under contract. */
  protected abstract Engine engine();

  /** Its section of the experiment: two workers, quick profile; override for what it needs more. */
  protected EngineSpec spec(Guarantee guarantee) {
    return new EngineSpec(
        engine().declaration().name(),
        "",
        2,
        0,
        1,
        guarantee,
        "quick",
        new Bytes(320L << 20),
        Duration.ofMillis(500),
        "",
        Map.of(),
        Map.of(),
        List.of(),
        "");
  }

  /** The guarantees to keep; by default all that the engine has but {@code none}. */
  protected List<Guarantee> guarantees() {
    return engine().declaration().capabilities().guarantees().stream()
        .filter(guarantee -> guarantee != Guarantee.NONE)
        .sorted()
        .toList();
  }

  /** Asserts an engine's own duties, once a killed member is back and the load goes on. */
  protected void isBack(Node member, Cluster cluster, KafkaCluster kafka, JobSpec job)
      throws Exception {}

  /** The role whose member is killed. */
  protected String role() {
    return "worker";
  }

  @TestFactory
  Stream<DynamicTest> aKilledMemberComesBackAndThePromiseIsKept() {
    return guarantees().stream()
        .map(guarantee -> dynamicTest(guarantee.toString(), () -> survivesAKill(guarantee)));
  }

  private void survivesAKill(Guarantee guarantee) throws Exception {
    try (Stage stage = new Stage(guarantee)) {
      try (Cluster cluster = stage.start();
          JobTraffic traffic =
              new JobTraffic(stage.kafka.bootstrap().outside(), stage.job, RECORDS_PER_SECOND)) {
        killsAndJudges(stage, guarantee, cluster, traffic);
      } catch (Throwable failed) {
        stage.sayWhatWasLogged();
        throw failed;
      }
      assertThat(stage.engineNodes()).isNotEmpty().noneMatch(Node::alive);
      if (stage.platform instanceof HiddenPlatform hidden) {
        assertThat(hidden.unused(stage.links())).as("links that nobody went by").isEmpty();
      }
    }
  }

  private void killsAndJudges(Stage stage, Guarantee guarantee, Cluster cluster, JobTraffic traffic)
      throws Exception {
    List<Transition> transitions = new CopyOnWriteArrayList<>();
    cluster.watch(transitions::add);
    traffic.awaitOutputs(200, OUTPUT_LIMIT);

    assertThat(cluster.nodes(role())).hasSize(2).allMatch(Node::alive);
    assertThat(cluster.holdingWork(role())).isNotEmpty();
    String victim = cluster.holdingWork(role()).iterator().next();
    Node node =
        cluster.nodes(role()).stream()
            .filter(candidate -> candidate.name().equals(victim))
            .findFirst()
            .orElseThrow();
    Incarnation killed = node.current();
    Confirmation kill = node.signal(Signal.KILL);
    assertThat(kill.confirmed()).as(kill.detail()).isTrue();
    assertThat(cluster.holdingWork(role())).doesNotContain(victim);
    long before = traffic.distinctOutputs();
    Thread.sleep(1000);
    if (!node.restartsItself()) {
      node.restart(false, false);
    }
    cluster.restarted(node);
    node.awaitReady(START_LIMIT);
    assertThat(node.current().number()).isEqualTo(killed.number() + 1);
    traffic.awaitOutputs(before + 400, OUTPUT_LIMIT);
    isBack(node, cluster, stage.kafka, stage.job);

    traffic.stopSending();
    traffic.awaitComplete(OUTPUT_LIMIT);
    traffic.closeRound(OUTPUT_LIMIT);

    assertThat(traffic.unexpected()).as("outputs that no input asked for").isEmpty();
    assertThat(traffic.misplaced()).as("outputs on a partition not their rule's").isEmpty();
    if (guarantee == Guarantee.EXACTLY_ONCE) {
      assertThat(traffic.duplicates()).as("outputs seen twice").isZero();
    }
    if (stage.promised() == Guarantee.EXACTLY_ONCE) {
      assertThat(traffic.readOutMatches()).isEqualTo(traffic.expectedOutputs());
    } else if (stage.promised() == Guarantee.AT_LEAST_ONCE) {
      assertThat(traffic.readOutMatches()).isGreaterThanOrEqualTo(traffic.expectedOutputs());
    }
    assertThat(transitions)
        .filteredOn(transition -> transition.atMicros() >= kill.signalledMicros())
        .extracting(Transition::step)
        .containsAll(engine().declaration().capabilities().steps());
    assertThat(cluster.progress()).isInstanceOf(JobProgress.CommittedByGroup.class);
    String group = ((JobProgress.CommittedByGroup) cluster.progress()).name();
    assertThat(committed(stage, group))
        .as("committed offsets of %s", group)
        .allMatch(offset -> offset > 0);
  }

  /** What was read last may be committed by the next interval only. */
  private static List<Long> committed(Stage stage, String group) throws InterruptedException {
    Deadline by = Deadline.after(OUTPUT_LIMIT);
    while (true) {
      List<Long> offsets =
          stage.kafka.committedOffsets(group, TopicLanes.of(stage.job.input(), PARTITIONS));
      if (by.passed() || offsets.stream().allMatch(offset -> offset > 0)) {
        return offsets;
      }
      Thread.sleep(200);
    }
  }

  @Test
  void anOptionThatItDoesNotKnowIsRefusedBeforeAnythingStarts() {
    String name = engine().declaration().name();
    String text =
        "name: refused\nengine: { name: " + name + ", no-such-option: 1 }\nload: { rate: 10/s }\n";
    assertThatThrownBy(
            () ->
                ExperimentFile.text(
                    text, List.of(), 1, false, Map.of(name, engine().declaration())))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("no-such-option");
  }

  /** Where its processes run. */
  protected Platform platform(Artifacts artifacts, String runId) {
    return Platforms.local(HOME)
        .open(folder.resolve(runId), runId, artifacts, (code, message, remedy) -> {});
  }

  /** A platform that hides paths, for {@link #platform}. */
  final Platform hidden(Artifacts artifacts, String runId) {
    return new HiddenPlatform(
        folder.resolve("hidden-" + runId),
        folder.resolve(runId),
        runId,
        HOME,
        artifacts,
        (code, message, remedy) -> {});
  }

  private static JobSpec job(String runId, String bootstrap) {
    return new JobSpec(
        runId,
        WorkloadSpec.ruleMatch(7),
        bootstrap,
        Map.of(),
        Map.of(JobSpec.INPUT, "records"),
        Map.of(JobSpec.OUTPUT, "matches"),
        PARTITIONS,
        1);
  }

  /** A platform with one broker, the topics of a job, and the engine's plan for it. */
  private final class Stage implements AutoCloseable {
    final KafkaCluster kafka;
    final JobSpec job;
    private final Subject subject;
    private final Artifacts artifacts;
    private final Platform platform;
    private final Deadline by = Deadline.after(START_LIMIT);
    private final List<RunningPart> beside = new ArrayList<>();

    Stage(Guarantee guarantee) {
      String runId = "contract-" + guarantee + "-" + System.nanoTime();
      EngineSpec spec = spec(guarantee);
      KafkaSpec kafkaSpec =
          KafkaSpec.started(KafkaSpec.DEFAULT_VERSION, 1, PARTITIONS)
              .withJvmFirst(List.of("-XX:TieredStopAtLevel=1"));
      artifacts = new Artifacts(line -> {});
      platform = platform(artifacts, runId);
      try {
        job = job(runId, KafkaCluster.bootstrap(kafkaSpec, platform).inside());
        subject = engine().configure(spec, job, platform);
        List<ProcessSpec> brokers =
            KafkaCluster.plan(
                kafkaSpec, KafkaCluster.newClusterId(), subject.brokerSettings(), platform);
        kafka = KafkaCluster.start(kafkaSpec, brokers, platform, by, line -> {});
        kafka.createTopic(job.input(), PARTITIONS, Map.of());
        kafka.createTopic(job.output(), PARTITIONS, Map.of());
      } catch (RuntimeException e) {
        platform.close();
        throw e;
      }
    }

    Cluster start() {
      subject.parts().forEach(part -> beside.add(part.start(platform, by, line -> {})));
      return subject.start(platform, by, line -> {});
    }

    /** Of state. */
    Guarantee promised() {
      return subject.promise().state();
    }

    List<Node> engineNodes() {
      return platform.nodes().stream().filter(node -> node.owner() == Owner.SUBJECT).toList();
    }

    List<Link> links() {
      return Stream.concat(subject.parts().stream(), Stream.of(subject))
          .flatMap(part -> part.links().stream())
          .toList();
    }

    /** The ends of the engine's logs, which are gone with the folder once the test is over. */
    void sayWhatWasLogged() throws IOException {
      for (Node node : engineNodes()) {
        Path log = node.fetch(Node.LOG).orElse(null);
        if (log != null) {
          List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
          int from = Math.max(0, lines.size() - LINES_OF_A_LOG);
          System.err.println("--- the end of the log of " + node.name());
          lines.subList(from, lines.size()).forEach(System.err::println);
        }
      }
    }

    @Override
    public void close() {
      beside.forEach(RunningPart::close);
      kafka.close();
      platform.close();
      artifacts.close();
    }
  }
}
