package dev.rebound.advise;

import java.util.ArrayList;
import java.util.Arrays;
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
  private final SettingsDialect dialect;
  private final Set<Role> asked;

  SpringFile(String file, SettingsDialect dialect, Set<Role> asked) {
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
    SortedKeys sorted = new SortedKeys(dialect, roles(ours));
    ours.forEach(key -> common(key, sorted));
    ours.forEach(key -> named(key, sorted));
    ours.forEach(key -> properties(key, sorted));
    return sorted.application(
        name,
        dialect == SettingsDialect.SPRING_YAML || !name.equals(file)
            ? List.of()
            : OverruledKeys.in(ours, key -> SpringKeys.plain(key.key()), this::raw));
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
    return new Setting(kafka, key.key(), key.value(), value, file, key.line(), "");
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
      if (!isLeftOut(rest)) {
        sorted.unknown(raw(key));
      }
    } else if (!own.startsWith(PROPERTIES)
        && !own.startsWith("ssl.")
        && !own.startsWith("security.")) {
      SpringKeys.find(section.get(), own)
          .ifPresentOrElse(
              known -> {
                if (known.form() == SpringForm.TEXT || !key.value().isBlank()) {
                  sorted.put(known.role(), setting(known.kafka(), key, known.form()));
                }
              },
              () -> sorted.unknown(raw(key)));
    }
  }

  private static boolean isLeftOut(String rest) {
    String plain = SpringKeys.plain(rest);
    return plain.equals("bootstrapservers")
        || plain.equals("clientid")
        || rest.startsWith(PROPERTIES)
        || SpringKeys.SECTIONS_LEFT_OUT.stream().anyMatch(name -> plain.startsWith(name + "."));
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
