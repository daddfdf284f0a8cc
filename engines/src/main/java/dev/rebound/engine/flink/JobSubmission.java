package dev.rebound.engine.flink;

import java.nio.file.Path;
import java.util.List;

/**
 * The job as it is submitted, and again after a JobManager was lost.
 *
 * @param mainClass in the jar; empty for the one that its manifest names
 * @param rehearsalTopic where rehearsals write, see {@link Rehearsals}; empty for none
 */
record JobSubmission(
    Path jar, String mainClass, List<String> arguments, int parallelism, String rehearsalTopic) {
  boolean rehearses() {
    return !rehearsalTopic.isEmpty();
  }

  /** The same of a job that does not rehearse. */
  JobSubmission withoutRehearsals() {
    return with(arguments, parallelism);
  }

  /** The same jar for another purpose. */
  JobSubmission with(List<String> others, int slots) {
    return new JobSubmission(jar, mainClass, others, slots, "");
  }
}
