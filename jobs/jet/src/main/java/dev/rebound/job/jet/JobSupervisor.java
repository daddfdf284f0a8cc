package dev.rebound.job.jet;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.core.JobStatus;
import com.hazelcast.jet.pipeline.Pipeline;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the job, on the oldest member: submits it where there is none, resumes it where it is
 * suspended, and where its snapshot is gone or broken, begins anew.
 *
 * <p>Events: {@code submitted} (job), {@code resumed} (cause), {@code abandoned} (cause).
 */
final class JobSupervisor {
  private static final Logger LOG = LoggerFactory.getLogger(JobSupervisor.class);

  /** How long the first of several members waits for the others before it submits the job. */
  private static final long TOGETHER_NANOS = 10_000_000_000L;

  private static final int CAUSE_LENGTH = 300;

  private final HazelcastInstance member;
  private final Pipeline pipeline;
  private final JobConfig config;
  private final int members;
  private final long begunNanos = System.nanoTime();

  /**
   * @param members that there are when all live
   */
  JobSupervisor(HazelcastInstance member, Pipeline pipeline, JobConfig config, int members) {
    this.member = member;
    this.pipeline = pipeline;
    this.config = config;
    this.members = members;
  }

  /** Sees to it that the job runs, if this is the oldest member. */
  void look() {
    Member oldest = member.getCluster().getMembers().iterator().next();
    if (!oldest.localMember()) {
      return;
    }
    Job job = member.getJet().getJob(config.getName());
    JobStatus status = job == null ? JobStatus.FAILED : job.getStatus();
    if (job == null || status.isTerminal()) {
      submit(job);
    } else if (status == JobStatus.SUSPENDED) {
      resume(job);
    }
  }

  private void submit(@Nullable Job former) {
    boolean waited = former != null || System.nanoTime() - begunNanos > TOGETHER_NANOS;
    int there = member.getCluster().getMembers().size();
    if (!maySubmit(there, members, waited, config.isSplitBrainProtectionEnabled())) {
      return;
    }
    // Gives the one that there is, where a member that has just become the oldest did not know it.
    Job job = member.getJet().newJobIfAbsent(pipeline, config);
    EventReporter.witness().write("submitted", "job", job.getIdString());
    LOG.info("submitted the job, which is {}", job.getIdString());
  }

  /**
   * Whether a job that is not there may be submitted. Jet's own protection counts the members that
   * there were when a job was submitted: a fresh one, in a minority, would pass it.
   *
   * @param there members of this cluster
   * @param members that there are when all live
   * @param waited whether the others were waited for long enough
   * @param protection whether a majority alone runs the job
   */
  static boolean maySubmit(int there, int members, boolean waited, boolean protection) {
    return (waited || there >= members) && (!protection || there > members / 2);
  }

  private void resume(Job job) {
    String cause =
        job.getSuspensionCause().dueToError() ? job.getSuspensionCause().errorCause() : "";
    if (broken(cause)) {
      LOG.error(
          "the job's snapshot cannot be restored, so that its state begins anew: {}",
          beginning(cause));
      EventReporter.witness().write("abandoned", "cause", beginning(cause));
      job.cancel();
      return;
    }
    // One that is resumed sooner is put off by two seconds, whatever becomes of the cluster.
    if (member.getPartitionService().isClusterSafe()) {
      if (!cause.isEmpty() && !lostMember(cause)) {
        LOG.warn("resuming the job after an error: {}", beginning(cause));
      }
      EventReporter.witness().write("resumed", "cause", beginning(cause));
      job.resume();
    }
  }

  /** True of an error that is no more than the loss of a member, to a job without snapshots. */
  private static boolean lostMember(String cause) {
    return cause.contains("TopologyChangedException") || cause.contains("RestartableException");
  }

  /** True of what Jet says of a snapshot of which some is gone. */
  private static boolean broken(String cause) {
    String lower = cause.toLowerCase(Locale.ROOT);
    return lower.contains("is damaged")
        || lower.contains("is corrupted")
        || lower.contains("was supposed to contain snapshotid");
  }

  /** As much of it as says something, in one line. */
  private static String beginning(String cause) {
    return cause.substring(0, Math.min(CAUSE_LENGTH, cause.length())).replaceAll("\\s+", " ");
  }
}
