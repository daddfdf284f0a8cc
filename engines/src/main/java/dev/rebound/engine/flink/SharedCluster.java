package dev.rebound.engine.flink;

import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.JobSpec;
import java.util.Map;
import java.util.function.Function;

/**
 * The things that the jobs of a cluster have in common.
 *
 * @param slotsNeeded for every job of the cluster to run
 * @param listings names what lies in a folder of checkpoints, by scheme
 * @param submissions what is submitted of a further job
 */
record SharedCluster(
    Members members,
    JobManagerLeadership leadership,
    FlinkRest rest,
    int slotsNeeded,
    Logs logs,
    Map<String, FolderListing> listings,
    Function<JobSpec, JobSubmission> submissions) {
  TaskManagers taskManagers() {
    return new TaskManagers(members, rest);
  }
}
