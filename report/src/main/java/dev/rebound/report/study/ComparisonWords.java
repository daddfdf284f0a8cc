package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.FindingCount;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.Comparison.Price;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.Comparison.RunValues;
import dev.rebound.analysis.compare.Comparison.Spread;
import dev.rebound.analysis.compare.Comparison.StepFigure;
import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.words.FaultWords;
import dev.rebound.report.words.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the figures of a comparison for people. Pure. */
final class ComparisonWords {
  static final String NONE = Words.NONE;

  /** Said where no comparison tells two cells apart; claims are judged beside. */
  static final String NONE_SHOWN = "None of the differences that were compared is shown.";

  /** What of the column of {@link #price} and {@link #hours} stands for. */
  static final String PRICE =
      "Would show it: the size of a new study that shows a difference as large as the one seen in"
          + " four of five cases, by how far runs differed here; hours are those of both cells'"
          + " runs. –: no number up to 1,000 would, or too few runs tell.";

  /** More contrasts of too few runs are one line. */
  private static final int TOLD_APART = 3;

  /** So much of what was left out is told where there is little room. */
  private static final int LEFT_OUT_TOLD = 3;

  /** A setting as a name has it, up to its value. */
  private static final Pattern SETTING =
      Pattern.compile("(?:^|-)([a-z]+-interval|[A-Za-z0-9._]+)=");

  private ComparisonWords() {}

  /**
   * {@code 3.1 s}; {@code > 30.0 s} of what had not ended, {@code < 1.0 s} of what did not show.
   */
  static String millis(BoundedValue value) {
    return value.exact()
        ? Words.duration(value.low())
        : bounds(value, false, Words::atLeast, Words::atMost);
  }

  static String millis(@Nullable Estimate estimate) {
    return estimate == null ? NONE : millis(estimate.value());
  }

  /** A value in words; a count that is only bounded is {@code ≥ 3}. */
  static String value(String metric, BoundedValue value, DoubleFunction<String> figure) {
    return value.exact()
        ? figure.apply(value.low())
        : bounds(value, Metrics.isCount(metric), figure, figure);
  }

  private static String bounds(
      BoundedValue value,
      boolean count,
      DoubleFunction<String> atLeast,
      DoubleFunction<String> atMost) {
    String low = atLeast.apply(value.low());
    if (!value.bounded()) {
      return value.low() == 0 ? "unknown" : (count ? "≥ " : "> ") + low;
    }
    String high = atMost.apply(value.high());
    return value.low() == 0 ? (count ? "≤ " : "< ") + high : range(low, high);
  }

  /** {@code 18}, {@code 18 (6 did not end)}: no mean shows those. */
  static String faults(CellFigures cell) {
    return cell.faults() + (hides(cell) ? " (" + cell.unended().counted() + " did not end)" : "");
  }

  /** How many did not end, between two words; nothing if all did. */
  static String unended(CellFigures cell, String before, String after) {
    return hides(cell) ? before + cell.unended().words() + " did not end" + after : "";
  }

  /** Whether some did not end, or may not have where there is a mean that would hide it. */
  private static boolean hides(CellFigures cell) {
    boolean means = cell.outage() != null || cell.recovery() != null;
    return means ? !cell.unended().none() : cell.unended().count() > 0;
  }

  /** Least and greatest of a step. */
  static String range(StepFigure step) {
    BoundedValue range = step.range();
    return Double.isInfinite(range.high())
        ? "from " + Words.duration(range.low())
        : range(Words.duration(range.low()), Words.duration(range.high()));
  }

  /** Two figures that read alike are told once. */
  static String range(String low, String high) {
    return low.equals(high) ? low : low + " to " + high;
  }

  /** A figure of any metric, with its interval in brackets or why there is none. */
  static String figure(String metric, Estimate estimate) {
    boolean time = Metrics.find(metric).map(m -> m.unit() == Metrics.Unit.MILLIS).orElse(false);
    DoubleFunction<String> words = v -> metric(metric, v);
    String ends = ends(estimate, time ? Words::atLeast : words, time ? Words::atMost : words);
    return value(metric, estimate.value(), words) + bracketed(ends, " (" + estimate.note() + ")");
  }

  /** The same in other words; nothing stands for an interval where there is no reason to tell. */
  static String figure(Estimate estimate, DoubleFunction<String> words) {
    String note = estimate.note().isEmpty() ? "" : " (" + estimate.note() + ")";
    return value("", estimate.value(), words) + bracketed(ends(estimate, words, words), note);
  }

