package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges expectations: any failure fails; otherwise anything unjudged makes the verdict unknown.
 *
 * <p>A metric that could not be judged is never a pass. It may still be a failure: a count or a
 * maximum that is over its bound already can only grow with what is not known.
 */
public final class Verdicts {
  private Verdicts() {}

  /**
   * The same, with metrics that are known to lie between two numbers only. A bound passes if both
   * ends hold it, fails if neither does, and is unknown between.
   */
  public static List<Judgement> judge(
      List<Expectation> expectations,
      Map<String, Double> metrics,
      Map<String, Bounds> bounds,
      Map<String, String> unjudged) {
    return judge(expectations, metrics, bounds, unjudged, Map.of());
  }

  /**
   * The same, with doubts about the rig: a time or a rate that one of them touches fails no more
   * than it passes, as it may tell of the rig alone. A count that is over its bound is what was
   * surely seen, and fails.
   *
   * @param doubted metric name, or the part of it before a dot, to the doubt
   */
  public static List<Judgement> judge(
      List<Expectation> expectations,
      Map<String, Double> metrics,
      Map<String, Bounds> bounds,
      Map<String, String> unjudged,
      Map<String, String> doubted) {
    List<Judgement> judgements = new ArrayList<>();
    for (Expectation expectation : expectations) {
      String doubt =
          isCount(expectation.metric())
              ? null
              : Doubts.named(expectation.metric(), doubted).orElse(null);
      Judgement judgement = judge(expectation, metrics, bounds, unjudged);
      judgements.add(doubt == null ? judgement : judgement.with(Verdict.UNKNOWN, doubt));
    }
    return judgements;
  }

  /** Requests that failed in the end are no more surely seen than those that were late. */
  private static boolean isCount(String metric) {
    return !metric.contains(".") && !metric.equals(Metrics.NEVER_BACK);
  }

  /**
   * Those of some expectations that are judged: not those that nobody could fail, as nothing was
   * looked at, unless something was found all the same or the reason is another one.
   *
   * @param unlooked what nothing could be found of
   * @param unjudged metric name to a reason beside that
   */
  public static List<Expectation> judged(
      List<Expectation> expectations,
      Map<String, Double> metrics,
      Set<FindingKind> unlooked,
      Map<String, String> unjudged) {
    return expectations.stream()
        .filter(
            e ->
                !e.ifLookedAt()
                    || unlooked.stream().noneMatch(kind -> kind.toString().equals(e.metric()))
                    || unjudged.containsKey(e.metric())
                    || metrics.getOrDefault(e.metric(), 0.0) > 0)
        .toList();
  }

  /**
   * Leaves what had not ended when a run was interrupted without judgement: it was the person, not
   * the engine, who made it endless.
   */
  public static void leaveOpen(Map<String, Double> metrics, Map<String, String> unjudged) {
    for (Map.Entry<String, Double> metric : List.copyOf(metrics.entrySet())) {
      if (metric.getValue().isInfinite()) {
        metrics.remove(metric.getKey());
        unjudged.put(metric.getKey(), "the run was interrupted before this had ended");
      }
    }
  }

