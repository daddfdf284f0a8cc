package dev.rebound.lab.experiment;

import dev.rebound.analysis.JsonFile;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/**
 * Capacities in files, one per job and machine, in the user's cache folder. A later search of the
 * same job replaces the earlier one.
 */
public final class CapacityStore implements Capacities {
  /** The file in which a run keeps the capacity that was known when it started. */
  public static final String FILE = "capacity.json";

  private final Path folder;
  private final String machine;

  /**
   * @param folder of the files; made when the first is written
   * @param machine in words; another machine has other capacities
   */
  public CapacityStore(Path folder, String machine) {
    this.folder = folder;
    this.machine = machine;
  }

  /** That of this user and machine, where the XDG base directories say. */
  public static CapacityStore ofUser() {
    return new CapacityStore(Folders.ofUserCache("capacity"), thisMachine());
  }

  /** The capacity that {@link #ofUser} knows now; looks at the machine only when asked. */
  public static Optional<Capacity> known(String resolvedYaml) {
    return ofUser().now(resolvedYaml);
  }

  /**
   * The same as {@link #of}, but none of another build of the program that the experiment names.
   */
  Optional<Capacity> now(String resolvedYaml) {
    return of(resolvedYaml)
        .filter(
            found ->
                OwnProgram.ofSettings(OwnSettings.of(resolvedYaml).all())
                    .sha256()
                    .equals(found.program()));
  }

  private static String thisMachine() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "unknown host";
    }
    long bytes = new oshi.SystemInfo().getHardware().getMemory().getTotal();
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %d GiB",
        host,
        Runtime.getRuntime().availableProcessors(),
        Math.round(bytes / (double) (1L << 30)));
  }

  /** Host, cores and memory. */
  public String machine() {
    return machine;
  }

  @Override
  public Optional<Capacity> of(String resolvedYaml) {
    return read(file(resolvedYaml));
  }

  private Path file(String resolvedYaml) {
    return folder.resolve(CapacityKey.of(machine, resolvedYaml) + ".json");
  }

  /** Keeps a capacity for later runs of the same job; says where. */
  public Path put(String resolvedYaml, Capacity capacity) {
    Path file = file(resolvedYaml);
    write(file, capacity);
    return file;
  }

  /** A capacity in a file; empty if there is none that can be read. */
  public static Optional<Capacity> read(Path file) {
    try {
      return JsonFile.read(file, Capacity.class);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Writes a capacity to a file, whole or not at all. */
  public static void write(Path file, Capacity capacity) {
    try {
      Path absolute = file.toAbsolutePath();
      Path parent = absolute.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
      JsonFile.write(part, capacity);
      Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw ReboundException.unwritable(
          file, "Free disk space, or set XDG_CACHE_HOME to a folder that can be written.", e);
    }
  }
}
