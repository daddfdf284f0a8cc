package dev.rebound.analysis.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every metric, once: what expectations and study files can name, what comparisons and reports
 * print, and what docs/measuring.md defines at length. A new one is a line here.
 */
public final class Metrics {
  /** The base unit that a metric's value is in. */
  public enum Unit {
    COUNT("a count", "0", ""),
    RATIO("a ratio", "< 0.8", ""),
    MILLIS("ms", "< 500ms", " s"),
    RECORDS_PER_SECOND("records/s", "\">= 1000/s\"", " records/s"),
    BYTES("bytes", "< 10MB", " bytes"),
    BYTES_PER_SECOND("bytes/s", "< 1MB/s", " bytes/s"),
    CORES("cores", "< 2", ""),
    CPU_SECONDS("CPU-seconds", "< 30", " CPU-seconds");

    private final String text;
    private final String example;
    private final String suffix;

    Unit(String text, String example, String suffix) {
      this.text = text;
      this.example = example;
      this.suffix = suffix;
    }

    /** In words. */
    public String text() {
      return text;
    }

    /** A bound as an experiment file writes it. */
    public String example() {
      return example;
    }

    /**
     * The suffix that sentences write after a number, a space before it; of a length, which they
     * give in s.
     */
    public String suffix() {
      return suffix;
    }
  }

  /** The things that have a value of their own. */
  public enum ValuePer {
    /** Each fault that hit, from its first signal on. */
    FAULT,
    /** Each fault that hit: the highest value of a curve after it. */
    PEAK,
    /** Each run. Only such a metric can be bounded by an expectation. */
    RUN
  }

  /** Which of two values is the better one. */
  public enum Better {
    LOWER,
    HIGHER,
    /** Neither: it tells of the load, or of how something was done. */
    NEITHER
  }

  /**
   * One metric.
   *
   * @param noun what sentences call it
   * @param meaning one sentence
   */
  public record Metric(
      String name, ValuePer of, Unit unit, Better better, String noun, String meaning) {

    /** Whether an expectation can bound it. */
    public boolean ofRun() {
      return of == ValuePer.RUN;
    }

    /** Whether it is how long something was seen to take from a fault on. */
    public boolean isSpan() {
      return of == ValuePer.FAULT && unit == Unit.MILLIS && !name.equals(PREDICTED);
    }

    /** Whether zero is an ordinary value, so that two of them have no ratio. */
    public boolean mayBeZero() {
      return of == ValuePer.RUN && unit == Unit.COUNT;
    }
  }

  /** The rate that the run's job was found to sustain, before the run. */
  public static final String CAPACITY = "capacity.sustained";

  /** How much work a core did in a second of CPU time in the baseline, bytes/s. */
  public static final String SPEED_IN_BASELINE = "host.speed.baseline";

  /** How full a job is. */
  public static final String LOAD_TO_CAPACITY = "load-to-capacity";

  /** Recovery time by a model, from outage and load ÷ capacity. */
  public static final String PREDICTED = "predicted-recovery";

  /** CPU-seconds of the engine by a million of the records that it delivered. */
  public static final String COST = "cpu.seconds-per-million";

  /** The same in the baseline alone. */
  public static final String COST_IN_BASELINE = "cpu.seconds-per-million.baseline";

  /** How fast records were worked off that waited for the job, and not it for them. */
  public static final String BACKLOG_RATE = "backlog.rate";

  /** By how much states say more than was due. */
  public static final String EXCESS = "excess";

  /** How many paused processes the engine took for dead. */
  public static final String FALSE_ALARMS = "false-alarms";

  /** Accepted requests that had no row yet when they were answered. */
  public static final String ANSWERED_EARLY = "requests.answered-early";

  /** For how long a service accepted nothing after a fault. */
  public static final String AWAY = "away.max";

  /** Requests that failed in the end, where more fail than before. */
  public static final String NEVER_BACK = "never-back";

  /** Requests that were slow in the end, where more are slow than before. */
  public static final String STILL_SLOW = "requests.still-slow";

  /** What sentences call metrics of runs that studies compare; others go by their names. */
  private static final Map<String, String> NOUNS =
      Map.of(
          BACKLOG_RATE,
          "rate of a backlog",
          "checkpoint.duration.p50",
          "length of checkpoints",
          "checkpoint.written",
          "size written by checkpoints",
          "changelog.size",
          "size of changelogs",
          "requests.failed-share",
          "share of failed requests",
          "requests.rate",
          "rate of accepted requests",
          "requests.persisted-rate",
          "rate of rows",
          "requests.latency.p99",
          "p99 latency of requests",
          "availability.faults",
          "availability in faults");

