package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Rebound;
import dev.rebound.analysis.Sha256;
import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.fault.FaultProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jars from outside the repository, through the command, and what is told of those that are no use.
 */
class ExtensionsTest {
  private static final String FILE =
      """
      name: own
      kafka: { brokers: 1, partitions: 4 }
      engine: { name: relay, workers: 2, guarantee: at-least-once }
      workload: { name: alarms, limit: 500 }
      load: { rate: 500/s }
      faults: [{ at: 1s, stutter: worker, for: 2s }]
      """;

  @TempDir Path folder;
  private ExtensionJars jars;
  private Path file;
  private Printed printed;

  @BeforeEach
  void catchWhatIsPrinted() throws IOException {
    jars = new ExtensionJars(folder);
    file = Files.writeString(folder.resolve("own.yaml"), FILE);
    printed = new Printed();
  }

  @AfterEach
  void leaveNoneToOthers() {
    printed.close();
    Extensions.use(List.of());
  }

  private int run(List<String> with, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(with);
    return Main.run(all.toArray(String[]::new));
  }

  private List<String> all() throws IOException {
    return ExtensionJars.with(jars.alarms(), jars.stutter(), jars.relay());
  }

  private void refused(Path jar, String problem, String remedy) {
    assertThat(run(ExtensionJars.with(jar), "engines")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(printed.err()).contains(problem).contains("→ ").contains(remedy);
    assertThat(Extensions.used()).isEmpty();
  }

  @Test
  void eachIsOneShortSource() throws IOException {
    try (Stream<Path> sources = Files.list(ExtensionJars.SOURCES)) {
      assertThat(sources)
          .hasSize(3)
          .allSatisfy(source -> assertThat(Files.readAllLines(source)).hasSizeLessThan(151));
    }
  }

  @Test
  void anExperimentWithAllThreeIsPlanned() throws IOException {
    assertThat(run(all(), "run", "--dry-run", file.toString()))
        .as("%s", printed.err())
        .isIn(ExitCode.PASS, ExitCode.INTERNAL);
    assertThat(printed.out())
        .contains("relay 1, at-least-once, 2 workers")
        .contains("alarms, seed 42")
        .contains("stutter 1 worker at 1 s");
  }

  @Test
  void everyEngineThatComputesItsPipelinePlansTheWorkload() throws IOException {
    for (String engine : List.of("flink", "kafka-streams", "jet", "spark", "storm", "trident")) {
      assertThat(run(all(), "validate", "--set", "engine.name=" + engine, file.toString()))
          .as("%s", printed.err())
          .isZero();
    }
    assertThat(run(all(), "validate", "--set", "engine.name=faulty", file.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(printed.err()).contains("faulty has no job that computes alarms");
  }

  @Test
  void schemaEnginesAndTheStartOfAFileKnowThem() throws IOException {
    assertThat(run(all(), "engines")).isZero();
    assertThat(run(all(), "schema")).isZero();
    assertThat(printed.out())
        .contains("relay          1        guarantees at-least-once, none; roles broker, worker")
        .contains("\"alarms\"", "\"limit\"", "\"stutter\"", "\"relay\"");
    Path started = folder.resolve("started.yaml");
    assertThat(run(all(), "init", "--run", "relay", started.toString())).isZero();
    assertThat(started).content().contains("name: relay");
  }

  @Test
  void withoutThemTheyAreUnknown() {
    assertThat(run(List.of(), "validate", file.toString())).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(printed.err())
        .contains("unknown engine 'relay'", "unknown workload 'alarms'", "unknown key 'stutter'");
  }

  @Test
  void whatIsNearlyTheirNameIsSuggested() throws IOException {
    String near = FILE.replace("name: alarms", "name: alarm").replace("stutter:", "stuter:");
    Files.writeString(file, near);
    assertThat(run(all(), "validate", file.toString())).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(printed.err()).contains("Did you mean 'alarms'?", "Did you mean 'stutter'?");
  }

  @Test
  void theLibraryIsHandedThem() throws IOException {
    assertThat(Rebound.text(FILE).with(jars.alarms(), jars.stutter()).with(jars.relay()).read())
        .singleElement()
        .satisfies(experiment -> assertThat(experiment.engine().name()).isEqualTo("relay"));
    assertThat(Extensions.used()).hasSize(3);
  }

  @Test
  void aJarThatIsNotThere() {
    refused(
        folder.resolve("my-fault.jar"),
        "my-fault.jar: there is no such file",
        "Name the jar of an extension.");
  }

  @Test
  void aFileThatIsNoJar() {
    refused(file, "own.yaml cannot be read as a jar", "Name the jar of an extension.");
  }

  @Test
  void aJarWithoutAnyProvider() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    refused(
        jars.jar("empty", empty, Extensions.VERSION),
        "empty.jar brings no engine, workload, fault or platform",
        "META-INF/services/dev.rebound.lab.engine.Engine");
  }

  @Test
  void aJarOfAnotherVersion() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    refused(
        jars.jar("older", empty, "0"),
        "older.jar was made for version 0 of Rebound's API; this is version 1",
        "Build it against this Rebound");
  }

  @Test
  void aJarOfNoVersion() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    refused(
        jars.jar("plain", empty, null),
        "plain.jar does not say for which version of Rebound's API it was made",
        "Write Rebound-Api: 1 into its manifest");
  }

