package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.Attribution;
import dev.rebound.analysis.check.Checker;
import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.request.RequestMetrics;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.base.ReboundException;
import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.workload.OutputTopic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Works out what a run showed: a pure function from files and times to findings, by the definitions
 * of docs/measuring.md.
 *
 * <p>Memory: 10 bytes per output due (12 from 65,536 rules on, 2 more in a run of over 48 h; 8 or
 * 10 more where output is transactional), 12 bytes per output and kind of lane in the longest watch
 * of a fault, 2.5 bytes per record, 10 KB per step of the timeline, which are 36,000 at most, and
 * 16 bytes per lane and 100 ms, where four million such cells suffice, else per second, 28 of them
 * near a fault, and 5 KB per 100 ms there. Offsets and append times: 4 bytes per record of the
 * longest watch and up to 96 MB. Beside that a bit per output and reader, and 8 bytes per single
 * finding.
 */
public final class Analyst {
  /** Output that is not committed in batches can come at any moment, as far as this matters. */
  static final long RHYTHM_MICROS = 200_000;

  private Analyst() {}

  /** Checks and measures a run of which nothing is expected but what is of all. */
  public static AnalysisResult analyse(Evidence evidence) throws IOException {
    return analyse(evidence, List.of());
  }

  /**
   * Checks and measures; throws {@link IOException} if a file cannot be read.
   *
   * @param expected of the run: how many requests may fail where no fault is
   */
  public static AnalysisResult analyse(Evidence evidence, List<Expectation> expected)
      throws IOException {
    List<OutputTopic> topics = evidence.workload().outputTopics();
    if (topics.isEmpty()) {
      return analyseTopic(evidence, expected).result();
    }
    List<TopicFindings> each = new ArrayList<>();
    for (Evidence topic : evidence.ofTopics()) {
      each.add(analyseTopic(topic, expected));
    }
    return new TopicsTogether(evidence, topics, each).result();
  }

  private static TopicFindings analyseTopic(Evidence evidence, List<Expectation> expected)
      throws IOException {
    try (SendLedger ledger =
            new SendLedger(
                evidence.partitions(),
                evidence.workload().placement(),
                evidence.sendLogs(),
                evidence.resolved(),
                evidence.missingAcknowledged(),
                evidence.inputReading());
        Due due = due(evidence, ledger)) {
      return analyse(evidence, expected, ledger, due);
    }
  }

  /** For how long the output of such a job must flow after a fault until that is over. */
  public static Duration hold(DeliveryGuarantee promise) {
    return Duration.ofMillis(Math.max(Outages.HOLD_MICROS, rhythmMicros(promise)) / 1000);
  }

  private static long rhythmMicros(DeliveryGuarantee promise) {
    return Math.max(RHYTHM_MICROS, promise.visibleEveryMillis() * 1000);
  }

  private static Due due(Evidence evidence, SendLedger ledger) {
    try {
      return Oracles.of(evidence.workload()).due(ledger);
    } catch (IllegalArgumentException e) {
      throw ReboundException.badInput(
          "what is due cannot be worked out: " + e.getMessage(),
          "Change the workload, and run it again.",
          e);
    }
  }

