package dev.rebound.lab.artifact;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.files.KnownHashes;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rebound's own services, each a folder with its jar and those that it needs. They are built when
 * they are first asked for, and again when a source file is newer: nobody else has to fetch what
 * they are made of.
 *
 * <p>A service that was asked for once stays what it is: each build has folders of its own ({@link
 * ServiceFolder}), and one is removed only when no lab has taken it for a month.
 */
public final class ServiceJars {
  /** There from the beginning of a build to its end: one that was ended leaves half a jar. */
  private static final String BUILDING = "building";

  /** A service that was asked for. */
  private record Taken(List<Path> files, String sha256) {}

  private final Path home;
  private final KnownHashes hashes;
  private final Artifacts artifacts;
  private final Map<String, Taken> taken = new TreeMap<>();

  /**
   * @param home Rebound's folder
   * @param artifacts fetch what services of a release need
   */
  public ServiceJars(Path home, Artifacts artifacts) {
    this(home, artifacts, KnownHashes.ofUser());
  }

  ServiceJars(Path home, Artifacts artifacts, KnownHashes hashes) {
    this.home = home.toAbsolutePath().normalize();
    this.artifacts = artifacts;
    this.hashes = hashes;
  }

  /**
   * Class path of a service: its own jar first. Always that of the first call, as the services of a
   * group belong together.
   *
   * @param name {@code <group>/<name>}
   * @param mark environment of what builds it, by which it is found once its lab is gone
   */
  synchronized List<Path> files(String name, Map<String, String> mark) {
    String group = name.substring(0, name.indexOf('/'));
    if (!taken.containsKey(name)) {
      if (Installation.isReleased(home)) {
        taken.put(name, released(group, name.substring(group.length() + 1)));
      } else if (Files.isDirectory(home.resolve("services").resolve(group))) {
        build(group, mark);
      } else {
        throw ReboundException.environment(
            "the service %s comes with a release or the sources of Rebound, and %s is neither"
                .formatted(name, home),
            "Name the folder of one with -Drebound.home=DIR.");
      }
    }
    Taken service = taken.get(name);
    if (service == null) {
      throw notBuilt(group, "it has no " + name + " in " + dist(group), null);
    }
    return service.files();
  }

  private Taken released(String group, String name) {
    try {
      ReleasedService service = ReleasedService.of(dist(group), name);
      List<Path> files = new ArrayList<>(service.own());
      files.addAll(artifacts.paths(service.coordinates(), List.of(Artifacts.ALL)));
      return new Taken(List.copyOf(files), service.sha256());
    } catch (IOException e) {
      throw ReboundException.environment(
          "the service %s/%s is not in this release: %s".formatted(group, name, e.getMessage()),
          "Unpack the release again, whole.",
          e);
    }
  }

  /** SHA-256 of the jar that each service was taken from, with all that it needs, by its name. */
  synchronized Map<String, String> taken() {
    Map<String, String> known = new TreeMap<>();
    taken.forEach((name, service) -> known.put(name, service.sha256()));
    return known;
  }

  private Path dist(String group) {
    return Installation.dist(home).resolve("services").resolve(group);
  }

  /** True if a group of services has to be built before it can be used. */
  public boolean stale(String group) {
    if (Files.exists(dist(group).resolve(BUILDING))) {
      return true;
    }
    List<Path> built = jars(dist(group));
    try {
      FileTime oldest = null;
      for (Path jar : built) {
        FileTime time = Files.getLastModifiedTime(jar);
        oldest = oldest == null || time.compareTo(oldest) < 0 ? time : oldest;
      }
      return oldest == null
          || SourceBuild.changed(oldest, List.of(home.resolve("services").resolve(group)));
    } catch (IOException e) {
      throw notBuilt(group, "its sources cannot be read: " + e, e);
    }
  }

  /**
   * Has all services of a group at hand, so that a run of them needs no network: built in a
   * checkout, fetched for a release. Does nothing where there is no such group.
   */
  public void prepare(String group) {
    if (Installation.isReleased(home)) {
      for (Path list : files(dist(group), ReleasedService.LIST)) {
        String file = list.getFileName().toString();
        files(group + "/" + file.replace(ReleasedService.LIST, ""), Map.of());
      }
    } else if (Files.isDirectory(home.resolve("services").resolve(group))) {
      build(group);
    }
  }

  /**
   * Builds a group of services if that has not been done; one of several that ask at once does it.
   */
  public void build(String group) {
    build(group, Map.of());
  }

  private synchronized void build(String group, Map<String, String> mark) {
    try {
      Files.createDirectories(dist(group));
      try (FileChannel channel =
              FileChannel.open(
                  dist(group).resolve("lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = SourceBuild.locked(channel, "building services", artifacts::tell)) {
        if (lock.isValid() && stale(group)) {
          Files.writeString(dist(group).resolve(BUILDING), "");
          // A change that is made while it is built is not in it.
          FileTime begun = FileTime.from(Instant.now());
          maven(group, mark);
          for (Path jar : jars(dist(group))) {
            Files.setLastModifiedTime(jar, begun);
          }
          Files.delete(dist(group).resolve(BUILDING));
        }
        for (Path jar : jars(dist(group))) {
          ServiceFolder folder = extracted(group, jar, mark);
          List<Path> files = new ArrayList<>(List.of(folder.jar()));
          files.addAll(jars(folder.libraries()));
          taken.putIfAbsent(
              group + "/" + folder.name(), new Taken(List.copyOf(files), folder.sha256()));
        }
      }
    } catch (IOException e) {
      throw notBuilt(group, e.toString(), e);
    }
  }

  private void maven(String group, Map<String, String> mark) throws IOException {
    String what = "building the services of " + group;
    artifacts.tell(what + " (first use, or changed sources)");
    require(group, process(group, mark).maven(what, modules(group), "-Pservices"));
  }

  private SourceBuild process(String group, Map<String, String> mark) {
    return new SourceBuild(home, group, mark, artifacts::tell);
  }

  private static void require(String group, Optional<String> problem) {
    if (problem.isPresent()) {
      throw notBuilt(group, problem.get(), null);
    }
  }

  /** A service starts in half the time where its jars are files of their own. */
  private ServiceFolder extracted(String group, Path jar, Map<String, String> mark)
      throws IOException {
    ServiceFolder folder = ServiceFolder.of(jar, hashes.of(jar));
    if (!folder.whole()) {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      List<String> unpack =
          List.of(
              java,
              "-Djarmode=tools",
              "-jar",
              jar.toString(),
              "extract",
              "--force",
              "--destination",
              folder.folder().toString());
      require(group, process(group, mark).run("unpacking " + jar.getFileName(), unpack));
      if (!hashes.of(jar).equals(folder.sha256()) || !Files.isRegularFile(folder.jar())) {
        throw notBuilt(group, jar + " changed while it was unpacked", null);
      }
      folder.setWhole();
      folder.removeOthers();
    }
    folder.setTaken();
    return folder;
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
    return files(folder, ".jar");
  }

  private static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static ReboundException notBuilt(String group, String why, @Nullable Exception cause) {
    return ReboundException.environment(
        "the service " + group + " is not there: " + why, SourceBuild.remedy(cause), cause);
  }
}