  /** Phases that latency is reported for. */
  public static final List<String> PHASES = List.of("warmup", "baseline", "faults", "settle");

  /** Kinds of latency. */
  public static final List<String> LATENCY_KINDS = List.of("append", "visible");

  /** Percentiles of latency, and its maximum. */
  public static final List<String> PERCENTILES =
      List.of("p50", "p75", "p90", "p95", "p99", "p999", "max");

  /** Figures of the latency of windows. */
  public static final List<String> WINDOW_FIGURES =
      List.of("mean", "p50", "p75", "p90", "p95", "p99", "max");

  /** Figures of the latency of requests. */
  public static final List<String> REQUEST_FIGURES =
      List.of("mean", "p50", "p90", "p95", "p99", "max");

  private static final List<Metric> ALL = List.copyOf(build());

  private Metrics() {}

  /** All of them, in the order to print. */
  public static List<Metric> all() {
    return ALL;
  }

  /** Those that an expectation can bound, and {@link Results#metrics()} can hold; in order. */
  public static List<Metric> ofRuns() {
    return ALL.stream().filter(Metric::ofRun).toList();
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

  /**
   * Name of a latency of windows.
   *
   * @param of {@code newest} or {@code oldest}: the input that it counts from
   * @param figure one of {@link #WINDOW_FIGURES}
   */
  public static String window(String phase, String of, String figure) {
    return phase + ".window." + of + "." + figure;
  }

  /** Name of the metric that says how many windows came per second. */
  public static String windowRate(String phase) {
    return "window.rate." + phase;
  }

  private static List<Metric> build() {
    List<Metric> all = new ArrayList<>();
    faults(all);
    peaks(all);
    findings(all);
    spans(all);
    latencies(all);
    windows(all);
    rates(all);
    checkpoints(all);
    requests(all);
    return all;
  }

  private static void faults(List<Metric> all) {
    span(all, "outage", "outage", "From a fault until every lane flows again.");
    span(all, "recovery", "recovery time", "From a fault until caught up.");
    span(all, "disrupted", "disrupted", "All time after a fault in which some lane was below.");
    all.add(
        new Metric(
            LOAD_TO_CAPACITY,
            ValuePer.FAULT,
            Unit.RATIO,
            Better.NEITHER,
            "load ÷ capacity",
            "Load divided by the measured capacity, or else by the rate while catching up."));
    all.add(
        new Metric(
            PREDICTED,
            ValuePer.FAULT,
            Unit.MILLIS,
            Better.LOWER,
            "predicted recovery time",
            "Recovery time that outage and load ÷ capacity predict, by the queue model."));
    span(all, "detected", "time to detection", "From a fault until the engine noticed it.");
    span(all, "reassigned", "time to reassignment", "From a fault until its work had new owners.");
    span(all, "restored", "time to restored state", "From a fault until state was back.");
    span(
        all,
        "first-output",
        "time to first output",
        "From a fault until the last silent lane had output.");
  }

  private static void peaks(List<Metric> all) {
    Unit rate = Unit.RECORDS_PER_SECOND;
    Unit bytes = Unit.BYTES_PER_SECOND;
    peak(all, "input-rate", rate, "peak input rate", "Highest rate taken in after a fault.");
    peak(all, "output-rate", rate, "peak output rate", "Highest output rate after a fault.");
    peak(
        all,
        "lag",
        Unit.COUNT,
        "peak lag",
        "Most records not yet committed as processed, after a fault.");
    peak(
        all,
        "cpu",
        Unit.CORES,
        "peak CPU",
        "Most cores that the workers used together after a fault.");
    peak(
        all,
        "received",
        bytes,
        "peak of received traffic",
        "Most that the workers received together.");
    peak(all, "sent", bytes, "peak of sent traffic", "Most that the workers sent together.");
  }

  private static void findings(List<Metric> all) {
    for (FindingKind kind : FindingKind.values()) {
      count(all, kind.toString(), kind.meaning());
    }
    count(
        all,
        EXCESS,
        "By how much final states exceed what was due, where outputs tell it: inputs taken twice, of"
            + " sums their amounts, rounded up; outputs of a topic that came again; of windows by"
            + " count, by how many visits these are shifted in the end.");
    count(all, "unplanned-exits", "Deaths of processes that the lab had not asked for.");
    count(all, FALSE_ALARMS, "Pauses after which the engine moved the paused process's work.");
  }

  private static void spans(List<Metric> all) {
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
  }

  private static void latencies(List<Metric> all) {
    for (String phase : PHASES) {
      for (String kind : LATENCY_KINDS) {
        for (String percentile : PERCENTILES) {
          boolean append = kind.equals("append");
          String what =
              append
                  ? "append time of the output minus intended send time"
                  : "receipt by a read-committed reader minus intended send time";
          all.add(
              new Metric(
                  latency(phase, kind, percentile),
                  ValuePer.RUN,
                  Unit.MILLIS,
                  Better.LOWER,
                  (append ? "" : "visible ") + percentile + " latency in " + phase,
                  "Latency (" + what + ") in " + phase + ", " + percentile + "."));
        }
      }
    }
  }

  private static void windows(List<Metric> all) {
    for (String phase : PHASES) {
      for (String of : List.of("newest", "oldest")) {
        for (String figure : WINDOW_FIGURES) {
          millis(
              all,
              window(phase, of, figure),
              "From the "
                  + of
                  + " visit of a window until it came, in "
                  + phase
                  + ", "
                  + figure
                  + ".");
        }
      }
      run(
          all,
          windowRate(phase),
          Unit.RECORDS_PER_SECOND,
          Better.NEITHER,
          "Windows that were due in " + phase + " and came, per second.");
    }
  }

  private static void rates(List<Metric> all) {
    Unit rate = Unit.RECORDS_PER_SECOND;
    for (String phase : PHASES) {
      run(
          all,
          "input.rate." + phase,
          rate,
          Better.NEITHER,
          "Mean rate of records into the input topic in " + phase + ".");
      run(
          all,
          "output.rate." + phase,
          rate,
          Better.NEITHER,
          "Mean rate of outputs in " + phase + ".");
    }
    run(
        all,
        CAPACITY,
        rate,
        Better.HIGHER,
        "Rate that this job sustains here, if `rebound sustain` has measured it.");
    all.add(
        new Metric(
            COST,
            ValuePer.RUN,
            Unit.CPU_SECONDS,
            Better.LOWER,
            "CPU time per million records",
            "CPU-seconds of the engine's processes per million records whose outputs came."));
    all.add(
        new Metric(
            COST_IN_BASELINE,
            ValuePer.RUN,
            Unit.CPU_SECONDS,
            Better.LOWER,
            "CPU time per million records in the baseline",
            "The same in the baseline alone, before any fault."));
    run(
        all,
        BACKLOG_RATE,
        Unit.RECORDS_PER_SECOND,
        Better.HIGHER,
        "Records of a backlog, or of the job's own source, that it worked off per second, from a"
            + " tenth to nine tenths of its outputs, or where no output is due by itself, of its lag"
            + " (load.backlog, load.generated).");
  }

  /**
   * Metrics of checkpoints that were completed in the baseline, and of changelogs in it; counts:
   * under load.
   */
  private static void checkpoints(List<Metric> all) {
    millis(all, "checkpoint.duration.p50", "Median length of a checkpoint, end to end.");
    millis(all, "checkpoint.duration.max", "Longest checkpoint, end to end.");
    millis(all, "checkpoint.sync.max", "Longest time that a subtask stood still for its part.");
    millis(all, "checkpoint.async.max", "Longest time that a subtask wrote its part aside.");
    millis(all, "checkpoint.alignment.max", "Longest time from a first barrier to the last.");
    run(all, "checkpoint.size", Unit.BYTES, Better.LOWER, "Median state in a checkpoint.");
    run(all, "checkpoint.written", Unit.BYTES, Better.LOWER, "Median that a checkpoint wrote.");
    Unit count = Unit.COUNT;
    run(all, "checkpoints.completed", count, Better.NEITHER, "Checkpoints completed under load.");
    count(all, "checkpoints.failed", "Checkpoints under load that came to nothing.");
    count(all, "checkpoints.expired", "Those of them that took longer than the timeout.");
    run(
        all,
        "changelog.size",
        Unit.BYTES,
        Better.LOWER,
        "Median bytes of the job's changelogs on the brokers, one replica counted.");
    run(
        all,
        "changelog.rate",
        Unit.RECORDS_PER_SECOND,
        Better.LOWER,
        "Mean rate of records into the job's changelogs.");
  }

  /** Metrics of a service that is asked over HTTP. */
  private static void requests(List<Metric> all) {
    Unit count = Unit.COUNT;
    run(all, "requests.samples", count, Better.NEITHER, "Requests that were sent.");
    run(all, "requests.accepted", count, Better.NEITHER, "Those whose answer says so.");
    count(all, "requests.refused", "Those that certainly have no effect.");
    count(all, "requests.unknown", "Those without an answer that tells: they may have an effect.");
    count(all, "requests.unknown-done", "Those of them that left a row.");
    count(
        all, "requests.not-sent", "Requests whose time was up before there was room to send them.");
    count(all, "requests.failed", "Refused, unknown and not sent together: a client's errors.");
    run(
        all,
        "requests.failed-share",
        Unit.RATIO,
        Better.LOWER,
        "Their share of all that were due.");
    count(
        all,
        "requests.pending",
        "Accepted requests without a row that were still on their way when the run ended.");
    count(
        all,
        NEVER_BACK,
        "Requests in the second half of settle that were not accepted, if more than before were"
            + " not; else none.");
    count(
        all,
        STILL_SLOW,
        "Accepted requests in the second half of settle that took over twice the baseline's p99,"
            + " if more than half did; else none.");
    count(all, "requests.dead-lettered", "Those of them that the service had set aside.");
    count(
        all,
        ANSWERED_EARLY,
        "Accepted requests of a service of your own whose row or record was written over 20 ms after"
            + " their answer.");
    Unit rate = Unit.RECORDS_PER_SECOND;
    run(all, "requests.rate", rate, Better.HIGHER, "Requests accepted per second.");
    run(
        all,
        "requests.persisted-rate",
        rate,
        Better.HIGHER,
        "Rows per second, from the first request until the last row.");
    for (String figure : REQUEST_FIGURES) {
      millis(
          all,
          "requests.latency." + figure,
          "From the time a request was meant for until it was accepted, " + figure + ".");
    }
    millis(
        all,
        AWAY,
        "Longest time after a fault without an answer that accepts, though requests were due.");
    persistence(all);
    Unit bytes = Unit.BYTES_PER_SECOND;
    run(all, "requests.bytes-out", bytes, Better.NEITHER, "Bytes of requests per second.");
    run(all, "requests.bytes-in", bytes, Better.NEITHER, "Bytes of answers per second.");
    for (String phase : PHASES) {
      run(
          all,
          "availability." + phase,
          Unit.RATIO,
          Better.HIGHER,
          "Share of the requests meant for " + phase + " that were accepted.");
      run(
          all,
          "unavailable." + phase,
          Unit.RATIO,
          Better.LOWER,
          "Share of the whole seconds of "
              + phase
              + " in which no request was accepted; a stretch that begins or ends within a second"
              + " counts for less than it is ("
              + AWAY
              + ").");
    }
  }

  private static void persistence(List<Metric> all) {
    String what = "From the answer that accepted a request until its row was written, ";
    for (String figure : REQUEST_FIGURES) {
      millis(all, "persistence." + figure, what + figure + ".");
    }
    for (String phase : PHASES) {
      for (String figure : REQUEST_FIGURES) {
        millis(
            all,
            "persistence." + phase + "." + figure,
            what + "of those meant for " + phase + ", " + figure + ".");
      }
    }
  }

  private static void span(List<Metric> all, String name, String noun, String meaning) {
    all.add(new Metric(name, ValuePer.FAULT, Unit.MILLIS, Better.LOWER, noun, meaning));
  }

  /** Less lag is better; how high a rate or the traffic goes tells how it was caught up. */
  private static void peak(List<Metric> all, String curve, Unit unit, String noun, String meaning) {
    Better better = unit == Unit.COUNT ? Better.LOWER : Better.NEITHER;
    all.add(new Metric(curve + ".peak", ValuePer.PEAK, unit, better, noun, meaning));
  }

  private static void count(List<Metric> all, String name, String meaning) {
    run(all, name, Unit.COUNT, Better.LOWER, meaning);
  }

  private static void millis(List<Metric> all, String name, String meaning) {
    run(all, name, Unit.MILLIS, Better.LOWER, meaning);
  }

  private static void run(List<Metric> all, String name, Unit unit, Better better, String meaning) {
    all.add(new Metric(name, ValuePer.RUN, unit, better, NOUNS.getOrDefault(name, name), meaning));
  }
}
