package dev.rebound.cli;

import dev.rebound.PromiseRun;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.promise.PromiseStatus;
import dev.rebound.campaign.promise.PromisedLimits;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
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
      "Run an experiment until promised times are shown, or refuted.",
      "It runs again and again until so many of all faults surely stay below the times. Tells its"
          + " price first, in runs: faults of one run are not independent. Runs of earlier calls with"
          + " the same file and build count, so that it can be stopped and gone on with.",
      "Exit status: 0 shown, 1 refuted or a run failed otherwise, 2 not shown, or unknown otherwise."
    })
final class PromiseCommand implements Callable<Integer> {
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
  Path runs = Folders.ofRuns();

  @Option(names = "--dry-run", description = "Print what it costs, and stop.")
  boolean dryRun;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  @Override
  public Integer call() {
    PrintStream out = OutputOptions.out();
    PromisedLimits limits =
        new PromisedLimits(
            limits(),
            UnitOptions.percent("--share", share),
            UnitOptions.percent("--confidence", confidence));
    PromiseRun promise;
    try (Planning planning = new Planning()) {
      promise =
          input
              .experiments()
              .runs(runs)
              .listen(planning)
              .listen(new RunTerminal(out, plain, false))
              .promise(limits, runsMax, line -> planning.println(out, Folders.shown(line)));
    }
    out.println("To show at " + confidence + " that " + limits.words() + ":");
    promise.price().forEach(line -> out.println("  " + line));
    if (dryRun) {
      return ExitCode.PASS;
    }
    Interrupts.handle(
        () -> {
          promise.stop();
          Interrupts.say(
              "Stopping after this run; the same command goes on from there. Ctrl-C again ends the"
                  + " run now, and the faults that it leaves out count as unknown.");
        },
        () -> {
          Interrupts.say("Ending this run in order. Ctrl-C again ends at once.");
          promise.end();
        });
    PromiseRun.PromiseOutcome outcome = promise.run();
    out.println(outcome.sentence());
    int answer =
        exitCode(outcome.standing().conclusion(), outcome.failedOtherwise(), outcome.stopped());
    return outcome.unknownOtherwise() ? ExitCode.worse(answer, ExitCode.UNKNOWN) : answer;
  }

  static int exitCode(
      PromiseStatus.Conclusion conclusion, boolean failedOtherwise, boolean interrupted) {
    int answer =
        switch (conclusion) {
          case SHOWN -> ExitCode.PASS;
          case REFUTED -> ExitCode.FAIL;
          case OPEN -> interrupted ? ExitCode.INTERRUPTED : ExitCode.UNKNOWN;
        };
    return failedOtherwise ? ExitCode.worse(answer, ExitCode.FAIL) : answer;
  }

  private Map<String, Duration> limits() {
    Map<String, Duration> limits = new TreeMap<>();
    Duration longest = UnitOptions.duration("--recovery", recovery, "30s");
    if (longest != null) {
      limits.put(FaultFigure.RECOVERY, longest);
    }
    Duration away = UnitOptions.duration("--outage", outage, "30s");
    if (away != null) {
      limits.put(FaultFigure.OUTAGE, away);
    }
    if (limits.isEmpty()) {
      throw ReboundException.badInput(
          "nothing is promised", "Add --recovery 30s, or --outage 10s, or both.");
    }
    return limits;
  }
}
