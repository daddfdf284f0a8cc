package dev.rebound.report;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A headless Chromium without network. Tests are skipped where there is none, unless {@code
 * REBOUND_REQUIRE_BROWSER=true} (environment or system property) demands one.
 *
 * @param folder for its profile, its log and the pages that it read
 */
public record Browser(String command, Path folder) {
  private static final List<String> BROWSERS =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

  /** Finds one, or skips the test. */
  public static Browser find(Path folder) {
    String browser =
        BROWSERS.stream().filter(b -> Files.isExecutable(Path.of(b))).findFirst().orElse("");
    boolean required =
        Boolean.parseBoolean(System.getenv("REBOUND_REQUIRE_BROWSER"))
            || Boolean.getBoolean("REBOUND_REQUIRE_BROWSER");
    if (browser.isEmpty() && required) {
      fail("no Chromium at " + BROWSERS + ", and REBOUND_REQUIRE_BROWSER=true");
    }
    assumeTrue(!browser.isEmpty(), "no Chromium here");
    return new Browser(browser, folder);
  }

  /** The page as it stands after its scripts have run. */
  public String open(Path report, int width) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("browser.log");
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=" + folder.resolve("profile"),
            "--window-size=" + width + ",1000",
            "--virtual-time-budget=10000",
            "--enable-logging=stderr",
            "--v=0",
            "--dump-dom",
            report.toUri().toString()));
    Process process =
        new ProcessBuilder(line).redirectOutput(dom.toFile()).redirectError(log.toFile()).start();
    try {
      if (!process.waitFor(90, TimeUnit.SECONDS)) {
        fail("Chromium did not end within 90 s; its log: " + Files.readString(log));
      }
    } finally {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
      process.waitFor(10, TimeUnit.SECONDS);
    }
    return Files.readString(dom);
  }

  /** An attribute of the page's root element; null if it has none. */
  public static String attribute(String page, String name) {
    int end = page.indexOf('>', page.indexOf("<html"));
    Matcher matcher =
        Pattern.compile(" " + name + "=\"([^\"]*)\"").matcher(page.substring(0, Math.max(0, end)));
    return matcher.find() ? matcher.group(1) : null;
  }
}