  /** The ends of an interval; empty if there is none. */
  private static String ends(
      Estimate estimate, DoubleFunction<String> low, DoubleFunction<String> high) {
    BoundedValue interval = estimate.interval();
    if (interval == null) {
      return "";
    }
    String least = low.apply(interval.low());
    return interval.bounded() ? least + " to " + high.apply(interval.high()) : "over " + least;
  }

  private static String bracketed(String ends, String none) {
    return ends.isEmpty() ? none : " [" + ends + "]";
  }

  /** {@code Recovery time over engine.workers}, or over load ÷ capacity. */
  static String heading(Axis axis) {
    return heading(axis.metric(), noun(axis.key()));
  }

  /** The same of a metric over a key. */
  static String heading(String metric, String over) {
    return beginning(noun(metric)) + " over " + over;
  }

  /** {@code P99 latency in baseline against backlog.rate}. */
  static String heading(TradeOff trade) {
    return beginning(noun(trade.against())) + " against " + noun(trade.metric());
  }

  /** What sets all these runs apart. */
  static String note(Comparison comparison) {
    return "Note: " + String.join("; ", comparison.conditions()) + ".";
  }

  /** What was found and not used, on one line; of much the first. */
  static String leftOut(List<String> leftOut) {
    int more = leftOut.size() - LEFT_OUT_TOLD;
    return "Left out: "
        + leftOut.stream().limit(LEFT_OUT_TOLD).collect(Collectors.joining("; "))
        + (more > 0 ? "; and " + more + " more" : "")
        + ".";
  }

  /** What a metric is called. */
  static String noun(String metric) {
    return Metrics.find(metric).map(Metrics.Metric::noun).orElse(metric);
  }

  /** A noun as a heading begins with it; the names of metrics stay. */
  private static String beginning(String noun) {
    return noun.contains(".") ? noun : heading(noun);
  }

  /** {@code 2.9 s to 3.4 s}, rounded outwards; empty if there is no interval. */
  static String interval(@Nullable Estimate estimate) {
    return estimate == null ? "" : ends(estimate, Words::atLeast, Words::atMost);
  }

  /** The same, or something else where there are too few runs for one. */
  static String interval(@Nullable Estimate estimate, String none) {
    String interval = interval(estimate);
    return interval.isEmpty() && estimate != null ? none : interval;
  }

  /** A length, and behind it its interval in brackets or why there is none. */
  static String both(@Nullable Estimate estimate) {
    return estimate == null
        ? NONE + " "
        : millis(estimate) + bracketed(interval(estimate), " (" + estimate.note() + ")");
  }

  /** What the bounds of the runs of each cell show, a sentence each. */
  static List<String> shown(Comparison comparison) {
    return comparison.cells().stream()
        .flatMap(
            cell ->
                shown(cell).stream()
                    .map(
                        words ->
                            "%s, %s: %s".formatted(cell.cell().scenario(), cell.label(), words)))
        .toList();
  }

  /** {@code recovery.max < 30s is shown for at least 85 % of such faults: …}. */
  static List<String> shown(CellFigures cell) {
    return cell.shown().stream()
        .map(shown -> "%s %s is %s".formatted(shown.metric(), shown.bound(), shown.words()))
        .toList();
  }

  /**
   * The runs that do not count, and why; what holds of several cells of a scenario is told once.
   */
  static List<String> doubts(Comparison comparison) {
    Map<String, List<CellFigures>> scenarios =
        StudyPicture.grouped(comparison.cells().stream(), cell -> cell.cell().scenario());
    List<String> sentences = new ArrayList<>();
    scenarios.forEach(
        (scenario, cells) -> {
          Map<String, List<String>> labels = new LinkedHashMap<>();
          for (CellFigures cell : cells) {
            cell.doubts()
                .forEach(
                    doubt ->
                        labels.computeIfAbsent(doubt, any -> new ArrayList<>()).add(cell.label()));
          }
          labels.forEach(
              (doubt, of) -> {
                boolean all = of.size() > 2 && of.size() == cells.size();
                String whose = all ? "each of the " + of.size() : String.join("; ", of);
                sentences.add(scenario + ", " + whose + ": " + doubt);
              });
        });
    return sentences;
  }

  /** The differences that are shown, sentences. */
  static List<String> found(Comparison comparison) {
    return comparison.differences().stream()
        .filter(difference -> difference.outcome() == PairOutcome.SMALLER)
        .map(Difference::sentence)
        .toList();
  }

