package dev.rebound.report.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.report.picture.Svg;
import java.io.BufferedWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
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
 * @param data writes the data as JSON; its {@code <} are escaped here
 */
public record HtmlPage(
    String title, String summary, String files, List<String> parts, String pictures, Data data) {
  /** The parts that pages with pictures are built from, before their own script. */
  public static final List<String> PICTURES =
      List.of("drawn.css", "figures.js", "page.js", "drawn.js");

  /** Writes JSON and leaves the writer open. */
  @FunctionalInterface
  public interface Data {
    void write(Writer writer) throws IOException;
  }

  /** What writes such JSON. */
  public static JsonGenerator json(Writer writer) throws IOException {
    return new ObjectMapper()
        .getFactory()
        .createGenerator(writer)
        .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /** Writes a page into its file; a reader never sees half of it. */
  public static void write(Path file, HtmlPage page) throws IOException {
    Path unfinished = file.resolveSibling("." + file.getFileName() + ".part");
    try (Writer writer =
        new BufferedWriter(Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8))) {
      write(writer, page);
    }
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Writes a page; the writer stays open. */
  public static void write(Writer writer, HtmlPage page) throws IOException {
    String template = text("report.html");
    int at = 0;
    while (true) {
      int open = template.indexOf("{{", at);
      if (open < 0) {
        writer.write(template, at, template.length() - at);
        return;
      }
      int close = template.indexOf("}}", open);
      writer.write(template, at, open - at);
      switch (template.substring(open + 2, close)) {
        case "title" -> writer.write(escape(page.title()));
        case "summary" -> writer.write(escape(page.summary()));
        case "files" -> writer.write(escape(page.files()));
        case "style" -> style(page, writer);
        case "scripts" -> scripts(page, writer);
        case "pictures" -> writer.write(page.pictures());
        case "data" -> page.data().write(new WithoutMarkup(writer));
        default -> throw new IllegalStateException("unknown part of the template at " + open);
      }
      at = close + 2;
    }
  }

  /** Those parts, then one more. */
  public static List<String> with(List<String> parts, String last) {
    return Stream.concat(parts.stream(), Stream.of(last)).toList();
  }

  private static void style(HtmlPage page, Writer writer) throws IOException {
    writer.write(text("report.css"));
    writer.write(page.pictures().isEmpty() ? "" : Svg.style());
    for (String part : page.parts()) {
      if (part.endsWith(".css")) {
        writer.write(text(part));
      }
    }
  }

  private static void scripts(HtmlPage page, Writer writer) throws IOException {
    for (String part : page.parts()) {
      if (!part.endsWith(".css")) {
        writer.write("<script>\n" + text(part) + "\n</script>\n");
      }
    }
  }

  /** Text as content or quoted attribute of HTML. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A resource of reports. */
  public static String text(String name) throws IOException {
    try (InputStream in = HtmlPage.class.getResourceAsStream("/dev/rebound/report/" + name)) {
      if (in == null) {
        throw new IOException(name + " is missing from the report's jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Lets JSON pass so that it cannot end the element that it stands in: {@code <} occurs only
   * inside JSON's strings, and there {@code \\u003c} means the same.
   */
  public static final class WithoutMarkup extends FilterWriter {
    WithoutMarkup(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      if (c == '<') {
        out.write("\\u003c");
      } else {
        out.write(c);
      }
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      int from = offset;
      for (int i = offset; i < offset + length; i++) {
        if (chars[i] == '<') {
          out.write(chars, from, i - from);
          out.write("\\u003c");
          from = i + 1;
        }
      }
      out.write(chars, from, offset + length - from);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
      write(text.toCharArray(), offset, length);
    }
  }
}