  private static Judgement judge(
      Expectation expectation,
      Map<String, Double> metrics,
      Map<String, Bounds> bounds,
      Map<String, String> unjudged) {
    String metric = expectation.metric();
    Double observed = metrics.get(metric);
    Bounds between = bounds.get(metric);
    String reason = Doubts.named(metric, unjudged).orElse(null);
    if (observed == null || observed.isNaN()) {
      String why = reason == null ? "this run has no such number" : reason;
      return new Judgement(metric, expectation.text(), null, Verdict.UNKNOWN, why);
    }
    Bounds known = between == null ? new Bounds(observed, observed) : between;
    boolean lowHolds = expectation.op().holds(known.low(), expectation.bound());
    boolean highHolds = expectation.op().holds(known.high(), expectation.bound());
    // Inside an interval that reaches over a single value on both sides, that value may hold.
    boolean mayHold =
        lowHolds
            || highHolds
            || (expectation.op() == Expectation.Op.EQUAL
                && known.low() < expectation.bound()
                && known.high() > expectation.bound());
    Verdict verdict =
        lowHolds && highHolds ? Verdict.PASS : mayHold ? Verdict.UNKNOWN : Verdict.FAIL;
    if (reason != null) {
      boolean over =
          verdict == Verdict.FAIL && onlyGrows(metric) && isUpperBound(expectation, known.low());
      verdict = over ? Verdict.FAIL : Verdict.UNKNOWN;
      return new Judgement(metric, expectation.text(), observed, between, verdict, reason);
    }
    String why =
        switch (verdict) {
          case PASS -> "";
          case FAIL -> "expected " + expectation.text();
          case UNKNOWN ->
              Double.isInfinite(known.high())
                  ? "it is at least "
                      + number(metric, known.low())
                      + (isLength(metric) ? ", and may be any length" : ", and has no upper bound")
                  : "it lies between %s and %s"
                      .formatted(number(metric, known.low()), number(metric, known.high()));
        };
    return new Judgement(metric, expectation.text(), observed, between, verdict, why);
  }

  private static String number(String metric, double value) {
    return isLength(metric)
        ? Words.duration(value)
        : value == Math.rint(value) ? Long.toString((long) value) : Words.trimmed(value, 3);
  }

  private static boolean isLength(String metric) {
    return Metrics.find(metric).filter(known -> known.unit() == Metrics.Unit.MILLIS).isPresent();
  }

  /** Counts of findings and maxima over faults. */
  private static boolean onlyGrows(String metric) {
    boolean latency = Metrics.PHASES.stream().anyMatch(phase -> metric.startsWith(phase + "."));
    return isCount(metric) || (metric.endsWith(".max") && !latency);
  }

  /** Whether a bound on a count fails for certain, however much is added to that. */
  public static boolean isOver(Expectation bound, double atLeast) {
    return !bound.op().holds(atLeast, bound.bound()) && isUpperBound(bound, atLeast);
  }

  private static boolean isUpperBound(Expectation expectation, double observed) {
    return switch (expectation.op()) {
      case LESS, AT_MOST -> true;
      case EQUAL -> observed > expectation.bound();
      case AT_LEAST, GREATER -> false;
    };
  }

  /**
   * The same judgements; those that do not pass say more of the number, where there is more to say.
   *
   * @param details metric name to where its number comes from
   */
  public static List<Judgement> detailed(List<Judgement> judgements, Map<String, String> details) {
    return judgements.stream().map(j -> detailed(j, details.getOrDefault(j.metric(), ""))).toList();
  }

  private static Judgement detailed(Judgement j, String detail) {
    boolean more = j.verdict() != Verdict.PASS && j.observed() != null && !detail.isEmpty();
    return more ? j.with(j.verdict(), j.why() + "; " + detail) : j;
  }

  /** The same judgements, none of which can be relied on. */
  public static List<Judgement> unknown(List<Judgement> judgements, String why) {
    return judgements.stream().map(j -> j.with(Verdict.UNKNOWN, why)).toList();
  }

  /** The verdict over all judgements. */
  public static Verdict verdict(List<Judgement> judgements) {
    return judgements.stream().map(Judgement::verdict).reduce(Verdict.PASS, Verdict::and);
  }

  /**
   * The verdict over all judgements of a run in which not every fault can be relied on: a fault
   * that did not happen, or that hit nothing, must never look like a fault survived.
   */
  public static Verdict verdict(List<Judgement> judgements, List<Results.FaultResult> faults) {
    Verdict verdict = verdict(judgements);
    boolean allHit = faults.stream().allMatch(fault -> fault.impact() == Impact.HIT);
    return verdict == Verdict.PASS && !allHit ? Verdict.UNKNOWN : verdict;
  }
}