  /** Whether cells were compared within blocks; empty if there are too few runs to compare. */
  static String pairing(Comparison comparison) {
    List<Difference> told =
        comparison.differences().stream().filter(difference -> !isFew(difference)).toList();
    long paired = told.stream().filter(Difference::paired).count();
    if (told.isEmpty()) {
      return "";
    }
    if (paired == 0) {
      return "Not compared within blocks, as these runs were not made in blocks: a machine that"
          + " changes with time may hide a difference, or make one. Run them as a study.";
    }
    return (paired == told.size()
            ? "Compared within blocks: the runs of a pair were made side by side, so that what"
                + " changes with time is in both."
            : "Compared within blocks, by pairs of runs made side by side, but where it says “not"
                + " paired”: there a machine that changes with time may hide a difference, or make"
                + " one.")
        + later(comparison);
  }

  private static String later(Comparison comparison) {
    long again =
        comparison.cells().stream()
            .flatMap(cell -> cell.runs().stream())
            .filter(run -> !run.before().isEmpty())
            .count();
    return again == 0
        ? ""
        : " %s %s made again later, and not side by side with the rest of the block."
            .formatted(Words.plural(again, "run"), again == 1 ? "was" : "were");
  }

  /** {@code made again, before: FAIL (a backup ran)}; empty of a run that was not. */
  static String again(RunRef run) {
    return run.before().isEmpty() ? "" : "made again, before: " + run.before();
  }

  /** The same with every figure that is told run by run, beside that of the run that counts. */
  static String again(CellFigures cell, int number) {
    String again = again(cell.runs().get(number));
    String figures =
        cell.byRun().stream()
            .map(m -> noun(m.metric()) + " " + values(m.metric(), m.runs().get(number)))
            .collect(Collectors.joining("; "));
    return again.isEmpty() || figures.isEmpty() ? again : again + "; now, and before: " + figures;
  }

  /** {@code 1.2 s, 1.3 s (made again, before: 2.1 s, 2.2 s)}: a metric in a run. */
  static String values(String metric, RunValues run) {
    String before =
        run.before().stream()
            .map(one -> values(metric, one.values()))
            .collect(Collectors.joining("; "));
    return values(metric, run.values())
        + (run.before().isEmpty() ? "" : " (made again, before: " + before + ")");
  }

  private static String values(String metric, List<BoundedValue> values) {
    return values.isEmpty()
        ? NONE
        : values.stream()
            .map(value -> value(metric, value, v -> figure(metric, v)))
            .collect(Collectors.joining(", "));
  }

  private static String figure(String metric, double value) {
    return metric.equals(Metrics.LOAD_TO_CAPACITY)
        ? Words.share(value)
        : RequestWords.text(metric, value);
  }

  /** What is not shown one by one: neither of equal values nor of too few runs, if many are. */
  static List<Difference> notShown(Comparison comparison) {
    boolean manySame = all(comparison, ComparisonWords::isNothing).size() > TOLD_APART;
    boolean manyFew = all(comparison, ComparisonWords::isFew).size() > TOLD_APART;
    return all(
        comparison,
        difference ->
            difference.outcome() != PairOutcome.SMALLER
                && !(manySame && isNothing(difference))
                && !(manyFew && isFew(difference)));
  }

  /** A line each for the many of equal values and the many of too few runs. */
  static List<String> toldTogether(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    List<Difference> same = all(comparison, ComparisonWords::isNothing);
    List<Difference> few = all(comparison, ComparisonWords::isFew);
    if (same.size() > TOLD_APART) {
      lines.add(
          "%s contrasts (%s) have the same value in every run of both sides."
              .formatted(same.size(), words(same, one -> one.first().scenario())));
    }
    if (few.size() > TOLD_APART) {
      lines.add(
          "%s contrasts (%s; %s) have fewer than 3 runs a side: no difference can be shown yet."
              .formatted(
                  few.size(),
                  words(few, one -> one.first().scenario()),
                  words(few, one -> noun(one.metric()))));
    }
    return lines;
  }

  private static String words(List<Difference> differences, Function<Difference, String> word) {
    return differences.stream().map(word).distinct().collect(Collectors.joining(", "));
  }

  private static List<Difference> all(Comparison comparison, Predicate<Difference> which) {
    return comparison.differences().stream().filter(which).toList();
  }

