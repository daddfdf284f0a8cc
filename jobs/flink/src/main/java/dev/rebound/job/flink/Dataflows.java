package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import java.util.Map;
import java.util.function.Function;

/** The dataflows by the name of the workload that each computes. */
final class Dataflows {
  private static final Map<String, Function<JobOptions, Dataflow>> BY_WORKLOAD =
      Map.of(
          "rule-match", RulesDataflow::new,
          "log-match", RulesDataflow::new,
          "grouping", RulesDataflow::new,
          "sessions", RulesDataflow::new,
          "grep", GrepDataflow::new,
          "fixed-window", WindowDataflow::new,
          "session-window", WindowDataflow::new);

  private Dataflows() {}

  /** The dataflow of a workload; {@link IllegalArgumentException} if this job has none. */
  static Dataflow of(JobOptions options) {
    Function<JobOptions, Dataflow> maker = BY_WORKLOAD.get(options.workload().pipeline());
    if (maker == null) {
      throw options.notComputed(BY_WORKLOAD.keySet());
    }
    return maker.apply(options);
  }
}
