package dev.rebound.lab.probe;

import java.util.List;
import java.util.function.Supplier;

/** How it is known how far a job has safely come on its input. */
public sealed interface JobProgress {
  /** By what a consumer group has committed, on the input topic and on topics of the job's own. */
  record CommittedByGroup(String name) implements JobProgress {}

  /**
   * By what the subject says itself.
   *
   * @param positions of each input lane the first offset that is not safely done, or -1 where that
   *     is not known at this moment. Asked once a second and while a run drains, from any thread;
   *     answers within a second
   */
  record ReportedPositions(Supplier<List<Long>> positions) implements JobProgress {}

  /** Not at all: a job that is done shows so by its outputs alone. */
  record NoProgress() implements JobProgress {}
}
