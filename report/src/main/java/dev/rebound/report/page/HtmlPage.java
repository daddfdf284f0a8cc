package dev.rebound.report.page;

import dev.rebound.report.picture.Svg;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page that needs nothing else, neither network nor server: a template with style, scripts,
 * pictures and data inside. Its content security policy forbids every request.
 *
 * @param title plain text, as all of these
 * @param summary what a reader without JavaScript is told
 * @param files where such a reader finds the figures
 * @param parts resources that build the page from its data, in order: scripts and style sheets
 * @param pictures SVG that was made before, one after the other
 * @param data as JSON; its {@code <} are escaped here
 */
public record HtmlPage(
    String title, String summary, String files, List<String> parts, String pictures, String data) {
  /** The parts that pages with pictures are built from, before their own script. */
  public static final List<String> PICTURES =
      List.of("drawn.css", "figures.js", "page.js", "drawn.js");

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  /** Writes a page into its file; a reader never sees half of it. */
  public static void write(Path file, HtmlPage page) throws IOException {
    Path unfinished = file.resolveSibling("." + file.getFileName() + ".part");
    Files.writeString(unfinished, page.text(), StandardCharsets.UTF_8);
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The page as text. */
  public String text() {
    return filled(
        "report.html",
        Map.of(
            "title", escape(title),
            "summary", escape(summary),
            "files", escape(files),
            "style", style(),
            "scripts", scripts(),
            "pictures", pictures,
            "data", withoutMarkup(data)));
  }

  /** A template with these texts in its places. */
  static String filled(String template, Map<String, String> texts) {
    StringBuilder page = new StringBuilder();
    Matcher place = PLACE.matcher(text(template));
    while (place.find()) {
      place.appendReplacement(page, "");
      String name = place.group(1);
      page.append(Objects.requireNonNull(texts.get(name), () -> template + " asks for " + name));
    }
    return place.appendTail(page).toString();
  }

  /** Those parts, then one more. */
  public static List<String> with(List<String> parts, String last) {
    return Stream.concat(parts.stream(), Stream.of(last)).toList();
  }

  private String style() {
    return parts.stream()
        .filter(part -> part.endsWith(".css"))
        .map(HtmlPage::text)
        .collect(
            Collectors.joining(
                "", text("report.css") + (pictures.isEmpty() ? "" : Svg.style()), ""));
  }

  private String scripts() {
    return parts.stream()
        .filter(part -> !part.endsWith(".css"))
        .map(part -> "<script>\n" + text(part) + "\n</script>\n")
        .collect(Collectors.joining());
  }

  /** A part that a server has at an address of its own. */
  static String linked(String address) {
    return address.endsWith(".css")
        ? "<link rel=\"stylesheet\" href=\"" + address + "\">\n"
        : "<script src=\"" + address + "\"></script>\n";
  }

  /** Text as content or quoted attribute of HTML. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /**
   * JSON that cannot end the element that it stands in: {@code <} occurs only inside JSON's
   * strings, and there {@code \\u003c} means the same.
   */
  static String withoutMarkup(String json) {
    return json.replace("<", "\\u003c");
  }

  /** A resource of reports. */
  public static String text(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream("/dev/rebound/report/" + name)) {
      return new String(
          Objects.requireNonNull(in, name + " is missing from the report's jar").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
