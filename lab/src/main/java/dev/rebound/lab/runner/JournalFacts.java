package dev.rebound.lab.runner;

import dev.rebound.lab.journal.Entry;
import dev.rebound.lab.journal.Event;
import dev.rebound.lab.journal.Listener;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.Series;
import dev.rebound.lab.probe.SpeedProbe;
import dev.rebound.lab.result.Results;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run's journal says beside its outputs: rates and cost per phase, deaths that nobody asked
 * for, warnings on the rig. Works on a live journal and on a replayed one alike.
 */
public final class JournalFacts implements Listener {
  private static final Set<String> MEANS =
      Set.of("input.rate", "output.rate", "lag", HostProbe.CPU, SpeedProbe.SPEED);

  /** Key of a reason that keeps the whole run from passing. */
  public static final String EVERYTHING = "*";

  /** A generator that is later than this by its own fault did not keep its schedule. */
  private static final double OBSERVER_LAG_RECORDS = 20_000;

  private static final int OBSERVER_LAG_TICKS = 3;

  private final Map<String, double[]> sums = new HashMap<>();
  private final Set<Results.RigWarning> warnings = new LinkedHashSet<>();
  private final List<String> unplanned = new ArrayList<>();
  private final Set<String> engineNodes = new LinkedHashSet<>();
  private List<Series> series = List.of();
  private String phase = "start";
  private long lastTickMicros;
  private double cpuSeconds;
  private double inputRecords;
  private double slipMillisMax;
  private double warmupSlipMillisMax;
  private int laggedTicks;
  private double observerLagMax;
  private int unconfirmedFaults;
  private int idleFaults;

