package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.result.Expectation;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second job as an experiment file names it. */
class SecondJobKeysTest {
  private static final Map<String, EngineDeclaration> KNOWN =
      Map.of(
          "one",
          MadeUpEngine.ofJobs(1),
          "two",
          MadeUpEngine.ofJobs(2),
          "three",
          MadeUpEngine.ofJobs(3));

  private static final String YAML =
      """
      name: x
      seed: 9
      engine: { name: two, guarantee: exactly-once }
      workload: { name: fixed-window, visits: 20 }
      load: { rate: 2000/s, generators: 2 }
      beside:
        workload: { rules: 200 }
        load: { rate: 1000/s }
      faults: [{ at: 1s, kill: worker }]
      expect: { recovery.max: < 9s }
      """;

  @TempDir Path folder;

  private List<Experiment> all(String yaml, double scale, boolean shortened, String... overrides)
      throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), yaml);
    return ExperimentFile.load(
        file, List.of(overrides), scale, shortened, KNOWN, text -> Optional.empty());
  }

  private Experiment read(String yaml, double scale, String... overrides) throws IOException {
    return all(yaml, scale, false, overrides).get(0);
  }

  private static Experiment second(Experiment experiment) {
    return experiment.beside().get(0);
  }

  private ReboundException refused(String yaml, boolean shortened, String... overrides) {
    ReboundException refused =
        catchThrowableOfType(ReboundException.class, () -> all(yaml, 1, shortened, overrides));
    assertThat(refused).as("%s", List.of(overrides)).isNotNull();
    return refused;
  }

  @Test
  void theSecondJobIsTheExperimentWithAnotherWorkloadAndAnotherLoad() throws IOException {
    Experiment experiment = read(YAML, 1);
    Experiment second = second(experiment);

    assertThat(second.name()).isEqualTo("x-beside");
    assertThat(second.workload().name()).isEqualTo("rule-match");
    assertThat(second.workload().options()).containsEntry("rules", "200");
    assertThat(second.workload().seed()).isEqualTo(experiment.workload().seed()).isEqualTo(9);
    assertThat(second.load().rate().perSecond()).isEqualTo(1000);
    assertThat(second.load().generators()).as("a default, not the first job's").isEqualTo(1);
    assertThat(second.engine()).isEqualTo(experiment.engine());
    assertThat(second.faults()).isEqualTo(experiment.faults());
    assertThat(second.expect())
        .extracting(Expectation::metric)
        .contains("recovery.max", "lost", "duplicated");
    assertThat(second.beside()).isEmpty();
    assertThat(second.resolvedYaml()).doesNotContain("beside:");
    assertThat(experiment.workload().name()).isEqualTo("fixed-window");
  }

  @Test
  void withoutAWorkloadItHasTheUsualOne() throws IOException {
    Experiment experiment = read(YAML.replace("  workload: { rules: 200 }\n", ""), 1);
    assertThat(second(experiment).workload().name()).isEqualTo("rule-match");
  }

  @Test
  void theScaleIsForBothAndTheResolvedFileParsesToItself() throws IOException {
    Experiment scaled = read(YAML, 0.5);
    assertThat(scaled.load().rate().perSecond()).isEqualTo(1000);
    assertThat(second(scaled).load().rate().perSecond()).isEqualTo(500);

    Experiment again = read(scaled.resolvedYaml(), 1);
    assertThat(again.resolvedYaml()).isEqualTo(scaled.resolvedYaml());
    assertThat(second(again).resolvedYaml()).isEqualTo(second(scaled).resolvedYaml());
    Experiment alone = read(second(scaled).resolvedYaml(), 1);
    assertThat(alone.workload()).isEqualTo(second(scaled).workload());
    assertThat(alone.load()).isEqualTo(second(scaled).load());
  }

  @Test
  void itsKeysAreSetAndSpreadOutLikeAnyOther() throws IOException {
    assertThat(second(read(YAML, 1, "beside.load.rate=300/s")).load().rate().perSecond())
        .isEqualTo(300);
    assertThat(all(YAML, 1, false, "beside.workload.rules=[10, 20]"))
        .extracting(experiment -> second(experiment).workload().options().get("rules"))
        .containsExactly("10", "20");
  }

  private static final String THREE =
      YAML.replace(
              """
                workload: { rules: 200 }
                load: { rate: 1000/s }
              """,
              """
                - { workload: { rules: 200 }, load: { rate: 1000/s } }
                - { load: { rate: 300/s } }
              """)
          .replace("name: two", "name: three");

  @Test
  void aListOfFurtherJobsGivesEachAnExperiment() throws IOException {
    Experiment experiment = read(THREE, 0.5);
    assertThat(experiment.jobs())
        .extracting(Experiment::name)
        .containsExactly("x", "x-beside", "x-beside-2");
    assertThat(experiment.jobs())
        .extracting(job -> job.load().rate().perSecond())
        .containsExactly(1000.0, 500.0, 150.0);
    assertThat(experiment.beside().get(0).workload().options()).containsEntry("rules", "200");
    assertThat(experiment.beside().get(1).workload().name()).isEqualTo("rule-match");
    assertThat(experiment.beside().get(1).resolvedYaml())
        .startsWith("# The third job on the cluster of x.\n")
        .doesNotContain("beside:");
    Experiment again = read(experiment.resolvedYaml(), 1);
    assertThat(again.resolvedYaml()).isEqualTo(experiment.resolvedYaml());
    assertThat(again.jobs()).hasSize(3);
    assertThat(read(THREE, 1, "beside.load.rate=10/s").beside())
        .extracting(job -> job.load().rate().perSecond())
        .containsExactly(10.0, 10.0);
    assertThat(all(THREE, 1, false, "beside.workload.rules=[10, 20]"))
        .as("a matrix in each of them")
        .hasSize(4);
    assertThat(refused(THREE.replace("300/s", "max"), false))
        .hasMessageContaining("beside[2].load.rate is max, and 3 jobs share this cluster");
    assertThat(refused(THREE.replace("load: { rate: 300/s }", "rate: 300/s"), false))
        .hasMessageContaining("unknown key 'rate' in beside[2]");
    assertThat(refused(YAML, false, "beside=[]")).hasMessageContaining("an empty list");
  }

  @Test
  void oneJobInAListIsThatJob() throws IOException {
    Experiment listed =
        read(
            YAML.replace(
                "  workload: { rules: 200 }\n  load:", "  - workload: { rules: 200 }\n    load:"),
            1);
    assertThat(listed.resolvedYaml()).isEqualTo(read(YAML, 1).resolvedYaml());
  }

  @Test
  void whoCannotRunTwoJobsRefuses() {
    ReboundException refused = refused(YAML, false, "engine.name=one");
    assertThat(refused)
        .hasMessageContaining("x.yaml:7:3: one runs one job, and beside asks for a second one");
    assertThat(refused.getMessage()).contains("an engine that runs several jobs, such as flink");
    assertThat(refused(THREE, false, "engine.name=two"))
        .hasMessageContaining("two runs 2 jobs, and beside asks for 3 in all");
  }

  @Test
  void whatDoesNotGoWithASecondJobIsRefused() {
    assertThat(refused(YAML, false, "load.rate=max"))
        .hasMessageContaining("load.rate is max, and two jobs share this cluster")
        .hasMessageContaining("Write a rate for each of them: 2000/s.");
    assertThat(refused(YAML, false, "beside.load.rate=max"))
        .hasMessageContaining("beside.load.rate is max");
    assertThat(refused(YAML, false, "beside.load.rate=60%"))
        .hasMessageContaining("beside.load.rate is a share of what one job sustains");
    assertThat(refused(YAML + "control: { set: { engine.guarantee: at-least-once } }\n", false))
        .hasMessageContaining("a control with settings of its own has one job");
    assertThat(refused(YAML, true))
        .hasMessageContaining("--short has the next fault follow the recovery of one job");
    assertThat(
            refused(
                YAML,
                false,
                "workload.window=time",
                "beside.workload={ name: fixed-window, window: time }"))
        .hasMessageContaining("two jobs may pass over visits that come late");
  }

  @Test
  void whatIsWrongInItIsToldWhereItStands() {
    assertThat(refused(YAML, false, "beside.load={}")).hasMessageContaining("'beside.load.rate'");
    assertThat(refused(YAML.replace("rules: 200", "ruels: 200"), false))
        .hasMessageContaining("x.yaml:7:15: unknown key 'ruels' in beside.workload");
    assertThat(refused(YAML.replace("rules: 200", "name: log-match"), false))
        .hasMessageContaining("x.yaml:8:9: log-match replays a log and load.file names none");
  }
}
