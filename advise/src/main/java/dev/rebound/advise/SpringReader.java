package dev.rebound.advise;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Spring file: keys {@code spring.kafka.*}, but for those of Kafka Streams. */
final class SpringReader implements DialectReader {
  static final Dialect DIALECT = Dialect.shipped("spring");
  private static final String PROPERTIES = "properties.";

  @Override
  public FileSettings read(SettingsFile file) {
    return FileSettings.of(
        Layers.of(file, SpringReader::ours).stream()
            .filter(layer -> hasClients(layer) || !isOthers(file))
            .map(layer -> new SpringApplication(file, layer).application())
            .toList());
  }

  private static boolean hasClients(Layers.Layer layer) {
    return layer.keys().stream()
        .anyMatch(
            key ->
                Stream.of("producer.", "consumer.", "listener.", "template.")
                    .anyMatch(
                        section ->
                            SpringKeys.plain(key.key()).startsWith(SpringKeys.PREFIX + section)));
  }

  /** True if addresses and the like may be for Kafka Streams, or for a binder, alone. */
  private static boolean isOthers(SettingsFile file) {
    return file.keys().stream()
        .map(key -> SpringKeys.plain(SpringCloudStreamReader.bare(key.key())))
        .anyMatch(
            key -> key.startsWith(StreamsReader.SPRING) || key.startsWith("spring.cloud.stream."));
  }

  private static boolean ours(WrittenKey key) {
    String plain = SpringKeys.plain(key.key());
    return plain.startsWith(SpringKeys.PREFIX) && !plain.startsWith(StreamsReader.SPRING);
  }

  /** The sections of one profile. */
  private static final class SpringApplication {
    private final SettingsFile file;
    private final Layers.Layer layer;

    SpringApplication(SettingsFile file, Layers.Layer layer) {
      this.file = file;
      this.layer = layer;
    }

    Application application() {
      List<WrittenKey> ours = layer.keys();
      SortedKeys sorted =
          new SortedKeys(file.part(layer.part("")), DIALECT, file.form(), roles(ours));
      ours.forEach(key -> common(key, sorted));
      ours.forEach(key -> named(key, sorted));
      ours.forEach(key -> properties(key, sorted));
      return sorted.application(
          role -> new Style(file.form(), key -> SpringKeys.name(role, key)),
          file.form() == Form.YAML || !layer.profile().isEmpty()
              ? List.of()
              : OverruledKeys.in(ours, key -> SpringKeys.plain(key.key()), this::raw));
    }

    /** Who is asked for; else whose sections are there; else both. */
    private Set<Role> roles(List<WrittenKey> keys) {
      Set<Role> roles = EnumSet.noneOf(Role.class);
      roles.addAll(file.asked());
      if (roles.isEmpty()) {
        keys.forEach(key -> section(rest(key)).ifPresent(roles::add));
      }
      if (roles.isEmpty()) {
        roles.add(Role.PRODUCER);
        roles.add(Role.CONSUMER);
      }
      if (roles.contains(Role.LISTENER) || roles.contains(Role.CONSUMER)) {
        roles.add(Role.CONSUMER);
        roles.add(Role.LISTENER);
      }
      return roles;
    }

    private static Optional<Role> section(String rest) {
      return Arrays.stream(Role.values())
          .filter(role -> SpringKeys.plain(rest).startsWith(role.word() + "."))
          .findFirst();
    }

    /** The part of the key that follows {@code spring.kafka.} */
    private static String rest(WrittenKey key) {
      return key.key().substring(SpringKeys.PREFIX.length());
    }

    /** A key that stays as it is, being on its way to Kafka, or nobody's. */
    private Setting raw(WrittenKey key) {
      return setting(key.key(), key, SpringForm.TEXT);
    }

    private Setting setting(String kafka, WrittenKey key, SpringForm form) {
      String resolved = Placeholder.resolved(key.value());
      @Nullable String value = resolved == null ? null : form.kafka(resolved);
      return new Setting(kafka, key.key(), key.value(), value, file.name(), key.line(), "");
    }

    /** {@code spring.kafka.bootstrap-servers} and {@code spring.kafka.properties.*}. */
    private void common(WrittenKey key, SortedKeys sorted) {
      String rest = rest(key);
      switch (SpringKeys.plain(rest)) {
        case "bootstrapservers" -> sorted.toAll(setting("bootstrap.servers", key, SpringForm.TEXT));
        case "clientid" -> sorted.toAll(setting("client.id", key, SpringForm.TEXT));
        default -> {
          if (rest.startsWith(PROPERTIES)) {
            Setting setting = property(rest, key);
            if (!sorted.toAll(setting) && !KafkaSettings.known(setting.key())) {
              sorted.unknown(setting);
            }
          }
        }
      }
    }

    /** {@code spring.kafka.consumer.group-id} and the like. */
    private void named(WrittenKey key, SortedKeys sorted) {
      String rest = rest(key);
      Optional<Role> section = section(rest);
      String own = rest.substring(rest.indexOf('.') + 1);
      if (section.isEmpty()) {
        if (!SpringKeys.known(rest)) {
          sorted.unknown(raw(key));
        }
      } else if (!own.startsWith(PROPERTIES)) {
        SpringKeys.find(section.get(), own)
            .ifPresentOrElse(
                known -> {
                  if (known.form() == SpringForm.TEXT || !key.value().isBlank()) {
                    sorted.put(known.role(), setting(known.kafka(), key, known.form()));
                  }
                },
                () -> {
                  if (!SpringKeys.known(rest)) {
                    sorted.unknown(raw(key));
                  }
                });
      }
    }

    /** {@code spring.kafka.consumer.properties.*}, which win over the named ones. */
    private void properties(WrittenKey key, SortedKeys sorted) {
      String rest = rest(key);
      Optional<Role> section = section(rest);
      String own = rest.substring(rest.indexOf('.') + 1);
      if (section.isPresent() && own.startsWith(PROPERTIES)) {
        Setting setting = property(own, key);
        if (!sorted.to(section.get(), setting) && sorted.has(section.get())) {
          sorted.nobodys(setting);
        }
      }
    }

    /** A setting by Kafka's name, which may stand in brackets. */
    private Setting property(String own, WrittenKey key) {
      String kafka = own.substring(PROPERTIES.length()).replaceFirst("^\\[(.*)]$", "$1");
      return setting(kafka, key, SpringForm.TEXT);
    }
  }
}
