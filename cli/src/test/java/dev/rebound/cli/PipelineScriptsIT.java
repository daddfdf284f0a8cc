package dev.rebound.cli;

import static dev.rebound.cli.PipelineScripts.HOME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell of the action and of GitLab's template, run as their runners run it, on a release that
 * is downloaded from a folder, and on recorded runs.
 */
@Tag("process")
class PipelineScriptsIT {
  private static final String VERSION = "0.1.0";
  private static final String ARCHIVE = "rebound-" + VERSION + ".tar.gz";

  @TempDir Path folder;
  private Path work = Path.of("");
  private Path releases = Path.of("");
  private Path summary = Path.of("");
  private Path outputs = Path.of("");
  private String log = "";

  @BeforeEach
  void workplace() throws Exception {
    work = Files.createDirectories(folder.resolve("a work space"));
    releases = folder.resolve("releases");
    summary = folder.resolve("summary.md");
    outputs = folder.resolve("outputs");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    release(
        String.join(
            " ",
            "exec",
            java,
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=off",
            "-Drebound.home=" + HOME,
            "-cp '" + HOME.resolve("target/dist/lib") + File.separator + "*'",
            "dev.rebound.cli.Main \"$@\""));
  }

  @Test
  void aRunThatPassesPassesTheJobAndLeavesItsReport() throws Exception {
    recorded("flink-at-least-once");
    assertThat(action(Map.of("check", "runs/demo/1"))).as("%s", log()).isZero();
    assertThat(summary).content().contains("✅ PASS", "recorded-flink");
    assertThat(outputs).hasContent("status=0");
    assertThat(work.resolve("runs/demo/1/report.html")).isNotEmptyFile();
    assertThat(work.resolve("runs/rebound.xml")).content().contains("failures=\"0\" errors=\"0\"");
    assertThat(log()).doesNotContain("::error");
  }

  @Test
  void aRunThatFailsFailsTheJobAndIsToldBesideTheChange() throws Exception {
    recorded("faulty");
    assertThat(action(Map.of("check", "runs/demo/1"))).as("%s", log()).isEqualTo(ExitCode.FAIL);
    assertThat(summary).content().contains("❌ FAIL", "lost");
    assertThat(outputs).hasContent("status=1");
    assertThat(work.resolve("runs/demo/1/report.html")).isNotEmptyFile();
    assertThat(work.resolve("runs/rebound.xml")).content().contains("<failure");
    assertThat(log()).containsPattern("(?m)^::error title=Rebound::❌ FAIL: recorded-");
  }

