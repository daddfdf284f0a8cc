package dev.rebound.lab.artifact;

import dev.rebound.base.Folders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One build of a service, unpacked: its jar and those that it needs. The folder is named by what is
 * in it, so that another build never changes it, and is held for as long as this JVM lives.
 *
 * @param name of the service
 * @param sha256 of the jar that it was unpacked from
 */
record ServiceFolder(Path folder, String name, String sha256) {
  private static final int CHARACTERS = 12;
  private static final String WHOLE = "whole";
  private static final String USED = "used";

  /**
   * The locks that this JVM holds: a lock of its own would not keep it from removing what it uses.
   */
  private static final Map<Path, FileLock> HELD = new HashMap<>();

  /** Beside the jar that it is unpacked from. */
  static ServiceFolder of(Path jar, String sha256) {
    String name = jar.getFileName().toString().replace(".jar", "");
    String build = name + "-" + sha256.substring(0, CHARACTERS);
    return new ServiceFolder(jar.resolveSibling(build), name, sha256);
  }

  /** The service's own jar. */
  Path jar() {
    return folder.resolve(name + ".jar");
  }

  /** Where the jars lie that it needs. */
  Path libraries() {
    return folder.resolve("lib");
  }

  /** True once all of it was unpacked. */
  boolean whole() {
    return Files.isRegularFile(folder.resolve(WHOLE));
  }

  void setWhole() throws IOException {
    Files.writeString(folder.resolve(WHOLE), sha256);
  }

  /** Keeps other labs from removing it until this JVM ends. */
  void hold() throws IOException {
    synchronized (HELD) {
      if (HELD.containsKey(folder)) {
        return;
      }
      Files.createDirectories(folder);
      FileChannel channel = used(folder);
      try {
        HELD.put(folder, channel.lock(0, Long.MAX_VALUE, true));
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static FileChannel used(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve(USED),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /** Removes other builds of this service that nobody holds. */
  void removeOthers() throws IOException {
    try (Stream<Path> beside = Files.list(folder.resolveSibling(""))) {
      List<Path> others =
          beside
              .filter(other -> !other.equals(folder))
              .filter(other -> isBuild(other.getFileName().toString()))
              .toList();
      for (Path other : others) {
        if (free(other)) {
          Folders.delete(other);
        }
      }
    }
  }

  private boolean isBuild(String file) {
    return file.matches(name + "-[0-9a-f]{" + CHARACTERS + "}");
  }

  /** Opens nothing that this JVM holds: closing it again would let go of that lock (POSIX). */
  private static boolean free(Path other) throws IOException {
    synchronized (HELD) {
      if (HELD.containsKey(other)) {
        return false;
      }
      try (FileChannel channel = used(other);
          FileLock lock = channel.tryLock()) {
        return lock != null;
      } catch (OverlappingFileLockException e) {
        return false; // held by this JVM under another name
      }
    }
  }
}
