package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs an experiment file as a user does, in a process of its own, for tests. */
final class RealRun {
  private static final Path HOME = Home.path();
  private static final int LIMIT_SECONDS = 600;

  /** The cache of runs stays with the build, and the user's own is left alone. */
  private static final Path KEPT = HOME.resolve("target/cache");

  private static final String CACHE = "XDG_CACHE_HOME";

  /** Environment of a run whose workers start too seldom for archives of their classes to pay. */
  static final Map<String, String> WITHOUT_CACHE = Map.of(CACHE, withoutClasses().toString());

  /**
   * For {@code engine.jvm}: what needs little CPU in a process that lives shortly. The first run
   * makes an archive of classes, which later starts map.
   */
  static final String QUICK_JVM =
      "[-XX:TieredStopAtLevel=1, -XX:+UseSerialGC, -Xshare:auto, -Xlog:cds=off,"
          + " '-XX:SharedArchiveFile=${classes}']";

  private final Path runs;
  private final List<String> options;
  private final Path log;
  private final int status;

  /**
   * Runs it to its end.
   *
   * @param file relative to the project
   * @param environment beside that of this process
   * @param settings for {@code --set}
   */
  RealRun(Path runs, String file, Map<String, String> environment, List<String> settings)
      throws IOException, InterruptedException {
    this(runs, file, environment, settings, List.of());
  }

  /**
   * The same.
   *
   * @param options of any command
   */
  RealRun(
      Path runs,
      String file,
      Map<String, String> environment,
      List<String> settings,
      List<String> options)
      throws IOException, InterruptedException {
    this.runs = runs;
    this.options = options;
    this.log = runs.resolve("log.txt");
    List<String> arguments =
        new ArrayList<>(List.of("run", "--no-color", "--runs", runs.toString()));
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    arguments.add(HOME.resolve(file).toString());
    this.status = status(arguments, environment);
  }

  /** A folder in which nothing can be kept where archives of classes are. */
  private static Path withoutClasses() {
    Path folder = HOME.resolve("target/cache-without-classes");
    try {
      Files.createDirectories(folder.resolve("rebound"));
      Files.write(folder.resolve("rebound/classes"), new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  /** Its exit status. */
  private int status(List<String> arguments, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Drebound.home=" + HOME,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                HOME.resolve("target/dist/lib") + File.separator + "*",
                "dev.rebound.cli.Main"));
    command.addAll(options);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put(CACHE, KEPT.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("%s", log()).isTrue();
      return process.exitValue();
    } finally {
      process.destroy();
    }
  }

  /** Exit status of {@code rebound check} on the only run's folder. */
  int check() throws IOException, InterruptedException {
    return status(List.of("check", folders().get(0).toString()), Map.of());
  }

  int status() {
    return status;
  }

  /** The lines that the terminal showed. */
  String log() throws IOException {
    return Files.readString(log);
  }

  /** Class-data archives that are there for later runs. */
  static List<Path> archives() throws IOException {
    try (Stream<Path> kept = Files.walk(KEPT)) {
      return kept.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  /** One for each experiment of the file. */
  List<Results> results() throws IOException {
    List<Results> results = new ArrayList<>();
    for (Path folder : folders()) {
      results.add(
          ResultsFile.read(folder)
              .orElseThrow(() -> new AssertionError("no results in " + folder + "\n" + said())));
    }
    return results;
  }

  List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>();
    try (Stream<Path> found = Files.list(runs)) {
      for (Path folder : found.filter(f -> Files.exists(f.resolve("latest"))).toList()) {
        folders.add(folder.resolve("latest").toRealPath());
      }
    }
    return folders;
  }

  /** The results of a file with one experiment. */
  Results result() throws IOException {
    List<Results> results = results();
    assertThat(results).as("%s", said()).isNotEmpty();
    return results.get(0);
  }

  /** Why a run came to nothing: its exit status and what the terminal showed. */
  private String said() {
    try {
      return "exit status " + status + "\n" + log();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The audit of the only run, which hit what it was to hit and had more than this due. */
  Results.Audit audit(long due) throws IOException {
    assertThat(results()).as("%s", log()).hasSize(1);
    assertThat(result().faults())
        .as("%s", log())
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault.impact()).isEqualTo(Impact.HIT));
    Results.Audit audit = result().audits().get(0);
    assertThat(audit.expected()).isGreaterThan(due);
    return audit;
  }

  /** Asserts that the audit found all of more than so many outputs, and nothing that is wrong. */
  void everyOutputCame(long due) throws IOException {
    Results.Audit audit = audit(due);
    assertThat(audit.distinct()).as("%s", log()).isEqualTo(audit.expected());
    assertThat(audit.findings())
        .filteredOn(finding -> !finding.allowed())
        .allSatisfy(finding -> assertThat(finding.count()).as("%s", finding).isZero());
  }

  /** The lines that a node of the only run printed. */
  List<String> logOf(String node) throws IOException {
    return Files.readAllLines(folders().get(0).resolve("logs").resolve(node + ".log"));
  }

  /** Verdict on a metric; null if it was not judged. */
  @Nullable Verdict judged(String metric) throws IOException {
    return result().judgements().stream()
        .filter(judgement -> judgement.metric().equals(metric))
        .map(Results.Judgement::verdict)
        .findFirst()
        .orElse(null);
  }

  Results.Finding finding(FindingKind kind) throws IOException {
    return result().audits().get(0).findings().stream()
        .filter(finding -> finding.kind() == kind)
        .findFirst()
        .orElseThrow();
  }
}
