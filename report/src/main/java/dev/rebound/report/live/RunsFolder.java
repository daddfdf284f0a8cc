package dev.rebound.report.live;

import dev.rebound.analysis.RunFiles;
import dev.rebound.report.page.GrowingRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The folder of runs that a server shows, and nothing outside it: a path that leads out, also by a
 * link, leads nowhere. Thread-safe.
 */
final class RunsFolder {
  private static final Set<String> FOLDERS = Set.of("metrics", "logs");
  private static final int REMEMBERED = 4;

  private final Path root;
  private final Map<Path, FollowedRun> followed = new LinkedHashMap<>();

  /** Throws {@link IOException} if there is no such folder. */
  RunsFolder(Path root) throws IOException {
    this.root = root.toRealPath();
  }

  Path root() {
    return root;
  }

  /** The folder of a run by its path from the root; empty if it is none. */
  Optional<Path> folder(String path) {
    return inside(path).filter(folder -> Files.isRegularFile(folder.resolve(RunFiles.JOURNAL)));
  }

  /** A file of a run that its report names: beside it, or in {@code metrics} or {@code logs}. */
  Optional<Path> file(String path) {
    Optional<Path> found = inside(path).filter(Files::isRegularFile);
    if (found.isEmpty()) {
      return found;
    }
    Path file = found.get();
    Path parent = file.getParent();
    if (parent == null || String.valueOf(file.getFileName()).startsWith(".")) {
      return Optional.empty();
    }
    Path run = FOLDERS.contains(String.valueOf(parent.getFileName())) ? parent.getParent() : parent;
    return run != null && Files.isRegularFile(run.resolve(RunFiles.JOURNAL))
        ? found
        : Optional.empty();
  }

  private Optional<Path> inside(String path) {
    try {
      Path real = root.resolve(path).toRealPath();
      return real.startsWith(root) && !path.startsWith("/") ? Optional.of(real) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      // Not there, or not a path at all.
      return Optional.empty();
    }
  }

  /** Follows a run; of those that nobody follows any more, few are remembered. */
  FollowedRun follow(Path folder) {
    synchronized (followed) {
      FollowedRun known = followed.remove(folder);
      FollowedRun one = known == null ? new FollowedRun(new GrowingRun(folder)) : known;
      followed.put(folder, one);
      Iterator<FollowedRun> eldest = followed.values().iterator();
      while (followed.size() > REMEMBERED && eldest.hasNext()) {
        FollowedRun next = eldest.next();
        if (next != one && next.idle()) {
          eldest.remove();
        }
      }
      return one;
    }
  }

  /** All that are followed. */
  List<FollowedRun> all() {
    synchronized (followed) {
      return new ArrayList<>(followed.values());
    }
  }

  /** Path of a run from the root, as it stands in an address; empty if it lies elsewhere. */
  Optional<String> address(Path folder) {
    try {
      Path real = folder.toRealPath();
      if (!real.startsWith(root) || !Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      StringBuilder address = new StringBuilder();
      root.relativize(real)
          .forEach(name -> address.append(LocalAddress.encoded(name.toString())).append('/'));
      return Optional.of(address.toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
