package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Spring file: keys {@code spring.kafka.*}, in one document or in one for each profile. */
final class SpringFile {
  private static final Set<String> PROFILE =
      Set.of("spring.config.activate.onprofile", "spring.profiles");
  private static final String PROPERTIES = "properties.";

  private final String file;
  private final Dialect dialect;
  private final Set<Role> asked;

  SpringFile(String file, Dialect dialect, Set<Role> asked) {
    this.file = file;
    this.dialect = dialect;
    this.asked = asked;
  }

  List<Application> applications(List<List<WrittenKey>> documents) {
    List<WrittenKey> base = new ArrayList<>();
    Map<String, List<WrittenKey>> profiles = new LinkedHashMap<>();
    for (List<WrittenKey> document : documents) {
      Optional<String> profile =
          document.stream()
              .filter(key -> PROFILE.contains(SpringKeys.plain(key.key())))
              .map(WrittenKey::value)
              .findFirst();
      profile
          .map(name -> profiles.computeIfAbsent(name, none -> new ArrayList<>()))
          .orElse(base)
          .addAll(document);
    }
    List<Application> applications = new ArrayList<>();
    if (profiles.isEmpty() || base.stream().anyMatch(SpringFile::ours)) {
      applications.add(application(file, base));
    }
    profiles.forEach(
        (profile, own) -> {
          if (own.stream().anyMatch(SpringFile::ours)) {
            List<WrittenKey> all = new ArrayList<>(base);
            all.addAll(own);
            applications.add(application(file + " (profile " + profile + ")", all));
          }
        });
    return List.copyOf(applications);
  }

  private static boolean ours(WrittenKey key) {
    return SpringKeys.plain(key.key()).startsWith(SpringKeys.PREFIX);
  }

  private Application application(String name, List<WrittenKey> keys) {
    List<WrittenKey> ours = keys.stream().filter(SpringFile::ours).toList();
    SortedKeys sorted = new SortedKeys(roles(ours));
    ours.forEach(sorted::common);
    ours.forEach(sorted::named);
    ours.forEach(sorted::properties);
    List<Setting> overruled =
        dialect == Dialect.SPRING_YAML || !name.equals(file)
            ? List.of()
            : OverruledKeys.in(ours, key -> SpringKeys.plain(key.key()), this::raw);
    return new Application(
        name,
        dialect,
        sorted.client(Role.PRODUCER, name),
        sorted.client(Role.CONSUMER, name),
        sorted.client(Role.LISTENER, name),
        List.copyOf(sorted.unknown),
        List.copyOf(sorted.misplaced),
        overruled);
  }

  /** Who is asked for; else whose sections are there; else both. */
  private Set<Role> roles(List<WrittenKey> keys) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    roles.addAll(asked);
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
    for (Role role : Role.values()) {
      if (SpringKeys.plain(rest).startsWith(role.word() + ".")) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
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
    return new Setting(kafka, key.key(), key.value(), value, file, key.line(), "");
  }

  /** The keys of one application, sorted by whose they are. A later key wins. */
  private final class SortedKeys {
    private final Set<Role> roles;
    private final Map<Role, Map<String, Setting>> clients = new LinkedHashMap<>();
    private final List<Setting> unknown = new ArrayList<>();
    private final List<Setting> misplaced = new ArrayList<>();

    SortedKeys(Set<Role> roles) {
      this.roles = roles;
      roles.forEach(role -> clients.put(role, new LinkedHashMap<>()));
    }

    @Nullable Client client(Role role, String owner) {
      Map<String, Setting> written = clients.get(role);
      return written == null ? null : new Client(role, dialect, owner, written);
    }

    /** {@code spring.kafka.bootstrap-servers} and {@code spring.kafka.properties.*}. */
    void common(WrittenKey key) {
      String rest = rest(key);
      switch (SpringKeys.plain(rest)) {
        case "bootstrapservers" -> both("bootstrap.servers", key);
        case "clientid" -> both("client.id", key);
        default -> {
          if (rest.startsWith(PROPERTIES)) {
            String kafka = kafka(rest.substring(PROPERTIES.length()));
            if (!both(kafka, key) && !KafkaSettings.known(kafka)) {
              unknown.add(setting(kafka, key, SpringForm.TEXT));
            }
          }
        }
      }
    }

    /** True if any client has it. */
    private boolean both(String kafka, WrittenKey key) {
      boolean taken = false;
      for (Role role : roles) {
        taken |= put(role, setting(kafka, key, SpringForm.TEXT));
      }
      return taken;
    }

    private boolean put(Role role, Setting setting) {
      Map<String, Setting> written = clients.get(role);
      if (written == null || !KafkaSettings.names(role).contains(setting.key())) {
        return false;
      }
      written.put(setting.key(), setting);
      return true;
    }

    /** {@code spring.kafka.consumer.group-id} and the like. */
    void named(WrittenKey key) {
      String rest = rest(key);
      Optional<Role> section = section(rest);
      if (section.isEmpty()) {
        nobodys(key, rest);
        return;
      }
      Role role = section.get();
      String own = rest.substring(rest.indexOf('.') + 1);
      if (own.startsWith(PROPERTIES) || own.startsWith("ssl.") || own.startsWith("security.")) {
        return;
      }
      Optional<SpringKeys.SpringKey> known = SpringKeys.find(role, own);
      if (known.isEmpty()) {
        unknown.add(raw(key));
        return;
      }
      SpringForm form = known.get().form();
      Map<String, Setting> written = clients.get(role);
      if (written != null && (form == SpringForm.TEXT || !key.value().isBlank())) {
        written.put(known.get().kafka(), setting(known.get().kafka(), key, form));
      }
    }

    private void nobodys(WrittenKey key, String rest) {
      String plain = SpringKeys.plain(rest);
      boolean leftOut =
          plain.equals("bootstrapservers")
              || plain.equals("clientid")
              || rest.startsWith(PROPERTIES)
              || SpringKeys.SECTIONS_LEFT_OUT.stream()
                  .anyMatch(name -> plain.startsWith(name + "."));
      if (!leftOut) {
        unknown.add(raw(key));
      }
    }

    /** {@code spring.kafka.consumer.properties.*}, which win over the named ones. */
    void properties(WrittenKey key) {
      String rest = rest(key);
      Optional<Role> section = section(rest);
      String own = rest.substring(rest.indexOf('.') + 1);
      if (section.isEmpty() || !own.startsWith(PROPERTIES)) {
        return;
      }
      Setting setting = setting(kafka(own.substring(PROPERTIES.length())), key, SpringForm.TEXT);
      if (!put(section.get(), setting) && clients.containsKey(section.get())) {
        (KafkaSettings.known(setting.key()) ? misplaced : unknown).add(setting);
      }
    }

    private static String kafka(String written) {
      return written.startsWith("[") && written.endsWith("]")
          ? written.substring(1, written.length() - 1)
          : written;
    }
  }
}
