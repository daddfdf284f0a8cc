package dev.rebound.platform;

import java.nio.file.Path;

/** Makes the platforms of one kind; found by {@link java.util.ServiceLoader}. */
public interface PlatformProvider {
  /** Its name, for people and files. */
  String name();

  /**
   * Opens the platform of a run.
   *
   * @param runDirectory of the lab; logs of nodes end in its folder {@code logs}
   * @param runId unique; in the environment of every process
   * @param warnings hears what makes the rig less than trustworthy
   */
  Platform open(
      Path runDirectory, String runId, ClassPaths classPaths, Platform.DoubtListener warnings);

  /**
   * The room that there is for a run before its platform is opened.
   *
   * @param runDirectory need not exist
   */
  FreeResources room(Path runDirectory);
}
