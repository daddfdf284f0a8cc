package dev.rebound.analysis.result;

import dev.rebound.analysis.result.FindingKind.Need;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The doubts that make the rig less than trustworthy: each with the metrics that it makes unknown,
 * and what to try. A metric that a doubt touches is never a pass.
 *
 * <p>Every code of a warning in the journal is one of these, or one of {@link #TOLD_ONLY}.
 */
public enum Doubt {
  EVIDENCE_CHANGED(
      "evidence-changed",
      false,
      "Restore the run's folder from where it was copied, or run the experiment again."),
  JOURNAL_CUT(
      "journal-cut",
      false,
      "Restore the run's folder from where it was copied, or run the experiment again."),
  RUN_BROKEN("run-broken", false, "See the logs in the run's folder; the run ends early."),
  ENDED_EARLY(
      "ended-early",
      false,
      "The run counts for its verdict alone: mend what is wrong with the job, and run it again."),
  FAULT_NOT_CONFIRMED(
      "fault-not-confirmed",
      false,
      "A fault that did not happen proves nothing: see the nodes' logs, lower the count, or space faults out."),
  FAULT_WITHOUT_IMPACT("fault-without-impact", false, "Kill more members, or another role."),
  LATE_START(
      "late-start",
      true,
      "The machine is too busy: lower load.rate or engine.workers, or use --scale."),
  FLAT_OUT(
      "flat-out",
      true,
      "Write a rate (rebound sustain finds one that the job keeps up with): a schedule waits for nobody."),
  GENERATOR_STARVED(
      "generator-starved",
      true,
      "The machine is too busy: lower load.rate or engine.workers, or use --scale."),
  CPU_SATURATED(
      "cpu-saturated",
      true,
      "Lower load.rate or use --scale, or end what else runs: the figures tell of the machine, not the engine."),
  OBSERVER_LAG(
      "observer-lag", true, "The machine is too busy: lower load.rate or workload.selectivity."),
  CLOCK_STEP(
      "clock-step",
      true,
      "Let the machine's clock be slewed, not set, while a run goes on; do not let it sleep."),
  SAMPLING_GAP(
      "sampling-gap",
      true,
      "The machine is too busy or was asleep: use --scale, or fewer processes."),
  PROBE_FAILED("probe-failed", true, "Its series have gaps; the rest is not affected."),
  RIG_NOT_FOLLOWED(
      "rig-not-followed",
      true,
      "The machine is too busy: use --scale, or fewer processes. The journal holds what the rig did."),
  NOT_HEALED(
      "not-healed",
      true,
      "See the node's log; a machine that is too busy takes long to start a process."),
  NOT_DRAINED(
      "not-drained",
      true,
      "What has not come counts as lost only if something later did; the rest is pending. Raise phases.drain to see whether it comes."),
  NOT_AUDITED(
      "not-audited",
      false,
      "See logs/input-audit.log (of a service, logs/waiting.log) in the run's folder; topics must keep their records until the end of the run."),
  REFERENCE_FAILED(
      "reference-failed",
      false,
      "See the log of the reference in the run's folder, and try it by hand: it reads the inputs, one a line, and prints what is due."),
  NOT_REREAD("not-reread", true, "See logs/output-reread.log in the run's folder."),
  MISSED_LIVE(
      "missed-live",
      false,
      "See logs/observer.log in the run's folder; what a reader was not given, it cannot time."),
  TRANSACTIONS_NOT_PROMISED(
      "transactions-not-promised",
      true,
      "Claim exactly-once, so that times are those at which readers were shown the output; or write without transactions."),
  TRANSACTIONS_UNKNOWN("transactions-unknown", false, "See the brokers' logs.");

  /** Touches every metric, and so the verdict. */
  public static final String EVERYTHING = "*";

  /** Code of the warning that a run's control is in doubt, did not pass, or is not there. */
  public static final String CONTROL_IN_DOUBT = "control-in-doubt";

  /** Code of the warning that an engine complains of something in its own logs. */
  public static final String ENGINE_COMPLAINT = "engine-complaint";

  /** Codes of warnings that make nothing unknown, each with the reason. */
  public static final Map<String, String> TOLD_ONLY =
      Map.ofEntries(
          Map.entry(
              CONTROL_IN_DOUBT,
              "no figure of the run follows from its control; what is in doubt there has no difference"),
          Map.entry(
              "machine-busy",
              "what others take makes nothing wrong by itself; cpu-saturated says what came of it"),
          Map.entry("unplanned-exit", "unplanned-exits counts them, and is judged itself"),
          Map.entry(
              ENGINE_COMPLAINT, "it is the engine's word on itself; the audit judges its output"),
          Map.entry(
              "faults-close",
              "what the next fault cuts off is censored by the analysis, fault by fault"),
          Map.entry(
              "fault-otherwise", "the fault happened; the warning says what it was in the end"),
          Map.entry("input-otherwise", "what came of it is counted apart, and blamed on nobody"),
          Map.entry("load-ended", "what did not take place has no figures, and none are made up"),
          Map.entry("listener-failed", "what is shown or exported live; figures come from files"),
          Map.entry("data-left", "it is about disk space, after the run"),
          Map.entry("topics-left", "it is about disk space, after the run"),
          Map.entry("schemas-left", "it is about names in a registry, after the run"),
          Map.entry("processes-left", "it comes after everything was measured"),
          Map.entry("warden-died", "it guards against a killed lab, and another one is started"),
          Map.entry("lab-pinned", "it comes after everything was measured"));

  /** Under load, so that what is sampled then is of use. */
  private static final Set<String> LOADED = Set.copyOf(Metrics.PHASES);

  private static final Set<Doubt> BEFORE_FAULTS =
      Set.of(LATE_START, FLAT_OUT, GENERATOR_STARVED, CPU_SATURATED);

  private final String code;
  private final boolean allowable;
  private final String remedy;

  Doubt(String code, boolean allowable, String remedy) {
    this.code = code;
    this.allowable = allowable;
    this.remedy = remedy;
  }

  /**
   * Where in a run a doubt arose.
   *
   * @param baseline in what faults are held against
   * @param transactional outputs are there when they are committed, so that outage and recovery are
   *     read from their receipt
   * @param mayStaySlow the subject is a service that faults hit, after which it may be slow
   */
  public record DoubtPlace(
      String phase, boolean baseline, boolean transactional, boolean mayStaySlow) {
    private List<String> slowness() {
      return mayStaySlow ? List.of(Metrics.STILL_SLOW) : List.of();
    }

    /** What is slow is held against the baseline, whichever phase that is. */
    private List<String> slownessAgainstThis() {
      return baseline ? slowness() : List.of();
    }

    private List<String> latencies(String kind) {
      return Metrics.PHASES.contains(phase) ? List.of(phase + kind) : List.of();
    }

    /**
     * The metrics that are read from receipts: windows come by them where output is transactional.
     */
    private List<String> received() {
      return transactional
          ? join(latencies(".visible"), latencies(".window"))
          : latencies(".visible");
    }
  }

  /** The doubt with this code. */
  public static Optional<Doubt> of(String code) {
    return Arrays.stream(values()).filter(doubt -> doubt.code.equals(code)).findFirst();
  }

  /** Codes of the doubts that an experiment may allow. */
  public static List<String> allowable() {
    return Arrays.stream(values())
        .filter(doubt -> doubt.allowable)
        .map(Doubt::code)
        .sorted()
        .toList();
  }

  /** As in the journal. */
  public String code() {
    return code;
  }

  /** The remedy to try. */
  public String remedy() {
    return remedy;
  }

  /**
   * Whether it makes outages and recoveries unknown only where it arose before the first fault, see
   * {@link DoubtPlace#baseline}.
   */
  boolean isBeforeFaults() {
    return BEFORE_FAULTS.contains(this);
  }

  /** Metrics that it makes unknown, or parts of their names before a dot. */
  public List<String> touches(DoubtPlace where) {
    return switch (this) {
      case EVIDENCE_CHANGED,
          JOURNAL_CUT,
          RUN_BROKEN,
          ENDED_EARLY,
          FAULT_NOT_CONFIRMED,
          FAULT_WITHOUT_IMPACT ->
          List.of(EVERYTHING);
      case FLAT_OUT ->
          join(
              times(),
              List.of("first-output", "requests.latency"),
              where.slowness(),
              Metrics.PHASES);
      case LATE_START ->
          join(
              times(),
              List.of(
                  "first-output",
                  "baseline",
                  "output.rate.baseline",
                  Metrics.windowRate("baseline"),
                  Metrics.COST_IN_BASELINE));
      case GENERATOR_STARVED ->
          join(
              where.baseline() ? times() : List.of(),
              where.latencies(""),
              // Lateness at the start is what the warmup is there for.
              where.phase().equals("warmup") ? where.slownessAgainstThis() : ofRequests(),
              where.baseline() || where.phase().equals("settle")
                  ? List.of(Metrics.NEVER_BACK)
                  : List.of());
      case CPU_SATURATED -> saturated(where);
      case OBSERVER_LAG ->
          where.baseline() && where.transactional()
              ? join(times(), List.of("first-output"), where.received())
              : where.received();
      case CLOCK_STEP ->
          join(times(), steps(), join(Metrics.PHASES, ofRequests()), List.of(Metrics.NEVER_BACK));
      case SAMPLING_GAP, PROBE_FAILED -> sampled(where);
      // Whether a dip was the machine's own is not known.
      case RIG_NOT_FOLLOWED -> times();
      case NOT_HEALED -> List.of("recovery", "disrupted");
      case NOT_DRAINED ->
          join(
              FindingKind.metricsNeeding(Need.DRAINED),
              List.of(
                  Metrics.EXCESS,
                  "requests.unknown-done",
                  Metrics.ANSWERED_EARLY,
                  "requests.persisted-rate",
                  "persistence"));
      // The fate of sends without an outcome is known from the input topic alone.
      case NOT_AUDITED ->
          join(
              FindingKind.metricsNeeding(Need.INPUT_TOPIC),
              FindingKind.metricsNeeding(Need.FATES),
              List.of(Metrics.EXCESS));
      case NOT_REREAD ->
          join(
              FindingKind.metricsNeeding(Need.SECOND_READING),
              List.of(
                  "requests.unknown-done",
                  "requests.pending",
                  "requests.dead-lettered",
                  Metrics.ANSWERED_EARLY,
                  "requests.persisted-rate",
                  "persistence"));
      case REFERENCE_FAILED -> List.of(FindingKind.DIVERGED.toString());
      case MISSED_LIVE ->
          where.transactional() ? join(times(), List.of("first-output"), visible()) : visible();
      case TRANSACTIONS_NOT_PROMISED -> join(times(), List.of("first-output"));
      case TRANSACTIONS_UNKNOWN -> FindingKind.metricsNeeding(Need.TIMEOUTS);
    };
  }

  /** The metrics that tell when a fault was over. */
  private static List<String> times() {
    return List.of("outage", "recovery", "disrupted");
  }

  /** The metrics of requests to a service. */
  private static List<String> ofRequests() {
    return List.of("requests", "availability", "unavailable", "away", "persistence");
  }

  private static List<String> steps() {
    return List.of("detected", "reassigned", "restored", "first-output");
  }

  private static List<String> visible() {
    return Metrics.PHASES.stream().map(phase -> phase + ".visible").toList();
  }

  /** The phases before the one that was looked at are no better. */
  private static List<String> saturated(DoubtPlace where) {
    if (where.phase().equals("settle")) {
      return join(List.of("settle"), where.slowness());
    }
    return where.baseline()
        ? join(times(), steps(), List.of("warmup", "baseline"), where.slowness())
        : List.of();
  }

  /** Outputs are judged from topics alone; what is sampled has a hole. */
  private static List<String> sampled(DoubtPlace where) {
    return LOADED.contains(where.phase())
        ? List.of("input", "lag", "host", "node", "cpu", "checkpoint", "checkpoints", "changelog")
        : List.of();
  }

  @SafeVarargs
  private static List<String> join(List<String>... lists) {
    List<String> all = new ArrayList<>();
    for (List<String> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }
}
