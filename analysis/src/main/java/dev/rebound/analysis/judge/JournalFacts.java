package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a run's journal that are not of its outputs: rates and cost per phase, deaths that
 * nobody asked for, warnings on the rig.
 */
public final class JournalFacts implements JournalListener {
  /** Key of a reason that keeps the whole run from passing. */
  public static final String EVERYTHING = Doubt.EVERYTHING;

  private static final Set<String> MEANS =
      Set.of(
          "input.rate", "output.rate", "lag", Series.HOST_CPU, Series.SPEED, Series.MEMORY_SPEED);

  private static final Set<String> UNLOADED = Set.of("start", "drain", "check");

  /**
   * The microseconds that the wall clock may gain on the monotonic one from tick to tick: more is
   * no drift.
   */
  private static final long CLOCK_STEP_MICROS = 50_000;

  private static final double CLOCK_DRIFT = 1e-3;

  private final RigRules rules;
  private final PlannedFaults planned;
  private final ProbedPhases probed = new ProbedPhases();
  private final Readings readings = new Readings();
  private final Map<String, double[]> sums = new HashMap<>();
  private final List<PlacedDoubt> warned = new ArrayList<>();
  private final Map<Doubt.DoubtPlace, Double> slipMillisMax = new LinkedHashMap<>();
  private final ObserverLag observer = new ObserverLag();
  private final Map<Doubt.DoubtPlace, Long> clockSteps = new LinkedHashMap<>();
  private final Set<String> engineNodes = new LinkedHashSet<>();
  private final CheckpointMeasures checkpoints = new CheckpointMeasures();
  private final ChangelogMeasures changelogs = new ChangelogMeasures();
  private final BacklogMeasures backlog = new BacklogMeasures();
  private final CpuCost cost = new CpuCost();
  private final CpuCost costInBaseline = new CpuCost();

  /** The same of the processes of each role. */
  private final Map<String, CpuCost> costByRole = new LinkedHashMap<>();

  /** By node: that of its role. */
  private final Map<String, CpuCost> costByNode = new HashMap<>();

  private String phase = "start";
  private long lastTickMicros;
  private @Nullable Entry before;
  private boolean faulted;
  private boolean shared;
  private int unplannedExits;
  private int restarts;
  private int unconfirmedFaults;
  private int idleFaults;

  /** Longest pause of an engine's process; negative where no process told of any or none. */
  private double pauseMillisMax = -1;

  private double memoryMax;

  /** A warning, and where it arose. */
  private record PlacedDoubt(Event.DoubtRaised warning, Doubt.DoubtPlace where) {}

  /** A doubt as it applies to this run; one that is not told has its word elsewhere. */
  private record AppliedDoubt(Results.RigDoubt warning, boolean told) {}

  /** The facts of a run of these terms. */
  public JournalFacts(RunTerms terms) {
    this(terms.rules(), new PlannedFaults(terms.faults(), terms.paced()));
  }

  JournalFacts(RigRules rules, PlannedFaults planned) {
    this.rules = rules;
    this.planned = planned;
  }

  @Override
  public void on(Entry entry) {
    planned.on(entry);
    probed.on(entry);
    Event event = entry.data();
    readings.on(event);
    if (event instanceof Event.PhaseStarted started) {
      phase = started.phase();
    } else if (event instanceof Event.ProcessStarted started) {
      costByNode.put(
          started.node(), costByRole.computeIfAbsent(started.role(), role -> new CpuCost()));
      if (started.owner() == Owner.SUBJECT) {
        engineNodes.add(started.node());
      }
    } else if (event instanceof Event.ProcessExited exited) {
      unplannedExits += exited.unplanned() && !exited.role().equals("tool") ? 1 : 0;
      restarts = Math.max(restarts, exited.restart());
    } else if (event instanceof Event.DoubtRaised warning) {
      raise(warning);
    } else if (event instanceof Event.FaultStarted fault) {
      faulted = true;
      boolean untold = fault.holdsWork().isEmpty() && !fault.victims().isEmpty();
      idleFaults += untold || fault.holdsWork().contains(true) ? 0 : 1;
    } else if (event instanceof Event.SharesCluster) {
      shared = true;
    } else if (event instanceof Event.Tick tick) {
      clock(entry);
      tick(tick);
      checkpoints.tick(phase, readings);
      changelogs.tick(phase, readings);
    }
  }

  /** Takes in a warning, as if it stood in the journal now. */
  void raise(Event.DoubtRaised warning) {
    if (warning.code().equals(Doubt.FAULT_NOT_CONFIRMED.code())) {
      unconfirmedFaults++;
    }
    String of = warning.phase().isEmpty() ? phase : warning.phase();
    warned.add(new PlacedDoubt(warning, rules.where(of, faulted)));
  }

