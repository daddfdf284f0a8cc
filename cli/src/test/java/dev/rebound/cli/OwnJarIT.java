package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Recheck;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped examples of jars that are not ours, on real engines and through a real kill. */
@Tag("process")
@Tag("thorough")
class OwnJarIT {
  private static final String FOLDER = "experiments/your-own-job/";
  private static final List<String> SHORTER =
      List.of(
          "phases.warmup=1s",
          "phases.baseline=4s",
          "phases.faults=10s",
          "phases.settle=4s",
          "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");

  @TempDir Path folder;

  @Test
  void aFlinkJobLosesNothing() throws Exception {
    killed("flink.yaml");
  }

  @Test
  void aKafkaStreamsApplicationLosesNothing() throws Exception {
    killed(
        "streams.yaml",
        "engine.jar=" + jar("kafka-streams", "StreamsForward"),
        "engine.main=StreamsForward");
  }

  /** Its log is not read, so that it tells no steps. */
  @Test
  @Tag("long")
  void aJetProgramLosesNothing() throws Exception {
    forwarded("jet.yaml");
  }

  /** What it says is kept, so that a check later does not need it. */
  @Test
  @Tag("long")
  void aTableOfSumsEndsAsAProgramOfOnesOwnSays() throws Exception {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    RealRun run = new RealRun(runs, FOLDER + "reference.yaml", RealRun.WITHOUT_CACHE, SHORTER);
    assertThat(run.judged("diverged")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    Path left = run.folders().get(0);
    assertThat(left.resolve("data/reference.jsonl")).content().contains("\"kim\"");
    assertThat(left.resolve("data/workload/from/payments.csv")).exists();
    Recheck checked = Recheck.of(left, file -> ExperimentFile.stored(file, Engines.declared()));
    assertThat(checked.results().audits()).isEqualTo(run.result().audits());
  }

  /** Each shipment meets its order, of a topic of its own, once. */
  @Test
  void aJoinOfTwoTopicsLosesNothing() throws Exception {
    killed("join.yaml", "load.rate=900/s");
  }

  /** Each order is on the one topic that it belongs to, and each count on a third is right. */
  @Test
  void severalOutputTopicsAreEachRight() throws Exception {
    RealRun run = forwarded("branch.yaml", "load.rate=900/s");
    assertThat(run.judged("diverged")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    assertThat(run.result().audits().stream().filter(Results.Audit::judged))
        .extracting(Results.Audit::topic)
        .containsExactly("taken-orders", "rejected-orders", "orders-per-customer");
    Recheck checked =
        Recheck.of(run.folders().get(0), file -> ExperimentFile.stored(file, Engines.declared()));
    assertThat(checked.results().audits()).isEqualTo(run.result().audits());
    assertThat(checked.results().faults()).isEqualTo(run.result().faults());
  }

  @Test
  @Tag("long")
  void windowsOfRecordsOfOnesOwnCountEachOnce() throws Exception {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    RealRun run = new RealRun(runs, FOLDER + "per-window.yaml", RealRun.WITHOUT_CACHE, SHORTER);
    assertThat(run.judged("diverged")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
  }

  /** Nothing is lost, and the kill has its steps, in the engine's own word. */
  private void killed(String file, String... settings) throws Exception {
    RealRun run = forwarded(file, settings);
    for (Results.FaultResult fault : run.result().faults()) {
      assertThat(fault.steps())
          .as("%s", run.log())
          .extracting(Results.StepResult::step)
          .contains("detected", "reassigned", "restored");
    }
  }

  private RealRun forwarded(String file, String... settings) throws Exception {
    List<String> all = new ArrayList<>(SHORTER);
    all.addAll(List.of(settings));
    Path runs = Files.createDirectory(folder.resolve("runs"));
    RealRun run = new RealRun(runs, FOLDER + file, RealRun.WITHOUT_CACHE, all);
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unplanned-exits")).isEqualTo(Verdict.PASS);
    assertThat(run.result().audits().get(0).distinct()).isGreaterThan(5_000);
    assertThat(run.folders().get(0).resolve("environment.json")).content().contains("\"program\"");
    assertThat(run.result().faults()).hasSize(1);
    for (Results.FaultResult fault : run.result().faults()) {
      assertThat(fault.impact()).isEqualTo(Impact.HIT);
    }
    return run;
  }

  /** Builds an example as a user does. */
  private Path jar(String engine, String main) throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-nowarn",
                "-cp",
                classPath(Engines.named(engine).declaration()),
                "-d",
                classes.toString(),
                Home.path().resolve(FOLDER + main + ".java").toString());
    assertThat(status).isZero();
    Path jar = folder.resolve(main + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> compiled = Files.list(classes)) {
      for (Path each : compiled.toList()) {
        out.putNextEntry(new JarEntry(each.getFileName().toString()));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  /** The class path that {@code rebound engines class-path} prints. */
  private static String classPath(EngineDeclaration engine) {
    try (Artifacts artifacts = new Artifacts(line -> {})) {
      return engine.jars().apply(engine.version()).stream()
          .flatMap(set -> artifacts.paths(set.coordinates(), set.exclusions()).stream())
          .map(Path::toString)
          .collect(Collectors.joining(File.pathSeparator));
    }
  }
}
