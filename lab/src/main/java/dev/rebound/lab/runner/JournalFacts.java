package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.SpeedProbe;
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
 * nobody asked for, warnings on the rig. Works on a live journal and on a replayed one alike.
 */
public final class JournalFacts implements JournalListener {
  private static final Set<String> MEANS =
      Set.of(
          "input.rate",
          "output.rate",
          "lag",
          HostProbe.CPU,
          SpeedProbe.SPEED,
          SpeedProbe.MEMORY_SPEED);

  /** Key of a reason that keeps the whole run from passing. */
  public static final String EVERYTHING = Doubt.EVERYTHING;

  /**
   * The microseconds that the wall clock may gain on the monotonic one from tick to tick: more is
   * no drift.
   */
  private static final long CLOCK_STEP_MICROS = 50_000;

  private static final double CLOCK_DRIFT = 1e-3;

  private final Map<String, double[]> sums = new HashMap<>();
  private final RigRules rules;
  private final @Nullable PlannedFaults planned;
  private final ProbedPhases probed = new ProbedPhases();
  private final List<PlacedDoubt> warned = new ArrayList<>();
  private final Map<Doubt.DoubtPlace, Double> slipMillisMax = new LinkedHashMap<>();
  private final ObserverLag observer = new ObserverLag();
  private final Map<Doubt.DoubtPlace, Long> clockSteps = new LinkedHashMap<>();
  private final List<String> unplanned = new ArrayList<>();
  private final Set<String> engineNodes = new LinkedHashSet<>();
  private List<Series> series = List.of();
  private String phase = "start";
  private long lastTickMicros;
  private final CheckpointFacts checkpoints = new CheckpointFacts();
  private final ChangelogFacts changelogs = new ChangelogFacts();
  private final CpuCost cost = new CpuCost();
  private final CpuCost costInBaseline = new CpuCost();

  /** The same of the processes of each role. */
  private final Map<String, CpuCost> costByRole = new LinkedHashMap<>();

  /** By node: that of its role. */
  private final Map<String, CpuCost> costByNode = new HashMap<>();

  private final WorkedOff workedOff = new WorkedOff();
  private boolean clocksRead;
  private long clockMicros;
  private long monoMicros;
  private boolean faulted;
  private boolean shared;
  private int unconfirmedFaults;
  private int idleFaults;

  /** A warning, and where it arose. */
  private record PlacedDoubt(Event.DoubtRaised warning, Doubt.DoubtPlace where) {}

  /** A doubt as it applies to this run; one that is not told has its word elsewhere. */
  private record AppliedDoubt(Results.RigDoubt warning, boolean told) {}

  /** The facts of a run in which nothing is allowed and a phase named baseline is the baseline. */
  public JournalFacts() {
    this(new RigRules("baseline", false, false, true, Set.of()));
  }

  /** The facts of a run of this experiment with an engine that promises this. */
  public JournalFacts(Experiment experiment, DeliveryGuarantee promise) {
    this(RigRules.of(experiment, promise), new PlannedFaults(experiment));
  }

  /** The facts of a run of which nobody knows what faults were planned. */
  JournalFacts(RigRules rules) {
    this(rules, null);
  }

  private JournalFacts(RigRules rules, @Nullable PlannedFaults planned) {
    this.rules = rules;
    this.planned = planned;
  }

