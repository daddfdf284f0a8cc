package dev.rebound.cli;

import dev.rebound.Outcome;
import dev.rebound.Run;
import dev.rebound.RunListener;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.report.pipeline.JUnitXml;
import dev.rebound.report.pipeline.MarkdownSummary;
import dev.rebound.report.pipeline.PipelineFile;
import dev.rebound.report.pipeline.PipelineSummary;
import dev.rebound.report.pipeline.RunsJson;
import dev.rebound.report.terminal.TerminalOptions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command tells what became of runs: to a person, to a pipeline, or to both. */
final class OutputOptions {
  @Option(
      names = {"-q", "--quiet"},
      description =
          "Print the verdict and the report's path of each run, and nothing else but a second line"
              + " where its control did not pass.")
  boolean quiet;

  @Option(
      names = "--json",
      description =
          "Print one JSON document on standard output: verdicts, folders, key figures. All else"
              + " goes to standard error.")
  boolean json;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write JUnit XML: a test suite for each run, a test case for each expectation.")
  @Nullable Path junit;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description =
          "Write a summary in Markdown; it is added to the file that $$GITHUB_STEP_SUMMARY names.")
  @Nullable Path markdown;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  /** Whether any file or document is asked for. */
  boolean any() {
    return json || junit != null || markdown != null;
  }

  /** Refuses files that cannot be written before anything is run. */
  void require() {
    if (junit != null) {
      PipelineFile.require("--junit", junit);
    }
    if (markdown != null) {
      PipelineFile.require("--markdown", markdown);
    }
  }

  /** A study tells otherwise what became of it. */
  void refuseForStudy() {
    if (any() || quiet) {
      throw ReboundException.badInput(
          "--quiet, --json, --junit and --markdown are for experiments, not for studies",
          "Name experiment files; a study's folder holds comparison.json, study.csv and study.md.");
    }
  }

  /** Where words for people go. */
  PrintStream told() {
    return json ? encoded(System.err) : out();
  }

  /** Standard output in the terminal's character set. */
  static PrintStream out() {
    return encoded(System.out);
  }

  private static PrintStream encoded(PrintStream stream) {
    return new PrintStream(stream, true, TerminalOptions.outputCharset());
  }

  /**
   * Tells a person of runs as they go.
   *
   * @param wholePlan print every line of a plan
   */
  RunListener person(boolean wholePlan) {
    return quiet ? new Quiet(told()) : new RunTerminal(told(), plain, wholePlan);
  }

  /**
   * Writes what is asked for of runs that were carried out. A file that cannot be written keeps
   * nothing else from being written; it is among the failures of the document, and thrown at the
   * end.
   */
  void write(PipelineSummary ran) {
    List<ReboundException> problems = new ArrayList<>();
    Path xml = junit;
    if (xml != null) {
      attempt(() -> JUnitXml.write(ran, xml), problems);
    }
    Path summary = markdown;
    if (summary != null) {
      attempt(() -> MarkdownSummary.write(ran, summary, System.getenv()), problems);
    }
    if (json) {
      PrintStream document = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      document.print(RunsJson.text(unwritten(ran, problems)));
      document.flush();
    }
    if (!problems.isEmpty()) {
      ReboundException first = problems.get(0);
      problems.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  private static void attempt(Runnable write, List<ReboundException> problems) {
    try {
      write.run();
    } catch (ReboundException e) {
      problems.add(e);
    }
  }

  /** The same with the files that could not be written. */
  private static PipelineSummary unwritten(PipelineSummary ran, List<ReboundException> problems) {
    int code = ran.exitStatus();
    List<PipelineSummary.RunWithoutResults> failures = new ArrayList<>(ran.failures());
    for (ReboundException problem : problems) {
      code = ExitCode.worse(code, ExitCode.of(problem));
      failures.add(new PipelineSummary.RunWithoutResults("", problem));
    }
    return new PipelineSummary(
        ran.verdict(), code, ran.interrupted(), ran.runs(), failures, ran.against());
  }

  /** Writes what is asked for where nothing could be carried out; that is what the user is told. */
  void write(ReboundException problem) {
    try {
      write(
          new PipelineSummary(
              Verdict.UNKNOWN,
              ExitCode.of(problem),
              false,
              List.of(),
              List.of(new PipelineSummary.RunWithoutResults("", problem)),
              List.of()));
    } catch (ReboundException unwritten) {
      problem.addSuppressed(unwritten);
    }
  }

  /** The runs of a call. */
  static PipelineSummary ran(Outcome outcome) {
    return new PipelineSummary(
        outcome.verdict(),
        ExitCode.of(outcome),
        outcome.interrupted(),
        outcome.runs().stream()
            .map(
                run ->
                    new PipelineSummary.RunWithResults(
                        run.results(),
                        run.folder(),
                        run.control().map(Run::folder),
                        run.verdictWithControl()))
            .toList(),
        outcome.failures().stream()
            .map(
                failure -> new PipelineSummary.RunWithoutResults(failure.name(), failure.problem()))
            .toList(),
        List.of());
  }

  /** A line for each run, and errors. */
  private static final class Quiet implements RunListener {
    private final PrintStream out;

    Quiet(PrintStream out) {
      this.out = out;
    }

    @Override
    public void ended(Run run) {
      if (!run.results().control()) {
        out.println(line(run));
      }
    }

    @Override
    public void compared(Run run) {
      together(run);
    }

    @Override
    public void notCompared(Run run) {
      together(run);
    }

    /** A run's own line stands there before its control begins. */
    private void together(Run run) {
      if (run.verdictWithControl() != run.verdict()) {
        out.println(
            "%s  %s with its control  %s"
                .formatted(
                    run.verdictWithControl().name(), run.name(), Folders.shown(run.report())));
      }
    }

    @Override
    public void failed(String experiment, ReboundException problem) {
      RunTerminal.tell(experiment, problem);
    }
  }

  /** {@code PASS demo-flink runs/demo-flink/20261122-110351/report.html}. */
  static String line(Run run) {
    return run.verdict().name() + "  " + run.name() + "  " + Folders.shown(run.report());
  }
}
