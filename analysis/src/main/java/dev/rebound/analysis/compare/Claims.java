package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.JudgedClaim;
import dev.rebound.analysis.compare.Study.Claim;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.cell.RunBlocks;
import dev.rebound.analysis.compare.cell.SettingsDifferences;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.MetricWords;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.compare.statistics.TwoSamples;
import dev.rebound.analysis.compare.statistics.UnendedFaults;
import dev.rebound.analysis.units.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges claims: each pair of cells that a claim speaks of must show it, or each cell if it has
 * bounds. Held if every one shows what is claimed, not held if one shows the contrary, else not
 * shown here. Where cells of two engines differ in a setting that both have several values of, as
 * in a matrix of rates, those with the same value are held against each other. Pure.
 */
record Claims(List<CellRuns> cells) {
  static final String HELD = "held";
  static final String NOT_HELD = "not held";
  static final String NOT_SHOWN = JudgedClaim.NOT_SHOWN;

  List<JudgedClaim> judge(List<Claim> claims) {
    return claims.stream().map(this::judge).toList();
  }

  private JudgedClaim judge(Claim claim) {
    List<String> why = new ArrayList<>();
    BoundedValue bounds = claim.bounds();
    Set<String> verdicts = bounds == null ? ofPairs(claim, why) : ofCells(claim, bounds, why);
    String verdict =
        verdicts.contains(NOT_HELD)
            ? NOT_HELD
            : verdicts.isEmpty() || verdicts.contains(NOT_SHOWN) ? NOT_SHOWN : HELD;
    return new JudgedClaim(
        claim.claim(),
        claim.reading(),
        claim.where(),
        verdict,
        why.isEmpty() ? JudgedClaim.NO_RUNS : String.join("; ", why));
  }

  private Set<String> ofCells(Claim claim, BoundedValue bounds, List<String> why) {
    Set<String> verdicts = new TreeSet<>();
    for (CellRuns cell : cells) {
      if (cell.isChosenBy(claim.less())) {
        verdicts.add(cell(claim.metric(), bounds, cell, why));
      }
    }
    return verdicts;
  }

  private Set<String> ofPairs(Claim claim, List<String> why) {
    Set<String> verdicts = new TreeSet<>();
    Set<String> named = named(claim);
    BiPredicate<CellRuns, CellRuns> pairs =
        (less, than) ->
            !less.cell().equals(than.cell())
                && less.isChosenBy(claim.less())
                && than.isChosenBy(claim.than())
                && comparable(claim, less, than);
    for (CellRuns less : cells) {
      for (CellRuns than : cells) {
        if (SettingsMatch.matched(less, than, pairs, named, cells)) {
          verdicts.add(pair(claim, less, than, why));
        }
      }
    }
    return verdicts;
  }

  private static Set<String> named(Claim claim) {
    Set<String> named = new TreeSet<>(claim.less().with().keySet());
    named.addAll(claim.than().with().keySet());
    return named;
  }

  /** A part that a claim leaves open on both sides must be the same. */
  private static boolean comparable(Claim claim, CellRuns one, CellRuns other) {
    Cell less = one.cell();
    Cell than = other.cell();
    Set<String> named = named(claim);
    return same(claim, CellSelector::scenario, less.scenario(), than.scenario())
        && same(claim, CellSelector::engine, less.engine(), than.engine())
        && (!less.engine().equals(than.engine())
            || same(claim, CellSelector::version, less.version(), than.version()))
        && same(claim, CellSelector::profile, less.profile(), than.profile())
        && (named.contains(SettingsMatch.GUARANTEE) || less.guarantee().equals(than.guarantee()))
        && (!less.engine().equals(than.engine())
            || (named.isEmpty()
                ? less.variant().equals(than.variant())
                : SettingsMatch.settings(named, one, other)));
  }

  private static boolean same(
      Claim claim, Function<CellSelector, String> part, String less, String than) {
    boolean open = part.apply(claim.less()).isEmpty() && part.apply(claim.than()).isEmpty();
    return !open || less.equals(than);
  }

