package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.baseline.ComparedLength.KnownLength;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.RunIdentity;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds runs against a {@link Baseline}: has the recovery, or all time that a fault disrupted
 * output, become longer by more than a margin, see {@link Slowdown}? Runs are comparable if they
 * were set up alike but for the program under test ({@link SetupComparison}), on machines of one
 * speed ({@link MachineComparison}). Pure.
 */
public final class Regression {
  /**
   * So many times as long may pass if nobody says otherwise: less is not told from what runs of one
   * build differ by, but with very many of them.
   */
  public static final double SLOWER_THAN = 1.25;

  /** Disruption may grow by so much more than recovery may. */
  private static final double DISRUPTED_MORE = 2;

  /** What is shorter may be chance: output flows as before again once it has for that long. */
  private static final double SEEN_MILLIS = 1000;

  private Regression() {}

  /** The outcome for the runs of one cell. */
  public enum RegressionOutcome {
    /** It was shown that recovery takes longer. */
    SLOWER,
    /** It was shown that recovery takes no longer than the margin allows. */
    NOT_SLOWER,
    /** Neither was shown, or something is not there that would; the sentence says what. */
    UNKNOWN,
    /** They were set up otherwise, or made on other machines. */
    NOT_COMPARABLE;

    /** In lower case, with spaces. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The verdict that a pipeline takes it for. */
    public Verdict verdict() {
      return switch (this) {
        case SLOWER -> Verdict.FAIL;
        case NOT_SLOWER -> Verdict.PASS;
        case UNKNOWN, NOT_COMPARABLE -> Verdict.UNKNOWN;
      };
    }
  }

  /**
   * One cell beside its baseline.
   *
   * @param name of the cell
   * @param sentence what was found, with its figures
   * @param notes what to know beside it, sentences
   */
  public record ComparedCell(
      String name, RegressionOutcome outcome, String sentence, List<String> notes) {
    public ComparedCell {
      notes = List.copyOf(notes);
    }
  }

  /**
   * Each cell of the runs beside that of the baseline, and what of the baseline was not run. Throws
   * {@link ReboundException} if one of the runs is there twice, or is one of the baseline's.
   *
   * @param factor so many times as long may pass, above 1
   */
  public static List<ComparedCell> judge(Baseline baseline, List<ComparedRun> runs, double factor) {
    RunIdentity.requireNoCopies(runs);
    runs.forEach(run -> requireLater(baseline, run));
    List<ComparedCell> held = new ArrayList<>();
    List<Baseline.BaselineCell> now = Baseline.kept(runs);
    for (Baseline.BaselineCell cell : now) {
      List<Baseline.BaselineCell> then =
          baseline.cells().stream().filter(kept -> alike(kept.cell(), cell.cell())).toList();
      long namesakes = now.stream().filter(one -> alike(one.cell(), cell.cell())).count();
      if (then.isEmpty()) {
        held.add(unknown(cell, "the baseline has no runs of it"));
      } else if (namesakes > 1) {
        held.add(not(cell, "its runs differ in their settings: " + cell.cell().variant()));
      } else {
        held.add(judge(then.get(0), cell, factor));
      }
    }
    for (Baseline.BaselineCell cell : baseline.cells()) {
      if (now.stream().noneMatch(one -> alike(one.cell(), cell.cell()))) {
        held.add(unknown(cell, "the baseline has runs of it, and none was named"));
      }
    }
    return held;
  }

  /** What a baseline was made of does not tell whether anything has changed since. */
  private static void requireLater(Baseline baseline, ComparedRun run) {
    if (baseline.cells().stream().anyMatch(cell -> cell.holds(RunIdentity.of(run)))) {
      throw ReboundException.badInput(
          "%s is a run that the baseline was made of, or a copy of it: %s"
              .formatted(run.folder(), run.results().runId()),
          "Name runs alone that were made later.");
    }
  }

  /** Whether two cells are of one experiment, whatever the version under test. */
  public static boolean alike(Cell one, Cell other) {
    return one.scenario().equals(other.scenario())
        && one.engine().equals(other.engine())
        && one.profile().equals(other.profile())
        && one.guarantee().equals(other.guarantee());
  }

