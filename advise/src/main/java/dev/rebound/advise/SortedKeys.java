package dev.rebound.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of one application, sorted by the clients that they are of. A later key wins. */
final class SortedKeys {
  private final SettingsDialect dialect;
  private final Set<Role> roles;
  private final Map<Role, Map<String, Setting>> clients = new LinkedHashMap<>();
  private final List<Setting> unknown = new ArrayList<>();
  private final List<Setting> misplaced = new ArrayList<>();

  SortedKeys(SettingsDialect dialect, Set<Role> roles) {
    this.dialect = dialect;
    this.roles = roles;
    roles.forEach(role -> clients.put(role, new LinkedHashMap<>()));
  }

  boolean has(Role role) {
    return roles.contains(role);
  }

  /** Gives it to every client that has such a setting; false if none has. */
  boolean toAll(Setting setting) {
    return roles.stream().filter(role -> to(role, setting)).count() > 0;
  }

  /** Gives it to a client, if that has such a setting. */
  boolean to(Role role, Setting setting) {
    return KafkaSettings.names(role).contains(setting.key()) && put(role, setting);
  }

  /** Gives it to a client, whatever it has. */
  boolean put(Role role, Setting setting) {
    Map<String, Setting> written = clients.get(role);
    if (written != null) {
      written.put(setting.key(), setting);
    }
    return written != null;
  }

  void unknown(Setting setting) {
    unknown.add(setting);
  }

  /** One that none of these clients has. */
  void nobodys(Setting setting) {
    (KafkaSettings.known(setting.key()) ? misplaced : unknown).add(setting);
  }

  Application application(String name, List<Setting> overruled) {
    return new Application(
        name,
        dialect,
        client(Role.PRODUCER, name),
        client(Role.CONSUMER, name),
        client(Role.LISTENER, name),
        List.copyOf(unknown),
        List.copyOf(misplaced),
        overruled);
  }

  private @Nullable Client client(Role role, String owner) {
    Map<String, Setting> written = clients.get(role);
    return written == null ? null : new Client(role, dialect, owner, written);
  }
}
