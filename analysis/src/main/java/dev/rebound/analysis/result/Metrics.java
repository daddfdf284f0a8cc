package dev.rebound.analysis.result;

import java.util.List;
import java.util.Optional;

/**
 * Every metric, once: what expectations and study files can name, what comparisons and reports
 * print, and what docs/measuring.md defines at length. A new one is a line in {@link MetricList}.
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

  /** Deaths of workers after which a restart policy had them started again. */
  public static final String RESTARTS = "restarts";

  /** CPU-seconds of the engine by a million of the records that it delivered. */
  public static final String COST = "cpu.seconds-per-million";

  /** The same in the baseline alone. */
  public static final String COST_IN_BASELINE = "cpu.seconds-per-million.baseline";

  /** The roles of processes that run under load, whatever the engine, in the order to print. */
  public static final List<String> ROLES =
      List.of(
          "worker",
          "jobmanager",
          "master",
          "driver",
          "daemon",
          "nimbus",
          "supervisor",
          "front",
          "activation",
          "database",
          "broker",
          "registry",
          "zookeeper",
          "namenode",
          "datanode",
          "generator",
          "observer");

  /** How fast records were worked off that waited for the job, and not it for them. */
  public static final String BACKLOG_RATE = "backlog.rate";

  /** Name of the most memory that the engine's processes held together. */
  public static final String MEMORY = "memory.max";

  /** Name of the longest pause of the engine's processes to collect garbage. */
  public static final String PAUSE = "gc.pause.max";

  /** What was taken meanwhile of the cores that the engine does not have. */
  public static final String BACKLOG_RIG = "backlog.rig-cpu";

  /** From this share of them on the engine may have waited for the brokers. */
  public static final double RIG_FULL = 0.9;

  /** Copies of outputs whose input had been committed before it was handed out again. */
  public static final String BEYOND_COMMIT = "duplicated-beyond-commit";

  /** By how much states say more than was due. */
  public static final String EXCESS = "excess";

  /** How many paused processes the engine took for dead. */
  public static final String FALSE_ALARMS = "false-alarms";

  /** Accepted requests that had no row yet when they were answered. */
  public static final String ANSWERED_EARLY = "requests.answered-early";

  /** For how long a service accepted less than before after a fault. */
  public static final String AWAY = "away.max";

  /** The same of the instance of which it was longest. */
  public static final String INSTANCE_AWAY = "away.instance.max";

  /** For how long a service accepted nothing. */
  public static final String WHOLLY_AWAY = "away.wholly.max";

  /** The share of requests that failed though no fault held whom they were sent to. */
  public static final String UNDISTURBED = "requests.failed-share.undisturbed";

  /** Requests that failed in the end, where more fail than before. */
  public static final String NEVER_BACK = "never-back";

  /** Requests that were slow in the end, where more are slow than before. */
  public static final String STILL_SLOW = "requests.still-slow";

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

  private static final List<Metric> ALL = new MetricList().all();

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

  /** Whether it is measured of faults alone, so that a run without any has none. */
  public static boolean isOfFaults(String name) {
    String of = name.split("\\.", 2)[0];
    return of.equals(FALSE_ALARMS)
        || of.equals("away")
        || find(of).map(Metric::isSpan).orElse(false);
  }

  /** Name of the metric that says what all processes of a role cost in the baseline. */
  public static String costInBaseline(String role) {
    return COST_IN_BASELINE + "." + role;
  }

  /** Whether a metric counts, so that a bound on it is a number that it can be. */
  public static boolean isCount(String name) {
    return find(name).map(metric -> metric.unit() == Unit.COUNT).orElse(false);
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

  /** Name of the metric that says how many windows came in the second in which most did. */
  public static String windowPeak(String phase) {
    return phase + ".window.peak-rate";
  }
}
