package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Metrics.Better;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import dev.rebound.analysis.result.Metrics.ValuePer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the metrics, in the order to print. */
final class MetricList {
  /** What sentences call metrics of runs that studies compare; others go by their names. */
  private static final Map<String, String> NOUNS =
      Map.of(
          Metrics.BACKLOG_RATE,
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
          "requests.rate.baseline",
          "rate of accepted requests in the baseline",
          "requests.persisted-rate",
          "rate of rows",
          "requests.latency.p99",
          "p99 latency of requests",
          "availability.faults",
          "availability in faults");

  private final List<Metric> all = new ArrayList<>();

  MetricList() {
    faults();
    peaks();
    findings();
    spans();
    latencies();
    windows();
    rates();
    checkpoints();
    requests();
  }

  List<Metric> all() {
    return List.copyOf(all);
  }

  private void faults() {
    span("outage", "outage", "From a fault until every lane flows again.");
    span("recovery", "recovery time", "From a fault until caught up.");
    span(
        FaultFigure.HEALED,
        "recovery time from the healing",
        "From the healing of a fault that lasted until caught up.");
    span("disrupted", "disrupted", "All time after a fault in which some lane was below.");
    all.add(
        new Metric(
            Metrics.LOAD_TO_CAPACITY,
            ValuePer.FAULT,
            Unit.RATIO,
            Better.NEITHER,
            "load ÷ capacity",
            "Load divided by the measured capacity, or else by the rate while catching up."));
    all.add(
        new Metric(
            Metrics.PREDICTED,
            ValuePer.FAULT,
            Unit.MILLIS,
            Better.LOWER,
            "predicted recovery time",
            "Recovery time that outage and load ÷ capacity predict, by the queue model."));
    span("detected", "time to detection", "From a fault until the engine noticed it.");
    span("reassigned", "time to reassignment", "From a fault until its work had new owners.");
    span("restored", "time to restored state", "From a fault until state was back.");
    span(
        FaultFigure.NOTICED,
        "time until it was noticed",
        "From a fault that lasted until the engine said anything of it, while it did.");
    span(
        "first-output",
        "time to first output",
        "From a fault until the last silent lane had output.");
  }

  private void peaks() {
    Unit rate = Unit.RECORDS_PER_SECOND;
    Unit bytes = Unit.BYTES_PER_SECOND;
    peak("input-rate", rate, "peak input rate", "Highest rate taken in after a fault.");
    peak("output-rate", rate, "peak output rate", "Highest output rate after a fault.");
    peak(
        "lag",
        Unit.COUNT,
        "peak lag",
        "Most records not yet committed as processed, after a fault.");
    peak("cpu", Unit.CORES, "peak CPU", "Most cores that the workers used together after a fault.");
    peak("received", bytes, "peak of received traffic", "Most that the workers received together.");
    peak("sent", bytes, "peak of sent traffic", "Most that the workers sent together.");
  }

  private void findings() {
    for (FindingKind kind : FindingKind.values()) {
      count(kind.toString(), kind.meaning());
      if (kind == FindingKind.DUPLICATED) {
        count(
            Metrics.BEYOND_COMMIT,
            "Those of them whose input had been read as committed before any process began that may"
                + " have written the copy; an interval where that is not known of all.");
      }
    }
    count(
        Metrics.EXCESS,
        "By how much final states exceed what was due, where outputs tell it: inputs taken twice,"
            + " of sums their amounts, rounded up; outputs of a topic that came again; of windows"
            + " by count, by how many visits these are shifted in the end.");
    count(
        "unplanned-exits",
        "Deaths of processes that the lab had not asked for, but for those that a restart policy"
            + " makes good, and those of victims of a fault that lasted and held them then.");
    count(
        Metrics.RESTARTS,
        "Deaths by themselves after which engine.restart-policy, or a fault's, had workers, or its"
            + " victims, started again.");
    count(Metrics.FALSE_ALARMS, "Pauses after which the engine moved the paused process's work.");
  }

