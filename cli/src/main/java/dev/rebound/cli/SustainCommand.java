package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Rate;
import dev.rebound.base.Folders;
import dev.rebound.campaign.sustain.RateSearch;
import dev.rebound.campaign.sustain.SustainJudge;
import dev.rebound.campaign.sustain.SustainResult;
import dev.rebound.campaign.sustain.SustainRun;
import dev.rebound.campaign.sustain.Trial;
import dev.rebound.campaign.sustain.TrialOutcome;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.report.page.SustainReport;
import dev.rebound.report.terminal.LongWait;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sustain}: finds the highest rate that a job sustains, and keeps it for later runs. */
@Command(
    name = "sustain",
    mixinStandardHelpOptions = true,
    description = {
      "Find the highest rate that a job sustains on this machine.",
      "It is kept, so that load: { rate: 60%% } works. A matrix is searched cell by cell; faults are"
          + " left out."
    })
final class SustainCommand implements Callable<Integer> {
  @Mixin FileOptions input = new FileOptions();

  @Option(
      names = "--from",
      paramLabel = "RATE",
      description = "First rate to try, for example 5000/s (default: load.rate of the file).")
  @Nullable String from;

  @Option(names = "--runs", paramLabel = "DIR", description = "Folder for results (default: runs).")
  Path runs = Folders.ofRuns();

  private final PrintStream out = OutputOptions.out();

  @Override
  public Integer call() {
    Rebound files = Rebound.experiments(input.files).set(input.overrides).scale(input.scale);
    List<Experiment> experiments = files.runs(runs).home(Home.path()).readToSustain();
    SustainRun run = files.sustain();
    Interrupts.handle(
        "Ending in order and keeping what was found; Ctrl-C again ends at once.", run::interrupt);
    List<SustainResult> all = new ArrayList<>();
    for (Experiment experiment : experiments) {
      if (!run.interrupted()) {
        try (LongWait wait = LongWait.of("starting")) {
          all.add(
              run.search(
                  experiment,
                  Engines.named(experiment.engine().name()),
                  start(experiment),
                  new SearchTerminal(experiment, wait)));
        }
      }
    }
    out.println();
    all.forEach(found -> out.println(found.name() + ": " + found.sentence()));
    if (run.interrupted()) {
      return ExitCode.INTERRUPTED;
    }
    return all.stream()
            .allMatch(found -> found.bracket().complete() && found.bracket().rate() != null)
        ? ExitCode.PASS
        : ExitCode.UNKNOWN;
  }

  private double start(Experiment experiment) {
    Rate first = UnitOptions.quantity("--from", from, Quantity::rate);
    return first == null ? SustainRun.start(experiment) : first.perSecond();
  }

  /** The lines that a person sees of one search. */
  private final class SearchTerminal implements SustainRun.SustainListener {
    private final Experiment experiment;
    private final LongWait wait;

    SearchTerminal(Experiment experiment, LongWait wait) {
      this.experiment = experiment;
      this.wait = wait;
    }

    private void println(String line) {
      wait.println(out, line);
    }

    @Override
    public void starting(Path folder, List<String> notes) {
      println("");
      println(
          String.format(
              Locale.ROOT,
              "%s: %s %s, %s, %d workers × %d threads, profile %s",
              experiment.name(),
              experiment.engine().name(),
              experiment.engine().version(),
              experiment.engine().guarantee(),
              experiment.engine().workers(),
              experiment.engine().threads(),
              experiment.engine().profile()));
      println(
          String.format(
              Locale.ROOT,
              "  sustained: backlog grows by at most %s %% of the rate and p99 is at most %s, over"
                  + " %s",
              Quantity.plain(
                  Math.round(
                          1e4
                              * SustainJudge.backlogShareMax(
                                  experiment.sustain(), experiment.engine().commitInterval()))
                      / 100.0),
              Quantity.text(experiment.sustain().p99()),
              Quantity.text(experiment.sustain().window())));
      notes.forEach(note -> println("  note: " + note));
      println("  in " + Folders.shown(folder));
    }

    @Override
    public void doing(String what) {
      wait.accept(what);
      if (!what.startsWith("trying") && !what.startsWith("downloading")) {
        println("  " + what);
      }
    }

    @Override
    public void trialEnded(Trial trial, RateSearch.Bracket bracket) {
      println(
          String.format(
              Locale.ROOT,
              "  %5s  trial %2d  %,9.0f/s  %s  %s  [%s]",
              clock(trial.startedSeconds()),
              trial.number(),
              trial.ratePerSecond(),
              word(trial.judgement().outcome()),
              trial.judgement().reason(),
              between(bracket)));
    }

    @Override
    public void found(Path folder, SustainResult found) {
      Path report = SustainReport.write(folder, found);
      if (found.bracket().complete() || !found.ended().isEmpty()) {
        println("  " + found.sentence());
        out.println("  Picture: " + Folders.shown(report));
      }
    }
  }

  private static String clock(double seconds) {
    Duration at = Duration.ofSeconds((long) seconds);
    return String.format(Locale.ROOT, "%d:%02d", at.toMinutes(), at.toSecondsPart());
  }

  private static String word(TrialOutcome outcome) {
    return switch (outcome) {
      case SUSTAINED -> "✓ sustained    ";
      case NOT_SUSTAINED -> "✗ not sustained";
      case RIG_LIMIT -> "✗ rig's limit  ";
      case UNCLEAR -> "? unclear      ";
    };
  }

  private static String between(RateSearch.Bracket bracket) {
    Double rate = bracket.rate();
    Double high = bracket.high();
    return (rate == null ? "?" : String.format(Locale.ROOT, "%,.0f", rate))
        + " … "
        + (high == null ? "?" : String.format(Locale.ROOT, "%,.0f", high));
  }
}
