package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.promise.PromiseRule;
import dev.rebound.analysis.promise.PromiseSearch;
import dev.rebound.analysis.promise.PromisedLimits;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.platform.Build;
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
      "stay below the promised times. Tells its price first. Runs of earlier calls with the same",
      "file and build count, so that it can be stopped and gone on with.",
      "Exit status: 0 shown, 1 refuted, 2 not shown."
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
    PromiseSearch.Price price = PromiseSearch.price(limits, faults(experiment));
    int most = most(price);
    tell(limits, price, plan, faults(experiment), most);
    if (dryRun) {
      return ExitCode.PASS;
    }
    Execution execution =
        new Execution(root, Home.path(), Home.platforms(), false, Version.number());
    Interrupts.handle(
        () -> {
          System.err.println();
          System.err.println(
              "Ending this run in order; the same command goes on from here. Ctrl-C again ends at"
                  + " once.");
          execution.interrupt();
        });
    PromiseRuns real =
        new PromiseRuns(
            experiment,
            root.resolve(experiment.name()),
            Build.of(Home.path()),
            execution,
            new ReportedRuns(execution, new StudyRun.PrintStyle(out, plain, false)),
            out);
    PromiseRule.Count standing = new PromiseSearch(limits, real, most).run();
    out.println(PromiseSearch.sentence(limits, standing));
    return exitCode(standing.state(), execution.interrupted());
  }

  static int exitCode(PromiseRule.Conclusion state, boolean interrupted) {
    return switch (state) {
      case SHOWN -> ExitCode.PASS;
      case REFUTED -> ExitCode.FAIL;
      case OPEN -> interrupted ? ExitCode.INTERRUPTED : ExitCode.UNKNOWN;
    };
  }

  private void tell(
      PromisedLimits limits, PromiseSearch.Price price, RunPlan plan, int perRun, int most) {
    out.println("To show at " + confidence + " that " + limits.words() + ":");
    out.println(
        "  at least "
            + price.faults()
            + " faults without a miss: "
            + price.runs()
            + (price.runs() == 1 ? " run of " : " runs of ")
            + perRun
            + (perRun == 1 ? " fault" : " faults")
            + ", about "
            + Words.about(plan.length().multipliedBy(price.runs()))
            + "; each miss costs more");
    out.println(
        "  at most "
            + most
            + (most == 1 ? " run" : " runs")
            + ", about "
            + Words.about(plan.length().multipliedBy(most))
            + (most < price.runs() ? ": too few to show it, enough to refute it at most" : ""));
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
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "nothing is promised",
          "Add --recovery 30s, or --outage 10s, or both.");
    }
    return limits;
  }

  private static Duration duration(String option, String text) {
    try {
      return Quantity.duration(text);
    } catch (Quantity.Malformed e) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          option + " " + text + " is not a duration",
          "For example " + option + " 30s.",
          e);
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
    throw new ReboundException(
        ReboundException.Cause.BAD_INPUT,
        option + " " + text + " is not between 0% and 100%",
        "For example " + option + " 95%.");
  }

  private static Experiment one(List<Experiment> experiments) {
    if (experiments.size() != 1) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "a promise is of one experiment, and these are " + experiments.size(),
          "Name one file; of a matrix choose one value with --set.");
    }
    RateNeeded.by("a promise of times needs a load that waits for nobody", experiments.get(0));
    if (faults(experiments.get(0)) == 0) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          experiments.get(0).name() + " has no faults: it promises nothing",
          "Add faults: to the file.");
    }
    return experiments.get(0);
  }

  private static int faults(Experiment experiment) {
    return FaultSchedule.of(experiment.faults(), experiment.phases().faults(), experiment.seed())
        .size();
  }

  private int most(PromiseSearch.Price price) {
    if (runsMax != null && runsMax < 1) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "--runs-max " + runsMax + " is not a number above 0",
          "For example --runs-max 20.");
    }
    return runsMax == null ? LEAST_TIMES * price.runs() : runsMax;
  }
}