  /**
   * All of the journal was heard, of a run that went on to its end: what was carried out is held
   * against what was planned, and probes are to have been read.
   */
  void ended() {
    planned.otherwise().forEach(this::raise);
    probed.doubt().ifPresent(this::raise);
  }

  /** Where the wall clock goes on by more than time passed, it was set. */
  private void clock(Entry now) {
    if (before != null && !phase.equals("check")) {
      long step = offsetMicros(now) - offsetMicros(before);
      double passed = now.monoNanos() / 1000 - before.monoNanos() / 1000;
      if (Math.abs(step) > CLOCK_STEP_MICROS + CLOCK_DRIFT * passed) {
        clockSteps.merge(here(), step, (a, b) -> Math.abs(a) > Math.abs(b) ? a : b);
      }
    }
    before = now;
  }

  private static long offsetMicros(Entry entry) {
    return entry.wallMicros() - entry.monoNanos() / 1000;
  }

  private Doubt.DoubtPlace here() {
    return rules.where(phase, faulted);
  }

  private void tick(Event.Tick tick) {
    double seconds = lastTickMicros == 0 ? 0 : (tick.atMicros() - lastTickMicros) / 1e6;
    lastTickMicros = tick.atMicros();
    boolean loaded = !UNLOADED.contains(phase);
    boolean baseline = phase.equals("baseline");
    List<CpuCost> costs =
        baseline ? List.of(cost, costInBaseline) : loaded ? List.of(cost) : List.of();
    costs.forEach(part -> part.tick(tick.atMicros(), seconds));
    if (baseline) {
      costByRole.values().forEach(part -> part.tick(tick.atMicros(), seconds));
    }
    if (loaded) {
      observer.tick(tick, readings, here());
    }
    double[] engineCores = {0};
    double[] memory = {0};
    readings.each(
        (series, value) -> {
          if (series.metric().equals("node.cpu")) {
            double cores = value == null ? 0 : value;
            CpuCost ofRole = costByNode.get(series.label());
            if (baseline && ofRole != null) {
              ofRole.member(series.label(), value != null, cores, seconds);
            }
            if (engineNodes.contains(series.label())) {
              costs.forEach(part -> part.member(series.label(), value != null, cores, seconds));
              backlog.member(series.label(), value != null);
              engineCores[0] += cores;
            }
          } else if (series.metric().equals("node.memory")) {
            memory[0] += value != null && engineNodes.contains(series.label()) ? value : 0;
          } else if (series.metric().equals(Series.PAUSE)) {
            if (value != null && loaded && engineNodes.contains(series.label())) {
              pauseMillisMax = Math.max(pauseMillisMax, value);
            }
          } else if (value != null && series.label().isEmpty() && MEANS.contains(series.metric())) {
            double[] sum =
                sums.computeIfAbsent(series.metric() + "." + phase, key -> new double[2]);
            sum[0] += value;
            sum[1]++;
          } else if (value != null
              && loaded
              && series.metric().equals("generator.slip")
              && value > LateStart.SLIP_MILLIS) {
            slipMillisMax.merge(here(), value, Math::max);
          }
        });
    memoryMax = loaded ? Math.max(memoryMax, memory[0]) : memoryMax;
    Double rig = readings.value(Series.RIG_CPU);
    if (rules.rigApart() && rig != null) {
      backlog.rig(tick.atMicros(), rig);
    }
    backlog.tick(tick.atMicros(), seconds, engineCores[0], readings.value("lag"));
  }

  /** How fast a backlog was worked off, and what that took. */
  Measures backlog(AnalysisResult findings) {
    return backlog.measures(findings);
  }

  /** Metrics by the names of docs/measuring.md. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    sums.forEach((name, sum) -> metrics.put(name, sum[0] / sum[1]));
    metrics.put("unplanned-exits", (double) unplannedExits);
    if (restarts > 0) {
      metrics.put(Metrics.RESTARTS, (double) restarts);
    }
    if (memoryMax > 0) {
      metrics.put(Metrics.MEMORY, memoryMax);
    }
    if (pauseMillisMax >= 0) {
      metrics.put(Metrics.PAUSE, pauseMillisMax);
    }
    metrics.putAll(checkpoints.metrics());
    metrics.putAll(changelogs.metrics());
    return metrics;
  }

  /** Metrics (or the part of their names before a dot) that are not known, to the reason. */
  Map<String, String> unknown() {
    Map<String, String> unknown = new HashMap<>(checkpoints.unjudged());
    unknown.putAll(changelogs.unjudged());
    return unknown;
  }