  @Override
  public synchronized void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.PhaseStarted started) {
      phase = started.phase();
      if (phase.equals("baseline") && started.limitMillis() > 0) {
        warmupSlipMillisMax = slipMillisMax;
        slipMillisMax = 0;
      }
    } else if (event instanceof Event.ProcessStarted started && engineRole(started.role())) {
      engineNodes.add(started.node());
    } else if (event instanceof Event.ProcessExited exited
        && !exited.expected()
        && !exited.role().equals("tool")) {
      unplanned.add(exited.node() + " (exit status " + exited.exitStatus() + ")");
    } else if (event instanceof Event.Warning warning) {
      if (warning.code().equals("fault-not-confirmed")) {
        unconfirmedFaults++;
      }
      warnings.add(new Results.RigWarning(warning.code(), warning.message(), warning.remedy()));
    } else if (event instanceof Event.FaultStarted fault && !fault.holdsWork().contains(true)) {
      idleFaults++;
    } else if (event instanceof Event.SeriesDeclared declared) {
      series = declared.series();
    } else if (event instanceof Event.Tick tick) {
      tick(tick);
    }
  }

  private static boolean engineRole(String role) {
    return !Set.of("broker", "generator", "observer").contains(role);
  }

  private void tick(Event.Tick tick) {
    double seconds = lastTickMicros == 0 ? 0 : (tick.atMicros() - lastTickMicros) / 1e6;
    lastTickMicros = tick.atMicros();
    boolean loaded = !Set.of("start", "drain", "check").contains(phase);
    for (int i = 0; i < Math.min(series.size(), tick.values().size()); i++) {
      Double value = tick.values().get(i);
      if (value == null) {
        continue;
      }
      Series s = series.get(i);
      if (s.label().isEmpty() && MEANS.contains(s.metric())) {
        double[] sum = sums.computeIfAbsent(s.metric() + "." + phase, key -> new double[2]);
        sum[0] += value;
        sum[1]++;
      }
      if (loaded) {
        rig(s.metric(), value);
      }
      if (loaded && s.metric().equals("node.cpu") && engineNodes.contains(s.label())) {
        cpuSeconds += value * seconds;
      }
      if (loaded && s.metric().equals("input.rate") && s.label().isEmpty()) {
        inputRecords += value * seconds;
      }
    }
  }

  private void rig(String metric, double value) {
    if (metric.equals("generator.slip")) {
      slipMillisMax = Math.max(slipMillisMax, value);
    } else if (metric.equals("observer.lag")) {
      laggedTicks = value > OBSERVER_LAG_RECORDS ? laggedTicks + 1 : 0;
      if (laggedTicks >= OBSERVER_LAG_TICKS) {
        observerLagMax = Math.max(observerLagMax, value);
      }
    }
  }

  /** Metrics by the names of docs/measuring.md. */
  public synchronized Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    sums.forEach((name, sum) -> metrics.put(name, sum[0] / sum[1]));
    if (inputRecords > 0 && cpuSeconds > 0) {
      metrics.put("cpu.seconds-per-million", cpuSeconds / inputRecords * 1e6);
    }
    metrics.put("unplanned-exits", (double) unplanned.size());
    return metrics;
  }

  /**
   * Metrics (or the part of their names before a dot) that the rig's own faults make unknown, to
   * the reason. What could not be judged is never a pass.
   */
  public synchronized Map<String, String> unjudged() {
    Map<String, String> unjudged = new HashMap<>();
    for (Results.RigWarning warning : warnings()) {
      switch (warning.code()) {
        case "generator-starved", "observer-lag" -> {
          for (String metric :
              List.of("warmup", "baseline", "faults", "settle", "outage", "recovery")) {
            unjudged.put(metric, warning.message());
          }
        }
        case "cpu-saturated" -> {
          // What came before the phase that was looked at is no better; recoveries may well take
          // all of the machine.
          List<String> touched =
              warning.message().endsWith("phase settle")
                  ? List.of("settle")
                  : List.of("warmup", "baseline");
          for (String metric : touched) {
            unjudged.putIfAbsent(metric, warning.message());
          }
        }
        case "sampling-gap" -> {
          // Outputs are judged from topics alone; what is sampled has a hole.
          if (!warning.message().endsWith("phase start")) {
            for (String metric : List.of("input", "lag", "host", "cpu")) {
              unjudged.putIfAbsent(metric, warning.message());
            }
          }
        }
        case TopicAudit.NOT_AUDITED -> unjudged.put("lost-by-kafka", warning.message());
        case "run-broken", Integrity.EVIDENCE_CHANGED, Integrity.JOURNAL_CUT ->
            unjudged.merge(EVERYTHING, warning.message(), (a, b) -> a + "; " + b);
        default -> {
          // Other warnings are shown, and make nothing unknown.
        }
      }
    }
    if (warmupSlipMillisMax > LateStart.SLIP_MILLIS) {
      unjudged.putIfAbsent("warmup", late(warmupSlipMillisMax));
    }
    if (unconfirmedFaults > 0) {
      unjudged.put(
          "*",
          unconfirmedFaults
              + " fault(s) could not be confirmed: what did not happen was not survived");
    } else if (idleFaults > 0) {
      unjudged.put(
          EVERYTHING, idleFaults + " fault(s) hit only nodes that held no work: no impact");
    }
    return unjudged;
  }

  private static String late(double slipMillis) {
    return Math.round(slipMillis) + " ms: so late was a load generator by its own fault";
  }

  /** True if there was a warning with this code. */
  public synchronized boolean warned(String code) {
    return warnings().stream().anyMatch(warning -> warning.code().equals(code));
  }

  public synchronized List<Results.RigWarning> warnings() {
    List<Results.RigWarning> all = new ArrayList<>(warnings);
    if (slipMillisMax > LateStart.SLIP_MILLIS) {
      all.add(
          new Results.RigWarning(
              "generator-starved",
              late(slipMillisMax),
              "The machine is too busy: lower load.rate or engine.workers, or use --scale."));
    }
    if (observerLagMax > 0) {
      all.add(
          new Results.RigWarning(
              "observer-lag",
              "the observer was "
                  + Math.round(observerLagMax)
                  + " records behind for several seconds",
              "The machine is too busy: lower load.rate or workload.selectivity."));
    }
    return all;
  }
}
