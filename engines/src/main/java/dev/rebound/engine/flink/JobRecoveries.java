package dev.rebound.engine.flink;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells the steps of recoveries from what a job looks like, moment by moment. Pure; for use by one
 * thread.
 *
 * <ul>
 *   <li><em>detected</em>: the job failed because of something new, as its exception history says
 *   <li><em>reassigned</em>: every subtask has reached a TaskManager that answered; the time is
 *       when the last of them was sent. Deployments onto a TaskManager that is dead, which Flink
 *       tries until it knows better, thus do not count.
 *   <li><em>restored</em>: every subtask runs, its state being back; the time is when the last did
 * </ul>
 *
 * <p>All times are Flink's own, as far as the looks at the job allow ({@link FlinkJob#dated}).
 * Counters such as {@code numRestarts} are not used: they lag.
 */
final class JobRecoveries {
  private static final int DETAIL_CHARACTERS_MAX = 200;

  private final Set<TaskManagerLife> failedOn = new HashSet<>();
  private long failuresSeenMillis;
  private long reassignedMillis;
  private long restoredMillis;

  /** Subtasks that the job had at most; a job that goes on with fewer slots has fewer. */
  private int most;

  private JobRecoveries(long failuresSeenMillis, long runningSinceMillis) {
    this.failuresSeenMillis = failuresSeenMillis;
    this.reassignedMillis = runningSinceMillis;
    this.restoredMillis = runningSinceMillis;
  }

  /** Follows a job from a moment at which it runs; what was before is no recovery. */
  static JobRecoveries from(FlinkJob running) {
    JobRecoveries recoveries = new JobRecoveries(newestFailure(running), newest(running, false));
    recoveries.most = running.subtasks().size();
    return recoveries;
  }

  /** Follows a job that was submitted again: its start is the end of a recovery. */
  static JobRecoveries resubmitted() {
    return new JobRecoveries(0, 0);
  }

  /** The transitions that are new. */
  List<Transition> next(FlinkJob job) {
    List<Transition> transitions = new ArrayList<>();
    for (FlinkJob.JobFailure failure : job.failures()) {
      if (failure.atMillis() > failuresSeenMillis && isNew(failure)) {
        transitions.add(
            transition(
                failure.atMillis(), Step.DETECTED, failure.taskManager().node(), failure.text()));
      }
    }
    failuresSeenMillis = Math.max(failuresSeenMillis, newestFailure(job));
    if (job.subtasks().isEmpty() || !job.subtasks().stream().allMatch(FlinkJob.Subtask::arrived)) {
      return transitions;
    }
    most = Math.max(most, job.subtasks().size());
    long deployed = newest(job, true);
    if (deployed > Math.max(reassignedMillis, restoredMillis)) {
      reassignedMillis = deployed;
      transitions.add(
          transition(
              deployed,
              Step.REASSIGNED,
              FlinkEngine.JOB_MANAGER,
              job.subtasks().size()
                  + (job.subtasks().size() < most ? " of " + most : "")
                  + " subtasks on "
                  + job.taskManagers().stream()
                      .map(TaskManagerLife::id)
                      .collect(Collectors.joining(", "))));
    }
    if (job.running() && newest(job, false) > restoredMillis) {
      restoredMillis = newest(job, false);
      failedOn.clear();
      transitions.add(
          transition(
              restoredMillis,
              Step.RESTORED,
              FlinkEngine.JOB_MANAGER,
              "attempt " + attempt(job) + " runs"));
    }
    return transitions;
  }

  /**
   * A failure that follows from another one (no slots left, say) is blamed on no TaskManager, and
   * tells nothing.
   */
  private boolean isNew(FlinkJob.JobFailure failure) {
    boolean consequence = !failure.taskManager().named() && !failedOn.isEmpty();
    return !consequence && failedOn.add(failure.taskManager());
  }

  private static long newestFailure(FlinkJob job) {
    return job.failures().stream().mapToLong(FlinkJob.JobFailure::atMillis).max().orElse(0);
  }

  private static long newest(FlinkJob job, boolean deployed) {
    return job.subtasks().stream()
        .mapToLong(subtask -> deployed ? subtask.deployedMillis() : subtask.runningMillis())
        .max()
        .orElse(0);
  }

  private static int attempt(FlinkJob job) {
    return job.subtasks().stream().mapToInt(FlinkJob.Subtask::attempt).max().orElse(0);
  }

  private static Transition transition(long atMillis, Step step, String node, String detail) {
    return new Transition(
        atMillis * 1000,
        step,
        node,
        detail.substring(0, Math.min(detail.length(), DETAIL_CHARACTERS_MAX)));
  }
}
