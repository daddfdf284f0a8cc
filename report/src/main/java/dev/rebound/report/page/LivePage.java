package dev.rebound.report.page;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
  public static String of(GrowingRun run, String above) {
    Map<Boolean, String> links =
        parts().stream()
            .collect(
                Collectors.partitioningBy(
                    part -> part.endsWith(".css"),
                    Collectors.mapping(
                        part -> HtmlPage.linked(HtmlPage.escape(above + "assets/" + part)),
                        Collectors.joining())));
    return HtmlPage.filled(
        "live.html",
        Map.of(
            "title", HtmlPage.escape(run.name()),
            "styles", String.valueOf(links.get(true)),
            "scripts", String.valueOf(links.get(false)),
            "above", HtmlPage.escape(above),
            "data", HtmlPage.withoutMarkup(run.data())));
  }

  /** A script or style sheet of these pages, or empty if there is none of that name. */
  public static Optional<byte[]> asset(String name) {
    return Stream.concat(parts().stream(), INDEX.stream()).anyMatch(name::equals)
        ? Optional.of(HtmlPage.text(name).getBytes(StandardCharsets.UTF_8))
        : Optional.empty();
  }
}
