package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of librdkafka, which clients for Python, Go, Node and .NET are made of: lines of {@code
 * key=value}, with sections or without, JSON or YAML. .NET's names are the same words: {@code
 * EnableAutoCommit}.
 */
final class LibrdkafkaReader implements DialectReader {
  private static final Dialect DIALECT = Dialect.shipped("librdkafka");
  private static final String BROKERS = "bootstrap.servers";

  @Override
  public FileSettings read(SettingsFile file) {
    if (file.form() == Form.SQL) {
      return FileSettings.NONE;
    }
    List<Application> all = new ArrayList<>();
    List<WrittenKey> shared = new ArrayList<>();
    for (Map.Entry<String, List<WrittenKey>> map : file.maps().entrySet()) {
      if (!isClient(file, map.getValue())) {
        continue;
      }
      Set<Role> roles = roles(file, map.getKey(), map.getValue());
      if (file.form() == Form.PROPERTIES && roles.size() == 2 && file.maps().size() > 1) {
        shared.addAll(map.getValue()); // [default]: of every section
      } else {
        List<WrittenKey> keys = new ArrayList<>(shared);
        keys.addAll(map.getValue());
        all.add(application(file, map.getKey(), keys, roles));
      }
    }
    if (all.isEmpty() && !shared.isEmpty()) {
      all.add(application(file, "", shared, EnumSet.of(Role.PRODUCER, Role.CONSUMER)));
    }
    return FileSettings.of(all);
  }

  /**
   * True if there is a name that it alone has; or, where Java's clients have no such files, if
   * brokers are named, or two settings of several words.
   */
  private static boolean isClient(SettingsFile file, List<WrittenKey> keys) {
    List<String> known =
        keys.stream()
            .map(key -> LibrdkafkaSettings.dotted(key.own()))
            .filter(key -> key.contains(".") && LibrdkafkaSettings.known(key))
            .toList();
    boolean javas =
        keys.stream()
            .anyMatch(
                key ->
                    KafkaSettings.known(key.own())
                        && !LibrdkafkaSettings.known(key.own())
                        && !key.own().matches("(key|value)\\.(de)?serializer"));
    boolean plain =
        file.form() == Form.PROPERTIES && keys.stream().allMatch(key -> key.under().isEmpty());
    boolean its =
        plain
            ? known.stream().anyMatch(key -> !KafkaSettings.known(key))
            : known.contains(BROKERS) || known.size() > 1;
    return its && !javas;
  }

  private static Set<Role> roles(SettingsFile file, String under, List<WrittenKey> keys) {
    if (file.asked().isEmpty()) {
      for (Role role : List.of(Role.PRODUCER, Role.CONSUMER)) {
        if (under.toLowerCase(Locale.ROOT).contains(role.word())) {
          return EnumSet.of(role);
        }
      }
    }
    SettingsFile one = new SettingsFile(file.name(), file.form(), "", List.of(keys), file.asked());
    return JavaClientReader.roles(
        one, (role, key) -> LibrdkafkaSettings.only(role, LibrdkafkaSettings.dotted(key.own())));
  }

  private static Application application(
      SettingsFile file, String under, List<WrittenKey> keys, Set<Role> roles) {
    boolean dotnet = keys.stream().anyMatch(key -> key.own().matches("[A-Z][A-Za-z]+"));
    SortedKeys sorted = new SortedKeys(file.part(under), DIALECT, file.form(), roles);
    for (WrittenKey key : keys) {
      Setting setting = setting(file, key);
      String name = LibrdkafkaSettings.dotted(key.own());
      // It takes what clients of the other kind have, and warns.
      if (!LibrdkafkaSettings.known(name)) {
        sorted.unknown(setting);
      }
      roles.stream()
          .filter(role -> LibrdkafkaSettings.has(role, name))
          .forEach(role -> sorted.put(role, setting));
    }
    return sorted.application(
        role -> new Style(file.form(), name -> LibrdkafkaSettings.name(name, dotnet)), List.of());
  }

  private static Setting setting(SettingsFile file, WrittenKey key) {
    String dotted = LibrdkafkaSettings.dotted(key.own());
    Setting as = file.setting(LibrdkafkaSettings.kafka(dotted), key);
    @Nullable String value = as.value();
    return new Setting(
        as.key(),
        key.own(),
        as.shown(),
        value == null ? null : LibrdkafkaSettings.value(as.key(), value),
        as.file(),
        as.line(),
        "");
  }
}
