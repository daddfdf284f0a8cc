package dev.rebound.lab.platform;

import dev.rebound.lab.artifact.Artifacts;
import java.nio.file.Path;
import java.time.Clock;

/** Makes the platform of a run. */
@FunctionalInterface
public interface Platforms {
  /**
   * @param runDirectory of the lab; logs of nodes end in its folder {@code logs}
   * @param runId unique; in the environment of every process
   * @param warnings hears what makes the rig less than trustworthy
   */
  Platform open(
      Path runDirectory, String runId, Artifacts artifacts, Platform.DoubtListener warnings);

  /**
   * Child processes of this machine.
   *
   * @param home Rebound's home, where the job jars lie
   */
  static Platforms local(Path home) {
    return (runDirectory, runId, artifacts, warnings) ->
        new LocalPlatform(runDirectory, runId, Clock.systemUTC(), home, artifacts, warnings);
  }
}
