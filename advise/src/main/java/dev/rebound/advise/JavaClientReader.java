package dev.rebound.advise;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A properties file with Kafka's own names: of a producer, of a consumer, or of both. */
final class JavaClientReader implements DialectReader {
  private static final Dialect DIALECT = Dialect.shipped("java-client");

  @Override
  public FileSettings read(SettingsFile file) {
    List<WrittenKey> keys = file.keys();
    if (file.form() != Form.PROPERTIES
        || keys.stream().noneMatch(key -> KafkaSettings.known(key.key()))) {
      return FileSettings.NONE;
    }
    SortedKeys sorted =
        new SortedKeys(
            file.name(),
            DIALECT,
            file.form(),
            roles(file, (role, key) -> KafkaSettings.only(role, key.key())));
    for (WrittenKey key : keys) {
      Setting setting = file.setting(key.key(), key);
      if (!sorted.toAll(setting)) {
        sorted.nobodys(setting);
      }
    }
    return FileSettings.of(
        List.of(
            sorted.application(
                role -> Style.prefixed(file.form(), ""),
                OverruledKeys.in(keys, WrittenKey::key, key -> file.setting(key.key(), key)))));
  }

  /** Who is asked for; else whom the file is named after; else whose keys are in it; else both. */
  static Set<Role> roles(SettingsFile file, BiPredicate<Role, WrittenKey> only) {
    List<Role> both = List.of(Role.PRODUCER, Role.CONSUMER);
    String plain = String.valueOf(Path.of(file.name()).getFileName()).toLowerCase(Locale.ROOT);
    return Stream.<Predicate<Role>>of(
            file.asked()::contains,
            role -> plain.contains(role.word()),
            role -> file.keys().stream().anyMatch(key -> only.test(role, key)),
            role -> true)
        .map(which -> both.stream().filter(which).collect(Collectors.toSet()))
        .filter(roles -> !roles.isEmpty())
        .map(EnumSet::copyOf)
        .findFirst()
        .orElseThrow();
  }
}
