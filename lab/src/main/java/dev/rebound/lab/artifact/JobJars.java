package dev.rebound.lab.artifact;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The jars of Rebound's own jobs, one for each engine. In a checkout each is built when it is first
 * asked for, and again when a source of it is newer: who runs one engine fetches nothing that
 * another one is made of. A release has all of them.
 */
final class JobJars {
  private static final String PREFIX = "rebound-job-";

  private final Path home;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * @param home Rebound's folder
   * @param progress hears of a build, for people
   */
  JobJars(Path home, Consumer<String> progress) {
    this.home = home;
    this.folder = Installation.dist(home).resolve("jobs");
    this.progress = progress;
  }

  /** Whether jobs are built, or can be, in this folder. */
  boolean here() {
    return Files.isDirectory(folder) || Files.isRegularFile(home.resolve("jobs/faulty/pom.xml"));
  }

  /**
   * The jar of a job, once it is there.
   *
   * @param name {@code rebound-job-<engine>}
   * @param mark environment of what builds it, by which it is found once its lab is gone
   */
  Path jar(String name, Map<String, String> mark) {
    Path jar = folder.resolve(name + ".jar").toAbsolutePath();
    Path module = home.resolve("jobs").resolve(name.replace(PREFIX, ""));
    try {
      if (Files.isRegularFile(module.resolve("pom.xml")) && stale(jar, module)) {
        build(name, jar, module, mark);
      }
    } catch (IOException e) {
      throw notBuilt(name, e.toString(), e);
    }
    if (!Files.isRegularFile(jar)) {
      throw ReboundException.environment(
          "The job jar " + jar + " is not there",
          ("Build it in Rebound's folder with `./mvnw -pl :%s -am package -DskipTests`, and name that"
                  + " folder with -Drebound.home=DIR if it is not %s.")
              .formatted(name, home));
    }
    return jar;
  }

  private boolean stale(Path jar, Path module) throws IOException {
    return !Files.isRegularFile(jar)
        || Files.exists(building(jar))
        || SourceBuild.changed(
            Files.getLastModifiedTime(jar),
            List.of(home.resolve("pom.xml"), home.resolve("workload"), module));
  }

  /** There from the beginning of a build to its end: one that was ended leaves half a jar. */
  private static Path building(Path jar) {
    return jar.resolveSibling(jar.getFileName() + ".building");
  }

  /** One of several labs that ask at once builds it; one job at a time, as all share modules. */
  private void build(String name, Path jar, Path module, Map<String, String> mark)
      throws IOException {
    Files.createDirectories(folder);
    synchronized (JobJars.class) {
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = SourceBuild.locked(channel, "building a job", progress)) {
        if (lock.isValid() && stale(jar, module)) {
          String what = "building " + name;
          progress.accept(what + " (first use, or changed sources)");
          Files.writeString(building(jar), "");
          // A change that is made while it is built is not in it.
          FileTime begun = FileTime.from(Instant.now());
          Optional<String> problem =
              new SourceBuild(home, "jobs", mark, progress)
                  .maven(what, home.relativize(module).toString().replace('\\', '/'));
          if (problem.isPresent()) {
            throw notBuilt(name, problem.get(), null);
          }
          Files.setLastModifiedTime(jar, begun);
          Files.delete(building(jar));
        }
      }
    }
  }

  private static ReboundException notBuilt(String name, String why, @Nullable Exception cause) {
    return ReboundException.environment(
        "the job " + name + " is not there: " + why, SourceBuild.remedy(cause), cause);
  }
}