  /** The verdict on the figure of one cell. */
  private static String cell(String metric, BoundedValue bounds, CellRuns runs, List<String> why) {
    Sample sample = Samples.of(metric, runs.runs());
    Cell cell = runs.cell();
    List<String> names = shared(cell, cell);
    if (!cell.variant().isEmpty()) {
      names.add(cell.variant());
    }
    String what = CellNaming.context(names);
    String noun = MetricWords.noun(metric);
    if (!sample.measured()) {
      why.add(what + noun + " was not measured");
      return NOT_SHOWN;
    }
    if (!sample.usable()) {
      why.add(
          "%sno figure of the %s: %s"
              .formatted(what, noun, sample.noFigure().orElse("nothing is known of it")));
      return NOT_SHOWN;
    }
    Scale scale = Scale.of(metric);
    Estimate figure = Intervals.withUnended(sample, scale);
    UnendedFaults unended = sample.unended();
    String mean =
        what
            + noun
            + " "
            + MetricWords.figure(metric, figure.value())
            + (unended.none() ? "" : ", " + unended.words() + " faults did not end");
    BoundedValue interval = figure.interval();
    if (interval == null) {
      why.add(mean + "; " + figure.note());
      return NOT_SHOWN;
    }
    if (scale != Scale.PLAIN) {
      why.add(mean + ", interval " + MetricWords.interval(metric, interval));
      return beyond(bounds, interval);
    }
    // An interval of their mean does not decide, and holds too rarely where most of them are zero.
    String counted =
        MetricWords.interval(metric, sample.range())
            + " in "
            + Words.plural(sample.runCount(), "run")
            + (sample.unknown() == 0
                ? ""
                : "; unknown in " + Words.plural(sample.unknown(), "run"));
    why.add(mean + ", " + counted);
    return ofEach(bounds, counts(sample));
  }

  /** Those of all runs: of one that does not count it may be any. */
  private static List<BoundedValue> counts(Sample sample) {
    List<BoundedValue> counts = new ArrayList<>(sample.figures(Scale.PLAIN));
    counts.addAll(Collections.nCopies(sample.unknown(), BoundedValue.atLeast(0)));
    return counts;
  }

  /**
   * The verdict on a count of each run that is claimed to be above or below a bound: every run must
   * keep it, and one that is surely not below refutes that all are, however few the mean has.
   */
  static String ofEach(BoundedValue bounds, List<BoundedValue> counts) {
    Set<String> verdicts = new TreeSet<>();
    counts.forEach(count -> verdicts.add(beyond(bounds, count)));
    boolean refuted = Double.isFinite(bounds.high()) && verdicts.contains(NOT_HELD);
    return refuted ? NOT_HELD : verdicts.size() == 1 ? verdicts.iterator().next() : NOT_SHOWN;
  }

  private String pair(Claim claim, CellRuns less, CellRuns than, List<String> why) {
    Sample small = Samples.of(claim.metric(), less.runs());
    Sample great = Samples.of(claim.metric(), than.runs());
    String which = which(claim, less, than);
    String noun = MetricWords.noun(claim.metric());
    if (!small.measured() || !great.measured()) {
      why.add(which + noun + " was not measured on both sides");
      return NOT_SHOWN;
    }
    if (!small.usable() || !great.usable()) {
      why.add(
          which
              + "no figure of the "
              + noun
              + ": "
              + small.noFigure().or(great::noFigure).orElse("nothing is known of it"));
      return NOT_SHOWN;
    }
    return pair(claim, RunBlocks.samples(claim.metric(), than, less), which + noun, why);
  }

  /**
   * @param two the cells that are said to have more, and those that are said to have less
   */
  private static String pair(Claim claim, TwoSamples two, String what, List<String> why) {
    String metric = claim.metric();
    Scale scale = Scale.of(metric);
    Estimate ratio = Intervals.ratio(two, scale);
    Estimate difference = Intervals.difference(two, scale);
    BoundedValue interval = difference.interval();
    String means =
        what
            + " "
            + MetricWords.figure(metric, Intervals.figure(two.other(), scale).value())
            + " against "
            + MetricWords.figure(metric, Intervals.figure(two.one(), scale).value())
            + Sentences.ends(two.swapped());
    if (interval == null) {
      why.add(means + "; " + difference.note() + " a side");
      return NOT_SHOWN;
    }
    String verdict = verdict(claim, ratio, difference, interval);
    String wanted = verdict.equals(NOT_SHOWN) ? wanted(claim) : "";
    why.add(
        means
            + ", "
            + shown(metric, claim.by(), ratio, interval)
            + (wanted.isEmpty() ? "" : ", too wide: it must " + wanted));
    return verdict;
  }

