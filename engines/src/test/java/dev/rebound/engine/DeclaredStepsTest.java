package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.faulty.FaultyEngine;
import dev.rebound.engine.flink.FlinkEngine;
import dev.rebound.engine.jet.JetEngine;
import dev.rebound.engine.kafkastreams.KafkaStreamsEngine;
import dev.rebound.engine.spark.SparkEngine;
import dev.rebound.engine.storm.StormEngine;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.Kill;
import dev.rebound.lab.fault.Pause;
import dev.rebound.lab.fault.Restart;
import dev.rebound.lab.fault.RollingRedeployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which steps each engine has of which fault. */
class DeclaredStepsTest {
  private static final Set<Step> ALL = Set.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
  private static final Set<Step> UNNOTICED = Set.of(Step.REASSIGNED, Step.RESTORED);
  private static final Engine STREAMS = new KafkaStreamsEngine();
  private static final Engine FLINK = new FlinkEngine();
  private static final Engine FAULTY = new FaultyEngine();
  private static final Engine JET = new JetEngine();
  private static final Engine SPARK = new SparkEngine();
  private static final Engine STORM = new StormEngine();

  /** Every engine that tells steps. */
  private static final List<Engine> TELLING =
      Engines.all().values().stream()
          .filter(engine -> !engine.declaration().capabilities().steps().isEmpty())
          .toList();

  @TempDir Path folder;

