package dev.rebound.lab.platform;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.platform.Debugging;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Platform;
import dev.rebound.platform.PlatformProvider;
import dev.rebound.workload.catalogue.Catalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Makes the platform of a run. */
@FunctionalInterface
public interface Platforms {
  /** Those that there are. */
  Catalogue<PlatformProvider, PlatformProvider> ALL =
      new Catalogue<>(PlatformProvider.class, List::of, PlatformProvider::name);

  /** The name of this machine. */
  String LOCAL = "local";

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
    return named(LOCAL, home);
  }

  /**
   * Those that a provider of this name makes, one of a jar of somebody else's too.
   *
   * @param home Rebound's home, where the job jars lie
   */
  static Platforms named(String name, Path home) {
    PlatformProvider provider = provider(name);
    return (runDirectory, runId, artifacts, warnings) ->
        provider.open(runDirectory, runId, new ClassPath(home, artifacts), warnings);
  }

  /**
   * The same platforms, whose Java processes of a role wait for debuggers.
   *
   * @param told hears of the address of each
   */
  default Platforms debugging(String role, Consumer<String> told) {
    return (runDirectory, runId, artifacts, warnings) -> {
      Platform platform = open(runDirectory, runId, artifacts, warnings);
      if (platform instanceof Debugging debugging) {
        debugging.debug(role, (node, at) -> told.accept(node + " waits for a debugger at " + at));
        return platform;
      }
      platform.close();
      throw ReboundException.badInput(
          "--debug: this platform opens no process to a debugger", "Leave --debug out.");
    };
  }

  /** The room that is left on this machine for a run in a folder, which need not exist. */
  static FreeResources here(Path runDirectory) {
    return provider(LOCAL).room(runDirectory);
  }

  private static PlatformProvider provider(String name) {
    PlatformProvider provider = ALL.byName().get(name);
    if (provider == null) {
      throw ReboundException.badInput(
          "no platform has the name '" + name + "'",
          "Name one of " + String.join(", ", ALL.byName().keySet()) + ", or the jar that has it.");
    }
    return provider;
  }
}