  private void spans() {
    millis("outage.max", "Longest outage over all faults: until every lane flows again.");
    millis("outage.median", "Median outage over all faults.");
    millis("outage.processing.max", "Longest outage by append times, whether committed or not.");
    millis(
        "outage.visible.max",
        "Longest outage for read-committed readers, where output is transactional.");
    millis(
        "disrupted.max",
        "Most time after one fault in which any lane was below, second stops included.");
    millis("disrupted.median", "Median over all faults of that time.");
    millis("recovery.max", "Longest recovery time over all faults: until caught up.");
    millis("recovery.median", "Median recovery time over all faults.");
    millis(
        FaultFigure.HEALED + ".max",
        "Longest time from the healing of a fault that lasted and did not kill until caught up.");
    millis(FaultFigure.HEALED + ".median", "Median over all such faults of that time.");
    millis("detected.max", "Longest time from a fault until the engine noticed it.");
    millis("reassigned.max", "Longest time from a fault until its work had new owners.");
    millis("restored.max", "Longest time from a fault until state was back.");
    millis(
        FaultFigure.NOTICED + ".max",
        "Longest time from a fault that lasted and did not kill until the engine said anything of"
            + " it; infinite if it said nothing as long as one lasted.");
    millis(FaultFigure.NOTICED + ".median", "Median over all such faults of that time.");
    millis("first-output.max", "Longest time from a fault to output on a silent lane.");
  }

  private void latencies() {
    for (String phase : Metrics.PHASES) {
      for (String kind : Metrics.LATENCY_KINDS) {
        for (String percentile : Metrics.PERCENTILES) {
          boolean append = kind.equals("append");
          String what =
              append
                  ? "append time of the output minus intended send time"
                  : "receipt by a read-committed reader minus intended send time";
          all.add(
              new Metric(
                  Metrics.latency(phase, kind, percentile),
                  ValuePer.RUN,
                  Unit.MILLIS,
                  Better.LOWER,
                  (append ? "" : "visible ") + percentile + " latency in " + phase,
                  "Latency (" + what + ") in " + phase + ", " + percentile + "."));
        }
      }
    }
  }

  private void windows() {
    for (String phase : Metrics.PHASES) {
      for (String of : List.of("newest", "oldest")) {
        for (String figure : Metrics.WINDOW_FIGURES) {
          millis(
              Metrics.window(phase, of, figure),
              "From the %s visit of a window until it came, in %s, %s."
                  .formatted(of, phase, figure));
        }
      }
      run(
          Metrics.windowRate(phase),
          Unit.RECORDS_PER_SECOND,
          Better.NEITHER,
          "Windows that came in " + phase + ", whenever due, per second.");
      run(
          Metrics.windowPeak(phase),
          Unit.RECORDS_PER_SECOND,
          Better.NEITHER,
          "Most windows that came in a second of " + phase + ".");
    }
  }

