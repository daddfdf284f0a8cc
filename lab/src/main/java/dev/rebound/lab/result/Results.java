package dev.rebound.lab.result;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run found: the content of {@code results.json}. Every list is in time order; a null means
 * "could not be had", and a reason stands beside it or in {@link #warnings}.
 *
 * @param version of this format, 1
 * @param metrics every number that an expectation can name, in base units (ms, records/s, bytes,
 *     counts)
 * @param unjudged metric name (or prefix) to the reason why it could not be judged
 * @param shortened what {@code --short} made shorter, in words; empty for nothing
 * @param difference control runs: metric to (this run − control), filled in when both ran
 */
public record Results(
    int version,
    String runId,
    String name,
    String engine,
    String engineVersion,
    String guarantee,
    String profile,
    boolean control,
    double scale,
    String verdict,
    boolean interrupted,
    List<FaultResult> faults,
    List<Audit> audits,
    List<Latency> latencies,
    List<Judgement> judgements,
    List<RigWarning> warnings,
    Map<String, Double> metrics,
    Map<String, String> unjudged,
    Map<String, Double> difference,
    String shortened) {

  public Results {
    // Results of an earlier version do not say.
    shortened = Objects.requireNonNullElse(shortened, "");
  }

  /**
   * Why a run with faults has measured none of them: of no fault that hit, neither outage nor
   * recovery is known. Empty if one is, or if none hit.
   */
  public String unmeasured() {
    List<FaultResult> hits = faults.stream().filter(f -> f.impact().equals("hit")).toList();
    boolean any =
        hits.stream()
            .anyMatch(
                f ->
                    !f.outage().state().equals("unknown")
                        || !f.recovery().state().equals("unknown"));
    return hits.isEmpty() || any
        ? ""
        : "it measured none of its faults: " + hits.get(0).outage().detail();
  }

  /** Results of a run that nothing made shorter. */
  public Results(
      int version,
      String runId,
      String name,
      String engine,
      String engineVersion,
      String guarantee,
      String profile,
      boolean control,
      double scale,
      String verdict,
      boolean interrupted,
      List<FaultResult> faults,
      List<Audit> audits,
      List<Latency> latencies,
      List<Judgement> judgements,
      List<RigWarning> warnings,
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      Map<String, Double> difference) {
    this(
        version,
        runId,
        name,
        engine,
        engineVersion,
        guarantee,
        profile,
        control,
        scale,
        verdict,
        interrupted,
        faults,
        audits,
        latencies,
        judgements,
        warnings,
        metrics,
        unjudged,
        difference,
        "");
  }

  /**
   * One fault and the recovery from it. Times are milliseconds from the first signal.
   *
   * @param atMicros first signal, microseconds since the epoch
   * @param confirmed every victim's fault was confirmed
   * @param impact {@code hit}, {@code no impact} (no victim held work) or {@code not confirmed}
   * @param outage the outage
   * @param recovery the recovery time
   * @param steps per step, from first to last lane or member; absent if unknown
   * @param loadToCapacity load divided by the rate reached while catching up; null if there was
   *     nothing to catch up
   */
  public record FaultResult(
      int fault,
      String kind,
      String role,
      List<String> victims,
      long atMicros,
      boolean confirmed,
      String impact,
      Span outage,
      Span recovery,
      List<StepResult> steps,
      @Nullable Double loadToCapacity) {}

  /**
   * A length that may not have an end.
   *
   * @param state {@code ended}, {@code no dip}, {@code unended} (longer than {@code millis}) or
   *     {@code unknown}
   * @param millis length, or how long it was watched if unended
   * @param resolutionMillis width of the window that decides
   * @param detail such as the slowest lane
   */
  public record Span(String state, long millis, long resolutionMillis, String detail) {}

  /**
   * @param step {@code detected}, {@code reassigned}, {@code restored}, {@code reassigned on
   *     return}, {@code restored on return}, {@code first output}, {@code caught up}
   * @param source {@code engine} or {@code topics}
   */
  public record StepResult(
      String step, long minMillis, long maxMillis, String source, String detail) {}

  /**
   * The audit of one reader.
   *
   * @param reader {@code read-committed} or {@code read-uncommitted}
   * @param judged whether the guarantee promises something to this reader
   * @param expected outputs due; {@code distinct} seen at least once; {@code observed} in all
   * @param findings one per kind, also those with count 0
   */
  public record Audit(
      String reader,
      boolean judged,
      long expected,
      long distinct,
      long observed,
      List<Finding> findings) {}

  /**
   * @param kind {@code lost}, {@code duplicated}, {@code reordered}, {@code diverged}, {@code
   *     unexpected}, {@code uncommitted}, {@code open}, {@code hanging}, {@code lost-by-kafka},
   *     {@code pending}
   * @param allowed true if the guarantee allows it, so that it is reported but fails nothing
   * @param byFault attribution: fault number, {@code ambiguous} or {@code unattributed}, to count
   * @param examples at most ten, in words
   */
  public record Finding(
      String kind, long count, boolean allowed, Map<String, Long> byFault, List<String> examples) {}

  /**
   * Latency percentiles of one phase, milliseconds.
   *
   * @param kind {@code append} or {@code visible}
   * @param undelivered outputs counted as infinite
   * @param negative outputs whose latency was negative, counted apart
   */
  public record Latency(
      String phase,
      String kind,
      long count,
      @Nullable Double p50,
      @Nullable Double p90,
      @Nullable Double p95,
      @Nullable Double p99,
      @Nullable Double p999,
      @Nullable Double max,
      long undelivered,
      long negative) {}

  /**
   * @param verdict {@code pass}, {@code fail} or {@code unknown}
   */
  public record Judgement(
      String metric, String bound, @Nullable Double observed, String verdict, String why) {}

  /**
   * What makes the rig less than trustworthy.
   *
   * @param code as in the journal
   * @param remedy what to try
   */
  public record RigWarning(String code, String message, String remedy) {}
}
