package dev.rebound.cli;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Asks the desktop to show a file or an address in the user's browser. */
final class Browser {
  /** A command that has not failed by then is showing it; a browser may live on as itself. */
  private static final int FAILS_WITHIN_SECONDS = 3;

  private Browser() {}

  /** Whether something was started that took the file; what it starts belongs to the user. */
  static boolean open(Path file) {
    return open(file.toAbsolutePath().normalize().toUri());
  }

  /** The same for an address. */
  static boolean open(URI address) {
    String uri = address.toString();
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return commands(system, System.getenv(), uri).stream().anyMatch(Browser::taken);
  }

  /** The commands to try, in order; none where there is no desktop. */
  static List<List<String>> commands(String system, Map<String, String> environment, String uri) {
    List<List<String>> commands = new ArrayList<>();
    String chosen = environment.getOrDefault("BROWSER", "");
    if (!chosen.isEmpty()) {
      // A list like that of the PATH; only its first entry counts here.
      commands.add(List.of(chosen.split("[:;]", 2)[0], uri));
    }
    if (system.startsWith("mac")) {
      commands.add(List.of("open", uri));
    } else if (system.startsWith("windows")) {
      commands.add(List.of("rundll32", "url.dll,FileProtocolHandler", uri));
    } else if (environment.containsKey("WSL_DISTRO_NAME")) {
      commands.add(List.of("wslview", uri));
    } else if (environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY")) {
      commands.add(List.of("xdg-open", uri));
    }
    return commands;
  }

  private static boolean taken(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(nothing()))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return !process.waitFor(FAILS_WITHIN_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static File nothing() {
    Path unix = Path.of("/dev/null");
    return (Files.exists(unix) ? unix : Path.of("NUL")).toFile();
  }
}