  private static String verdict(
      Claim claim, Estimate ratio, Estimate difference, BoundedValue differenceInterval) {
    Double by = claim.by();
    if (by != null) {
      return verdict(by, differenceInterval);
    }
    BoundedValue times = claim.times();
    if (times == null) {
      return verdict(ratio, difference);
    }
    BoundedValue factor = ratio.interval();
    return factor == null ? NOT_SHOWN : within(times, factor);
  }

  /** Where an interval must lie that shows the claimed amount; empty if the claim has none. */
  private static String wanted(Claim claim) {
    Double by = claim.by();
    if (by != null) {
      return "lie within " + MetricWords.interval(claim.metric(), new BoundedValue(by / 2, by * 2));
    }
    BoundedValue times = claim.times();
    if (times == null) {
      return "";
    }
    return times.bounded()
        ? "lie within " + plain(times.low()) + " to " + plain(times.high())
        : "be " + plain(times.low()) + " or more";
  }

  private static String plain(double factor) {
    return BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString();
  }

  private static String shown(
      String metric, @Nullable Double by, Estimate ratio, BoundedValue interval) {
    BoundedValue times = ratio.interval();
    return by == null && times != null
        ? "ratio " + MetricWords.factors(times, " to ")
        : "difference " + MetricWords.interval(metric, interval);
  }

  /** The verdict on a claim of any amount. */
  static String verdict(Estimate ratio, Estimate difference) {
    if (Sentences.more(ratio, difference)) {
      return HELD;
    }
    BoundedValue times = ratio.interval();
    BoundedValue apart = difference.interval();
    boolean less = times != null ? times.high() < 1 : apart != null && apart.high() < 0;
    return less ? NOT_HELD : NOT_SHOWN;
  }

  /**
   * The verdict on a claimed amount: shown only by an interval that excludes its half and its
   * double.
   */
  static String verdict(double by, BoundedValue interval) {
    if (interval.low() > by / 2 && interval.high() < by * 2) {
      return HELD;
    }
    return interval.high() < by / 2 || interval.low() > by * 2 ? NOT_HELD : NOT_SHOWN;
  }

  /** The verdict on a factor that is claimed to lie between others, these included. */
  static String within(BoundedValue factors, BoundedValue interval) {
    if (interval.low() >= factors.low() && interval.high() <= factors.high()) {
      return HELD;
    }
    return interval.high() < factors.low() || interval.low() > factors.high()
        ? NOT_HELD
        : NOT_SHOWN;
  }

  /** The verdict on what is claimed to be above or below a bound: what is just that is neither. */
  static String beyond(BoundedValue bounds, BoundedValue interval) {
    boolean above = Double.isInfinite(bounds.low()) || interval.low() > bounds.low();
    boolean below = Double.isInfinite(bounds.high()) || interval.high() < bounds.high();
    if (above && below) {
      return HELD;
    }
    return interval.high() <= bounds.low() || interval.low() >= bounds.high()
        ? NOT_HELD
        : NOT_SHOWN;
  }

  /** Tells this pair from the others of the claim, and in what it differs that no claim names. */
  private static String which(Claim claim, CellRuns less, CellRuns than) {
    List<String> names = shared(less.cell(), than.cell());
    names.addAll(SettingsDifferences.apart(less, than, named(claim)));
    return CellNaming.context(names);
  }

  private static List<String> shared(Cell less, Cell than) {
    List<String> shared = new ArrayList<>();
    if (less.scenario().equals(than.scenario())) {
      shared.add(less.scenario());
    }
    if (less.engine().equals(than.engine())) {
      shared.add(Cell.engineName(less.engine()));
    }
    if (less.profile().equals(than.profile())) {
      shared.add(less.profile());
    }
    return shared;
  }
}
