package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of Kafka Streams: a file with an {@code application.id}, or the part of a framework's
 * file that is for it.
 */
final class StreamsReader {
  /** What Spring's keys begin with, as they are compared. */
  static final String SPRING = "spring.kafka.streams.";

  private static final Dialect DIALECT = Dialect.shipped("streams");
  private static final Set<String> NAMES = DIALECT.names();
  private static final String APPLICATION = "application.id";

  /** What begins the names of settings that are for clients of one kind. */
  private static final List<String> CONSUMERS = List.of("consumer.", "main.consumer.");

  private static final List<String> PASSED_OVER =
      List.of("restore.consumer.", "global.consumer.", "admin.", "topic.");

  /**
   * A framework that hands settings over.
   *
   * @param begin what its keys begin with
   * @param properties where Kafka's own names go
   */
  private record Framework(String label, List<String> begin, String properties) {
    /** Kafka's name of a key; empty if it is none of Kafka Streams'. */
    Optional<String> kafka(String key) {
      String plain = SpringKeys.plain(key);
      return begin.stream()
          .filter(plain::startsWith)
          .findFirst()
          .map(
              prefix ->
                  key.substring(prefix.length())
                      .replaceFirst("^functions\\.[^.]+\\.", "")
                      .replaceFirst("^[^.]+\\.(consumer|producer)\\.", ""))
          .map(
              rest ->
                  rest.matches("(properties|configuration)\\..*")
                      ? rest.substring(rest.indexOf('.') + 1).replaceFirst("^\\[(.*)]$", "$1")
                      : key.startsWith("kafka-streams.") ? rest : dotted(rest));
    }

    /** {@code state-dir} and {@code stateDir} are {@code state.dir}. */
    private static String dotted(String name) {
      String plain =
          name.replaceAll("([a-z])([A-Z])", "$1.$2").replace('-', '.').toLowerCase(Locale.ROOT);
      return plain.equals("required.acks") ? "producer.acks" : plain;
    }
  }

  private static final List<Framework> FRAMEWORKS =
      List.of(
          new Framework("Spring, Kafka Streams", List.of(SPRING), SPRING + "properties."),
          new Framework(
              "Spring Cloud Stream, Kafka Streams binder",
              List.of(
                  "spring.cloud.stream.kafka.streams.binder.",
                  "spring.cloud.stream.kafka.streams.bindings."),
              "spring.cloud.stream.kafka.streams.binder.configuration."),
          new Framework(
              "Quarkus, Kafka Streams",
              List.of("kafkastreams.", "quarkus.kafkastreams."),
              "kafka-streams."));

  private StreamsReader() {}

  /** Files of programs that use Kafka Streams alone. */
  static FileSettings ofFile(SettingsFile file) {
    List<Application> all = new ArrayList<>();
    file.maps()
        .forEach(
            (under, keys) -> {
              if (keys.stream().anyMatch(key -> key.own().equals(APPLICATION))) {
                Streams streams = new Streams(file, file.part(under), DIALECT);
                keys.forEach(key -> streams.add(file.setting(key.own(), key.named(key.own()))));
                all.add(
                    streams.application(
                        "",
                        OverruledKeys.in(
                            keys, WrittenKey::key, key -> file.setting(key.own(), key))));
              }
            });
    return FileSettings.of(all);
  }

  /** Files of frameworks. */
  static FileSettings ofFrameworks(SettingsFile file) {
    List<Application> all = new ArrayList<>();
    for (Framework framework : FRAMEWORKS) {
      for (Layers.Layer layer :
          Layers.of(file, key -> framework.kafka(bare(key.key())).isPresent())) {
        Streams streams =
            new Streams(file, file.part(layer.part("")), DIALECT.labelled(framework.label()));
        layer
            .keys()
            .forEach(
                key ->
                    streams.add(
                        file.resolved(framework.kafka(bare(key.key())).orElseThrow(), key)));
        all.add(streams.application(framework.properties(), List.of()));
      }
    }
    return FileSettings.of(all);
  }

  /** Without the name of the binder that it is for, and without Spring's way to write prefixes. */
  private static String bare(String key) {
    String own = SpringCloudStreamReader.bare(key);
    return own.startsWith("kafka-streams.") || own.startsWith("quarkus.kafka-streams.")
        ? own.replaceFirst("kafka-streams\\.", "kafkastreams.")
        : own;
  }

  /** One application as it is put together. */
  private static final class Streams {
    private final SettingsFile file;
    private final SortedKeys sorted;

    Streams(SettingsFile file, String name, Dialect dialect) {
      this.file = file;
      this.sorted = new SortedKeys(name, dialect, file.form(), EnumSet.of(Role.RUNTIME));
    }

    void add(Setting setting) {
      String key = setting.key();
      if (PASSED_OVER.stream().anyMatch(key::startsWith)) {
        return;
      }
      for (String prefix : CONSUMERS) {
        if (key.startsWith(prefix)) {
          sorted.toNew(Role.CONSUMER, setting.keyed(key.substring(prefix.length())));
          return;
        }
      }
      if (key.startsWith("producer.")) {
        sorted.toNew(Role.PRODUCER, setting.keyed(key.substring("producer.".length())));
      } else if (NAMES.contains(key)) {
        sorted.put(Role.RUNTIME, setting);
      } else {
        common(setting);
      }
    }

    /** One that goes to all clients that have it. */
    private void common(Setting setting) {
      boolean any = false;
      for (Role role : List.of(Role.PRODUCER, Role.CONSUMER)) {
        if (KafkaSettings.only(role, setting.key())) {
          sorted.add(role);
        }
        any |= KafkaSettings.names(role).contains(setting.key());
        sorted.to(role, setting);
      }
      if (!any && !KafkaSettings.known(setting.key())) {
        sorted.unknown(setting);
      }
    }

    Application application(String properties, List<Setting> overruled) {
      return sorted.application(
          role ->
              Style.prefixed(
                  file.form(), properties + (role == Role.RUNTIME ? "" : role.word() + ".")),
          overruled);
    }
  }
}