  private void rates() {
    Unit rate = Unit.RECORDS_PER_SECOND;
    for (String phase : Metrics.PHASES) {
      run(
          "input.rate." + phase,
          rate,
          Better.NEITHER,
          "Mean rate of records into the input topic in " + phase + ".");
      run("output.rate." + phase, rate, Better.NEITHER, "Mean rate of outputs in " + phase + ".");
    }
    run(
        Metrics.CAPACITY,
        rate,
        Better.HIGHER,
        "Rate that this job sustains here, if `rebound sustain` has measured it.");
    all.add(
        new Metric(
            Metrics.COST,
            ValuePer.RUN,
            Unit.CPU_SECONDS,
            Better.LOWER,
            "CPU time per million records",
            "CPU-seconds of the engine's processes per million records whose outputs came."));
    all.add(
        new Metric(
            Metrics.COST_IN_BASELINE,
            ValuePer.RUN,
            Unit.CPU_SECONDS,
            Better.LOWER,
            "CPU time per million records in the baseline",
            "The same in the baseline alone, before any fault."));
    for (String role : Metrics.ROLES) {
      all.add(
          new Metric(
              Metrics.costInBaseline(role),
              ValuePer.RUN,
              Unit.CPU_SECONDS,
              Better.LOWER,
              "CPU time of the role " + role + " per million records in the baseline",
              ("CPU-seconds of all processes of the role %s in the baseline, per million records"
                      + " whose outputs came; of a service, per million requests whose rows came.")
                  .formatted(role)));
    }
    all.add(
        new Metric(
            Metrics.MEMORY,
            ValuePer.RUN,
            Unit.BYTES,
            Better.LOWER,
            "most memory",
            "Most memory that the engine's processes held together at a second's end, under load"
                + " (resident)."));
    all.add(
        new Metric(
            Metrics.PAUSE,
            ValuePer.RUN,
            Unit.MILLIS,
            Better.LOWER,
            "longest collection pause",
            "Longest pause of one of the engine's processes to collect garbage, under load, as the"
                + " JVMs log them."));
    run(
        Metrics.BACKLOG_RATE,
        Unit.RECORDS_PER_SECOND,
        Better.HIGHER,
        "Records of a backlog, or of the job's own source, that it worked off per second, from a"
            + " tenth to nine tenths of its outputs, or where no output is due by itself, of its"
            + " lag (load.backlog, load.generated).");
    run(
        Metrics.BACKLOG_RIG,
        Unit.RATIO,
        Better.NEITHER,
        "Share of the rig's cores that was in use meanwhile: 0.9 and more say that the engine may"
            + " have waited for the brokers, and take more.");
  }

  /**
   * Metrics of checkpoints that were completed in the baseline, and of changelogs in it; counts:
   * under load.
   */
  private void checkpoints() {
    millis("checkpoint.duration.p50", "Median length of a checkpoint, end to end.");
    millis("checkpoint.duration.max", "Longest checkpoint, end to end.");
    millis("checkpoint.sync.max", "Longest time that a subtask stood still for its part.");
    millis("checkpoint.async.max", "Longest time that a subtask wrote its part aside.");
    millis("checkpoint.alignment.max", "Longest time from a first barrier to the last.");
    run("checkpoint.size", Unit.BYTES, Better.LOWER, "Median state in a checkpoint.");
    run("checkpoint.written", Unit.BYTES, Better.LOWER, "Median that a checkpoint wrote.");
    Unit count = Unit.COUNT;
    run("checkpoints.completed", count, Better.NEITHER, "Checkpoints completed under load.");
    count("checkpoints.failed", "Checkpoints under load that came to nothing.");
    count("checkpoints.expired", "Those of them that took longer than the timeout.");
    run(
        "changelog.size",
        Unit.BYTES,
        Better.LOWER,
        "Median bytes of the job's changelogs on the brokers, one replica counted.");
    run(
        "changelog.rate",
        Unit.RECORDS_PER_SECOND,
        Better.LOWER,
        "Mean rate of records into the job's changelogs.");
  }

