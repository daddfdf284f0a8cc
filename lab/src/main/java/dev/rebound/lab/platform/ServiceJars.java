package dev.rebound.lab.platform;

import dev.rebound.analysis.ReboundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rebound's own services, each a folder with its jar and those that it needs. They are built when
 * they are first asked for, and again when a source file is newer: nobody else has to fetch what
 * they are made of.
 */
public final class ServiceJars {
  private static final long BUILD_MINUTES = 20;
  private static final String EXTRACTED = "extracted";

  private final Path home;

  /**
   * @param home Rebound's folder
   */
  public ServiceJars(Path home) {
    this.home = home;
  }

  /**
   * Class path of a service: its own jar first.
   *
   * @param name {@code <group>/<name>}
   */
  List<Path> files(String name) {
    String group = name.substring(0, name.indexOf('/'));
    build(group);
    Path folder = dist(group).resolve(name.substring(group.length() + 1));
    Path own = folder.resolve(folder.getFileName() + ".jar");
    List<Path> files = new ArrayList<>(List.of(own));
    files.addAll(jars(folder.resolve("lib")));
    if (!Files.isRegularFile(own)) {
      throw notBuilt(group, "there is no " + own, null);
    }
    return List.copyOf(files);
  }

  private Path dist(String group) {
    return home.resolve("target/dist/services").resolve(group);
  }

  /** True if a group of services has to be built before it can be used. */
  public boolean stale(String group) {
    List<Path> built = jars(dist(group));
    try {
      FileTime oldest = null;
      for (Path jar : built) {
        FileTime time = Files.getLastModifiedTime(jar);
        oldest = oldest == null || time.compareTo(oldest) < 0 ? time : oldest;
      }
      try (Stream<Path> sources = Files.walk(home.resolve("services").resolve(group))) {
        for (Path source : sources.filter(ServiceJars::isSource).toList()) {
          if (oldest == null || Files.getLastModifiedTime(source).compareTo(oldest) > 0) {
            return true;
          }
        }
      }
      return oldest == null;
    } catch (IOException e) {
      throw notBuilt(group, "its sources cannot be read: " + e, e);
    }
  }

  private static boolean isSource(Path file) {
    String path = file.toString();
    return Files.isRegularFile(file)
        && (path.contains("/src/main/") || path.endsWith("/pom.xml"))
        && !path.contains("/target/");
  }

  /**
   * Builds a group of services if that has not been done; one of several that ask at once does it.
   */
  public synchronized void build(String group) {
    try {
      Files.createDirectories(dist(group));
      try (FileChannel channel =
              FileChannel.open(
                  dist(group).resolve("lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && stale(group)) {
          // What is changed while it is built is not in it.
          FileTime begun = FileTime.from(Instant.now());
          maven(group);
          for (Path jar : jars(dist(group))) {
            Files.setLastModifiedTime(jar, begun);
          }
        }
        for (Path jar : jars(dist(group))) {
          extract(group, jar);
        }
      }
    } catch (IOException e) {
      throw notBuilt(group, e.toString(), e);
    }
  }

  private void maven(String group) throws IOException {
    String mvnw = home.resolve("mvnw").toString();
    run(
        group,
        List.of(mvnw, "-B", "-Dquick", "-Pservices", "package", "-pl", modules(group), "-am"));
  }

  /** A service starts in half the time where its jars are files of their own. */
  private void extract(String group, Path jar) throws IOException {
    String name = jar.getFileName().toString().replace(".jar", "");
    Path folder = dist(group).resolve(name);
    Path whole = folder.resolve(EXTRACTED);
    if (Files.isRegularFile(whole)
        && Files.getLastModifiedTime(whole).compareTo(Files.getLastModifiedTime(jar)) >= 0) {
      return;
    }
    for (Path former : jars(folder.resolve("lib"))) {
      Files.delete(former);
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    run(
        group,
        List.of(
            java,
            "-Djarmode=tools",
            "-jar",
            jar.toString(),
            "extract",
            "--force",
            "--destination",
            folder.toString()));
    Files.writeString(whole, "");
  }

  private void run(String group, List<String> command) throws IOException {
    Path log = home.resolve("target/build-" + group + ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
        throw notBuilt(
            group, "it was not built within " + BUILD_MINUTES + " minutes; see " + log, null);
      }
      if (process.exitValue() != 0) {
        throw notBuilt(group, "the build failed; the whole log is " + log, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notBuilt(group, "interrupted while it was built", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Every module below the group's folder, by its folder. */
  private String modules(String group) throws IOException {
    try (Stream<Path> folders = Files.list(home.resolve("services").resolve(group))) {
      return String.join(
          ",",
          folders
              .filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
              .map(folder -> home.relativize(folder).toString())
              .sorted()
              .toList());
    }
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static ReboundException notBuilt(String group, String why, @Nullable Exception cause) {
    return new ReboundException(
        ReboundException.Cause.ENVIRONMENT,
        "the service " + group + " is not there: " + why,
        "A first build needs the network (Maven Central, or the mirror that your settings.xml"
            + " names); then try again.",
        cause);
  }
}
