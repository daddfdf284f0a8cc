package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.ProcessSpec.Readiness;
import dev.rebound.platform.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchTest {
  private static final Path DIR = Path.of("/run/nodes/w-1");
  private static final Placeholders WORDS =
      new Placeholders(
          DIR,
          DIR.resolve("data"),
          Path.of("/run/shared"),
          Path.of("/jdk"),
          List.of(Path.of("/lib/a.jar"), Path.of("/lib/b.jar")),
          3,
          "w-1-i2");

  private static Launch java() {
    return launch((String) null);
  }

  private static Launch launch(String javaHome) {
    return launch(
        new Program.Java(
            List.of(),
            List.of(),
            "org.example.Main",
            List.of("-Dstate=${data}", "-XX:+UsePerfData"),
            List.of("--id", "${identity}", "--keep", "${unknown} $x"),
            javaHome));
  }

  private static Launch of(ProcessSpec spec) {
    return Launch.of(
        spec,
        List.of(Path.of("/a.jar"), Path.of("/b.jar")),
        WORDS,
        DIR,
        3,
        Path.of("/jdk"),
        "run-7",
        new ProcessIdentity(42, "1000"),
        List.of());
  }

  private static Launch launch(Program program) {
    ProcessSpec spec =
        new ProcessSpec(
            "w-1",
            "worker",
            Owner.SUBJECT,
            program,
            512L << 20,
            0,
            Map.of(
                "LIFE",
                "${incarnation}",
                "JDK",
                "${java}",
                "JARS",
                "${class-path}",
                "REBOUND_NODE",
                "a liar"),
            Map.of("conf/a.properties", "dir=${dir}\nshared=${shared}"),
            new Readiness.UpAtOnce());
    return of(spec);
  }

  @Test
  void theCommandIsDeafToTheTerminalAndKeepsThePid() {
    assertThat(java().command())
        .containsExactly(
            "/bin/sh",
            "-c",
            "trap '' INT HUP; exec \"$@\"",
            "sh",
            "/jdk/bin/java",
            "-Xmx512m",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:ErrorFile=/run/nodes/w-1/hs_err_%p.log",
            "-Djava.io.tmpdir=/run/nodes/w-1/tmp",
            "-Dstate=/run/nodes/w-1/data",
            "-XX:+UsePerfData",
            "-cp",
            "/a.jar:/b.jar",
            "org.example.Main",
            "--id",
            "w-1-i2",
            "--keep",
            "${unknown} $x");
    assertThat(launch("/opt/jdk-21").command()).contains("/opt/jdk-21/bin/java");
  }

  @Test
  void aCommandIsStartedAsItIsWithAFolderForTemporaryFiles() {
    Launch launch =
        launch(new Program.Command(List.of("python3", "${dir}/job.py", "${classes}", "-Xmx1")));
    assertThat(launch.command())
        .containsExactly(
            "/bin/sh",
            "-c",
            "trap '' INT HUP; exec \"$@\"",
            "sh",
            "python3",
            "/run/nodes/w-1/job.py",
            "${classes}",
            "-Xmx1");
    assertThat(launch.environment())
        .containsEntry("TMPDIR", "/run/nodes/w-1/tmp")
        .containsEntry("LIFE", "3")
        .containsEntry("REBOUND_NODE", "w-1");
  }

  @Test
  void theEnvironmentNamesRunLabNodeAndLifeWhateverTheSpecSays() {
    assertThat(java().environment())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "LIFE", "3",
                "JDK", "/jdk",
                "JARS", "/lib/a.jar:/lib/b.jar",
                "REBOUND_RUN_ID", "run-7",
                "REBOUND_LAB", "42-1000",
                "REBOUND_NODE", "w-1",
                "REBOUND_INCARNATION", "3"));
  }

  @Test
  void filesHaveTheirPlaceholdersReplaced() {
    assertThat(java().files())
        .containsEntry("conf/a.properties", "dir=/run/nodes/w-1\nshared=/run/shared");
  }

  @Test
  void argumentsAndFilesMayNameVariablesOfTheEnvironment() {
    ProcessSpec spec =
        new ProcessSpec(
            "w-1",
            "worker",
            Owner.SUBJECT,
            new Program.Command(
                List.of("run", "--to=${REBOUND_TO}", "${HOME}", "${SECRET}", "${identity}")),
            0,
            0,
            Map.of("REBOUND_TO", "${data}/to", "SECRET", "x", "identity", "a liar"),
            Map.of("its.properties", "to=${REBOUND_TO}\nkept=${SECRET}"),
            new Readiness.UpAtOnce());
    Launch launch = of(spec);
    assertThat(launch.command())
        .endsWith("run", "--to=/run/nodes/w-1/data/to", "${HOME}", "${SECRET}", "w-1-i2");
    assertThat(launch.files())
        .containsEntry("its.properties", "to=/run/nodes/w-1/data/to\nkept=${SECRET}");
  }

  @Test
  void whatIsNoPlaceholderStaysAsItIs() {
    assertThat(WORDS.replace("${${dir}} ${open")).isEqualTo("${/run/nodes/w-1} ${open");
    assertThat(WORDS.replace("$dir {dir} ${env:dir}")).isEqualTo("$dir {dir} ${env:dir}");
  }
}
