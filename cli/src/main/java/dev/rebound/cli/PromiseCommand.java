package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.analysis.promise.PromiseSearch;
import dev.rebound.analysis.promise.PromisedLimits;
import dev.rebound.analysis.promise.Standing;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.RunBets;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.Engines;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunPlan;
import dev.rebound.report.TerminalOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code promise}: runs an experiment until a promised time is shown for a share of faults. */
@Command(
    name = "promise",
    mixinStandardHelpOptions = true,
    description = {
      "Run an experiment again and again until it is shown, or refuted, that so many of all faults",
      "stay below the promised times. Tells its price first, in runs: faults of one run are not",
      "independent. Runs of earlier calls with the same file and build count, so that it can be",
      "stopped and gone on with.",
      "Exit status: 0 shown, 1 refuted or a run failed otherwise, 2 not shown, or unknown otherwise."
    })
final class PromiseCommand implements Callable<Integer> {
  /** So many times the least number of runs are made at most, unless a person says otherwise. */
  private static final int LEAST_TIMES = 3;

  @Mixin ExperimentOptions input = new ExperimentOptions();

  @Option(
      names = "--recovery",
      paramLabel = "DURATION",
      description = "The recovery time that is promised, for example 30s.")
  @Nullable String recovery;

  @Option(
      names = "--outage",
      paramLabel = "DURATION",
      description = "The outage that is promised, for example 10s; with --recovery, both are.")
  @Nullable String outage;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      description = "Of how many faults it is promised (default: ${DEFAULT-VALUE}).")
  String share = "95%";

  @Option(
      names = "--confidence",
      paramLabel = "PERCENT",
      description = "How sure the answer must be (default: ${DEFAULT-VALUE}).")
  String confidence = "95%";

  @Option(
      names = "--runs-max",
      paramLabel = "N",
      description =
          "Stop after so many runs, earlier ones included (default: three times the least).")
  @Nullable Integer runsMax;

  @Option(names = "--runs", paramLabel = "DIR", description = "Folder for results (default: runs).")
  Path runs = Path.of("runs");

  @Option(names = "--dry-run", description = "Print what it costs, and stop.")
  boolean dryRun;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  private final PrintStream out =
      new PrintStream(
          new FileOutputStream(FileDescriptor.out), true, TerminalOptions.outputCharset());

  @Override
  public Integer call() {
    PromisedLimits limits =
        new PromisedLimits(
            limits(), percent("--share", share), percent("--confidence", confidence));
    Rebound experiments = input.experiments();
    Experiment experiment = one(experiments.read());
    Path root = runs.resolve(experiment.name() + "-promise");
    RunPlan plan = experiments.plan(experiment);
    int faults = plan.faults().size();
    if (faults == 0) {
      throw ReboundException.badInput(
          experiment.name() + " has no faults: it promises nothing", "Add faults: to the file.");
    }
    requireWatched(limits, plan);
    int least = RunBets.least(limits.share(), limits.confidence());
    int most = most(least);
    tell(limits, least, plan, faults, most);
    if (dryRun) {
      return ExitCode.PASS;
    }
    Execution execution =
        new Execution(root, Home.path(), Home.platforms(), false, Version.number());
    AtomicBoolean stopping = new AtomicBoolean();
    Interrupts.handle(
        () -> {
          stopping.set(true);
          told(
              "Stopping after this run; the same command goes on from there. Ctrl-C again ends the"
                  + " run now, and the faults that it leaves out count as unknown.");
        },
        () -> {
          told("Ending this run in order. Ctrl-C again ends at once.");
          execution.interrupt();
        });
    PromiseRuns real =
        new PromiseRuns(
            experiment,
            root.resolve(experiment.name()),
            Build.of(Home.path()),
            stopping::get,
            new ReportedRuns(execution, new StudyRun.PrintStyle(out, plain, false)),
            out);
    PromiseSearch search = new PromiseSearch(limits, real, most, faults);
    Standing standing = search.run();
    out.println(search.sentence(standing));
    int answer = exitCode(standing.conclusion(), search.failedOtherwise(), stopping.get());
    return search.unknownOtherwise() ? ExitCode.worse(answer, ExitCode.UNKNOWN) : answer;
  }

  private static void told(String line) {
    System.err.println();
    System.err.println(line);
  }

  static int exitCode(
      Standing.Conclusion conclusion, boolean failedOtherwise, boolean interrupted) {
    int answer =
        switch (conclusion) {
          case SHOWN -> ExitCode.PASS;
          case REFUTED -> ExitCode.FAIL;
          case OPEN -> interrupted ? ExitCode.INTERRUPTED : ExitCode.UNKNOWN;
        };
    return failedOtherwise ? ExitCode.worse(answer, ExitCode.FAIL) : answer;
  }

  private void tell(PromisedLimits limits, int least, RunPlan plan, int perRun, int most) {
    out.println("To show at " + confidence + " that " + limits.words() + ":");
    out.println(
        "  at least "
            + runs(least, plan)
            + ", of "
            + perRun
            + (perRun == 1 ? " fault" : " faults")
            + " each without a miss; each miss costs more");
    if (perRun > 1) {
      out.println(
          "  runs decide, as faults of one run are not independent: fewer faults a run take less"
              + " time, more make a single miss cheaper");
    }
    out.println(
        "  at most "
            + runs(most, plan)
            + (most < least ? ": too few to show it, enough to refute it at most" : ""));
  }

  private static String runs(int count, RunPlan plan) {
    return count
        + (count == 1 ? " run" : " runs")
        + ", about "
        + Words.about(plan.length().multipliedBy(count));
  }

  /** A fault that would break the promise must be seen to: cut off before, it would be unknown. */
  private static void requireWatched(PromisedLimits limits, RunPlan plan) {
    Experiment experiment = plan.experiment();
    Duration needed =
        limits.watch(
            Analyst.hold(
                Engines.named(experiment.engine().name())
                    .declaration()
                    .promise()
                    .apply(experiment.engine())));
    Duration end = experiment.phases().faults().plus(experiment.phases().settle());
    List<FaultSchedule.Occurrence> faults = plan.faults();
    for (int f = 0; f < faults.size(); f++) {
      boolean last = f == faults.size() - 1;
      Duration watched = (last ? end : faults.get(f + 1).at()).minus(faults.get(f).at());
      if (watched.compareTo(needed) < 0) {
        throw ReboundException.badInput(
            "fault "
                + faults.get(f).number()
                + " is watched for "
                + Words.exact(watched)
                + " only, and whether it keeps the promise is known after "
                + Words.exact(needed),
            last
                ? "Set phases.settle to "
                    + Words.exact(needed)
                    + ", or give the faults phase more time after it."
                : "Leave that much between faults (every, at), or promise less time.");
      }
    }
  }

  private Map<String, Duration> limits() {
    Map<String, Duration> limits = new TreeMap<>();
    if (recovery != null) {
      limits.put(FaultFigure.RECOVERY, duration("--recovery", recovery));
    }
    if (outage != null) {
      limits.put(FaultFigure.OUTAGE, duration("--outage", outage));
    }
    if (limits.isEmpty()) {
      throw ReboundException.badInput(
          "nothing is promised", "Add --recovery 30s, or --outage 10s, or both.");
    }
    return limits;
  }

  private static Duration duration(String option, String text) {
    try {
      return Quantity.duration(text);
    } catch (Quantity.Malformed e) {
      throw ReboundException.badInput(
          option + " " + text + " is not a duration", "For example " + option + " 30s.", e);
    }
  }

  private static double percent(String option, String text) {
    try {
      double share = Double.parseDouble(text.strip().replaceAll("\\s*%$", "")) / 100;
      if (text.strip().endsWith("%") && share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw ReboundException.badInput(
        option + " " + text + " is not between 0% and 100%", "For example " + option + " 95%.");
  }

  private static Experiment one(List<Experiment> experiments) {
    if (experiments.size() != 1) {
      throw ReboundException.badInput(
          "a promise is of one experiment, and these are " + experiments.size(),
          "Name one file; of a matrix choose one value with --set.");
    }
    RateNeeded.by("a promise of times needs a load that waits for nobody", experiments.get(0));
    return experiments.get(0);
  }

  private int most(int least) {
    if (runsMax != null && runsMax < 1) {
      throw ReboundException.badInput(
          "--runs-max " + runsMax + " is not a number above 0", "For example --runs-max 20.");
    }
    return runsMax == null ? LEAST_TIMES * least : runsMax;
  }
}
