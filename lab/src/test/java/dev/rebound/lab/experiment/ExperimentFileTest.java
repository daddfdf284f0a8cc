package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Rate;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.fault.Kill;
import dev.rebound.lab.fault.Pause;
import dev.rebound.lab.fault.Restart;
import dev.rebound.lab.fault.RollingRedeployment;
import dev.rebound.lab.fault.Terminate;
import dev.rebound.platform.CoresSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFileTest {
  private static final Set<String> ENGINES = Set.of("flink", "kafka-streams");
  private static final String SMALLEST =
      """
      name: small
      engine: { name: flink }
      load: { rate: 2000/s }
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("x.yaml");
  }

  private List<Experiment> load(String text, String... overrides) throws IOException {
    Files.writeString(file, text);
    return ExperimentFile.load(file, List.of(overrides), 1, ENGINES);
  }

  private Experiment one(String text, String... overrides) throws IOException {
    List<Experiment> all = load(text, overrides);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void anEngineMayHaveAPartOfItsCores() throws IOException {
    Experiment experiment = one(SMALLEST + "cores: { subject: 1, rig: 1, quota: 0.4 }\n");

    assertThat(experiment.cores()).isEqualTo(new CoresSpec(1, 1, 0.4, Map.of()));
    assertThat(one(experiment.resolvedYaml()).cores()).isEqualTo(experiment.cores());
    assertThatThrownBy(() -> one(SMALLEST + "cores: { subject: 1, rig: 1, quota: 1.5 }\n"))
        .hasMessageContaining("a quota of 1.5 is more than the 1 that the engine has");
  }

  @Test
  void rolesMayRunOnTheOtherCores() throws IOException {
    String cores = "cores: { subject: 1, rig: 1, roles: { front: rig, broker: subject } }\n";
    Experiment experiment = one(SMALLEST + cores);

    assertThat(experiment.cores())
        .isEqualTo(new CoresSpec(1, 1, 1, Map.of("front", Owner.SUPPORT, "broker", Owner.SUBJECT)));
    assertThat(one(experiment.resolvedYaml()).cores()).isEqualTo(experiment.cores());
    assertThat(one(SMALLEST + cores, "cores.roles.front=subject").cores())
        .isEqualTo(new CoresSpec(1, 1, 1, Map.of("front", Owner.SUBJECT, "broker", Owner.SUBJECT)));
  }

  @Test
  void whatIsAllowedOfTheRigAndWhichCoresItTakes() throws IOException {
    String text =
        SMALLEST + "rig: { allow: [cpu-saturated, late-start] }\ncores: { subject: 2, rig: 1 }\n";
    Experiment experiment = one(text);

    assertThat(experiment.rig().allow()).containsExactly("cpu-saturated", "late-start");
    assertThat(experiment.cores()).isEqualTo(new CoresSpec(2, 1, 2, Map.of()));
    Experiment again = one(experiment.resolvedYaml());
    assertThat(again.rig()).isEqualTo(experiment.rig());
    assertThat(again.cores()).isEqualTo(experiment.cores());
    assertThat(one(SMALLEST).rig()).isEqualTo(RigSpec.STRICT);
    assertThat(one(SMALLEST).cores()).isNull();
    assertThat(one(SMALLEST).resolvedYaml())
        .as("a file without them resolves as it did")
        .doesNotContain("rig:", "cores:");
  }

  @Test
  void theSmallestFileTakesEveryDefault() throws IOException {
    Experiment experiment = one(SMALLEST);

    assertThat(experiment.seed()).isEqualTo(42);
    assertThat(experiment.repetitions()).isEqualTo(1);
    assertThat(experiment.control()).isFalse();
    assertThat(experiment.kafka()).isEqualTo(KafkaSpec.started(KafkaSpec.DEFAULT_VERSION, 1, 8));
    assertThat(experiment.engine().guarantee()).isEqualTo(Guarantee.EXACTLY_ONCE);
    assertThat(experiment.engine().profile()).isEqualTo("quick");
    assertThat(experiment.engine().commitInterval()).isEqualTo(Duration.ofSeconds(2));
    assertThat(experiment.workload().seed()).isEqualTo(42);
    assertThat(experiment.workload().whole("record-bytes")).isEqualTo(1024);
    assertThat(experiment.load().rate()).isEqualTo(new Rate(2000));
    assertThat(experiment.faults()).isEmpty();
  }

  @Test
  void aControlMayDifferInSettings() throws IOException {
    String text =
        SMALLEST
            + """
            faults: [{ at: 5s, kill: worker }]
            control: { set: { engine.guarantee: at-least-once, engine.commit-interval: 500ms } }
            """;
    Experiment experiment = one(text);
    Experiment.Counterpart counterpart = experiment.counterpart();
    assertThat(experiment.control()).isTrue();
    assertThat(counterpart).isNotNull();
    assertThat(counterpart.set())
        .containsExactly(
            Map.entry("engine.commit-interval", "500ms"),
            Map.entry("engine.guarantee", "at-least-once"));
    Experiment control = counterpart.experiment();
    assertThat(control.name()).isEqualTo("small-control");
    assertThat(control.control()).isFalse();
    assertThat(control.counterpart()).isNull();
    assertThat(control.faults()).isEqualTo(experiment.faults()).hasSize(1);
    assertThat(control.engine().guarantee()).isEqualTo(Guarantee.AT_LEAST_ONCE);
    assertThat(control.sustain().p99()).isEqualTo(Duration.ofMillis(1500));
    assertThat(control.expect()).extracting(Expectation::metric).doesNotContain("duplicated");
    assertThat(experiment.expect()).extracting(Expectation::metric).contains("duplicated");
    String comment =
        "# The control of small: the same with engine.commit-interval 500ms, engine.guarantee"
            + " at-least-once.\n";
    assertThat(control.resolvedYaml()).startsWith(comment + "name: small-control\n");
    assertThat(comment + one(control.resolvedYaml()).resolvedYaml())
        .isEqualTo(control.resolvedYaml());
    Experiment again = one(experiment.resolvedYaml());
    assertThat(again.resolvedYaml()).isEqualTo(experiment.resolvedYaml());
    assertThat(again.counterpart()).isNotNull();
    assertThat(again.counterpart().set()).isEqualTo(counterpart.set());
    assertThat(one(SMALLEST + "control: true\n").counterpart()).isNull();
    assertThat(one(SMALLEST).counterpart()).isNull();
  }

  @Test
  void eachExperimentOfAMatrixHasItsControl() throws IOException {
    String text =
        SMALLEST.replace("{ name: flink }", "[{ name: flink }, { name: kafka-streams }]")
            + "control: { set: { engine.workers: 4 } }\n";
    assertThat(load(text))
        .extracting(e -> e.counterpart().experiment().name())
        .containsExactly("small-flink-control", "small-kafka-streams-control");
    assertThat(load(text))
        .extracting(e -> e.counterpart().experiment().engine().name())
        .containsExactly("flink", "kafka-streams");
    assertThat(one(SMALLEST, "control.set.engine.workers=4").counterpart().set())
        .containsExactly(Map.entry("engine.workers", "4"));
  }

  private static EngineDeclaration version(String version) {
    Capabilities capabilities =
        new Capabilities(
            Set.of(Guarantee.EXACTLY_ONCE),
            EngineSpec.PROFILES,
            Set.of("worker"),
            Set.of(),
            List.of("rule-match"),
            1);
    return EngineDeclaration.of("one", version, capabilities);
  }

  @Test
  void aControlOnAnotherEngineHasThatEnginesVersion() throws IOException {
    Files.writeString(file, SMALLEST + "control: { set: { engine.name: kafka-streams } }\n");
    Map<String, EngineDeclaration> known =
        Map.of(
            "flink", version("2.3.0"),
            "kafka-streams", version("4.3.1"));
    Experiment first = ExperimentFile.load(file, List.of(), 1, known).get(0);
    Files.writeString(file, first.resolvedYaml());
    for (Experiment e : List.of(first, ExperimentFile.load(file, List.of(), 1, known).get(0))) {
      assertThat(e.engine().version()).isEqualTo("2.3.0");
      assertThat(e.counterpart().experiment().engine().version()).isEqualTo("4.3.1");
    }
  }

  @Test
  void theFileOfTheDesignIsRead() throws IOException {
    Experiment experiment =
        one(
            """
            # Kill two of eight Flink workers under steady load: what is lost,
            # and how long until it has caught up?
            name: flink-kill-2-of-8
            seed: 42
            repetitions: 5

            kafka:    { brokers: 3, partitions: 50, replication: 1 }
            engine:   { name: flink, version: 2.3.0, workers: 8, guarantee: at-least-once, config: { execution.checkpointing.interval: 2s } }
            workload: { name: rule-match, rules: 1000, selectivity: 0.5, record: 1KB }
            load:     { rate: 200000/s, generators: 2 }
            phases:   { warmup: 60s, baseline: 60s, faults: 18m, settle: 2m, drain: 2m }
            faults:
              - { every: 3m, kill: worker, count: 2, restart: { after: 5s } }
            expect:
              lost: 0
              baseline.latency.p99: < 500ms
              recovery.max: < 30s
            """);

    assertThat(experiment.description())
        .isEqualTo(
            "Kill two of eight Flink workers under steady load: what is lost, and how long until"
                + " it has caught up?");
    assertThat(experiment.engine().config())
        .containsExactly(Map.entry("execution.checkpointing.interval", "2s"));
    assertThat(experiment.phases().faults()).isEqualTo(Duration.ofMinutes(18));
    assertThat(experiment.faults())
        .containsExactly(
            new ScheduledFault(
                "worker",
                new ScheduledFault.Schedule(Duration.ZERO, Duration.ofMinutes(3)),
                new Kill(
                    2,
                    new Restart(Duration.ofSeconds(5), Restart.Disk.KEPT, Restart.Identity.SAME))));
    assertThat(experiment.expect())
        .containsExactly(
            new Expectation("lost", Expectation.Op.EQUAL, 0, "0", 15),
            new Expectation("baseline.latency.p99", Expectation.Op.LESS, 500, "< 500ms", 16),
            new Expectation("recovery.max", Expectation.Op.LESS, 30_000, "< 30s", 17),
            new Expectation("diverged", Expectation.Op.EQUAL, 0, "0", 0),
            new Expectation("unexpected", Expectation.Op.EQUAL, 0, "0", 0),
            new Expectation("lost-by-kafka", Expectation.Op.EQUAL, 0, "0", 0),
            new Expectation("refused-input", Expectation.Op.EQUAL, 0, "0", 0),
            new Expectation("unplanned-exits", Expectation.Op.EQUAL, 0, "0", 0),
            new Expectation("disrupted.max", Expectation.Op.LESS, 30_000, "< 30s", 0));
  }

  @Test
  void everyKindOfFaultIsRead() throws IOException {
    Experiment experiment =
        one(
            SMALLEST
                + """
                faults:
                  - { at: 1s, kill: jobmanager, restart: never }
                  - { at: 2s, terminate: worker, restart: { disk: wiped, as: new } }
                  - { at: 3s, every: 20s, pause: broker, for: 3s }
                  - { at: 9s, pause: worker, for: 3s, restart-policy: always }
                """);

    assertThat(experiment.faults())
        .containsExactly(
            new ScheduledFault(
                "jobmanager",
                new ScheduledFault.Schedule(Duration.ofSeconds(1), null),
                new Kill(1, null)),
            new ScheduledFault(
                "worker",
                new ScheduledFault.Schedule(Duration.ofSeconds(2), null),
                new Terminate(
                    1,
                    new Restart(Duration.ofSeconds(5), Restart.Disk.WIPED, Restart.Identity.NEW))),
            new ScheduledFault(
                "broker",
                new ScheduledFault.Schedule(Duration.ofSeconds(3), Duration.ofSeconds(20)),
                new Pause(1, Duration.ofSeconds(3))),
            new ScheduledFault(
                "worker",
                new ScheduledFault.Schedule(Duration.ofSeconds(9), null),
                new Pause(1, Duration.ofSeconds(3), true)));
    assertThat(experiment.resolvedYaml()).containsOnlyOnce("restart-policy:");
  }

  @Test
  void aFaultMayWaitForALineThatItsVictimPrints() throws IOException {
    Experiment experiment =
        one(
            SMALLEST
                + """
                faults:
                  - { at: 1s, kill: worker, when: half of it is written }
                """);

    assertThat(experiment.faults())
        .extracting(fault -> fault.schedule().when())
        .containsExactly("half of it is written");
  }

  @Test
  void aRollTakesItsDefaultsAndNoOthers() throws IOException {
    Experiment experiment =
        one(
            SMALLEST
                + """
                faults:
                  - { at: 1s, roll: worker }
                  - { at: 9s, roll: worker, at-once: 2, grace: 5s, back-within: 9s, restart: { after: 1s } }
                """);

    assertThat(experiment.faults())
        .extracting(ScheduledFault::fault)
        .containsExactly(
            new RollingRedeployment(
                1,
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                new Restart(Duration.ofSeconds(5), Restart.Disk.KEPT, Restart.Identity.SAME)),
            new RollingRedeployment(
                2,
                Duration.ofSeconds(5),
                Duration.ofSeconds(9),
                new Restart(Duration.ofSeconds(1), Restart.Disk.KEPT, Restart.Identity.SAME)));
    assertThat(experiment.resolvedYaml())
        .contains("at-once: 1", "grace: 30s", "back-within: 2m")
        .doesNotContain("count:");
  }

  @Test
  void theKeysOfOneKindOfFaultAreNotInAnother() throws IOException {
    String kill = one(SMALLEST + "faults: [{ at: 1s, kill: worker }]\n").resolvedYaml();
    assertThat(kill.substring(kill.indexOf("\nfaults:") + 1, kill.indexOf("\nexpect:") + 1))
        .isEqualTo(
            """
            faults:
              - at: 1s
                kill: worker
                count: 1
                restart:
                  after: 5s
                  disk: kept
                  as: same
            """);
    String pause = one(SMALLEST + "faults: [{ at: 1s, pause: worker, for: 2s }]\n").resolvedYaml();
    assertThat(pause.substring(pause.indexOf("\nfaults:") + 1, pause.indexOf("\nexpect:") + 1))
        .isEqualTo(
            """
            faults:
              - at: 1s
                pause: worker
                count: 1
                for: 2s
            """);
  }

  @Test
  void boundsAreReadInTheirBaseUnits() throws IOException {
    Experiment experiment =
        one(
            SMALLEST
                + """
                expect:
                  input.rate.baseline: ">= 1900/s"
                  outage.max: <= 1.5s
                  cpu.seconds-per-million: < 30.5
                  reordered: 0
                """);

    assertThat(experiment.expect().subList(0, 4))
        .containsExactly(
            new Expectation("input.rate.baseline", Expectation.Op.AT_LEAST, 1900, ">= 1900/s", 5),
            new Expectation("outage.max", Expectation.Op.AT_MOST, 1500, "<= 1.5s", 6),
            new Expectation("cpu.seconds-per-million", Expectation.Op.LESS, 30.5, "< 30.5", 7),
            new Expectation("reordered", Expectation.Op.EQUAL, 0, "0", 8));
  }

  @Test
  void relativeFilesAreRelativeToTheExperimentFile() throws IOException {
    Files.writeString(folder.resolve("a.log"), "line\n");
    Experiment experiment =
        one(
            """
            name: logs
            engine: { name: flink }
            workload: { name: log-match }
            load: { rate: 10/s, file: a.log }
            """);

    assertThat(experiment.load().file()).isEqualTo(folder.resolve("a.log").toString());
    assertThat(experiment.workload().text("log-file")).isEqualTo(experiment.load().file());
  }

  @Test
  void anOverrideChangesTheFilesValue() throws IOException {
    Experiment experiment =
        one(
            SMALLEST,
            "load.rate=5000/s",
            "engine.config.heartbeat.timeout=4s",
            "phases.faults=5m",
            "faults=[{ at: 1m, kill: worker }]",
            "workload.record=2KB");

    assertThat(experiment.load().rate()).isEqualTo(new Rate(5000));
    assertThat(experiment.engine().config()).containsEntry("heartbeat.timeout", "4s");
    assertThat(experiment.faults()).hasSize(1);
    assertThat(new Bytes(experiment.workload().whole("record-bytes"))).hasToString("2KB");
  }

  @Test
  void theScaleMultipliesTheRateAloneAndIsKept() throws IOException {
    Files.writeString(file, SMALLEST);
    Experiment whole = ExperimentFile.load(file, List.of(), 1, ENGINES).get(0);
    Experiment scaled = ExperimentFile.load(file, List.of(), 0.05, ENGINES).get(0);

    assertThat(scaled.scale()).isEqualTo(0.05);
    assertThat(scaled.load().rate()).isEqualTo(new Rate(100));
    assertThat(scaled.phases()).isEqualTo(whole.phases());
    assertThat(scaled.workload()).isEqualTo(whole.workload());
    Experiment again = one(scaled.resolvedYaml());
    assertThat(again.scale()).isEqualTo(0.05);
    assertThat(again.load()).isEqualTo(scaled.load());
    assertThat(again.resolvedYaml()).isEqualTo(scaled.resolvedYaml());
  }

  @Test
  void aScaleOfZeroIsRefused() throws IOException {
    Files.writeString(file, SMALLEST);
    assertThatThrownBy(() -> ExperimentFile.load(file, List.of(), 0, ENGINES))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("--scale 0.0");
  }

  @Test
  void theDemoRunsBothEnginesOutOfOneFile() {
    Path demo = Path.of(System.getProperty("rebound.home", ".."), "experiments", "demo.yaml");
    List<Experiment> all = ExperimentFile.load(demo, List.of(), 1, ENGINES);

    assertThat(all)
        .extracting(Experiment::name)
        .containsExactlyInAnyOrder("demo-kafka-streams", "demo-flink");
    assertThat(all)
        .allSatisfy(
            experiment -> {
              assertThat(experiment.engine().guarantee()).isEqualTo(Guarantee.EXACTLY_ONCE);
              assertThat(experiment.faults()).isNotEmpty();
            });
  }
}
