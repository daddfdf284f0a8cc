package dev.rebound.lab.catalogue;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.ExperimentSchema;
import dev.rebound.lab.fault.FaultProvider;
import dev.rebound.lab.files.KnownHashes;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.platform.PlatformProvider;
import dev.rebound.workload.WorkloadProvider;
import dev.rebound.workload.catalogue.ExtensionPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jars from outside that bring engines, workloads, faults or platforms, taken in once they were
 * looked at.
 */
public final class Extensions {
  /** The attribute of a jar's manifest that says for which {@link #VERSION} it was made. */
  public static final String API = "Rebound-Api";

  /** The version of what extensions are made against. */
  public static final String VERSION = "1";

  private static final List<Class<?>> SERVICES =
      List.of(Engine.class, WorkloadProvider.class, FaultProvider.class, PlatformProvider.class);

  private Extensions() {}

  /**
   * A jar that a run was made with.
   *
   * @param jar name of its file
   */
  public record UsedJar(String jar, String sha256) {
    static UsedJar of(Path jar) {
      try {
        return new UsedJar(jar.getFileName().toString(), KnownHashes.ofContent(jar));
      } catch (IOException e) {
        throw unreadable(jar, e);
      }
    }
  }

  /** As far as {@code environment.json} tells of them; null if there were none. */
  private record UsedJars(@Nullable List<UsedJar> extensions) {}

  /**
   * Has the process know what these jars bring, and no others. Throws {@link ReboundException} for
   * one that brings nothing, or what does not go together with what is there.
   */
  public static void use(List<Path> jars) {
    ExtensionPath before = ExtensionPath.use(ExtensionPath.of(List.of()));
    List<Path> taken = new ArrayList<>();
    boolean fine = false;
    try {
      for (Path jar : jars) {
        Path file = jar.toAbsolutePath().normalize();
        require(file, jar);
        taken.add(file);
        ExtensionPath.use(ExtensionPath.of(taken));
        requireTogether(jar);
      }
      fine = true;
    } finally {
      if (!fine) {
        ExtensionPath.use(before);
      }
    }
  }

  /** Has the process know what these jars bring, too. Throws as {@link #use} does. */
  public static void add(List<Path> jars) {
    Stream<Path> before = ExtensionPath.current().jars().stream();
    use(Stream.concat(before, jars.stream().map(Path::toAbsolutePath)).distinct().toList());
  }

  /** Those of this process. */
  public static List<UsedJar> used() {
    return ExtensionPath.current().jars().stream().map(UsedJar::of).toList();
  }

  private static void require(Path file, Path named) {
    if (!Files.isRegularFile(file)) {
      throw ReboundException.badInput(
          "--with " + named + ": there is no such file", "Name the jar of an extension.");
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      requireVersion(jar.getManifest(), named);
      if (SERVICES.stream()
          .allMatch(service -> jar.getEntry("META-INF/services/" + service.getName()) == null)) {
        throw ReboundException.badInput(
            named + " brings no engine, workload, fault or platform",
            "Name the class that does in its META-INF/services/%s: docs/extending.md shows how."
                .formatted(String.join(" or ", SERVICES.stream().map(Class::getName).toList())));
      }
    } catch (IOException e) {
      throw unreadable(named, e);
    }
  }

  private static ReboundException unreadable(Path jar, IOException e) {
    return ReboundException.badInput(
        jar + " cannot be read as a jar: " + e.getMessage(), "Name the jar of an extension.", e);
  }

  private static void requireVersion(@Nullable Manifest manifest, Path named) {
    String made = manifest == null ? null : manifest.getMainAttributes().getValue(API);
    if (made == null) {
      throw ReboundException.badInput(
          named + " does not say for which version of Rebound's API it was made",
          "Write " + API + ": " + VERSION + " into its manifest: docs/extending.md shows how.");
    }
    if (!made.equals(VERSION)) {
      throw ReboundException.badInput(
          named + " was made for version " + made + " of Rebound's API; this is version " + VERSION,
          "Build it against this Rebound, with %s: %s in its manifest, or use a Rebound of its version: docs/versions.md."
              .formatted(API, VERSION));
    }
  }

  /** Sees that everything there is can be loaded and has a name of its own. */
  private static void requireTogether(Path jar) {
    try {
      var unused = ExperimentSchema.json(Engines.declared());
      Platforms.ALL.all();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw ReboundException.badInput(
          jar + ": " + e.getMessage(), "Give it another name, or leave one of the jars out.", e);
    } catch (ServiceConfigurationError | LinkageError e) {
      throw ReboundException.badInput(
          jar + " does not go with this Rebound: " + e.getMessage(),
          "Build it against this Rebound, with the class that its META-INF/services names.",
          e);
    }
  }

  /**
   * Throws {@link ReboundException} if a run was made with a jar that this process does not have.
   */
  public static void requireThoseOf(Path run) {
    List<UsedJar> here = used();
    for (UsedJar needed : of(run)) {
      if (!here.contains(needed)) {
        boolean another = here.stream().anyMatch(it -> it.jar().equals(needed.jar()));
        throw ReboundException.badInput(
            run
                + " was made with "
                + needed.jar()
                + " (SHA-256 "
                + needed.sha256()
                + "), "
                + (another ? "and the one that --with names is another build" : "which is missing"),
            "Give that jar: --with " + needed.jar() + ".");
      }
    }
  }

  private static List<UsedJar> of(Path run) {
    try {
      return JsonFile.read(run.resolve(RunFiles.ENVIRONMENT), UsedJars.class)
          .flatMap(used -> Optional.ofNullable(used.extensions()))
          .orElse(List.of());
    } catch (IOException e) {
      return List.of(); // the check tells what is wrong with the folder
    }
  }
}