  private Subject subject(Engine engine, String... overrides) {
    try {
      Path file = folder.resolve("steps.yaml");
      Files.writeString(
          file,
          "name: steps\nengine: { name: "
              + engine.declaration().name()
              + ", workers: 4 }\nload: { rate: 10/s }\n");
      Experiment experiment =
          ExperimentFile.load(file, List.of(overrides), 1, Set.of(engine.declaration().name()))
              .get(0);
      JobSpec job =
          new JobSpec("run", experiment.workload(), "", Map.of(), Map.of(), Map.of(), 4, 1);
      return engine.configure(experiment.engine(), job, new Paper());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static FaultScope kill(int victims, int holding) {
    return scope("worker", victims, holding, Duration.ofSeconds(5), true);
  }

  private static FaultScope scope(
      String role, int victims, int holding, Duration after, boolean same) {
    return FaultScope.of(
        new ScheduledFault(
            role,
            new ScheduledFault.Schedule(Duration.ZERO, null),
            new Kill(
                victims,
                new Restart(
                    after,
                    Restart.Disk.KEPT,
                    same ? Restart.Identity.SAME : Restart.Identity.NEW))),
        role.equals("jobmanager") ? 1 : 4,
        victims,
        role.equals("jobmanager") ? 1 : 3,
        holding);
  }

  private static FaultScope pause(String role, int victims, int seconds) {
    return FaultScope.of(
        new ScheduledFault(
            role,
            new ScheduledFault.Schedule(Duration.ZERO, null),
            new Pause(victims, Duration.ofSeconds(seconds))),
        role.equals("jobmanager") ? 1 : 4,
        victims,
        role.equals("jobmanager") ? 1 : 3,
        1);
  }

  @Test
  void aDeathAmongOthersHasAllSteps() {
    for (Engine engine : TELLING) {
      assertThat(subject(engine).steps(kill(2, 2))).as(engine.declaration().name()).isEqualTo(ALL);
    }
  }

  @Test
  void withAllWorkersDeadNobodyIsLeftToNoticeButWhoeverIsNoWorker() {
    assertThat(subject(STREAMS).steps(kill(4, 3))).isEqualTo(UNNOTICED);
    assertThat(subject(JET).steps(kill(4, 3))).isEqualTo(UNNOTICED);
    assertThat(subject(FLINK).steps(kill(4, 3))).isEqualTo(ALL);
    assertThat(subject(SPARK).steps(kill(4, 3))).isEqualTo(ALL);
    assertThat(subject(STORM).steps(kill(4, 3))).isEqualTo(ALL);
  }

  @Test
  void stormsWorkersGoOnWithoutNimbusAndTheirSupervisor() {
    for (String role : List.of("nimbus", "supervisor")) {
      FaultScope dead = scope(role, 1, 1, Duration.ofSeconds(5), true);
      assertThat(subject(STORM).steps(dead)).as(role).isEmpty();
    }
  }

  @Test
  void aFaultyWorkerThatHoldsNothingGivesNothingBack() {
    assertThat(subject(FAULTY).steps(kill(3, 3))).isEqualTo(UNNOTICED);
  }

  @Test
  void aVictimWithoutWorkHasNoSteps() {
    for (Engine engine : TELLING) {
      assertThat(subject(engine).steps(kill(1, 0))).as(engine.declaration().name()).isEmpty();
    }
  }

  @Test
  void aRollHasTheStepsOfOneStop() {
    ScheduledFault roll =
        new ScheduledFault(
            "worker",
            new ScheduledFault.Schedule(Duration.ZERO, null),
            new RollingRedeployment(
                1,
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                new Restart(Duration.ofSeconds(1), Restart.Disk.KEPT, Restart.Identity.SAME)));
    for (Engine engine : TELLING) {
      assertThat(subject(engine).steps(FaultScope.of(roll, 4, 1, 3, 1)))
          .as(engine.declaration().name())
          .isEqualTo(ALL);
    }
  }

  @Test
  void nobodyTellsWhenAJobManagerWasMissed() {
    FaultScope dead = scope("jobmanager", 1, 1, Duration.ofSeconds(5), true);

    assertThat(subject(FLINK).steps(dead)).isEqualTo(UNNOTICED);
    assertThat(subject(FLINK).steps(pause("jobmanager", 1, 60))).isEmpty();
  }

  @Test
  void ofSeveralJobManagersTheNextLeaderTells() {
    Subject quick = subject(FLINK, "engine.jobmanagers=2");
    Subject stock = subject(FLINK, "engine.jobmanagers=2", "engine.profile=stock");

    assertThat(quick.steps(ofTwo(kill(1, 1)))).isEqualTo(ALL);
    assertThat(quick.steps(ofTwo(kill(1, 0)))).as("a standby").isEmpty();
    assertThat(quick.steps(ofTwo(kill(2, 1)))).as("nobody is left").isEqualTo(UNNOTICED);
    assertThat(quick.steps(ofTwo(pause("jobmanager", 1, 10)))).isEqualTo(ALL);
    assertThat(quick.steps(ofTwo(pause("jobmanager", 1, 2)))).isEmpty();
    assertThat(stock.steps(ofTwo(pause("jobmanager", 1, 10)))).isEmpty();
  }

  /** The same fault on two JobManagers, one of which leads. */
  private static FaultScope ofTwo(FaultScope fault) {
    return new FaultScope(
        fault.deadly(),
        "jobmanager",
        2,
        fault.victims(),
        1,
        fault.workingVictims(),
        fault.away(),
        fault.sameIdentity());
  }

  @Test
  void sparksDriverTellsOfExecutorsAndNobodyOfTheDriver() {
    Subject spark = subject(SPARK);
    Duration after = Duration.ofSeconds(5);

    assertThat(spark.steps(scope("daemon", 1, 1, after, true))).isEqualTo(ALL);
    assertThat(spark.steps(pause("daemon", 1, 60))).as("its executor works on").isEmpty();
    assertThat(spark.steps(scope("driver", 1, 1, after, true))).isEqualTo(UNNOTICED);
    assertThat(spark.steps(pause("driver", 1, 60))).isEmpty();
    assertThat(spark.steps(scope("master", 1, 1, after, true))).as("work goes on").isEmpty();
  }

  @Test
  void aBatchOfSparksRealTimeModeDoesNotEndWithARecovery() {
    Subject spark =
        subject(
            SPARK,
            "engine.trigger=real-time",
            "engine.threads=2",
            "engine.commit-interval=5s",
            "workload.name=grep");

    assertThat(spark.steps(kill(1, 1))).isEqualTo(Set.of(Step.DETECTED, Step.REASSIGNED));
    assertThat(spark.steps(scope("driver", 1, 1, Duration.ofSeconds(5), true)))
        .isEqualTo(Set.of(Step.REASSIGNED));
  }

  @Test
  void anEngineHasNoStepsOfABrokersDeath() {
    FaultScope broker = scope("broker", 1, 1, Duration.ofSeconds(5), true);

    for (Engine engine : TELLING) {
      assertThat(subject(engine).steps(broker)).as(engine.declaration().name()).isEmpty();
    }
  }

  @Test
  void aPauseHasStepsIfItLastsLongerThanTheEngineTakesToNoticeIt() {
    for (Engine engine : TELLING) {
      Subject subject = subject(engine);
      int notices = (int) subject.noticesWithin().toSeconds();
      assertThat(subject.steps(pause("worker", 1, notices - 1)))
          .as(engine.declaration().name())
          .isEmpty();
      assertThat(subject.steps(pause("worker", 1, notices + 2)))
          .as(engine.declaration().name())
          .isEqualTo(ALL);
    }
  }

  @Test
  void aStaticMemberThatIsBackWithinItsSessionIsNotMissed() {
    Subject subject = subject(STREAMS, "engine.static-members=true", "engine.profile=stock");
    Duration after = Duration.ofSeconds(5);

    assertThat(subject.steps(scope("worker", 1, 1, after, true))).isEqualTo(UNNOTICED);
    assertThat(subject.steps(scope("worker", 1, 1, after, false))).isEqualTo(ALL);
    assertThat(subject.steps(scope("worker", 1, 1, Duration.ofMinutes(2), true))).isEqualTo(ALL);
  }
}
