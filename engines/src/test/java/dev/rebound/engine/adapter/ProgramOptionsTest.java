package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import dev.rebound.engine.flink.FlinkEngine;
import dev.rebound.engine.kafkastreams.KafkaStreamsEngine;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ShellWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own jar in an experiment file: what is read, and each error as a person reads it. */
class ProgramOptionsTest {
  private static final Map<String, EngineDeclaration> ENGINES =
      Map.of(
          "flink",
          new FlinkEngine().declaration(),
          "kafka-streams",
          new KafkaStreamsEngine().declaration());

  @TempDir Path folder;

  @BeforeEach
  void jars() throws IOException {
    jar("job.jar", "", "com/example/MyJob.class", "com/example/MyJob$1.class");
    jar("main.jar", "com.example.MyJob", "com/example/MyJob.class");
    Files.writeString(folder.resolve("text.jar"), "no jar");
    Files.writeString(folder.resolve("my.conf"), "x=1");
  }

  private void jar(String name, String main, String... entries) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!main.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    }
    try (OutputStream file = Files.newOutputStream(folder.resolve(name));
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
  }

  private Path file(String engine, String workload) throws IOException {
    return Files.writeString(
        folder.resolve("x.yaml"),
        """
        name: x
        engine: { name: flink, guarantee: at-least-once, %s }
        workload: { name: %s }
        load: { rate: 2000/s }
        """
            .formatted(engine, workload));
  }

  private String errors(String engine, String workload) throws IOException {
    Path file = file(engine, workload);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class, () -> ExperimentFile.load(file, List.of(), 1, ENGINES));
    assertThat(thrown).isNotNull();
    return thrown.getMessage().replace(folder + "/", "");
  }

  @Test
  void aJarWithItsMainClassAndArguments() throws IOException {
    Path file = file("jar: job.jar, main: com.example.MyJob, args: [-c, my.conf, \"a b\"]", "grep");
    EngineSpec engine = ExperimentFile.load(file, List.of(), 1, ENGINES).get(0).engine();

    assertThat(engine.options())
        .containsEntry("jar", folder.resolve("job.jar").toString())
        .containsEntry("main", "com.example.MyJob");
    assertThat(ShellWords.split(engine.options().getOrDefault("args", "")))
        .containsExactly("-c", folder.resolve("my.conf").toString(), "a b");
  }

  @Test
  void aResolvedFileMeansTheSame() throws IOException {
    Path file = file("jar: job.jar, main: com.example.MyJob, args: [-c, my.conf]", "events");
    Experiment experiment = ExperimentFile.load(file, List.of(), 1, ENGINES).get(0);
    Path elsewhere = Files.createDirectory(folder.resolve("run")).resolve("experiment.yaml");
    Files.writeString(elsewhere, experiment.resolvedYaml());

    assertThat(ExperimentFile.load(elsewhere, List.of(), 1, ENGINES).get(0).engine())
        .isEqualTo(experiment.engine());
  }

  @Test
  void theManifestMayNameTheMainClass() throws IOException {
    Path file = file("jar: main.jar", "events");
    assertThat(ExperimentFile.load(file, List.of(), 1, ENGINES)).hasSize(1);
    assertThat(errors("jar: job.jar", "events"))
        .contains("x.yaml:2:")
        .contains("engine.main is missing, and the manifest of job.jar names no main class")
        .contains("Add main: com.example.MyJob.");
  }

  /** What it is then shows when it is there. */
  @Test
  void aJarThatSetupMakesNeedNotBeThereYet() throws IOException {
    Path file = file("jar: [target/one.jar, text.jar], setup: mvn -q package", "events");
    List<Experiment> read = ExperimentFile.load(file, List.of(), 1, ENGINES);
    assertThat(read).hasSize(2);
    assertThat(read.get(0).engine().options())
        .containsKey("setup")
        .containsEntry("setup-in", folder.toString());
    assertThat(errors("jar: target/one.jar", "events"))
        .contains("x.yaml:2:", "engine.jar: target/one.jar does not exist");
  }

  @Test
  void commandsAreForAJar() throws IOException {
    for (String key : List.of("setup: make", "teardown: make clean", "setup-timeout: 1m")) {
      assertThat(errors(key, "grep"))
          .contains("x.yaml:2:")
          .contains("engine." + key.replaceFirst(":.*", "") + " is for a program of your own");
    }
    assertThat(errors("jar: main.jar, setup: 'topics ${REBOUND_BOOTSTRAP}'", "events"))
        .contains("is not known yet: with a jar, setup runs before the brokers");
    assertThat(errors("jar: main.jar, setup: make, setup-in: nowhere", "events"))
        .contains("there is no folder nowhere");
  }

  @Test
  void aSourceMustHaveAMainMethod() throws IOException {
    Path source = folder.resolve("MyJob.java");
    Files.writeString(
        source, "/* void main( */ class MyJob { // void main()\n void run() { Other.main(); } }");
    assertThat(errors("jar: MyJob.java", "events"))
        .contains("x.yaml:2:")
        .contains("engine.jar: MyJob.java has no main method")
        .contains("Add public static void main(String[] args)");
    for (String right :
        List.of(
            "class MyJob { public static void\nmain (String... a) {} }",
            "class MyJob { String l = \"\\\"lib/*\"; char c = '\"'; public static void main(String[] a) {"
                + " /* */ } }",
            "class MyJob extends com.example.Base { }")) {
      Files.writeString(source, right);
      assertThat(ExperimentFile.load(file("jar: MyJob.java", "events"), List.of(), 1, ENGINES))
          .as(right)
          .hasSize(1);
    }
  }

  @Test
  void severalJarsAreAMatrix() throws IOException {
    Path file = file("jar: [job.jar, main.jar], main: com.example.MyJob", "events");
    assertThat(ExperimentFile.load(file, List.of(), 1, ENGINES)).hasSize(2);
  }

  @Test
  void aJarThatIsNotThere() throws IOException {
    assertThat(errors("jar: jop.jar, main: A", "events"))
        .isEqualTo(
            """
            x.yaml:2:55: engine.jar: jop.jar does not exist
              2 | engine: { name: flink, guarantee: at-least-once, jar: jop.jar, main: A }
                |                                                       ^
              Build it first, or write another path; a path is relative to the experiment file.
            """);
  }

  @Test
  void whatARunLeftIsReadWithoutTheJar() throws IOException {
    Path file = file("jar: gone.jar, main: A", "events");
    assertThat(ExperimentFile.stored(file, ENGINES).engine().options())
        .containsEntry("jar", folder.resolve("gone.jar").toString());
  }

  @Test
  void aFileThatIsNoJar() throws IOException {
    assertThat(errors("jar: text.jar, main: A", "events"))
        .contains("x.yaml:2:", "text.jar cannot be read as a jar", "Build it again");
  }

  @Test
  void aClassThatTheJarDoesNotHave() throws IOException {
    assertThat(errors("jar: job.jar, main: MyJob", "events"))
        .contains("x.yaml:2:", "there is no class MyJob in job.jar")
        .contains("Did you mean 'com.example.MyJob'?");
    assertThat(errors("jar: job.jar, main: Other", "events"))
        .contains("It holds com.example.MyJob.");
    assertThat(errors("jar: job.jar, main: com/example/MyJob", "events"))
        .contains("'com/example/MyJob' is not a class name");
  }

  @Test
  void aWorkloadThatNeedsOurOwnJob() throws IOException {
    assertThat(errors("jar: main.jar", "rule-match"))
        .isEqualTo(
            """
            x.yaml:3:19: rule-match is computed by Rebound's own job alone, not by an engine.jar
              3 | workload: { name: rule-match }
                |                   ^
              Write workload: { name: X } with events or grep or join or records for X, or remove jar.
            """);
  }

  @Test
  void aMainClassWithoutAJar() throws IOException {
    assertThat(errors("main: com.example.MyJob", "rule-match"))
        .contains("x.yaml:2:", "there is no engine.jar", "Add jar: my-job.jar, or remove main.");
  }

  @Test
  void filesOfVariablesAreForProgramsOfOnesOwn() throws IOException {
    Files.writeString(folder.resolve("app.env"), "A=1");
    Path file = file("jar: main.jar, env-file: app.env", "events");
    EngineSpec engine = ExperimentFile.load(file, List.of(), 1, ENGINES).get(0).engine();
    assertThat(ProgramOptions.environment(engine)).containsExactly(Map.entry("A", "1"));
    assertThat(errors("env-file: app.env", "rule-match"))
        .contains("x.yaml:2:", "there is no engine.jar", "or remove env-file.");
    Files.writeString(folder.resolve("app.env"), "A");
    assertThat(errors("jar: main.jar, env-file: app.env", "events"))
        .contains("x.yaml:2:", "app.env:1: the line is no NAME=VALUE");
  }

  @Test
  void whatBelongsToOurJobDoesNotGoWithAJar() throws IOException {
    assertThat(errors("jar: main.jar, rehearse: true", "events"))
        .isEqualTo(
            """
            x.yaml:2:75: engine.rehearse is for Rebound's own job, and there is an engine.jar
              2 | engine: { name: flink, guarantee: at-least-once, jar: main.jar, rehearse: true }
                |                                                                           ^
              Remove rehearse: the program in engine.jar sets it itself.
            """);
    assertThat(errors("jar: main.jar, config: { producer.linger.ms: 5 }", "events"))
        .contains("x.yaml:2:", "engine.config.producer.linger.ms", "tell it with engine.args");
  }
}
