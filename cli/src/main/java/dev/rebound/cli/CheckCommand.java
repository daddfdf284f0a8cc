package dev.rebound.cli;

import dev.rebound.CheckedRun;
import dev.rebound.Rebound;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.baseline.Baseline;
import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.archive.BaselineFile;
import dev.rebound.campaign.archive.RunFolders;
import dev.rebound.campaign.archive.RunReader;
import dev.rebound.campaign.sustain.SustainFile;
import dev.rebound.report.pipeline.PipelineSummary;
import dev.rebound.report.terminal.LongWait;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.terminal.TerminalReporter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code check}: audits runs again from what they left, and judges them again. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Audit runs again from what they left, and judge them again.",
      "With --against, hold them against a baseline, too: it passes if recovery is shown to take no"
          + " longer than the margin allows, fails if it is shown to have become slower, ends with 2"
          + " where that is not known, and with 3 on other machines or in another set-up."
    })
final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description =
          "Folders of runs, for example runs/demo-flink/latest. A folder that holds runs stands for its"
              + " latest; with --against, for all of them.")
  List<Path> runs = List.of();

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "A baseline that `rebound baseline` made; takes 3 runs a side at least.")
  @Nullable Path against;

  @Option(
      names = "--slower-than",
      paramLabel = "TIMES",
      description =
          "With --against: so many times as long as in the baseline recovery may take (default:"
              + " 1.25). All time disrupted, the outage included, may grow by as much time, but to"
              + " twice the margin, or by a second, at most.")
  @Nullable Double slowerThan;

  @Mixin OutputOptions output = new OutputOptions();

  /** Damaged runs that keep the results and the report that they had. */
  private final Set<Path> kept = new HashSet<>();

  @Override
  public Integer call() {
    output.require();
    require(slowerThan);
    PipelineSummary ran;
    try {
      ran = ran();
    } catch (ReboundException e) {
      output.write(e);
      throw e;
    }
    output.write(ran);
    return ran.exitStatus();
  }

  private void require(@Nullable Double factor) {
    if (factor != null && !(factor > 1 && Double.isFinite(factor))) {
      throw ReboundException.badInput(
          "--slower-than " + factor + " is no number above 1",
          "Give how many times as long as in the baseline may pass, for example 1.25.");
    }
    if (factor != null && against == null) {
      throw ReboundException.badInput(
          "--slower-than without --against: there is nothing to be slower than",
          "Name a baseline, for example --against baseline.json.");
    }
  }

  private PipelineSummary ran() {
    Optional<Baseline> baseline = Optional.ofNullable(against).map(BaselineFile::read);
    List<PipelineSummary.RunWithResults> checked = new ArrayList<>();
    RunFolders named = baseline.isPresent() ? RunFolders.find(runs) : RunFolders.named(latest());
    List<PipelineSummary.RunWithoutResults> missing =
        named.leftOut().stream()
            .filter(folder -> !Files.exists(folder.resolve(SustainFile.NAME)))
            .map(CheckCommand::missing)
            .toList();
    int code = missing.isEmpty() ? ExitCode.PASS : ExitCode.UNKNOWN;
    for (Path run : named.runs()) {
      int number = checked.size() + 1;
      String which = named.runs().size() == 1 ? "" : number + " of " + named.runs().size() + ": ";
      Results results = check(run, "checking " + which + Folders.shown(run));
      checked.add(new PipelineSummary.RunWithResults(results, run));
      code = ExitCode.worse(code, ExitCode.of(results.verdictWithControl()));
    }
    List<Regression.ComparedCell> held =
        baseline.map(then -> hold(then, checked)).orElse(List.of());
    named.words().forEach(line -> output.told().println("  " + Folders.shown(line)));
    missing.forEach(
        one ->
            output
                .told()
                .println(
                    "  MISSING  " + Folders.shown(String.valueOf(one.problem().getMessage()))));
    for (Regression.ComparedCell one : held) {
      code = ExitCode.worse(code, ExitCode.of(one.outcome()));
    }
    return new PipelineSummary(verdict(code), code, false, checked, missing, held);
  }

  /**
   * A run that a change broke so far that it has no results must not vanish beside what is left.
   */
  private static PipelineSummary.RunWithoutResults missing(Path run) {
    return new PipelineSummary.RunWithoutResults(
        run.getFileName().toString(),
        ReboundException.badInput(
            run + " has no results: it was killed, did not start, or still runs",
            "See its logs; run it again, or name the folders of the others."));
  }

  private static Verdict verdict(int code) {
    return switch (code) {
      case ExitCode.PASS -> Verdict.PASS;
      case ExitCode.FAIL -> Verdict.FAIL;
      default -> Verdict.UNKNOWN;
    };
  }

  /** A folder of an experiment's runs stands for its latest one. */
  private List<Path> latest() {
    return runs.stream()
        .map(
            named -> {
              Path latest = named.resolve("latest");
              return !Files.exists(named.resolve(RunFiles.JOURNAL)) && Files.isDirectory(latest)
                  ? latest
                  : named;
            })
        .toList();
  }

  private Results check(Path run, String doing) {
    CheckedRun checked = LongWait.during(doing, wait -> Rebound.check(run));
    Results results = checked.results();
    PrintStream told = output.told();
    if (output.quiet) {
      told.println(
          results.verdictWithControl().name()
              + "  "
              + results.name()
              + "  "
              + Folders.shown(checked.report()));
    } else {
      new TerminalReporter(told, TerminalOptions.detect(output.plain))
          .summary(results, Folders.shown(checked.report()));
      if (results.verdictWithControl() != results.verdict()) {
        told.println("Together with its control: " + results.verdictWithControl());
      }
    }
    if (checked.kept()) {
      kept.add(run);
      if (!output.quiet) {
        told.println("Nothing was written: results and report are those from before the damage.");
      }
    }
    return results;
  }

  private List<Regression.ComparedCell> hold(
      Baseline baseline, List<PipelineSummary.RunWithResults> checked) {
    List<Path> whole =
        checked.stream()
            .map(PipelineSummary.RunWithResults::folder)
            .filter(run -> !kept.contains(run))
            .toList();
    List<ComparedRun> now = LongWait.during("reading runs", wait -> RunReader.all(whole, wait));
    List<Regression.ComparedCell> held =
        Regression.judge(
            baseline, now, Objects.requireNonNullElse(slowerThan, Regression.SLOWER_THAN));
    PrintStream told = output.told();
    if (!output.quiet) {
      told.println();
      told.println("Against " + against);
    }
    for (Regression.ComparedCell one : held) {
      told.println("  " + one.outcome().word().toUpperCase(Locale.ROOT) + "  " + one.sentence());
      one.notes().forEach(note -> told.println("      " + note));
    }
    return held;
  }
}
