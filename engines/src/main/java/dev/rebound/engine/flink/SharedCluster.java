package dev.rebound.engine.flink;

import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.JobSpec;
import java.util.Map;
import java.util.function.Function;

/**
 * The things that the jobs of a cluster have in common.
 *
 * @param slotsNeeded for all of every job of the cluster to run
 * @param adaptive whether a job runs with fewer, too
 * @param listings names what lies in a folder of checkpoints, by scheme
 * @param submissions what is submitted of a further job
 */
record SharedCluster(
    Members members,
    JobManagerLeadership leadership,
    FlinkRest rest,
    int slotsNeeded,
    boolean adaptive,
    Logs logs,
    Map<String, FolderListing> listings,
    Function<JobSpec, JobSubmission> submissions) {
  /** Without so many a job does not run at all. */
  int slotsAtLeast() {
    return adaptive ? 1 : slotsNeeded;
  }

  TaskManagers taskManagers() {
    return new TaskManagers(members, rest);
  }
}