  @Override
  public synchronized void on(Entry entry) {
    if (planned != null) {
      planned.on(entry);
    }
    probed.on(entry);
    Event event = entry.data();
    if (event instanceof Event.PhaseStarted started) {
      phase = started.phase();
    } else if (event instanceof Event.ProcessStarted started) {
      costByNode.put(
          started.node(), costByRole.computeIfAbsent(started.role(), role -> new CpuCost()));
      if (started.owner() == Owner.SUBJECT) {
        engineNodes.add(started.node());
      }
    } else if (event instanceof Event.ProcessExited exited
        && !exited.expected()
        && !exited.role().equals("tool")) {
      unplanned.add(exited.node() + " (exit status " + exited.exitStatus() + ")");
    } else if (event instanceof Event.DoubtRaised warning) {
      raised(warning);
    } else if (event instanceof Event.FaultStarted fault) {
      faulted = true;
      boolean untold = fault.holdsWork().isEmpty() && !fault.victims().isEmpty();
      idleFaults += untold || fault.holdsWork().contains(true) ? 0 : 1;
    } else if (event instanceof Event.SharesCluster) {
      shared = true;
    } else if (event instanceof Event.SeriesDeclared declared) {
      series = declared.series();
      observer.declared(series);
      checkpoints.declared(series);
      changelogs.declared(series);
    } else if (event instanceof Event.Tick tick) {
      clock(entry);
      tick(tick);
      checkpoints.tick(phase, tick.values());
      changelogs.tick(phase, tick.values());
    }
  }

  private void raised(Event.DoubtRaised warning) {
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
  synchronized void ended() {
    if (planned != null) {
      planned.otherwise().forEach(this::raised);
    }
    probed.doubt().ifPresent(this::raised);
  }

  /** Where the wall clock goes on by more than time passed, it was set. */
  private void clock(Entry entry) {
    long mono = entry.monoNanos() / 1000;
    long offset = entry.wallMicros() - mono;
    long step = offset - clockMicros;
    double drift = CLOCK_STEP_MICROS + CLOCK_DRIFT * (mono - monoMicros);
    if (clocksRead && Math.abs(step) > drift && !phase.equals("check")) {
      clockSteps.merge(here(), step, (a, b) -> Math.abs(a) > Math.abs(b) ? a : b);
    }
    clocksRead = true;
    clockMicros = offset;
    monoMicros = mono;
  }

  private Doubt.DoubtPlace here() {
    return rules.where(phase, faulted);
  }

  private void tick(Event.Tick tick) {
    double seconds = lastTickMicros == 0 ? 0 : (tick.atMicros() - lastTickMicros) / 1e6;
    lastTickMicros = tick.atMicros();
    boolean loaded = !Set.of("start", "drain", "check").contains(phase);
    boolean baseline = phase.equals("baseline");
    List<CpuCost> costs =
        baseline ? List.of(cost, costInBaseline) : loaded ? List.of(cost) : List.of();
    costs.forEach(part -> part.tick(tick.atMicros(), seconds));
    if (baseline) {
      costByRole.values().forEach(part -> part.tick(tick.atMicros(), seconds));
    }
    if (loaded) {
      observer.tick(tick, here());
    }
    double engineCores = 0;
    Double lag = null;
    for (int i = 0; i < Math.min(series.size(), tick.values().size()); i++) {
      Double value = tick.values().get(i);
      Series s = series.get(i);
      if (s.metric().equals("node.cpu")) {
        double cores = value == null ? 0 : value;
        CpuCost ofRole = costByNode.get(s.label());
        if (baseline && ofRole != null) {
          ofRole.member(s.label(), value != null, cores, seconds);
        }
        if (engineNodes.contains(s.label())) {
          costs.forEach(part -> part.member(s.label(), value != null, cores, seconds));
          workedOff.member(s.label(), value != null);
          engineCores += cores;
        }
      }
      if (s.metric().equals("lag")) {
        lag = value;
      }
      if (value == null) {
        continue;
      }
      if (rules.rigApart() && s.metric().equals(HostProbe.RIG_CPU)) {
        workedOff.rig(tick.atMicros(), value);
      }
      if (s.label().isEmpty() && MEANS.contains(s.metric())) {
        double[] sum = sums.computeIfAbsent(s.metric() + "." + phase, key -> new double[2]);
        sum[0] += value;
        sum[1]++;
      }
      if (loaded && s.metric().equals("generator.slip") && value > LateStart.SLIP_MILLIS) {
        slipMillisMax.merge(here(), value, Math::max);
      }
    }
    workedOff.tick(tick.atMicros(), seconds, engineCores, lag);
  }

  /** How fast a backlog was worked off, and what that took. */
  public synchronized Measures workedOff(AnalysisResult findings) {
    return workedOff.measures(findings);
  }

  /** Metrics by the names of docs/measuring.md. */
  public synchronized Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    sums.forEach((name, sum) -> metrics.put(name, sum[0] / sum[1]));
    metrics.put("unplanned-exits", (double) unplanned.size());
    metrics.putAll(checkpoints.metrics());
    metrics.putAll(changelogs.metrics());
    return metrics;
  }

