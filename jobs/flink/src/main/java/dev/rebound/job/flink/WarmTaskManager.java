package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A TaskManager that warms up while it has no tasks.
 *
 * <p>A TaskManager that was started anew after a failure stands idle, as survivors have taken its
 * tasks. At the next failure it gets some, loads and interprets code that the others compiled long
 * ago, and the whole job waits for it. The file that the system property {@value #OPTIONS} names
 * holds the job's options.
 */
public final class WarmTaskManager {
  static final String OPTIONS = "rebound.warm-up";

  private WarmTaskManager() {}

  /** Arguments are those of {@link TaskManagerRunner}. */
  public static void main(String[] args) throws Exception {
    String file = System.getProperty(OPTIONS, "");
    if (!file.isEmpty()) {
      JobOptions options =
          JobOptions.parse(RuleMatchJob.options(), new String[] {"--config", file});
      Thread warmUp = new Thread(new WarmUp(options), "warm-up");
      warmUp.setDaemon(true);
      warmUp.start();
    }
    TaskManagerRunner.main(args);
  }
}
