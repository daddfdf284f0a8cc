package dev.rebound.lab.schema;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Main class of a process that unpacks the archive which stands on its class path, and ends.
 *
 * <p>Settings: {@code in}, a file that the archive holds and is known by, and {@code to}, the
 * folder that it is unpacked into.
 */
public final class UnpackRegistry {
  private UnpackRegistry() {}

  public static void main(String[] arguments) {
    ToolMain.run("registry-files", arguments, UnpackRegistry::run);
  }

  private static void run(ToolSettings settings) throws IOException {
    String known = settings.text("in");
    URL found = UnpackRegistry.class.getResource("/" + known);
    if (found == null || !(found.openConnection() instanceof JarURLConnection there)) {
      throw ReboundException.environment(
          known + " is in no archive of the class path",
          "Remove the archive from the Maven cache, so that it is fetched again.");
    }
    try (InputStream archive = there.getJarFileURL().openStream()) {
      unpack(archive, settings.path("to"));
    }
  }

  static void unpack(InputStream archive, Path to) throws IOException {
    Path folder = to.toAbsolutePath().normalize();
    try (ZipInputStream zip = new ZipInputStream(archive)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
          throw new IOException("the archive reaches out of its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.resolveSibling(""));
          Files.copy(zip, path);
        }
      }
    }
  }
}
