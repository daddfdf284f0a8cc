package dev.rebound.lab.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every number that an expectation can name and {@link Results#metrics()} can hold, with its unit
 * and meaning. docs/measuring.md defines them at length.
 */
public final class Metrics {
  /** The base unit that a metric's value is in. */
  public enum Unit {
    COUNT("a count", "0"),
    MILLIS("ms", "< 500ms"),
    RECORDS_PER_SECOND("records/s", "\">= 1000/s\""),
    CPU_SECONDS("CPU-seconds", "< 30");

    private final String text;
    private final String example;

    Unit(String text, String example) {
      this.text = text;
      this.example = example;
    }

    /** In words. */
    public String text() {
      return text;
    }

    /** A bound as an experiment file writes it. */
    public String example() {
      return example;
    }
  }

  /**
   * One number of a run.
   *
   * @param meaning one sentence
   */
  public record Metric(String name, Unit unit, String meaning) {}

  /** The rate that the run's job was found to sustain, before the run. */
  public static final String CAPACITY = "capacity.sustained";

  /** How much work a core did in a second of CPU time in the baseline, bytes/s. */
  public static final String SPEED_IN_BASELINE = "host.speed.baseline";

  /** How many paused processes the engine took for dead. */
  public static final String FALSE_ALARMS = "false-alarms";

  /** Phases that latency is reported for. */
  public static final List<String> PHASES = List.of("warmup", "baseline", "faults", "settle");

  /** Kinds of latency. */
  public static final List<String> LATENCY_KINDS = List.of("append", "visible");

  /** Percentiles of latency, and its maximum. */
  public static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p999", "max");

  private static final List<Metric> ALL = List.copyOf(build());

  private Metrics() {}

  /** All of them, in the order to print. */
  public static List<Metric> all() {
    return ALL;
  }

  /** The metric of that name. */
  public static Optional<Metric> find(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  /**
   * Name of a latency metric.
   *
   * @param kind {@code append} (written {@code latency}, the plain word) or {@code visible}
   */
  public static String latency(String phase, String kind, String percentile) {
    return phase + "." + (kind.equals("append") ? "latency" : kind) + "." + percentile;
  }

  private static List<Metric> build() {
    List<Metric> all = new ArrayList<>();
    count(
        all,
        "lost",
        "Expected outputs of acknowledged inputs that the output topic does not hold.");
    count(all, "duplicated", "Outputs seen more than once by a reader that is promised once.");
    count(
        all, "reordered", "First appearances behind a later input of the same partition and rule.");
    count(all, "diverged", "Rules whose state differs from what the inputs say.");
    count(all, "unexpected", "Outputs that no input explains.");
    count(
        all, "uncommitted", "Outputs that a live read-committed reader saw and a re-read did not.");
    count(all, "missed-live", "Output records that the live reader missed and a re-read found.");
    count(all, "open", "Output partitions with an open transaction after the drain.");
    count(all, "hanging", "Output partitions whose transaction outlived its timeout.");
    count(
        all, "pending", "Expected outputs that stand behind an open transaction after the drain.");
    count(all, "lost-by-kafka", "Acknowledged inputs that the input topic does not hold.");
    count(all, "unplanned-exits", "Deaths of processes that the lab had not asked for.");
    count(all, FALSE_ALARMS, "Pauses after which the engine moved the paused process's work.");
    millis(all, "outage.max", "Longest outage over all faults: until every lane flows again.");
    millis(all, "outage.median", "Median outage over all faults.");
    millis(
        all, "outage.processing.max", "Longest outage by append times, whether committed or not.");
    millis(
        all,
        "outage.visible.max",
        "Longest outage for read-committed readers, where output is transactional.");
    millis(
        all,
        "disrupted.max",
        "Most time after one fault in which any lane was below, second stops included.");
    millis(all, "disrupted.median", "Median over all faults of that time.");
    millis(all, "recovery.max", "Longest recovery time over all faults: until caught up.");
    millis(all, "recovery.median", "Median recovery time over all faults.");
    millis(all, "detected.max", "Longest time from a fault until the engine noticed it.");
    millis(all, "reassigned.max", "Longest time from a fault until its work had new owners.");
    millis(all, "restored.max", "Longest time from a fault until state was back.");
    millis(all, "first-output.max", "Longest time from a fault to output on a silent lane.");
    for (String phase : PHASES) {
      for (String kind : LATENCY_KINDS) {
        for (String percentile : PERCENTILES) {
          String what =
              kind.equals("append")
                  ? "append time of the output minus intended send time"
                  : "receipt by a read-committed reader minus intended send time";
          millis(
              all,
              latency(phase, kind, percentile),
              "Latency (" + what + ") in " + phase + ", " + percentile + ".");
        }
      }
    }
    for (String phase : PHASES) {
      rate(
          all,
          "input.rate." + phase,
          "Mean rate of records into the input topic in " + phase + ".");
      rate(all, "output.rate." + phase, "Mean rate of outputs in " + phase + ".");
    }
    rate(all, CAPACITY, "Rate that this job sustains here, if `rebound sustain` has measured it.");
    all.add(
        new Metric(
            "cpu.seconds-per-million",
            Unit.CPU_SECONDS,
            "CPU-seconds of the engine's processes per million input records."));
    return all;
  }

  private static void count(List<Metric> all, String name, String meaning) {
    all.add(new Metric(name, Unit.COUNT, meaning));
  }

  private static void millis(List<Metric> all, String name, String meaning) {
    all.add(new Metric(name, Unit.MILLIS, meaning));
  }

  private static void rate(List<Metric> all, String name, String meaning) {
    all.add(new Metric(name, Unit.RECORDS_PER_SECOND, meaning));
  }
}