  private static TopicFindings analyse(
      Evidence evidence, List<Expectation> expected, SendLedger ledger, Due due)
      throws IOException {
    DueTable outputs = due.table();
    Grid.TimeRange load = load(evidence, ledger);
    // A minute before the load: clocks of other machines may be behind.
    long base = load.startMicros() - 60_000_000;
    long length = lengthMicros(evidence, load);
    FirstTimes times = new FirstTimes(outputs.size(), base, length);
    long start = Math.floorDiv(load.startMicros(), 1_000_000L) * 1_000_000L;
    long step = Timeline.stepMicros(length);
    StepCounts appends = new StepCounts(start, step);
    StepCounts receipts = new StepCounts(start, step);
    Checker checker = new Checker(evidence, ledger, due);
    FirstTimes processed =
        evidence.uncommitted() == null ? times : new FirstTimes(outputs.size(), base, length);
    // When a job's source made a record nobody knows, so that its output may seem to be too early.
    long least = ledger.made() ? 0 : Long.MIN_VALUE;
    checker.read(
        times,
        processed,
        (intended, appendMillis, receiptMicros) -> {
          appends.add(appendMillis * 1000, Math.max(least, appendMillis * 1000 - intended));
          receipts.add(receiptMicros, Math.max(least, receiptMicros - intended));
        });

    Grid.TimeRange baseline = baseline(evidence, load);
    boolean transactional = evidence.promise().transactional();
    long rhythm = rhythmMicros(evidence.promise());
    AppearanceTimes visible =
        transactional ? AppearanceTimes.receipt(times) : AppearanceTimes.append(times);
    long last = Math.max(times.lastMicros(), processed.lastMicros());
    Grid grid = new Grid(outputs, visible, load, last);
    AppearanceTimes appended = AppearanceTimes.append(processed);
    Outages processing = new Outages(outputs, appended, grid, baseline, rhythm, false);
    Outages readers =
        transactional ? new Outages(outputs, visible, grid, baseline, rhythm, true) : null;
    Grid.TimeRange undisturbed =
        transactional
            ? UndisturbedBaseline.of(
                outputs, visible, grid, baseline, firstSignal(evidence), rhythm)
            : baseline;
    AppearanceTimes done = transactional ? AppearanceTimes.append(times) : visible;
    Frontier frontier =
        new Frontier(outputs, visible, done, grid, baseline, undisturbed, rhythm, step);
    RigHistory rig =
        new RigHistory(
            evidence.rig(),
            baseline,
            outputs.size() * 1e6 / Math.max(1_000_000, load.endMicros() - load.startMicros()));
    Recoveries recoveries = new Recoveries(evidence, grid, processing, readers, frontier, rig);
    List<PhaseTimes> phases = reported(evidence, baseline, undisturbed);
    Latencies latencies = new Latencies(outputs, times, phases, start, load.endMicros(), step);
    WindowLatencies windows =
        new WindowLatencies(due.windows(), visible, phases, start, load.endMicros(), step);
    List<Audit> audits =
        checker.audits(
            ledger.made()
                // How far it had come at a fault nobody knows, so that none is blamed.
                ? new Attribution(List.of())
                : attribution(evidence, recoveries, held(latencies, windows)));
    Outages headline = readers == null ? processing : readers;
    List<Scene> scenes =
        new Scenes(outputs, visible, times, grid, headline, frontier, recoveries).of();
    Timeline timeline =
        new Timelines(grid, frontier, latencies, appends, receipts, step)
            .timeline(scenes, windows.seconds());
    List<Results.FaultResult> faults = recoveries.results();
    List<TimeBelow> below = recoveries.below();
    if (evidence.commits() != null && !faults.isEmpty()) {
      OffsetRecoveries offsets =
          new OffsetRecoveries(evidence, ledger, load, baseline, rhythm, rig);
      boolean byIdentity = due.unjudged() == null && outputs.size() > 0;
      faults = byIdentity ? offsets.beside(faults) : offsets.instead(faults);
      below = byIdentity ? below : offsets.below();
    }
    Measures measures =
        new RunMeasures(evidence, checker, audits, faults, latencies.perPhase(), grid)
            .measures()
            .and(windows.measures());
    RequestFigures asked = null;
    if (!evidence.requests().isEmpty()) {
      RequestMetrics requests = RequestMetrics.of(evidence, expected, due.unjudged());
      Map<String, Double> found = measures.metrics();
      double rows =
          outputs.size()
              - found.getOrDefault(FindingKind.LOST.toString(), 0.0)
              - found.getOrDefault(FindingKind.PENDING.toString(), 0.0);
      measures = measures.and(requests.measures(rows, last - load.startMicros()));
      faults = requests.away(faults);
      String why = requests.untimed().orElse(null);
      if (why != null) {
        measures = UntimedRun.of(measures, why);
        faults = UntimedRun.of(faults, why);
      }
      asked = requests.figures();
      if (asked.all().due() == 0) {
        measures = measures.and(unasked());
      }
    }
    return new TopicFindings(
        new AnalysisResult(
            faults,
            audits,
            latencies.perPhase(),
            timeline,
            outputs.inputs() == 0 ? 0 : (double) outputs.size() / outputs.inputs(),
            measures,
            asked),
        below,
        checker.unjudged());
  }

  /** A service that was asked nothing has refused nothing, and was never away. */
  private static Measures unasked() {
    Map<String, String> unjudged = new TreeMap<>();
    for (String metric :
        List.of("requests", "availability", "unavailable", "away", Metrics.NEVER_BACK)) {
      unjudged.put(metric, "no request was due");
    }
    return new Measures(Map.of(), unjudged);
  }

