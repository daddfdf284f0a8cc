package dev.rebound.platform;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The text of a properties file for a {@link ProcessSpec}: sorted and without the date that {@link
 * Properties#store} writes, so that the same plan gives the same file. Line breaks, backslashes and
 * letters beyond ASCII are escaped.
 */
public final class PropertiesText {
  private PropertiesText() {}

  public static String of(Map<String, String> settings) {
    Properties properties = new Properties();
    properties.putAll(settings);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      properties.store(bytes, null);
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes every byte", e);
    }
    return bytes
        .toString(StandardCharsets.ISO_8859_1)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .sorted()
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
