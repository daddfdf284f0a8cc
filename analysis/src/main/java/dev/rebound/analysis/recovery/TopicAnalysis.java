package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.Attribution;
import dev.rebound.analysis.check.Checker;
import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.recovery.charts.FaultTimelines;
import dev.rebound.analysis.recovery.delivery.DeliveryWatermark;
import dev.rebound.analysis.recovery.delivery.UndisturbedBaseline;
import dev.rebound.analysis.recovery.lanes.AppearanceTimes;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.latency.Latencies;
import dev.rebound.analysis.recovery.latency.StepCounts;
import dev.rebound.analysis.recovery.latency.WindowLatencies;
import dev.rebound.analysis.recovery.outage.IdentitySignal;
import dev.rebound.analysis.recovery.outage.LaneSignal;
import dev.rebound.analysis.recovery.outage.LaneSignal.FaultReading;
import dev.rebound.analysis.recovery.outage.OffsetSignal;
import dev.rebound.analysis.recovery.outage.Outages;
import dev.rebound.analysis.recovery.outage.RigHistory;
import dev.rebound.analysis.request.RequestMetrics;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One output topic, measured in stages: what was seen of it is read; its lanes tell of each fault;
 * latencies are counted; findings are put down to faults; the course of things is drawn; numbers
 * follow, and what requests say of a service.
 */
final class TopicAnalysis {
  private final Evidence evidence;
  private final List<Expectation> expected;
  private final SendLedger ledger;
  private final Due due;
  private final DueTable outputs;
  private final RunTimes times;
  private final long rhythmMicros;
  private final boolean transactional;
  private final Checker checker;

  /** First appearances to readers, and by append whether committed or not. */
  private final FirstTimes seen;

  private final FirstTimes processed;
  private final StepCounts appends;
  private final StepCounts receipts;

  /** When outputs are there, and until when the first fault left them so. */
  private final AppearanceTimes visible;

  private final TimeRange undisturbed;
  private final LaneCounts grid;
  private final Outages outages;
  private final DeliveryWatermark frontier;
  private final RigHistory rig;
  private final IdentitySignal identities;
  private final Latencies latencies;
  private final WindowLatencies windows;

  TopicAnalysis(Evidence evidence, List<Expectation> expected, SendLedger ledger, Due due)
      throws IOException {
    this.evidence = evidence;
    this.expected = expected;
    this.ledger = ledger;
    this.due = due;
    this.outputs = due.table();
    this.times = RunTimes.of(evidence, ledger);
    this.rhythmMicros = RunTimes.rhythmMicros(evidence.promise());
    this.transactional = evidence.promise().transactional();

    this.seen = firstTimes();
    this.processed = evidence.uncommitted() == null ? seen : firstTimes();
    this.appends = new StepCounts(times);
    this.receipts = new StepCounts(times);
    this.checker = new Checker(evidence, ledger, due);
    read();

    this.visible = transactional ? seen::receiptMicros : seen::appendMicros;
    this.grid = new LaneCounts(outputs, visible, times.load(), lastMicros());
    Outages processing = outages(processed::appendMicros, false);
    Outages readers = transactional ? outages(visible, true) : null;
    this.outages = readers == null ? processing : readers;
    this.undisturbed =
        transactional
            ? UndisturbedBaseline.of(
                outputs, visible, grid, times.baseline(), times.firstSignalMicros(), rhythmMicros)
            : times.baseline();
    AppearanceTimes done = transactional ? seen::appendMicros : visible;
    this.frontier =
        new DeliveryWatermark(outputs, visible, done, grid, times, undisturbed, rhythmMicros);
    long sentMicros = Math.max(1_000_000, times.load().micros());
    this.rig = new RigHistory(evidence.rig(), times.baseline(), outputs.size() * 1e6 / sentMicros);
    this.identities = new IdentitySignal(evidence, grid, processing, readers, frontier, rig);

    List<PhaseTimes> phases = reported();
    this.latencies = new Latencies(outputs, seen, phases, times);
    this.windows = new WindowLatencies(due.windows(), visible, phases, times);
  }

  private FirstTimes firstTimes() {
    return new FirstTimes(outputs.size(), times.earliestMicros(), times.lengthMicros());
  }

  private void read() throws IOException {
    // When a job's source made a record nobody knows, so that its output may seem to be too early.
    long least = ledger.made() ? 0 : Long.MIN_VALUE;
    checker.read(
        seen,
        processed,
        (intended, appendMillis, receiptMicros) -> {
          appends.add(appendMillis * 1000, Math.max(least, appendMillis * 1000 - intended));
          receipts.add(receiptMicros, Math.max(least, receiptMicros - intended));
        });
  }

  private long lastMicros() {
    return Math.max(seen.lastMicros(), processed.lastMicros());
  }

  private Outages outages(AppearanceTimes axis, boolean batches) {
    return new Outages(outputs, axis, grid, times.baseline(), rhythmMicros, batches);
  }

  /** The phases that latencies are told of; the baseline's are those that no fault reached. */
  private List<PhaseTimes> reported() {
    TimeRange baseline = times.baseline();
    return evidence.phases().stream()
        .filter(p -> Metrics.PHASES.contains(p.phase()))
        .map(
            p ->
                p.startMicros() == baseline.startMicros() && p.endMicros() == baseline.endMicros()
                    ? new PhaseTimes(p.phase(), p.startMicros(), undisturbed.endMicros())
                    : p)
        .toList();
  }