  @Test
  void anExperimentThatIsNotThereIsToldInTheSummary() throws Exception {
    assertThat(action(Map.of("experiment", "none.yaml"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(summary).content().contains("Not carried out", "none.yaml does not exist");
    assertThat(outputs).hasContent("status=64");
  }

  @Test
  void gitLabsJobDoesTheSame() throws Exception {
    recorded("flink-at-least-once");
    Map<String, String> inputs =
        Map.of(
            "check",
            "runs/demo/1",
            "version",
            "v" + VERSION,
            "releases",
            releases.toUri().toString());
    Map<?, ?> job = PipelineScripts.job(inputs);
    Map<String, String> environment = new HashMap<>();
    PipelineScripts.at(job, "variables")
        .forEach(
            (name, value) ->
                environment.put(
                    name.toString(), value.toString().replace("$CI_PROJECT_DIR", work.toString())));
    environment.remove("REBOUND_JAVA_OPTIONS"); // this release's launcher takes none
    String script = ((List<?>) job.get("script")).get(0).toString();
    assertThat(shell(List.of("bash", "-eo", "pipefail"), script, environment))
        .as("%s", log())
        .isZero();
    String junit = PipelineScripts.at(job, "artifacts", "reports").get("junit").toString();
    assertThat(work.resolve(junit)).content().contains("failures=\"0\" errors=\"0\"");
    assertThat(work.resolve("runs/rebound.md")).content().contains("✅ PASS");
  }

  @Test
  void quotesHoldWordsTogetherAndNothingElseOfAShellCounts() throws Exception {
    release("printf '%s\\n' \"$@\"; exit 2");
    int status =
        action(
            Map.of(
                "experiment",
                "'my jobs/one.yaml'\ntwo.yaml",
                "args",
                "--set 'faults=[{ at: 2s }]' --set \"a=$(touch evil)\" *"));
    assertThat(status).isEqualTo(ExitCode.UNKNOWN);
    assertThat(log())
        .contains(
            """
            run
            --runs
            runs
            my jobs/one.yaml
            two.yaml
            --set
            faults=[{ at: 2s }]
            --set
            a=$(touch evil)
            *
            --junit
            """);
    assertThat(work.resolve("evil")).doesNotExist();
    assertThat(summary).content().contains("Rebound ended with status 2");
    assertThat(action(Map.of("experiment", "one.yaml", "pass", "3 2"))).isZero();
    assertThat(outputs).hasContent("status=2");
    assertThat(action(Map.of("experiment", "'one.yaml"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(log()).contains("a quote is not closed in: 'one.yaml");
  }

  @Test
  void anArchiveThatIsNotTheReleasesIsNotRun() throws Exception {
    release("touch ran");
    Path archive = releases.resolve("v" + VERSION).resolve(ARCHIVE);
    Files.write(archive, new byte[] {0}, StandardOpenOption.APPEND);
    assertThat(action(Map.of("experiment", "one.yaml"))).isEqualTo(ExitCode.INTERNAL);
    assertThat(log())
        .contains(ARCHIVE + " has the SHA-256 " + Sha256.of(archive))
        .containsPattern("(?m)^::error title=Rebound::rebound-0.1.0.tar.gz has the SHA-256");
    assertThat(work.resolve("ran")).doesNotExist();
    assertThat(action(Map.of("experiment", "one.yaml", "version", "0.0.9")))
        .isEqualTo(ExitCode.INTERNAL);
    assertThat(log()).contains("v0.0.9/SHA256SUMS cannot be downloaded");
  }

  @Test
  void whatIsMissingIsAskedFor() throws Exception {
    assertThat(action(Map.of())).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(log()).contains("give an experiment to run");
    assertThat(action(Map.of("experiment", "a.yaml", "check", "runs")))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(log()).contains("not both");
  }

  @Test
  void aReleaseTakesItsNotesFromTheChangeLog() throws Exception {
    String pom = Files.readString(HOME.resolve("pom.xml"));
    Files.writeString(
        work.resolve("pom.xml"), pom.replaceFirst("\n  <version>.*<", "\n  <version>0.1.0<"));
    for (String file : List.of("CHANGELOG.md", "CITATION.cff")) {
      Files.copy(HOME.resolve(file), work.resolve(file));
    }
    String script = PipelineScripts.releaseNotes();
    Map<String, String> environment = new HashMap<>();
    environment.put("RUNNER_TEMP", folder.toString());
    environment.put("GITHUB_REF_NAME", "v0.1.0");
    assertThat(shell(List.of("bash", "-e"), script, environment)).as("%s", log()).isZero();
    assertThat(folder.resolve("notes.md"))
        .content()
        .contains("### Added", "### Known limits")
        .doesNotContain("# Changelog", "## [");
    environment.put("GITHUB_REF_NAME", "v0.2.0");
    assertThat(shell(List.of("bash", "-e"), script, environment)).isEqualTo(1);
    assertThat(log()).contains("::error file=pom.xml::its version is not 0.2.0");
  }

  private void recorded(String recording) throws IOException {
    Recordings.unpack(
        Recordings.FOLDER.resolve(recording + ".zip"),
        work.resolve("runs/demo/1").toAbsolutePath());
  }

  /** Lays down a release whose launcher does this. */
  private void release(String launcher) throws Exception {
    Path root = Files.createDirectories(folder.resolve("rebound-" + VERSION));
    Path script = Files.writeString(root.resolve("rebound"), "#!/bin/sh\n" + launcher + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path to = Files.createDirectories(releases.resolve("v" + VERSION));
    String pack = "tar -czf '%s' '%s'".formatted(to.resolve(ARCHIVE), root.getFileName());
    assertThat(shell(List.of("sh"), "cd '" + folder + "'; " + pack, Map.of())).isZero();
    String sum = Sha256.of(to.resolve(ARCHIVE));
    Files.writeString(to.resolve("SHA256SUMS"), sum + "  " + ARCHIVE + "\n0  other.zip\n");
  }

  /** Runs the action's step as GitHub does, and gives its exit status. */
  private int action(Map<String, String> inputs) throws Exception {
    Map<String, String> given = new TreeMap<>(inputs);
    given.putIfAbsent("version", VERSION);
    given.put("releases", releases.toUri().toString());
    Map<String, String> environment = new HashMap<>(PipelineScripts.environment(given));
    environment.put("GITHUB_ACTIONS", "true");
    environment.put("GITHUB_ACTION_PATH", HOME.toString());
    environment.put("GITHUB_STEP_SUMMARY", summary.toString());
    environment.put("GITHUB_OUTPUT", outputs.toString());
    Files.deleteIfExists(summary);
    Files.deleteIfExists(outputs);
    String shell = PipelineScripts.step().get("shell").toString();
    return shell(List.of(shell, "-e"), PipelineScripts.step().get("run").toString(), environment);
  }

  private int shell(List<String> shell, String script, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("script"), script);
    Path printed = folder.resolve("log");
    List<String> command = new ArrayList<>(shell);
    command.add(file.toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroy();
      log = Files.readString(printed);
    }
    return process.exitValue();
  }

  /** What the last shell printed. */
  private String log() {
    return log;
  }
}
