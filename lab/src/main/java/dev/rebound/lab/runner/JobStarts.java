package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.LateStart;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.journal.Journal;
import dev.rebound.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Whether each job of a run has got over its start, see {@link LateStart}. For one thread. */
final class JobStarts {
  /** What helps a job that its load outruns. */
  static final String OUTRUN_REMEDY =
      "Write load: { rate: 60% }: the run then measures first what the job takes, and sends so"
          + " much of it; or a lower rate.";

  private final List<JobStart> all = new ArrayList<>();

  /** A job, and the journal that tells of it. */
  private record JobStart(Journal journal, LateStart late) {
    Optional<LateStart.Reason> reason() {
      return journal.settle(late)
          ? late.reason()
          : Optional.of(
              new LateStart.Reason(
                  "how far load and job are behind was not worked out in time", true));
    }
  }

  /**
   * Follows one more job.
   *
   * @param workload that it computes
   */
  void add(Journal journal, DeliveryGuarantee promise, Workload workload) {
    LateStart late =
        new LateStart(
            promise.visibleEveryMillis(), workload.waitMillisMin(), workload.outputsEveryMillis());
    journal.listen(late);
    all.add(new JobStart(journal, late));
  }

  /**
   * Tells what the start of one of them has left to do, or may have; empty if nothing is known to
   * be left.
   */
  Optional<String> reason() {
    return all.stream()
        .flatMap(start -> start.reason().stream())
        .map(LateStart.Reason::why)
        .findFirst();
  }

  /** The least share of its load that one of them takes which is outrun by it; empty if none is. */
  OptionalDouble outrun() {
    return all.stream()
        .filter(start -> start.reason().isPresent())
        .flatMapToDouble(start -> start.late().outrun().stream())
        .min();
  }

  /** Tells each journal whose job is late, or may be: that is no doubt. */
  void tell() {
    for (JobStart start : all) {
      start
          .reason()
          .ifPresent(reason -> start.journal().append(told(reason, start.late().outrun())));
    }
  }

  /** What is said of a job that takes so much of its load. */
  static String outrun(double share) {
    return "it falls farther and farther behind: it takes some "
        + Words.percent(share)
        + " of what is sent";
  }

  private static Event told(LateStart.Reason reason, OptionalDouble outrun) {
    String what = reason.why() + ", and the baseline began";
    if (reason.judged() && outrun.isPresent()) {
      return new Event.DoubtRaised(
          Doubt.LATE_START.code(), what + "; " + outrun(outrun.getAsDouble()), OUTRUN_REMEDY);
    }
    return reason.judged()
        ? Event.DoubtRaised.of(Doubt.LATE_START, what)
        : new Event.Progress(what);
  }
}
