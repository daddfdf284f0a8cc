package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The keys of one application, sorted by the clients that they are of. A later key wins. */
final class SortedKeys {
  private final String name;
  private final Dialect dialect;
  private final Form form;
  private final Map<Role, Map<String, Setting>> clients = new EnumMap<>(Role.class);
  private final List<Setting> unknown = new ArrayList<>();
  private final List<Setting> misplaced = new ArrayList<>();

  SortedKeys(String name, Dialect dialect, Form form, Set<Role> roles) {
    this.name = name;
    this.dialect = dialect;
    this.form = form;
    roles.forEach(this::add);
  }

  /** There is a client of this kind. */
  void add(Role role) {
    clients.putIfAbsent(role, new LinkedHashMap<>());
  }

  boolean has(Role role) {
    return clients.containsKey(role);
  }

  /** Gives it to every client that has such a setting; false if none has. */
  boolean toAll(Setting setting) {
    return clients.keySet().stream().filter(role -> to(role, setting)).count() > 0;
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

  /** Gives it to a client that it makes sure to be there; else it is nobody's. */
  void toNew(Role role, Setting setting) {
    add(role);
    if (!to(role, setting)) {
      nobodys(setting);
    }
  }

  void unknown(Setting setting) {
    unknown.add(setting);
  }

  /** One that none of these clients has. */
  void nobodys(Setting setting) {
    (KafkaSettings.known(setting.key()) ? misplaced : unknown).add(setting);
  }

  /**
   * The application.
   *
   * @param styles how each client's settings are written
   */
  Application application(Function<Role, Style> styles, List<Setting> overruled) {
    Map<Role, Client> made = new EnumMap<>(Role.class);
    clients.forEach(
        (role, written) ->
            made.put(role, new Client(role, dialect, styles.apply(role), name, written)));
    return new Application(
        name, dialect, form, made, List.copyOf(unknown), List.copyOf(misplaced), overruled);
  }
}
