package dev.rebound.lab.files;

import java.nio.file.Path;

/** The folder where Rebound keeps what can be made again, as the XDG base directories say. */
public final class UserCache {
  private UserCache() {}

  /** A folder below {@code $XDG_CACHE_HOME/rebound}, or {@code ~/.cache/rebound}; may not exist. */
  public static Path folder(String name) {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return base.resolve("rebound").resolve(name);
  }
}
