package dev.rebound.lab.program;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.files.KnownHashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files that are seen to belong to a program, and why there may be others. A file that is named
 * is known by what it holds, one of a folder by its place in it, too; where these lie and when they
 * were written makes no difference.
 */
final class ProgramFiles {
  /** A folder that holds more is none that a program is made of. */
  private static final int FILES_MAX = 10_000;

  /** What tools lay beside a program that it loads. */
  private static final Set<String> LIBRARIES = Set.of(".venv", "node_modules");

  /** What tools leave beside a program. */
  private static final Set<String> NO_PROGRAM = Set.of(".git", ".hg", ".svn", "__pycache__");

  private static final String GLOB = "*?[{";

  private final Set<Path> named = new HashSet<>();
  private final List<String> hashes = new ArrayList<>();
  private final Set<String> unseen = new LinkedHashSet<>();

  /** Takes a file; false if it was taken before. */
  boolean file(Path file) {
    Path its = file.toAbsolutePath().normalize();
    return named.add(its) && hashes.add(hash(its));
  }

  /** Takes all files of a folder. */
  void folder(Path folder) {
    files(folder, any -> true, any -> true);
  }

  /**
   * Takes files of a folder that were not named.
   *
   * @param folders that are looked into below it
   * @param meant files that are taken
   */
  void files(Path folder, Predicate<Path> folders, Predicate<Path> meant) {
    var unused = besidesLibraries(folder, folders, meant);
  }

  /** The same; those of {@link #LIBRARIES} that were passed over. */
  private List<Path> besidesLibraries(Path folder, Predicate<Path> folders, Predicate<Path> meant) {
    List<Path> libraries = new ArrayList<>();
    Set<Path> found =
        inside(
            folder,
            folders,
            meant,
            libraries::add,
            failed ->
                unseen(failed.getFileName() + " in " + folder.getFileName() + " cannot be read"));
    found.removeAll(named);
    if (found.size() > FILES_MAX) {
      unseen(folder.getFileName() + " holds more than 10,000 files");
    } else if (!found.isEmpty()) {
      StringBuilder lines = new StringBuilder();
      for (Path file : found) {
        lines.append(folder.relativize(file)).append('\0').append(hash(file)).append('\n');
      }
      hashes.add(Sha256.of(lines.toString()));
    }
    return libraries;
  }

  /** Takes what names stand for: files, folders, or patterns of files. */
  void declared(List<String> names) {
    for (String name : names) {
      Path path = Path.of(name);
      if (Files.isRegularFile(path)) {
        file(path);
      } else if (Files.isDirectory(path)) {
        declared(path, any -> true, names);
      } else if (Files.isDirectory(fixed(name))) {
        declared(fixed(name), pattern(name), names);
      }
    }
  }

  /** Libraries belong to what is declared, and are many files: whoever means them names them. */
  private void declared(Path folder, Predicate<Path> meant, List<String> names) {
    for (Path library : besidesLibraries(folder, any -> true, meant)) {
      if (names.stream().map(Path::of).noneMatch(library::equals) && holds(library, meant)) {
        unseen(library.getFileName() + " in " + folder.getFileName() + " is not looked into");
      }
    }
  }

  private static boolean holds(Path folder, Predicate<Path> meant) {
    try (Stream<Path> inside = Files.walk(folder)) {
      return inside.anyMatch(file -> Files.isRegularFile(file) && meant.test(file));
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /** Whether a name of {@link #declared(List)} stands for any file. */
  static boolean isThere(String name) {
    Path folder = fixed(name);
    return Files.exists(Path.of(name))
        || (Files.isDirectory(folder)
            && !inside(folder, any -> true, pattern(name), passed -> {}, failed -> {}).isEmpty());
  }

  private static Predicate<Path> pattern(String name) {
    PathMatcher pattern = FileSystems.getDefault().getPathMatcher("glob:" + name);
    return pattern::matches;
  }

  /** The folder that a pattern begins with; the file system's root if it begins at once. */
  private static Path fixed(String pattern) {
    int first = 0;
    while (first < pattern.length() && GLOB.indexOf(pattern.charAt(first)) < 0) {
      first++;
    }
    return Path.of(pattern.substring(0, Math.max(1, pattern.lastIndexOf('/', first))));
  }

  private static Set<Path> inside(
      Path folder,
      Predicate<Path> folders,
      Predicate<Path> meant,
      Consumer<Path> library,
      Consumer<Path> failed) {
    Set<Path> found = new TreeSet<>();
    boolean ofLibraries = LIBRARIES.contains(folder.getFileName() + "");
    try {
      Files.walkFileTree(
          folder,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          Integer.MAX_VALUE,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes is) {
              String name = inner.getFileName() + "";
              if (!inner.equals(folder) && !ofLibraries && LIBRARIES.contains(name)) {
                library.accept(inner);
                return FileVisitResult.SKIP_SUBTREE;
              }
              return inner.equals(folder) || (!NO_PROGRAM.contains(name) && folders.test(inner))
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
              if (is.isRegularFile() && meant.test(file)) {
                found.add(file);
              }
              return found.size() > FILES_MAX
                  ? FileVisitResult.TERMINATE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              failed.accept(file);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw ReboundException.unreadable(folder, "Check its permissions.", e);
    }
    return found;
  }

  /** There may be more to the program than is seen. */
  void unseen(String why) {
    unseen.add(why);
  }

  /** The hash of all that was taken: of a single file that of what it holds. */
  ProgramHash hash() {
    String all = String.join("", hashes);
    return new ProgramHash(hashes.size() < 2 ? all : Sha256.of(all), List.copyOf(unseen));
  }

  private static String hash(Path file) {
    try {
      return KnownHashes.ofContent(file);
    } catch (IOException e) {
      throw ReboundException.unreadable(file, "Check its permissions.", e);
    }
  }
}
