package dev.rebound.report;

import dev.rebound.lab.LabException;
import java.io.BufferedWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes the report of a run: one HTML file that needs nothing else, neither network nor server.
 *
 * <p>The page is a template with its style, ECharts and the run's data inside. Its content security
 * policy forbids every request. The data stands in the page as JSON whose {@code <} are escaped;
 * the page shows it as text only.
 */
public final class HtmlReport {
  static final String FILE = "report.html";
  private static final String ECHARTS =
      "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.min.js";

  private HtmlReport() {}

  /**
   * Reads the folder of a run and writes {@code report.html} into it. Without {@code results.json}
   * the report says that the run was interrupted and shows what was measured.
   *
   * @return the report
   */
  public static Path write(Path runFolder) {
    RunFolder run = RunFolder.read(runFolder);
    Path file = runFolder.resolve(FILE);
    Path unfinished = runFolder.resolve(".report.html.part");
    try {
      try (Writer writer =
          new BufferedWriter(Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8))) {
        write(run, writer);
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "cannot write " + file + ": " + e.getMessage(),
          "Free disk space, then run `rebound report` on the folder: the journal still holds everything.",
          e);
    }
  }

  private static void write(RunFolder run, Writer writer) throws IOException {
    String name = run.recorded().started() == null ? "run" : run.recorded().started().name();
    String verdict = Headline.verdict(run.results());
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
        case "title" -> writer.write(escape(name + ": " + verdict));
        case "summary" ->
            writer.write(
                escape(verdict + ". " + String.join(" ", Headline.sentences(run.results()))));
        case "style" -> writer.write(text("report.css"));
        case "echarts" -> copy(ECHARTS, writer);
        case "charts" -> writer.write(text("charts.js"));
        case "page" -> writer.write(text("report.js"));
        case "data" -> new ReportData(run).write(new WithoutMarkup(writer));
        default -> throw new IllegalStateException("unknown part of the template at " + open);
      }
      at = close + 2;
    }
  }

  /** Text as content or quoted attribute of HTML. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A resource beside this class. */
  static String text(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing from the report's jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void copy(String resource, Writer writer) throws IOException {
    InputStream in = HtmlReport.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IOException("ECharts is missing from the class path: " + resource);
    }
    try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      reader.transferTo(writer);
    }
  }

  /**
   * Lets JSON pass so that it cannot end the element that it stands in: {@code <} occurs only
   * inside JSON's strings, and there {@code \\u003c} means the same.
   */
  static final class WithoutMarkup extends FilterWriter {
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