  /**
   * CPU-seconds of the engine under load, by a million of the inputs whose outputs appeared
   * meanwhile: what it left lying it has not worked for. Empty for the reason that {@link
   * #costUnknown} gives.
   */
  public synchronized OptionalDouble cost(AnalysisResult findings) {
    return shared ? OptionalDouble.empty() : cost.perMillion(findings);
  }

  /** The same of the baseline alone, which no fault and no recovery adds to. */
  public synchronized OptionalDouble costInBaseline(AnalysisResult findings) {
    return shared ? OptionalDouble.empty() : costInBaseline.perMillion(findings);
  }

  /** The same of the processes of each role, whoever's they are, by the names of the metrics. */
  public synchronized Map<String, Double> costByRole(AnalysisResult findings) {
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
  public synchronized String costUnknown() {
    return shared
        ? "several jobs ran in the engine's processes, and nobody tells for which of them"
        : "the CPU of a member was not read, or no output came that was due";
  }

  /** Metrics (or the part of their names before a dot) that are not known, to the reason. */
  public synchronized Map<String, String> unknown() {
    Map<String, String> unknown = new HashMap<>(checkpoints.unjudged());
    unknown.putAll(changelogs.unjudged());
    return unknown;
  }

  /**
   * Metrics (or the part of their names before a dot) that the rig's own faults make unknown, to
   * the reason. A metric that could not be judged is never a pass.
   */
  public synchronized Map<String, String> unjudged() {
    Map<String, String> unjudged = new HashMap<>();
    if (unconfirmedFaults > 0) {
      unjudged.put(
          EVERYTHING,
          unconfirmedFaults
              + " fault(s) could not be confirmed: what did not happen was not survived");
    }
    for (AppliedDoubt applied : applied()) {
      if (!applied.warning().allowed()) {
        applied
            .warning()
            .touches()
            .forEach(
                metric ->
                    unjudged.merge(
                        metric,
                        applied.warning().message(),
                        (a, b) -> metric.equals(EVERYTHING) ? a + "; " + b : a));
      }
    }
    return unjudged;
  }

  /** True if there was a warning with this code. */
  public synchronized boolean warned(String code) {
    return warnings().stream().anyMatch(warning -> warning.code().equals(code));
  }

  /** The warnings to be told, each once. */
  public synchronized List<Results.RigDoubt> warnings() {
    return applied().stream()
        .filter(AppliedDoubt::told)
        .map(AppliedDoubt::warning)
        .distinct()
        .toList();
  }

  private List<AppliedDoubt> applied() {
    List<AppliedDoubt> all = new ArrayList<>();
    for (PlacedDoubt w : warned) {
      String code = w.warning().code();
      Results.RigDoubt warning =
          Doubt.of(code)
              .map(doubt -> apply(doubt, w.where(), w.warning().message(), w.warning().remedy()))
              .orElseGet(
                  () -> new Results.RigDoubt(code, w.warning().message(), w.warning().remedy()));
      all.add(new AppliedDoubt(warning, true));
    }
    slipMillisMax.forEach(
        (where, millis) ->
            all.add(
                new AppliedDoubt(
                    apply(Doubt.GENERATOR_STARVED, where, late(millis, where.phase())),
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

  private static String late(double slipMillis, String phase) {
    return Math.round(slipMillis)
        + " ms in phase "
        + phase
        + ": so late was a load generator by its own fault";
  }

  private static String set(long micros, Doubt.DoubtPlace where) {
    return "the wall clock was set by "
        + Math.round(micros / 1000.0)
        + " ms in phase "
        + where.phase()
        + ": times before and after it do not go together";
  }
}