  TopicFindings findings() throws IOException {
    List<Audit> audits = checker.audits(new Attribution(reaches()));
    Timeline timeline = timeline();
    List<FaultReading> readings = readings();
    List<FaultResult> faults = readings.stream().map(FaultReading::result).toList();
    Measures measures =
        new RunMeasures(evidence, checker, audits, faults, latencies.perPhase(), grid, expected)
            .measures()
            .and(windows.measures());
    AnalysisResult result =
        new AnalysisResult(
            faults,
            audits,
            latencies.perPhase(),
            timeline,
            outputs.inputs() == 0 ? 0 : (double) outputs.size() / outputs.inputs(),
            measures,
            null);
    return new TopicFindings(
        evidence.requests().isEmpty() ? result : withRequests(result),
        readings.stream().map(FaultReading::below).toList(),
        checker.unjudged());
  }

  /** The inputs that each fault may have touched: none of any where nobody knows how far it was. */
  private List<Attribution.FaultReach> reaches() {
    List<Attribution.FaultReach> reaches = new ArrayList<>();
    List<FaultTimes> faults = evidence.faults();
    long settling =
        Attribution.settling(
            evidence.promise().visibleEveryMillis(),
            evidence.committedOffsets(),
            times.firstSignalMicros());
    long held = heldMicros();
    for (int f = 0; f < faults.size() && !ledger.made(); f++) {
      FaultTimes fault = faults.get(f);
      reaches.add(
          Attribution.FaultReach.of(
              fault.fault(),
              evidence.partitions(),
              fault.signalMicros(),
              Attribution.settled(
                  fault, identities.recoveredMicros(f), evidence.nextSignalMicros(f), settling),
              held,
              evidence.committedOffsets(),
              evidence.inputEndOffsets()));
    }
    return reaches;
  }

  /**
   * For how long a job may hold a record before there is output of it, microseconds: twice the
   * greatest latency of the baseline, or the greatest age of its windows. What never came tells
   * nothing of that.
   */
  private long heldMicros() {
    // The warmup tells where the first fault reached back over all of the baseline.
    for (String name : List.of("baseline", "warmup")) {
      OptionalLong greatest = latencies.greatestAppendMicros(name);
      if (greatest.isPresent()) {
        return Math.max(2 * greatest.getAsLong(), windows.oldestMicros(name));
      }
    }
    return 0;
  }

  private Timeline timeline() {
    List<FaultTimeline> scenes =
        new FaultTimelines(outputs, visible, seen, grid, outages, frontier, identities.faults())
            .of();
    List<Timeline.Second> seconds = new ArrayList<>();
    long stepMicros = times.stepMicros();
    int perStep = (int) (stepMicros / 1000 / grid.bucketMillis());
    long undelivered = 0;
    for (int b = 0, step = 0; b < grid.buckets(); b += perStep, step++) {
      long due = grid.due(b, b + perStep);
      long distinct = grid.seen(b, b + perStep);
      undelivered += due - distinct;
      seconds.add(
          new Timeline.Second(
              grid.startMicros() + step * stepMicros,
              due,
              distinct,
              Math.max(0, undelivered),
              frontier.ageMillis(step),
              appends.percentiles(step),
              receipts.percentiles(step),
              latencies.append(step),
              latencies.visible(step)));
    }
    return new Timeline(
        grid.startMicros(), seconds, scenes, windows.seconds(), (int) (stepMicros / 1_000_000));
  }

  /** What lanes tell of each fault: by identity where there are any, and by offsets beside it. */
  private List<FaultReading> readings() throws IOException {
    List<FaultReading> byIdentity =
        identities.faults().stream().map(IdentitySignal.WatchedFault::reading).toList();
    if (evidence.commits() == null || byIdentity.isEmpty()) {
      return byIdentity;
    }
    LaneSignal offsets =
        new OffsetSignal(evidence, ledger, times.load(), times.baseline(), rhythmMicros, rig);
    boolean identified = due.unjudged() == null && outputs.size() > 0;
    List<FaultReading> readings = new ArrayList<>();
    for (int f = 0; f < byIdentity.size(); f++) {
      FaultReading its = offsets.read(f);
      readings.add(identified ? byIdentity.get(f).beside(its) : its);
    }
    return readings;
  }

  /** What requests say of a service beside that, or instead of it. */
  private AnalysisResult withRequests(AnalysisResult outputsAlone) throws IOException {
    RequestMetrics requests = RequestMetrics.of(evidence, expected, due.unjudged());
    Map<String, Double> found = outputsAlone.metrics();
    double rows =
        outputs.size()
            - found.getOrDefault(FindingKind.LOST.toString(), 0.0)
            - found.getOrDefault(FindingKind.PENDING.toString(), 0.0);
    Measures measures =
        outputsAlone
            .measures()
            .and(requests.measures(rows, lastMicros() - times.load().startMicros()));
    List<FaultResult> faults = requests.away(outputsAlone.faults());
    String why = requests.untimed().orElse(null);
    if (why != null) {
      measures = UntimedRun.of(measures, why);
      faults = UntimedRun.of(faults, why);
    }
    return outputsAlone.with(faults, measures.and(requests.unasked()), requests.figures());
  }
}
