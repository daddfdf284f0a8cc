package dev.rebound.advise;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
    Set<Role> roles = roles(keys);
    Map<Role, Map<String, Setting>> clients = new LinkedHashMap<>();
    roles.forEach(role -> clients.put(role, new LinkedHashMap<>()));
    List<Setting> unknown = new ArrayList<>();
    List<Setting> misplaced = new ArrayList<>();
    for (WrittenKey key : keys) {
      Setting setting = setting(key);
      boolean taken = false;
      for (Role role : roles) {
        Map<String, Setting> written = clients.get(role);
        if (written != null && KafkaSettings.names(role).contains(key.key())) {
          written.put(key.key(), setting);
          taken = true;
        }
      }
      if (!taken) {
        (KafkaSettings.known(key.key()) ? misplaced : unknown).add(setting);
      }
    }
    return new Application(
        name,
        Dialect.KAFKA,
        client(Role.PRODUCER, clients),
        client(Role.CONSUMER, clients),
        null,
        List.copyOf(unknown),
        List.copyOf(misplaced),
        OverruledKeys.in(keys, WrittenKey::key, this::setting));
  }

  private @Nullable Client client(Role role, Map<Role, Map<String, Setting>> clients) {
    Map<String, Setting> written = clients.get(role);
    return written == null ? null : new Client(role, Dialect.KAFKA, name, written);
  }

  /** Who is asked for; else whom the file is named after; else whose keys are in it; else both. */
  private Set<Role> roles(List<WrittenKey> keys) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    roles.addAll(asked);
    if (!roles.isEmpty()) {
      return roles;
    }
    Path file = Path.of(name).getFileName();
    String plain = file == null ? "" : file.toString().toLowerCase(Locale.ROOT);
    for (Role role : List.of(Role.PRODUCER, Role.CONSUMER)) {
      if (plain.contains(role.word())) {
        roles.add(role);
      }
    }
    if (!roles.isEmpty()) {
      return roles;
    }
    for (Role role : List.of(Role.PRODUCER, Role.CONSUMER)) {
      if (keys.stream().anyMatch(key -> KafkaSettings.only(role, key.key()))) {
        roles.add(role);
      }
    }
    return roles.isEmpty() ? EnumSet.of(Role.PRODUCER, Role.CONSUMER) : roles;
  }

  private Setting setting(WrittenKey key) {
    // A value that a config provider puts in is not known here.
    @Nullable String value = key.value().contains("${") ? null : key.value();
    return new Setting(key.key(), key.key(), key.value(), value, name, key.line(), "");
  }
}
