package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Kafka Connect: its workers' files, and connectors' own, as properties or as JSON. */
final class ConnectReader implements DialectReader {
  static final Dialect WORKER = Dialect.shipped("connect-worker");
  static final Dialect CONNECTOR = Dialect.shipped("connect-connector");

  /** Keys that no other file has. */
  private static final Set<String> OF_WORKERS =
      Set.of(
          "config.storage.topic",
          "offset.storage.topic",
          "status.storage.topic",
          "offset.storage.file.filename");

  private static final String CONNECTOR_CLASS = "connector.class";

  @Override
  public FileSettings read(SettingsFile file) {
    List<Application> all = new ArrayList<>();
    file.maps()
        .forEach(
            (under, keys) -> {
              if (keys.stream().anyMatch(key -> key.own().equals(CONNECTOR_CLASS))) {
                all.add(connector(file, file.part(part(under)), keys));
              } else if (keys.stream().anyMatch(key -> OF_WORKERS.contains(key.own()))) {
                all.add(
                    worker(
                        file,
                        file.part(part(under)),
                        keys,
                        WrittenKey::own,
                        Style.prefixed(file.form(), "")));
              }
            });
    return FileSettings.of(all);
  }

  /** The map that a connector's settings stand in is called {@code config} as a rule. */
  private static String part(String under) {
    return under.equals("config") ? "" : under;
  }

  /**
   * A worker.
   *
   * @param kafka the name that a key is written for
   * @param style how that name is written
   */
  static Application worker(
      SettingsFile file,
      String name,
      List<WrittenKey> keys,
      Function<WrittenKey, String> kafka,
      Style style) {
    SortedKeys sorted = new SortedKeys(name, WORKER, file.form(), EnumSet.of(Role.RUNTIME));
    for (WrittenKey key : keys) {
      Setting setting = file.setting(kafka.apply(key), key.named(key.own()));
      if (!clients(sorted, setting, "")) {
        sorted.put(Role.RUNTIME, setting);
      }
    }
    return sorted.application(
        role ->
            new Style(
                style.form(),
                one -> style.name().apply(role == Role.RUNTIME ? one : role.word() + "." + one)),
        overruled(file, keys));
  }

  /** A connector. */
  static Application connector(SettingsFile file, String name, List<WrittenKey> keys) {
    SortedKeys sorted = new SortedKeys(name, CONNECTOR, file.form(), EnumSet.of(Role.RUNTIME));
    for (WrittenKey key : keys) {
      Setting setting = file.setting(key.own(), key.named(key.own()));
      if (!clients(sorted, setting, "override.")) {
        sorted.put(Role.RUNTIME, setting);
      }
    }
    return sorted.application(
        role -> Style.prefixed(file.form(), role == Role.RUNTIME ? "" : role.word() + ".override."),
        overruled(file, keys));
  }

  private static List<Setting> overruled(SettingsFile file, List<WrittenKey> keys) {
    return file.form() == Form.PROPERTIES
        ? OverruledKeys.in(keys, WrittenKey::key, key -> file.setting(key.own(), key))
        : List.of();
  }

  /** True if it is for the clients of one kind: {@code producer.acks}, {@code admin.override.…}. */
  private static boolean clients(SortedKeys sorted, Setting setting, String override) {
    for (Role role : List.of(Role.PRODUCER, Role.CONSUMER)) {
      String prefix = role.word() + "." + override;
      if (setting.key().startsWith(prefix)) {
        sorted.toNew(role, setting.keyed(setting.key().substring(prefix.length())));
        return true;
      }
    }
    return setting.key().startsWith("admin." + override);
  }
}
