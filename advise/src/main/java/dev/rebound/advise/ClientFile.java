package dev.rebound.advise;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A properties file with Kafka's own names: of a producer, of a consumer, or of both. */
final class ClientFile {
  private final String name;
  private final Set<Role> asked;

  ClientFile(String name, Set<Role> asked) {
    this.name = name;
    this.asked = asked;
  }

  Application application(List<WrittenKey> keys) {
    SortedKeys sorted = new SortedKeys(SettingsDialect.KAFKA, roles(keys));
    for (WrittenKey key : keys) {
      if (!sorted.toAll(setting(key))) {
        sorted.nobodys(setting(key));
      }
    }
    return sorted.application(name, OverruledKeys.in(keys, WrittenKey::key, this::setting));
  }

  /** Who is asked for; else whom the file is named after; else whose keys are in it; else both. */
  private Set<Role> roles(List<WrittenKey> keys) {
    List<Role> both = List.of(Role.PRODUCER, Role.CONSUMER);
    String plain = String.valueOf(Path.of(name).getFileName()).toLowerCase(Locale.ROOT);
    return Stream.<Predicate<Role>>of(
            asked::contains,
            role -> plain.contains(role.word()),
            role -> keys.stream().anyMatch(key -> KafkaSettings.only(role, key.key())),
            role -> true)
        .map(which -> both.stream().filter(which).collect(Collectors.toSet()))
        .filter(roles -> !roles.isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private Setting setting(WrittenKey key) {
    // A value that a config provider puts in is not known here.
    @Nullable String value = key.value().contains("${") ? null : key.value();
    return new Setting(key.key(), key.key(), key.value(), value, name, key.line(), "");
  }
}
