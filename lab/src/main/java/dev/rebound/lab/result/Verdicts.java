package dev.rebound.lab.result;

import dev.rebound.lab.experiment.Expectation;
import dev.rebound.lab.result.Results.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges expectations: any failure fails; otherwise anything unjudged makes the verdict unknown.
 *
 * <p>What could not be judged is never a pass. It may still be a failure: a count or a maximum that
 * is over its bound already can only grow with what is not known.
 */
public final class Verdicts {
  public static final String PASS = "pass";
  public static final String FAIL = "fail";
  public static final String UNKNOWN = "unknown";

  private Verdicts() {}

  /**
   * One judgement per expectation, in order.
   *
   * @param unjudged metric name, or the part of it before a dot, to a reason
   */
  public static List<Judgement> judge(
      List<Expectation> expectations, Map<String, Double> metrics, Map<String, String> unjudged) {
    List<Judgement> judgements = new ArrayList<>();
    for (Expectation expectation : expectations) {
      judgements.add(judge(expectation, metrics, unjudged));
    }
    return judgements;
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
      Expectation expectation, Map<String, Double> metrics, Map<String, String> unjudged) {
    String metric = expectation.metric();
    Double observed = metrics.get(metric);
    String reason = reason(metric, unjudged);
    if (observed == null || observed.isNaN()) {
      String why = reason == null ? "this run has no such number" : reason;
      return judgement(expectation, null, UNKNOWN, why);
    }
    boolean holds = expectation.op().holds(observed, expectation.bound());
    if (reason == null) {
      return judgement(expectation, observed, holds ? PASS : FAIL, holds ? "" : off(expectation));
    }
    boolean over = !holds && onlyGrows(metric) && isUpperBound(expectation, observed);
    return judgement(expectation, observed, over ? FAIL : UNKNOWN, reason);
  }

  private static Judgement judgement(
      Expectation expectation, @Nullable Double observed, String verdict, String why) {
    return new Judgement(expectation.metric(), expectation.text(), observed, verdict, why);
  }

  private static String off(Expectation expectation) {
    return "expected " + expectation.text();
  }

  private static @Nullable String reason(String metric, Map<String, String> unjudged) {
    for (String name = metric; ; name = name.substring(0, name.lastIndexOf('.'))) {
      String reason = unjudged.get(name);
      if (reason != null || name.lastIndexOf('.') < 0) {
        return reason;
      }
    }
  }

  /** Counts of findings and maxima over faults. */
  private static boolean onlyGrows(String metric) {
    boolean latency = metric.contains(".latency.") || metric.contains(".visible.");
    return !metric.contains(".") || (metric.endsWith(".max") && !latency);
  }

  private static boolean isUpperBound(Expectation expectation, double observed) {
    return switch (expectation.op()) {
      case LESS, AT_MOST -> true;
      case EQUAL -> observed > expectation.bound();
      case AT_LEAST, GREATER -> false;
    };
  }

  /** The verdict over all judgements. */
  public static String verdict(List<Judgement> judgements) {
    String verdict = PASS;
    for (Judgement judgement : judgements) {
      switch (judgement.verdict().toLowerCase(Locale.ROOT)) {
        case FAIL -> {
          return FAIL;
        }
        case PASS -> {}
        default -> verdict = UNKNOWN;
      }
    }
    return verdict;
  }

  /**
   * The verdict over all judgements of a run in which not every fault can be relied on: a fault
   * that did not happen, or that hit nothing, must never look like a fault survived.
   */
  public static String verdict(List<Judgement> judgements, List<Results.FaultResult> faults) {
    String verdict = verdict(judgements);
    boolean allHit = faults.stream().allMatch(fault -> fault.impact().equals("hit"));
    return verdict.equals(PASS) && !allHit ? UNKNOWN : verdict;
  }
}
