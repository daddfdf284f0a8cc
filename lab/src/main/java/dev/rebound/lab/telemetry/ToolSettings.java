package dev.rebound.lab.telemetry;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The properties file that a process of the lab was started with; a bad value names file and key.
 *
 * @param source where the properties come from, for messages
 */
public record ToolSettings(String source, Properties properties) {
  /** Reads {@code --config FILE}. */
  public static ToolSettings fromArguments(String[] arguments) {
    if (arguments.length != 2 || !arguments[0].equals("--config")) {
      throw ReboundException.badInput(
          "expected the arguments --config FILE, got: " + String.join(" ", arguments),
          "Name a properties file.");
    }
    Path file = Path.of(arguments[1]);
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw ReboundException.badInput(
          "cannot read " + file + ": " + e, "Name a properties file that exists.", e);
    }
    return new ToolSettings(file.toString(), properties);
  }

  public @Nullable String find(String key) {
    String value = properties.getProperty(key);
    return value == null || value.isBlank() ? null : value.trim();
  }

  public String text(String key) {
    String value = find(key);
    if (value == null) {
      throw ReboundException.badInput(source + ": " + key + " is missing", "Set " + key + ".");
    }
    return value;
  }

  public String text(String key, String otherwise) {
    String value = find(key);
    return value == null ? otherwise : value;
  }

  public Path path(String key) {
    return Path.of(text(key));
  }

  public @Nullable Path findPath(String key) {
    String value = find(key);
    return value == null ? null : Path.of(value);
  }

  public long whole(String key) {
    return parse(key, text(key));
  }

  public long whole(String key, long otherwise) {
    String value = find(key);
    return value == null ? otherwise : parse(key, value);
  }

  public int count(String key) {
    return Math.toIntExact(whole(key));
  }

  private long parse(String key, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw ReboundException.badInput(
          source + ": " + key + " = " + value + " is no whole number",
          "Write " + key + " in digits alone.",
          e);
    }
  }

  /**
   * Copies every property that starts with {@code prefix}, without it, into {@code target}, where
   * it replaces what is there.
   */
  public void copy(String prefix, Properties target) {
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(prefix) && name.length() > prefix.length()) {
        target.setProperty(name.substring(prefix.length()), properties.getProperty(name));
      }
    }
  }
}
