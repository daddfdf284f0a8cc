package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What engines have to work with in the end, whatever a profile and config make of the file. */
class SubjectMeansTest {
  @TempDir Path folder;

  @Test
  void whatEveryEngineIsAskedForIsWhatItHas() throws IOException {
    for (String engine : List.of("flink", "kafka-streams", "jet", "spark", "storm", "faulty")) {
      Map<Mean, String> means = means(engine, "stock", "").known();
      assertThat(means)
          .as(engine)
          .containsEntry(Mean.WORKERS, "4")
          .containsEntry(Mean.THREADS, "2")
          .containsEntry(Mean.HEAP, "512MB")
          .containsEntry(Mean.COMMIT_INTERVAL, "3s")
          .containsEntry(Mean.SPARES, "0")
          .containsEntry(Mean.STANDBYS, "0")
          .as("one collector for all, however many cores there are")
          .containsEntry(Mean.COLLECTOR, "G1")
          .containsKey(Mean.MEMORY)
          .doesNotContainKeys(Mean.JDK, Mean.CORES);
      assertThat(means.get(Mean.MEMORY)).matches("[1-9]\\d*[MG]B");
    }
  }

  @Test
  void aProfileGivesCollectorsSparesAndStandbys() throws IOException {
    assertThat(means("flink", "quick", "").known())
        .containsEntry(Mean.COLLECTOR, "Serial")
        .containsEntry(Mean.SPARES, "8");
    assertThat(means("kafka-streams", "quick", "").known())
        .containsEntry(Mean.COLLECTOR, "Serial")
        .containsEntry(Mean.STANDBYS, "1");
    assertThat(means("spark", "quick", "jvm: [-XX:+UseZGC]").known())
        .containsEntry(Mean.COLLECTOR, "Z");
    assertThat(means("storm", "quick", "").known()).containsEntry(Mean.COLLECTOR, "Serial");
    assertThat(means("flink", "stock", "spares: 1, jobmanagers: 2").known())
        .containsEntry(Mean.SPARES, "2")
        .containsEntry(Mean.STANDBYS, "1 JobManager");
  }

  @Test
  void whatConfigOverrulesIsNotWhatTheFileAsksFor() throws IOException {
    assertThat(means("flink", "stock", "config: { execution.checkpointing.interval: 7s }").known())
        .containsEntry(Mean.COMMIT_INTERVAL, "7s");
    assertThat(
            means(
                    "kafka-streams",
                    "stock",
                    "config: { commit.interval.ms: 9000, num.stream.threads: 5,"
                        + " num.standby.replicas: 2 }")
                .known())
        .containsEntry(Mean.COMMIT_INTERVAL, "9s")
        .containsEntry(Mean.THREADS, "5")
        .containsEntry(Mean.STANDBYS, "2");
    assertThat(means("spark", "stock", "config: { spark.executor.memory: 2g }").known())
        .containsEntry(Mean.HEAP, "2GB");
    assertThat(means("flink", "stock", "guarantee: none, checkpointing: false").known())
        .containsEntry(Mean.COMMIT_INTERVAL, "no checkpoints");
    assertThat(means("trident", "stock", "batch-interval: 250ms").known())
        .containsEntry(Mean.COMMIT_INTERVAL, "250ms");
  }

  @Test
  void howOftenAProgramCommitsIsKnownOnlyIfTheFileSaysSo() throws IOException {
    String program = "run: my-job, ready: up, guarantee: at-least-once";
    String events = "workload: { name: events }";
    assertThat(of("external", program, events).known())
        .doesNotContainKeys(Mean.COMMIT_INTERVAL, Mean.THREADS, Mean.STANDBYS)
        .containsEntry(Mean.SPARES, "0");
    assertThat(of("external", program + ", commit-interval: 3s", events).known())
        .containsEntry(Mean.COMMIT_INTERVAL, "3s");
  }

  @Test
  void whatEachHoldsInReserveIsTold() throws IOException {
    assertThat(reserve("flink", "profile: stock"))
        .isEqualTo("0 of 4 slots free, no copy of a state; the job waits until every slot is back");
    assertThat(reserve("flink", "profile: stock, spares: 1"))
        .startsWith("1 of 5 slots free")
        .endsWith("the job starts again once 4 slots are left or back");
    assertThat(reserve("flink", "profile: tuned"))
        .startsWith("0 of 4 slots free")
        .contains("the job goes on with the slots that are left");
    assertThat(
            reserve(
                "flink", "profile: tuned, spares: 1, config: { jobmanager.scheduler: default }"))
        .endsWith("once 4 slots are left or back");
    assertThat(reserve("kafka-streams", "profile: stock")).startsWith("no copy of a state");
    assertThat(reserve("kafka-streams", "profile: tuned")).startsWith("1 copy of each state");
    assertThat(reserve("jet", "profile: stock")).startsWith("1 copy of each snapshot");
    assertThat(reserve("jet", "profile: tuned")).startsWith("2 copies of each snapshot");
    assertThat(reserve("storm", "profile: stock"))
        .startsWith("0 of 4 slots free, no copy of a state");
    assertThat(reserve("trident", "profile: stock"))
        .startsWith("0 of 4 slots free, a copy of each state in a topic");
    assertThat(reserve("spark", "profile: stock")).startsWith("0 of 1 cores free");
    assertThat(reserve("spark", "profile: tuned")).startsWith("1 of 2 cores free");
    assertThat(reserve("faulty", "profile: stock")).isEmpty();
  }

  private SubjectMeans means(String engine, String profile, String more) throws IOException {
    String given = more.isEmpty() ? "" : ", " + more;
    String guarantee = more.contains("guarantee") ? "" : ", guarantee: at-least-once";
    return of(
        engine,
        "profile: "
            + profile
            + ", workers: 4, threads: 2, memory: 512MB, commit-interval: 3s"
            + guarantee
            + given,
        "");
  }

  private SubjectMeans of(String engine, String section, String workload) throws IOException {
    return subject(engine, section, workload).means();
  }

  private String reserve(String engine, String section) throws IOException {
    return subject(engine, "guarantee: at-least-once, workers: 4, " + section, "").reserve();
  }

  private Subject subject(String engine, String section, String workload) throws IOException {
    Path file = folder.resolve("kill.yaml");
    Files.writeString(
        file,
        """
        name: kill
        engine: { name: %s, %s }
        load: { rate: 100/s }
        %s
        """
            .formatted(engine, section, workload));
    Experiment experiment = ExperimentFile.load(file, List.of(), 1, Engines.declared()).get(0);
    Engine named = Engines.named(engine);
    JobSpec job =
        new JobSpec(
            "r",
            experiment.workload(),
            "b:1",
            Map.of(),
            Map.of("records", "in"),
            Map.of("matches", "out"),
            4,
            1);
    return named.configure(experiment.engine(), job, new Paper());
  }
}
