package dev.rebound.lab.artifact;

import dev.rebound.base.Folders;
import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.Program;
import dev.rebound.workload.catalogue.ExtensionPath;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the entries of {@link Program.Java#classPath} into files of this machine. Thread-safe. */
public final class ClassPath implements ClassPaths {
  private static final String JOB = "job:";
  private static final String FILE = "file:";
  private static final String SERVICE = "service:";

  private final Artifacts artifacts;
  private final JobJars jobs;
  private final ServiceJars services;
  private final @Nullable String version;

  /**
   * @param home Rebound's home, where the job jars lie; where it has none, they are those of this
   *     version that {@code artifacts} find
   */
  public ClassPath(Path home, Artifacts artifacts) {
    this(home, artifacts, ClassPath.class.getPackage().getImplementationVersion());
  }

  /**
   * @param version of this jar; null where the classes lie in none
   */
  ClassPath(Path home, Artifacts artifacts, @Nullable String version) {
    this.artifacts = artifacts;
    this.jobs = new JobJars(home.toAbsolutePath().normalize(), artifacts::tell);
    this.services = new ServiceJars(home, artifacts);
    this.version = version;
  }

  @Override
  public Map<String, String> services() {
    return services.taken();
  }

  @Override
  public List<Path> files(Program program, Map<String, String> mark) {
    return program instanceof Program.Java java ? files(java, mark) : List.of();
  }

  @Override
  public Path compiled(Path source, List<Program.Java> beside) {
    List<Path> files =
        beside.stream().flatMap(program -> files(program, Map.of()).stream()).distinct().toList();
    return SourceJar.of(source, files, SourceJar.cache());
  }

  /**
   * In the program's order; all its coordinates are resolved as one set and stand where the first
   * of them stood.
   */
  private List<Path> files(Program.Java java, Map<String, String> mark) {
    List<String> coordinates =
        java.classPath().stream()
            .filter(entry -> !entry.equals("lab:"))
            .filter(entry -> !entry.startsWith(JOB) && !entry.startsWith(FILE))
            .filter(entry -> !entry.startsWith(SERVICE))
            .toList();
    List<Path> files = new ArrayList<>();
    boolean resolved = false;
    for (String entry : java.classPath()) {
      if (entry.equals("lab:")) {
        files.addAll(lab());
      } else if (entry.startsWith(JOB)) {
        files.add(job(entry.substring(JOB.length()), mark));
      } else if (entry.startsWith(FILE)) {
        files.add(Path.of(entry.substring(FILE.length())).toAbsolutePath());
      } else if (entry.startsWith(SERVICE)) {
        files.addAll(services.files(entry.substring(SERVICE.length()), mark));
      } else if (!resolved) {
        files.addAll(artifacts.paths(coordinates, java.exclusions()));
        resolved = true;
      }
    }
    return List.copyOf(files);
  }

  private static List<Path> lab() {
    List<Path> files = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        files.add(Path.of(entry).toAbsolutePath());
      }
    }
    files.addAll(ExtensionPath.current().jars());
    return files;
  }

  @Override
  public Path job(String name) {
    return job(name, Map.of());
  }

  private Path job(String name, Map<String, String> mark) {
    Path jar = version == null || jobs.here() ? jobs.jar(name, mark) : published(name, version);
    List<Path> extensions = ExtensionPath.current().jars();
    return extensions.isEmpty()
        ? jar
        : ExtendedJar.of(jar, extensions, Folders.ofUserCache("jobs"));
  }

  /** A program that has the library alone finds its jobs beside it. */
  private Path published(String name, String version) {
    String coordinate = "dev.rebound:" + name + ":jar:all:" + version;
    return artifacts.paths(List.of(coordinate), List.of(Artifacts.ALL)).get(0);
  }
}
