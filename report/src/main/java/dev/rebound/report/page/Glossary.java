package dev.rebound.report.page;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The terms of reports, each with a sentence on its meaning, from {@code glossary.json}: the page
 * explains them where they stand, and docs/reference/words.md lists them.
 */
public final class Glossary {
  private Glossary() {}

  /** Term to sentence, in the order of the file. */
  public static Map<String, String> terms() {
    try {
      return new ObjectMapper()
          .readValue(
              HtmlPage.text("glossary.json"),
              new TypeReference<LinkedHashMap<String, String>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
