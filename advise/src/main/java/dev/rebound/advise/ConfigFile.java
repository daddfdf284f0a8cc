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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of settings: properties of a Kafka client, or Spring's {@code application.yaml} or
 * {@code .properties} with keys {@code spring.kafka.*}. Throws {@link ReboundException} for what is
 * neither.
 */
public final class ConfigFile {
  private static final long SIZE_MAX = 4L << 20;

  /** Keys by which a file of another kind is known. */
  private static final Set<String> OF_BROKERS =
      Set.of("process.roles", "node.id", "broker.id", "log.dirs", "zookeeper.connect");

  private static final String OF_STREAMS = "application.id";

  /** As UTF-8 has it, read as Latin-1. */
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  private ConfigFile() {}

  /**
   * The applications that the file sets up: one, or one for each profile of a Spring file.
   *
   * @param roles which clients to look at; empty for those that the file sets up
   */
  public static List<Application> read(Path file, Set<Role> roles) {
    return of(file.toString(), text(file, yaml(file.toString())), roles);
  }

  /**
   * The same of a text.
   *
   * @param name of the file that it stands for; its ending says what it is
   */
  static List<Application> of(String name, String text, Set<Role> roles) {
    boolean yaml = yaml(name);
    List<List<WrittenKey>> documents =
        yaml ? YamlLines.read(name, text) : PropertiesLines.read(name, text);
    List<WrittenKey> all = documents.stream().flatMap(List::stream).toList();
    if (all.stream().anyMatch(key -> SpringKeys.plain(key.key()).startsWith(SpringKeys.PREFIX))) {
      SettingsDialect dialect =
          yaml ? SettingsDialect.SPRING_YAML : SettingsDialect.SPRING_PROPERTIES;
      return new SpringFile(name, dialect, roles).applications(documents);
    }
    if (!yaml) {
      refuseOthers(name, all);
    }
    if (yaml || all.stream().noneMatch(key -> KafkaSettings.known(key.key()))) {
      throw noKafka(name, all, yaml);
    }
    return List.of(new ClientFile(name, roles).application(all));
  }

  /** Settings of a client that are only passed on to one, by Kafka's names. */
  public static Map<String, String> plain(Path file) {
    Map<String, String> settings = new LinkedHashMap<>();
    PropertiesLines.read(file.toString(), text(file, false))
        .forEach(document -> document.forEach(key -> settings.put(key.key(), key.value())));
    return settings;
  }

  private static boolean yaml(String name) {
    return name.toLowerCase(Locale.ROOT).matches(".*\\.ya?ml");
  }

  private static String text(Path file, boolean yaml) {
    try {
      if (Files.isDirectory(file)) {
        throw unreadable(file, "it is a folder", null);
      }
      if (Files.size(file) > SIZE_MAX) {
        throw unreadable(file, "it has more than " + Words.bytes(SIZE_MAX), null);
      }
      // Properties are Latin-1 by definition, in Java as in Spring.
      String text =
          Files.readString(file, yaml ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
      if (!yaml && text.startsWith(BYTE_ORDER_MARK)) {
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
        "cannot read " + file + ": " + why,
        "Name a properties file of a Kafka client, or Spring's application.yaml or"
            + " application.properties.",
        cause);
  }

  private static ReboundException noKafka(String name, List<WrittenKey> all, boolean yaml) {
    String looked =
        all.isEmpty()
            ? "it holds no keys"
            : "it has "
                + Words.plural(all.size(), "key")
                + ", and none is a setting of "
                + (yaml ? "spring.kafka" : "a Kafka client, or of spring.kafka");
    String near =
        all.stream()
            .flatMap(
                key ->
                    Suggestion.nearest(key.key(), KafkaSettings.names()).stream()
                        .map(word -> "line " + key.line() + ": did you mean '" + word + "'? "))
            .findFirst()
            .filter(found -> !yaml)
            .orElse("");
    return ReboundException.badInput(
        name + " is no Kafka configuration: " + looked,
        near
            + "Name a file with settings such as acks=all, or a Spring file with keys such as"
            + " spring.kafka.producer.acks.");
  }

  private static void refuseOthers(String name, List<WrittenKey> all) {
    for (WrittenKey key : all) {
      if (OF_BROKERS.contains(key.key())) {
        throw ReboundException.badInput(
            name + ":" + key.line() + ": " + key.key() + " is a broker's, not a client's",
            "Have the cluster itself looked at: rebound advise --cluster HOST:PORT.");
      }
      if (key.key().equals(OF_STREAMS)) {
        throw ReboundException.badInput(
            ("%s:%s: application.id is of Kafka Streams, whose clients have defaults of"
                    + " their own")
                .formatted(name, key.line()),
            "Name the settings of plain producers and consumers; Kafka Streams is not covered.");
      }
    }
  }
}