  @Test
  void aNameThatIsThereAlready() throws IOException {
    String source = Files.readString(ExtensionJars.SOURCES.resolve("Stutter.java"));
    refused(
        jars.jar(
            "Stutter",
            source.replace("\"stutter\"", "\"pause\""),
            FaultProvider.class,
            "com.example.Stutter$Provider"),
        "com.example.Stutter$Provider offers 'pause', which is there already",
        "Give it another name");
  }

  @Test
  void aKeyThatMeansSomethingElse() throws IOException {
    String source = Files.readString(ExtensionJars.SOURCES.resolve("Stutter.java"));
    refused(
        jars.jar(
            "Stutter",
            source.replace("LastingKind.FOR, null,", "LastingKind.FOR, \"5s\","),
            FaultProvider.class,
            "com.example.Stutter$Provider"),
        "two kinds of fault mean different things by for",
        "Give it another name");
  }

  @Test
  void aProviderThatIsNotInTheJar() throws IOException {
    Path services = Files.createDirectories(folder.resolve("empty/META-INF/services"));
    Files.writeString(services.resolve(FaultProvider.class.getName()), "com.example.Gone");
    refused(
        jars.jar("gone", folder.resolve("empty"), Extensions.VERSION),
        "gone.jar does not go with this Rebound",
        "Build it against this Rebound");
  }

  @Test
  void aRunIsNotCheckedWithoutTheJarItWasMadeWith() throws IOException {
    Path jar = jars.stutter();
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(run.resolve("journal.jsonl"), "");
    Files.writeString(
        run.resolve("environment.json"),
        "{\"extensions\": [{\"jar\": \"Stutter.jar\", \"sha256\": \"%s\"}]}"
            .formatted(Sha256.of(jar)));
    assertThat(run(List.of(), "check", run.toString())).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(printed.err())
        .contains("was made with Stutter.jar (SHA-256 " + Sha256.of(jar) + "), which is missing")
        .contains("Give that jar: --with Stutter.jar.");
    assertThat(run(ExtensionJars.with(jar), "check", run.toString())).isNotZero();
    assertThat(printed.err()).contains("has no start of a run");
    Files.write(jar, new byte[1], java.nio.file.StandardOpenOption.APPEND);
    assertThat(run(ExtensionJars.with(jar), "check", run.toString())).isNotZero();
    assertThat(printed.err()).contains("the one that --with names is another build");
  }
}