  /** Metrics of a service that is asked over HTTP. */
  private void requests() {
    Unit count = Unit.COUNT;
    run("requests.samples", count, Better.NEITHER, "Requests that were sent.");
    run("requests.accepted", count, Better.NEITHER, "Those whose answer says so.");
    count("requests.refused", "Those that certainly have no effect.");
    count("requests.unknown", "Those without an answer that tells: they may have an effect.");
    count("requests.unknown-done", "Those of them that left a row.");
    count("requests.not-sent", "Requests whose time was up before there was room to send them.");
    count("requests.failed", "Refused, unknown and not sent together: a client's errors.");
    run("requests.failed-share", Unit.RATIO, Better.LOWER, "Their share of all that were due.");
    run(
        Metrics.UNDISTURBED,
        Unit.RATIO,
        Better.LOWER,
        "Share of requests that failed though no fault held whom they were sent to: the greatest of"
            + " all, of the baseline, and, beyond chance, of an instance in a minute.");
    count(
        "requests.pending",
        "Accepted requests without a row that were still on their way when the run ended.");
    count(
        Metrics.NEVER_BACK,
        "Requests in the second half of settle that were sent and not accepted, if more than before"
            + " were not, of the service or of an instance; else none.");
    count(
        Metrics.STILL_SLOW,
        "Requests in the second half of settle that were not accepted within twice the baseline's"
            + " p99, if more than half were not, of the service or of an instance; else none.");
    count("requests.dead-lettered", "Those of them that the service had set aside.");
    count(
        Metrics.ANSWERED_EARLY,
        "Accepted requests of a service of your own whose row or record was written over 20 ms"
            + " after their answer.");
    Unit rate = Unit.RECORDS_PER_SECOND;
    run("requests.rate", rate, Better.HIGHER, "Requests accepted per second.");
    run(
        "requests.persisted-rate",
        rate,
        Better.HIGHER,
        "Rows per second, from the first request until the last row.");
    for (String figure : Metrics.REQUEST_FIGURES) {
      millis(
          "requests.latency." + figure,
          "From the time a request was meant for until it was accepted, " + figure + ".");
    }
    millis(
        Metrics.AWAY,
        "Most time after a fault in which fewer requests were accepted than before, by one in a"
            + " hundred.");
    millis(Metrics.INSTANCE_AWAY, "The same of the instance of which it is most.");
    millis(
        Metrics.WHOLLY_AWAY,
        "Longest time after a fault without any answer that accepts, though requests were due.");
    persistence();
    Unit bytes = Unit.BYTES_PER_SECOND;
    run("requests.bytes-out", bytes, Better.NEITHER, "Bytes of requests per second.");
    run("requests.bytes-in", bytes, Better.NEITHER, "Bytes of answers per second.");
    for (String phase : Metrics.PHASES) {
      run(
          "availability." + phase,
          Unit.RATIO,
          Better.HIGHER,
          "Share of the requests meant for " + phase + " that were accepted.");
      run(
          "unavailable." + phase,
          Unit.RATIO,
          Better.LOWER,
          ("Share of the whole seconds of %s in which no request was accepted; a stretch that"
                  + " begins or ends within a second counts for less than it is (%s).")
              .formatted(phase, Metrics.AWAY));
      run(
          "requests.rate." + phase,
          rate,
          Better.HIGHER,
          "Requests accepted per second in " + phase + ".");
    }
  }

  private void persistence() {
    String what = "From the answer that accepted a request until its row was written, ";
    for (String figure : Metrics.REQUEST_FIGURES) {
      millis("persistence." + figure, what + figure + ".");
    }
    for (String phase : Metrics.PHASES) {
      for (String figure : Metrics.REQUEST_FIGURES) {
        millis(
            "persistence." + phase + "." + figure,
            what + "of those meant for " + phase + ", " + figure + ".");
      }
    }
  }

  private void span(String name, String noun, String meaning) {
    all.add(new Metric(name, ValuePer.FAULT, Unit.MILLIS, Better.LOWER, noun, meaning));
  }

  /** Less lag is better; how high a rate or the traffic goes tells how it was caught up. */
  private void peak(String curve, Unit unit, String noun, String meaning) {
    Better better = unit == Unit.COUNT ? Better.LOWER : Better.NEITHER;
    all.add(new Metric(curve + ".peak", ValuePer.PEAK, unit, better, noun, meaning));
  }

  private void count(String name, String meaning) {
    run(name, Unit.COUNT, Better.LOWER, meaning);
  }

  private void millis(String name, String meaning) {
    run(name, Unit.MILLIS, Better.LOWER, meaning);
  }

  private void run(String name, Unit unit, Better better, String meaning) {
    all.add(new Metric(name, ValuePer.RUN, unit, better, NOUNS.getOrDefault(name, name), meaning));
  }
}
