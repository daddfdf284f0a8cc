package dev.rebound.base;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Folders with all in them, and those of this user. */
public final class Folders {
  private Folders() {}

  /**
   * Where Rebound keeps what can be made again, as the XDG base directories say: a folder below
   * {@code $XDG_CACHE_HOME/rebound}, or {@code ~/.cache/rebound}; may not exist.
   */
  public static Path ofUserCache(String name) {
    return ofUser("XDG_CACHE_HOME", ".cache", name);
  }

  /**
   * Where results go unless somebody says otherwise: {@code runs} where one stands; if that cannot
   * be written to, {@code $XDG_DATA_HOME/rebound/runs}, or {@code ~/.local/share/rebound/runs}. May
   * not exist.
   */
  public static Path ofRuns() {
    Path runs = Path.of("runs");
    Path parent = Files.exists(runs) ? runs : Path.of("").toAbsolutePath();
    return Files.isWritable(parent) ? runs : ofUser("XDG_DATA_HOME", ".local/share", "runs");
  }

  private static Path ofUser(String variable, String usual, String name) {
    String said = System.getenv(variable);
    Path base =
        said == null || said.isEmpty()
            ? Path.of(System.getProperty("user.home"), usual)
            : Path.of(said);
    return base.resolve("rebound").resolve(name);
  }

  /** A path as people are shown it: from where they stand, if it lies below. */
  public static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath().normalize();
    Path there = path.toAbsolutePath().normalize();
    return there.startsWith(here) && !there.equals(here) && here.getNameCount() > 0
        ? here.relativize(there)
        : path;
  }

  /** A text whose paths people are shown likewise. */
  public static String shown(String text) {
    Path here = Path.of("").toAbsolutePath().normalize();
    return here.getNameCount() == 0
        ? text
        : text.replaceAll("(?<![\\w./-])" + Pattern.quote(here + File.separator), "");
  }

  /** Deletes a folder with all in it, links not followed; what is gone already is no failure. */
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