  /** From the first to the last record that was handed to a producer. */
  private static Grid.TimeRange load(Evidence evidence, SendLedger ledger) {
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int g = 0; g < ledger.generators(); g++) {
      if (ledger.records(g) > 0) {
        start = Math.min(start, ledger.intendedMicros(g, 0));
        end = Math.max(end, ledger.intendedMicros(g, ledger.records(g) - 1));
      }
    }
    if (start > end) {
      long from = evidence.phases().isEmpty() ? 0 : evidence.phases().get(0).startMicros();
      return new Grid.TimeRange(from, from);
    }
    return new Grid.TimeRange(start, end);
  }

  /** From the load's start to its end, or the last phase's, if that is later. */
  private static long lengthMicros(Evidence evidence, Grid.TimeRange load) {
    long end = load.endMicros();
    for (PhaseTimes phase : evidence.phases()) {
      end = Math.max(end, phase.endMicros());
    }
    long length = end - load.startMicros();
    if (length > FirstTimes.LONGEST_MICROS || length < 0) {
      throw ReboundException.badInput(
          "what the run left says that it lasted " + Math.abs(length / 86_400_000_000L) + " days",
          "Restore the run's folder from where it was copied, or run the experiment again.");
    }
    return length;
  }

  /** The baseline; the warmup, or all before the first fault, where a run has none. */
  private static Grid.TimeRange baseline(Evidence evidence, Grid.TimeRange load) {
    for (String name : List.of("baseline", "warmup")) {
      for (PhaseTimes phase : evidence.phases()) {
        if (phase.phase().equals(name) && phase.endMicros() > phase.startMicros()) {
          return new Grid.TimeRange(phase.startMicros(), phase.endMicros());
        }
      }
    }
    return new Grid.TimeRange(
        load.startMicros(), Math.min(load.endMicros(), firstSignal(evidence)));
  }

  private static long firstSignal(Evidence evidence) {
    return evidence.faults().isEmpty() ? Long.MAX_VALUE : evidence.faults().get(0).signalMicros();
  }

  /** The phases that latencies are told of; the baseline's are those that no fault reached. */
  private static List<PhaseTimes> reported(
      Evidence evidence, Grid.TimeRange baseline, Grid.TimeRange undisturbed) {
    return evidence.phases().stream()
        .filter(p -> Metrics.PHASES.contains(p.phase()))
        .map(
            p ->
                p.startMicros() == baseline.startMicros() && p.endMicros() == baseline.endMicros()
                    ? new PhaseTimes(p.phase(), p.startMicros(), undisturbed.endMicros())
                    : p)
        .toList();
  }

  /**
   * For how long a job may hold a record before there is output of it, microseconds: twice the
   * greatest latency of the baseline, or the greatest age of its windows. What never came tells
   * nothing of that.
   */
  private static long held(Latencies latencies, WindowLatencies windows) {
    // The warmup tells where the first fault reached back over all of the baseline.
    for (String name : List.of("baseline", "warmup")) {
      OptionalLong greatest = latencies.greatestAppendMicros(name);
      if (greatest.isPresent()) {
        return Math.max(2 * greatest.getAsLong(), windows.oldestMicros(name));
      }
    }
    return 0;
  }

  private static Attribution attribution(
      Evidence evidence, Recoveries recoveries, long heldMicros) {
    List<Attribution.FaultReach> windows = new ArrayList<>();
    List<FaultTimes> faults = evidence.faults();
    long settling =
        Attribution.settling(
            evidence.promise().visibleEveryMillis(),
            evidence.committedOffsets(),
            firstSignal(evidence));
    for (int f = 0; f < faults.size(); f++) {
      FaultTimes fault = faults.get(f);
      long next = f + 1 < faults.size() ? faults.get(f + 1).signalMicros() : Long.MAX_VALUE;
      windows.add(
          Attribution.FaultReach.of(
              fault.fault(),
              evidence.partitions(),
              fault.signalMicros(),
              Attribution.settled(fault, recoveries.recoveredMicros(f), next, settling),
              heldMicros,
              evidence.committedOffsets(),
              evidence.inputEndOffsets()));
    }
    return new Attribution(windows);
  }
}
