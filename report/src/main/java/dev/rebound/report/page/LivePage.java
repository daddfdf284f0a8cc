package dev.rebound.report.page;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The report of a run as a server gives it: the same scripts and styles, each at an address of its
 * own, so that the content security policy can refuse every script that stands in the page; and one
 * script more, that asks for the data again.
 */
public final class LivePage {
  private static final List<String> BEFORE = List.of("errors.js");
  private static final List<String> AFTER = List.of("live.css", "live.js");
  private static final List<String> INDEX = List.of("index.css", "index.js");
  private static final String STYLE = "report.css";

  private LivePage() {}

  private static List<String> parts() {
    List<String> parts = new ArrayList<>(BEFORE);
    parts.add(STYLE);
    parts.addAll(HtmlReport.PARTS);
    parts.addAll(AFTER);
    return parts;
  }

  /**
   * The page.
   *
   * @param above where the server's {@code assets/} are from the page's address, such as {@code
   *     ../../../}
   */
  public static String of(GrowingRun run, String above) throws IOException {
    StringBuilder styles = new StringBuilder();
    StringBuilder scripts = new StringBuilder();
    for (String part : parts()) {
      String address = HtmlPage.escape(above + "assets/" + part);
      if (part.endsWith(".css")) {
        styles.append("<link rel=\"stylesheet\" href=\"").append(address).append("\">\n");
      } else {
        scripts.append("<script src=\"").append(address).append("\"></script>\n");
      }
    }
    StringWriter data = new StringWriter();
    try (Writer escaped = new HtmlPage.WithoutMarkup(data)) {
      run.write(escaped);
    }
    return HtmlPage.text("live.html")
        .replace("{{title}}", HtmlPage.escape(run.name()))
        .replace("{{styles}}", styles)
        .replace("{{scripts}}", scripts)
        .replace("{{above}}", HtmlPage.escape(above))
        .replace("{{data}}", data.toString());
  }

  /** A script or style sheet of these pages, or empty if there is none of that name. */
  public static Optional<byte[]> asset(String name) {
    if (Stream.concat(parts().stream(), INDEX.stream()).noneMatch(name::equals)) {
      return Optional.empty();
    }
    try {
      return Optional.of(HtmlPage.text(name).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
