package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Suggestion;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of settings, of whatever dialect it is ({@link Dialects}). Throws {@link
 * ReboundException} for what is of none.
 */
public final class ConfigFile {
  private static final long SIZE_MAX = 4L << 20;

  /** Keys of a file of no dialect that are compared with what they may have been meant to be. */
  private static final long LOOKED_AT = 200;

  /** As UTF-8 has it, read as Latin-1. */
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  /** What is looked for, in the order in which it is. */
  private static final String DIALECTS =
      "Spring Cloud Stream (spring.cloud.stream.kafka.*), Kafka Streams in a framework"
          + " (spring.kafka.streams.*, kafka-streams.*), Quarkus (mp.messaging.*), Spring"
          + " (spring.kafka.*), Strimzi (kafka.strimzi.io), Kafka Connect (config.storage.topic,"
          + " connector.class), compose files (KAFKA_*, CONNECT_*), Flink SQL ('connector' ="
          + " 'kafka'), Kafka Streams (application.id), brokers (node.id, log.dirs), librdkafka"
          + " (bootstrap.servers in JSON, YAML or sections, or a name that only it has), Kafka's"
          + " Java client (a properties file with its names)";

  private ConfigFile() {}

  /**
   * What the file declares.
   *
   * @param roles which clients to look at; empty for those that the file sets up
   */
  public static FileSettings read(Path file, Set<Role> roles) {
    return of(file.toString(), text(file, !latin(file.toString())), roles);
  }

  /**
   * The same of a text.
   *
   * @param name of the file that it stands for; its ending says what it is
   */
  static FileSettings of(String name, String text, Set<Role> roles) {
    SettingsFile file = SettingsFile.of(name, text, roles);
    FileSettings found = Dialects.read(file);
    if (found.isEmpty()) {
      throw notMine(file);
    }
    return found;
  }

  /** Settings of a client that are only passed on to one, by Kafka's names. */
  public static Map<String, String> plain(Path file) {
    Map<String, String> settings = new LinkedHashMap<>();
    PropertiesLines.read(file.toString(), text(file, false))
        .forEach(document -> document.forEach(key -> settings.put(key.key(), key.value())));
    return settings;
  }

  /** Properties are Latin-1 by definition, in Java as in Spring. */
  private static boolean latin(String name) {
    return Form.of(name, "") == Form.PROPERTIES;
  }

  private static String text(Path file, boolean utf8) {
    try {
      if (Files.isDirectory(file)) {
        throw unreadable(file, "it is a folder", null);
      }
      if (Files.size(file) > SIZE_MAX) {
        throw unreadable(file, "it has more than " + Words.bytes(SIZE_MAX), null);
      }
      String text =
          Files.readString(file, utf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
      if (!utf8 && text.startsWith(BYTE_ORDER_MARK)) {
        throw ReboundException.badInput(
            file
                + ":1: the file begins with a byte order mark, which Java takes for a part of its"
                + " first key: what that line sets is not set",
            "Save it without a byte order mark (UTF-8 without BOM).");
      }
      int nul = text.indexOf('\0');
      if (nul >= 0) {
        long line = 1 + text.chars().limit(nul).filter(c -> c == '\n').count();
        throw unreadable(file, "line " + line + " holds no text", null);
      }
      return text;
    } catch (NoSuchFileException e) {
      throw unreadable(file, "there is no such file", e);
    } catch (CharacterCodingException e) {
      throw unreadable(file, "it is not text in UTF-8", e);
    } catch (IOException e) {
      throw unreadable(file, e.toString(), e);
    }
  }

  private static ReboundException unreadable(Path file, String why, @Nullable IOException cause) {
    return ReboundException.badInput(
        "cannot read " + file + ": " + why, "Name a file of settings: " + DIALECTS + ".", cause);
  }

  private static ReboundException notMine(SettingsFile file) {
    List<WrittenKey> all = file.keys();
    String looked =
        all.isEmpty()
            ? "it holds no keys"
            : "it has "
                + Words.plural(all.size(), "key")
                + ", and none by which a dialect is known";
    String near =
        all.stream()
            .filter(key -> file.form() == Form.PROPERTIES)
            .limit(LOOKED_AT)
            .flatMap(
                key ->
                    Suggestion.nearest(key.key(), KafkaSettings.names()).stream()
                        .map(word -> "line " + key.line() + ": did you mean '" + word + "'? "))
            .findFirst()
            .orElse("");
    return ReboundException.badInput(
        file.name() + " is not mine: " + looked,
        near + "Looked for, in this order: " + DIALECTS + ".");
  }
}
