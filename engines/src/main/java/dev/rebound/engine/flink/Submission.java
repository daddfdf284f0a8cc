package dev.rebound.engine.flink;

import java.nio.file.Path;
import java.util.List;

/**
 * What is submitted, and again after a JobManager was lost.
 *
 * @param rehearsalTopic where rehearsals write, see {@link Rehearsals}; empty for none
 */
record Submission(Path jar, List<String> arguments, int parallelism, String rehearsalTopic) {
  boolean rehearses() {
    return !rehearsalTopic.isEmpty();
  }
}