  private static boolean isFew(Difference difference) {
    return difference.outcome() == PairOutcome.TOO_FEW;
  }

  /** {@code 12 pairs}: how many would show it. */
  static String price(Difference difference) {
    Price price = difference.price();
    return price == null
        ? NONE
        : Words.count(price.runs()) + (difference.paired() ? " pairs" : " runs each");
  }

  /** {@code 5.6 h}: how long they take. */
  static String hours(Difference difference) {
    Price price = difference.price();
    Double hours = price == null ? null : price.hours();
    return hours == null
        ? NONE
        : String.format(Locale.ROOT, hours < 10 ? "%.1f h" : "%,.0f h", hours);
  }

  /** Whether all values of both sides are the same. */
  private static boolean isNothing(Difference difference) {
    BoundedValue apart = difference.difference().interval();
    return apart != null && apart.low() == 0 && apart.high() == 0;
  }

  /**
   * Whether a cell has its place in the table of recoveries: one of requests, or one without
   * faults, only if an outage is known.
   */
  static boolean hasRecovery(CellFigures cell) {
    boolean due = cell.requests() == null && !cell.withoutFaults();
    return due || cell.outage() != null || cell.recovery() != null;
  }

  /** Median, with the range where there is one. */
  static String spread(@Nullable Spread spread, DoubleFunction<String> figure) {
    if (spread == null) {
      return NONE;
    }
    String median = figure.apply(spread.median());
    String least = figure.apply(spread.least());
    String greatest = figure.apply(spread.greatest());
    return least.equals(greatest) ? median : median + " (" + least + " to " + greatest + ")";
  }

  /** Load ÷ capacity of a cell, {@code <} where that of some fault may be lower. */
  static String load(CellFigures cell) {
    return atMost(cell) + spread(cell.loadToCapacity(), Words::share);
  }

  /** The same without its range. */
  static String medianLoad(CellFigures cell) {
    Spread load = cell.loadToCapacity();
    return load == null ? NONE : atMost(cell) + Words.share(load.median());
  }

  private static String atMost(CellFigures cell) {
    return cell.loadAtMost() ? FaultWords.AT_MOST : "";
  }

  /** The counts that every cell has, in order. */
  static List<String> findings(CellFigures cell) {
    return FindingKind.ofCells().stream().map(kind -> finding(cell, kind)).toList();
  }

  /** A count of findings; {@code unknown} where it is not known. */
  static String finding(CellFigures cell, FindingKind kind) {
    return cell.findings().stream()
        .filter(finding -> finding.kind() == kind)
        .findFirst()
        .map(ComparisonWords::finding)
        .orElse("0");
  }

  private static String finding(FindingCount finding) {
    String count = Words.count(finding.count());
    return finding.unknown().isEmpty() ? count : finding.count() == 0 ? "unknown" : "≥ " + count;
  }

  /** A published value with a space before its unit. */
  static String published(PublishedFigure figure) {
    return figure.text().replaceAll("([0-9])([A-Za-zµ%])", "$1 $2");
  }

  /** How many published figures are near what was measured here; empty if none was measured. */
  static String alike(Comparison comparison) {
    List<PublishedFigure> measured =
        comparison.cells().stream()
            .flatMap(cell -> cell.published().stream())
            .filter(figure -> figure.here() != null)
            .toList();
    return measured.isEmpty()
        ? ""
        : "Published: %d of %d figures that were measured here, too, are within a factor of %.0f."
            .formatted(
                measured.stream().filter(PublishedFigure::alike).count(),
                measured.size(),
                PublishedFigure.FACTOR);
  }

  /** A metric's value; an infinite latency is one of outputs that never came. */
  static String metric(String name, double value) {
    return Figures.compared(name, value);
  }

  /**
   * A scenario's name as a heading: {@code kill-2-of-8} becomes {@code Kill 2 of 8}, and the
   * settings that a matrix adds to a name stand behind it: {@code demo-workers=2} becomes {@code
   * Demo, workers 2}.
   */
  static String heading(String scenario) {
    Matcher first = SETTING.matcher(scenario);
    int from = first.find() ? first.start() : scenario.length();
    String words = scenario.substring(0, from).replace('-', ' ');
    String settings = SETTING.matcher(scenario.substring(from)).replaceAll(", $1 ");
    String heading = (words + settings).replaceFirst("^, ", "");
    return heading.isEmpty()
        ? heading
        : heading.substring(0, 1).toUpperCase(Locale.ROOT) + heading.substring(1);
  }
}
