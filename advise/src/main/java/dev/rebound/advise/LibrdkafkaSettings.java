package dev.rebound.advise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of librdkafka, from {@code dialects/librdkafka.tsv}: whose they are, what they may
 * be, and which of Kafka's they are.
 */
final class LibrdkafkaSettings {
  /**
   * One of them.
   *
   * @param of P, C, or * for both
   * @param values a range {@code 1..5}, or words with commas; empty for any text
   * @param kafka Kafka's name
   */
  private record Known(String name, String of, String values, String byDefault, String kafka) {
    boolean has(Role role) {
      return of.equals("*") || of.equals(role == Role.PRODUCER ? "P" : "C");
    }
  }

  private static final Map<String, Known> ALL = load();

  private LibrdkafkaSettings() {}

  private static Map<String, Known> load() {
    try (InputStream in = LibrdkafkaSettings.class.getResourceAsStream("dialects/librdkafka.tsv")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(row -> new Known(row[0], row[1], row[2], row[3], row[4].isEmpty() ? row[0] : row[4]))
          .collect(
              Collectors.toMap(Known::name, known -> known, (one, other) -> one, TreeMap::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean known(String name) {
    return ALL.containsKey(name);
  }

  /** True if a client of this kind has it. */
  static boolean has(Role role, String name) {
    Known known = ALL.get(name);
    return known != null && known.has(role);
  }

  /** True if clients of the other kind do not have it. */
  static boolean only(Role role, String name) {
    return has(role, name) && !has(role == Role.PRODUCER ? Role.CONSUMER : Role.PRODUCER, name);
  }

  static Set<String> names() {
    return new TreeSet<>(ALL.keySet());
  }

  /** The name that Kafka's Java client has for it. */
  static String kafka(String name) {
    Known known = ALL.get(name);
    return known == null ? name : known.kafka();
  }

  /**
   * The name for one of Java's.
   *
   * @param dotnet as .NET has it: {@code EnableAutoCommit}
   */
  static String name(String kafka, boolean dotnet) {
    String name =
        known(kafka)
            ? kafka
            : ALL.values().stream()
                .filter(known -> known.kafka().equals(kafka))
                .map(Known::name)
                .findFirst()
                .orElse(kafka);
    return dotnet
        ? Arrays.stream(name.split("\\.", -1))
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .collect(Collectors.joining())
        : name;
  }

  /** {@code EnableAutoCommit} is {@code enable.auto.commit}; other names stay. */
  static String dotted(String name) {
    return name.matches("[A-Z][a-z]+([A-Z][a-z]*)*")
        ? name.replaceAll("([a-z])([A-Z])", "$1.$2").toLowerCase(Locale.ROOT)
        : name;
  }

  /** The default, as Java's client would have it; null if there is none. */
  static @Nullable String defaultOf(Role role, String kafka) {
    Known known = ALL.get(name(kafka, false));
    return known == null || !known.has(role) || known.byDefault().isEmpty()
        ? null
        : value(kafka, known.byDefault());
  }

  /** A value as Java's client would have it. */
  static String value(String kafka, String written) {
    String plain = written.strip().toLowerCase(Locale.ROOT);
    return switch (kafka) {
      case "acks" ->
          switch (plain) {
            case "-1", "all" -> "all";
            case "leader" -> "1";
            case "none" -> "0";
            default -> plain;
          };
      case PositionChecks.RESET ->
          switch (plain) {
            case "smallest", "beginning", "earliest" -> "earliest";
            case "largest", "end", "latest" -> "latest";
            case "error" -> "none";
            default -> plain;
          };
      // Endless, and the system's.
      case DeliveryChecks.DELIVERY -> plain.equals("0") ? "2147483647" : plain;
      case "send.buffer.bytes", "receive.buffer.bytes" -> plain.equals("0") ? "-1" : plain;
      default -> plain;
    };
  }

  /** What it says of a value that it refuses; empty if it takes it. */
  static Optional<String> refusal(String name, String written) {
    Known known = ALL.get(dotted(name));
    String plain = written.strip();
    if (known == null || known.values().isEmpty() || known.kafka().equals("acks")) {
      return Optional.empty();
    }
    String[] range = known.values().split("\\.\\.", -1);
    if (range.length == 2) {
      try {
        double number = Double.parseDouble(plain);
        if (number >= Double.parseDouble(range[0]) && number <= Double.parseDouble(range[1])) {
          return Optional.empty();
        }
      } catch (NumberFormatException e) {
        // told below
      }
      return Optional.of("It takes a number from %s to %s.".formatted(range[0], range[1]));
    }
    List<String> words = List.of(known.values().split(",", -1));
    boolean taken =
        words.contains("true")
            ? plain.toLowerCase(Locale.ROOT).matches("true|false|t|f|1|0")
            : words.stream().anyMatch(word -> bare(word).equals(bare(plain)));
    return taken ? Optional.empty() : Optional.of("It takes " + String.join(", ", words) + ".");
  }

  /** .NET writes {@code SaslSsl} for {@code sasl_ssl}. */
  private static String bare(String word) {
    return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }
}
