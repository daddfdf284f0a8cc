package dev.rebound.platform.local;

import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Platform;
import dev.rebound.platform.PlatformProvider;
import java.nio.file.Path;
import java.time.Clock;

/** Child processes of this machine. */
public final class LocalPlatforms implements PlatformProvider {
  @Override
  public String name() {
    return "local";
  }

  @Override
  public Platform open(
      Path runDirectory, String runId, ClassPaths classPaths, Platform.DoubtListener warnings) {
    return new LocalPlatform(runDirectory, runId, Clock.systemUTC(), classPaths, warnings);
  }

  @Override
  public FreeResources room(Path runDirectory) {
    return new LocalResources(runDirectory);
  }
}
