package dev.rebound.lab.platform;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.platform.Platform;
import dev.rebound.platform.PlatformProvider;
import dev.rebound.platform.Room;
import java.nio.file.Path;
import java.util.ServiceLoader;

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
    PlatformProvider local = local();
    return (runDirectory, runId, artifacts, warnings) ->
        local.open(runDirectory, runId, new ClassPath(home, artifacts), warnings);
  }

  /** The room that is left on this machine for a run in a folder, which need not exist. */
  static Room here(Path runDirectory) {
    return local().room(runDirectory);
  }

  private static PlatformProvider local() {
    return ServiceLoader.load(PlatformProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("local"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no platform 'local' on the class path"));
  }
}