  /**
   * CPU-seconds of the engine under load, by a million of the inputs whose outputs appeared
   * meanwhile: what it left lying it has not worked for. Empty for the reason that {@link
   * #costUnknown} gives.
   */
  OptionalDouble cost(AnalysisResult findings) {
    return shared ? OptionalDouble.empty() : cost.perMillion(findings);
  }

  /** The same of the baseline alone, which no fault and no recovery adds to. */
  OptionalDouble costInBaseline(AnalysisResult findings) {
    return shared ? OptionalDouble.empty() : costInBaseline.perMillion(findings);
  }

  /** The same of the processes of each role, whoever's they are, by the names of the metrics. */
  Map<String, Double> costByRole(AnalysisResult findings) {
    Map<String, Double> costs = new HashMap<>();
    if (!shared) {
      costByRole.forEach(
          (role, part) ->
              part.perMillion(findings)
                  .ifPresent(known -> costs.put(Metrics.costInBaseline(role), known)));
    }
    return costs;
  }

  /** Why there is no {@link #cost}, where there is none. */
  String costUnknown() {
    return shared
        ? "several jobs ran in the engine's processes, and nobody tells for which of them"
        : "the CPU of a member was not read, or no output came that was due";
  }

  /**
   * Metrics (or the part of their names before a dot) that the rig's own faults make unknown, to
   * the reason. A metric that could not be judged is never a pass.
   */
  Map<String, String> unjudged() {
    Map<String, String> unjudged = new HashMap<>();
    if (unconfirmedFaults > 0) {
      unjudged.put(
          EVERYTHING,
          unconfirmedFaults
              + " fault(s) could not be confirmed: what did not happen was not survived");
    }
    for (AppliedDoubt applied : applied()) {
      Results.RigDoubt warning = applied.warning();
      for (String metric : warning.allowed() ? List.<String>of() : warning.touches()) {
        unjudged.merge(
            metric, warning.message(), (a, b) -> metric.equals(EVERYTHING) ? a + "; " + b : a);
      }
    }
    return unjudged;
  }

  /** True if there was a warning of this doubt. */
  boolean warned(Doubt doubt) {
    return warned.stream().anyMatch(w -> w.warning().code().equals(doubt.code()));
  }

  /** The warnings to be told, each once. */
  List<Results.RigDoubt> warnings() {
    return applied().stream()
        .filter(AppliedDoubt::told)
        .map(AppliedDoubt::warning)
        .distinct()
        .toList();
  }

  private List<AppliedDoubt> applied() {
    List<AppliedDoubt> all = new ArrayList<>();
    for (PlacedDoubt w : warned) {
      Event.DoubtRaised said = w.warning();
      Results.RigDoubt warning =
          Doubt.of(said.code())
              .map(doubt -> apply(doubt, w.where(), said.message(), said.remedy()))
              .orElseGet(() -> new Results.RigDoubt(said.code(), said.message(), said.remedy()));
      all.add(new AppliedDoubt(warning, true));
    }
    slipMillisMax.forEach(
        (where, millis) ->
            all.add(
                new AppliedDoubt(
                    apply(Doubt.GENERATOR_STARVED, where, late(millis, where)),
                    // At the start it is what the warmup is there for.
                    where.baseline() || !where.phase().equals("warmup"))));
    observer
        .told()
        .forEach(
            (where, what) ->
                all.add(new AppliedDoubt(apply(Doubt.OBSERVER_LAG, where, what), true)));
    clockSteps.forEach(
        (where, micros) ->
            all.add(new AppliedDoubt(apply(Doubt.CLOCK_STEP, where, set(micros, where)), true)));
    if (idleFaults > 0) {
      String none = idleFaults + " fault(s) hit only nodes that held no work: no impact";
      all.add(new AppliedDoubt(apply(Doubt.FAULT_WITHOUT_IMPACT, here(), none), false));
    }
    return all;
  }

  private Results.RigDoubt apply(Doubt doubt, Doubt.DoubtPlace where, String message) {
    return apply(doubt, where, message, doubt.remedy());
  }

  private Results.RigDoubt apply(
      Doubt doubt, Doubt.DoubtPlace where, String message, String remedy) {
    return new Results.RigDoubt(
        doubt.code(),
        message,
        remedy,
        doubt.touches(where),
        Doubt.allowable().contains(doubt.code()) && rules.allowed().contains(doubt.code()));
  }

  private static String late(double slipMillis, Doubt.DoubtPlace where) {
    return "%s ms in phase %s: so late was a load generator by its own fault"
        .formatted(Math.round(slipMillis), where.phase());
  }

  private static String set(long micros, Doubt.DoubtPlace where) {
    return "the wall clock was set by %s ms in phase %s: times before and after it do not go together"
        .formatted(Math.round(micros / 1000.0), where.phase());
  }
}
