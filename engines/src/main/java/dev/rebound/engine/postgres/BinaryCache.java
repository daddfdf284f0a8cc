package dev.rebound.engine.postgres;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * Archives of programs, each unpacked once into a folder of its own that everybody may read.
 *
 * <p>A folder is there whole or not at all: it is made aside and then gets its name. Each time it
 * is asked for it is held against what was unpacked, and made anew if a file is missing or another.
 * For several processes at once: one works, the others wait for it, within a limit.
 */
final class BinaryCache {
  private static final String PART = "part-";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int EXECUTABLE_BY_OWNER = 0100;

  private final Path folder;
  private final Duration limit;

  /** A {@code .tar.xz}, which is read once to know it and once to unpack it. */
  @FunctionalInterface
  interface Archive {
    InputStream open() throws IOException;
  }

  /**
   * @param limit how long to wait for another process that unpacks
   */
  BinaryCache(Path folder, Duration limit) {
    this.folder = folder.toAbsolutePath().normalize();
    this.limit = limit;
  }

  /**
   * The folder with what an archive holds.
   *
   * @param name begins the folder's name, which goes on with the archive's hash
   */
  Path unpacked(String name, Archive archive) throws IOException {
    String hash = hash(archive);
    Path whole = folder.resolve(name + "-" + hash.substring(0, 12));
    Files.createDirectories(folder);
    // The lock goes with the channel, and with the process.
    try (FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      lock(channel);
      if (Manifest.holds(whole, hash)) {
        return whole;
      }
      removeTorn();
      Folders.delete(whole);
      Path part = Files.createTempDirectory(folder, PART);
      unpack(archive, part);
      Manifest.write(part, hash);
      Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
    }
    return whole;
  }

  private static String hash(Archive archive) throws IOException {
    try (InputStream in = archive.open()) {
      return Sha256.of(in);
    }
  }

  private void lock(FileChannel channel) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    while (!locked(channel)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException(
            "another process has held %s/lock for %s s".formatted(folder, limit.toSeconds()));
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for " + folder + "/lock", e);
      }
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }

  /** Removes what others began and did not end: who has the lock knows that they are dead. */
  private void removeTorn() throws IOException {
    try (DirectoryStream<Path> torn = Files.newDirectoryStream(folder, PART + "*")) {
      for (Path part : torn) {
        Folders.delete(part);
      }
    }
  }

  private static void unpack(Archive archive, Path into) throws IOException {
    try (InputStream in = archive.open();
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = inside(into, into.resolve(entry.getName()), entry);
        Path parent = path.getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else if (entry.isSymbolicLink()) {
          inside(into, path.resolveSibling(entry.getLinkName()), entry);
          Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
          Files.createLink(path, inside(into, into.resolve(entry.getLinkName()), entry));
        } else if (entry.isFile()) {
          Files.copy(tar, path);
          readable(path, (entry.getMode() & EXECUTABLE_BY_OWNER) != 0);
        } else {
          throw new IOException("the archive holds no mere file: " + entry.getName());
        }
      }
    }
    open(into);
  }

  private static Path inside(Path folder, Path path, TarArchiveEntry entry) throws IOException {
    Path normal = path.normalize();
    if (!normal.startsWith(folder)) {
      throw new IOException("the archive reaches out of its folder: " + entry.getName());
    }
    return normal;
  }

  /** Folders that were made on the way may be closed to others, whatever this process is set to. */
  private static void open(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
              throws IOException {
            readable(dir, true);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void readable(Path path, boolean executable) throws IOException {
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