  private static ComparedCell judge(
      Baseline.BaselineCell then, Baseline.BaselineCell now, double factor) {
    SetupComparison setUps = new SetupComparison(then, now);
    String setUp = setUps.apart();
    String apart = setUp.isEmpty() ? new MachineComparison(then, now).apart() : setUp;
    if (!apart.isEmpty()) {
      return not(now, apart);
    }
    List<String> notes = new ArrayList<>(setUps.notes());
    ComparedLength recovery =
        ComparedLength.of(
            "recovery",
            new KnownLength(then.recovery(), then.recoveryFits()),
            new KnownLength(now.recovery(), now.recoveryFits()),
            factor);
    recovery.byBounds().ifPresent(notes::add);
    List<Slowdown> lengths = new ArrayList<>(List.of(recovery.slowdown(factor)));
    if (then.disrupted().measured() || now.disrupted().measured()) {
      // Nothing hides in a longer outage, in a second stop, or in a dip that the recovery does not
      // count.
      ComparedLength disrupted =
          ComparedLength.of(
              "all time disrupted",
              new KnownLength(then.disrupted(), then.disruptedFits()),
              new KnownLength(now.disrupted(), now.disruptedFits()),
              factor);
      disrupted.byBounds().ifPresent(notes::add);
      lengths.add(disrupted.slowdown(asMuchMore(recovery.before(), disrupted.before(), factor)));
    }
    return together(now.name(), lengths, missing(then, now), notes);
  }

  /**
   * The factor that allows disruption as much more time as recovery may take, and twice the margin
   * at most, but for a time that cannot be told from chance.
   */
  static double asMuchMore(Sample recovery, Sample disrupted, double factor) {
    if (!recovery.usable() || !disrupted.usable()) {
      return factor;
    }
    double recovering = figure(recovery).low();
    double below = Math.max(1, figure(disrupted).high());
    double most = Math.max(DISRUPTED_MORE * factor, 1 + SEEN_MILLIS / below);
    return Math.max(factor, Math.min(most, 1 + (factor - 1) * recovering / below));
  }

  private static BoundedValue figure(Sample sample) {
    return Intervals.figure(sample, Scale.of(FaultFigure.RECOVERY)).value();
  }

  /** What is not there may be the worst: sentences. */
  private static List<String> missing(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    List<String> missing = new ArrayList<>();
    if (now.missing() > 0) {
      missing.add(
          "%s of %s runs that were to be made are not there: name all of them"
              .formatted(now.missing(), now.runIds().size() + now.missing()));
    }
    if (then.missing() > 0) {
      missing.add(
          "%s of %s runs that were to be made are not in the baseline: make it of all"
              .formatted(then.missing(), then.runIds().size() + then.missing()));
    }
    int due = sameFaults(then, now) ? Math.max(due(then), due(now)) : due(now);
    int least = now.recovery().unended().runs().stream().mapToInt(FaultsOfRun::all).min().orElse(0);
    if (least < due) {
      missing.add(
          "a run has " + Words.plural(least, "fault") + " that hit, where others have " + due);
    }
    return missing;
  }

  private static int due(Baseline.BaselineCell side) {
    return side.recovery().unended().runs().stream().mapToInt(FaultsOfRun::all).max().orElse(0);
  }

  private static boolean sameFaults(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    return Objects.equals(then.phases().get("faults"), now.phases().get("faults"));
  }

  /** The worst lengths decide, and are told; where all pass, all are, and what is missing. */
  private static ComparedCell together(
      String name, List<Slowdown> lengths, List<String> missing, List<String> notes) {
    RegressionOutcome worst =
        Stream.of(RegressionOutcome.SLOWER, RegressionOutcome.UNKNOWN)
            .filter(worse -> lengths.stream().anyMatch(length -> length.outcome() == worse))
            .findFirst()
            .orElse(RegressionOutcome.NOT_SLOWER);
    Stream<String> told =
        lengths.stream().filter(length -> length.outcome() == worst).map(Slowdown::words);
    return new ComparedCell(
        name,
        worst == RegressionOutcome.NOT_SLOWER && !missing.isEmpty()
            ? RegressionOutcome.UNKNOWN
            : worst,
        name + ": " + Stream.concat(missing.stream(), told).collect(Collectors.joining("; ")) + ".",
        notes);
  }

  private static ComparedCell not(Baseline.BaselineCell cell, String why) {
    return new ComparedCell(
        cell.name(),
        RegressionOutcome.NOT_COMPARABLE,
        cell.name() + " is not comparable: " + why + ".",
        List.of());
  }

  private static ComparedCell unknown(Baseline.BaselineCell cell, String why) {
    return new ComparedCell(
        cell.name(), RegressionOutcome.UNKNOWN, cell.name() + ": " + why + ".", List.of());
  }
}
