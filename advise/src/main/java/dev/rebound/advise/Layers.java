package dev.rebound.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file has without a profile, and with each of its profiles laid over that: Spring's
 * documents, Quarkus' keys that begin with {@code %prod.}
 */
final class Layers {
  /**
   * The settings of one profile.
   *
   * @param profile empty for those without any
   * @param own those of the keys that it has of its own
   */
  record Layer(String profile, List<WrittenKey> keys, List<WrittenKey> own) {
    /** {@code profile prod}, or nothing, and a part of what it sets up. */
    String part(String part) {
      String own = profile.isEmpty() ? "" : "profile " + profile;
      return own.isEmpty() || part.isEmpty() ? own + part : own + ", " + part;
    }
  }

  private static final List<String> PROFILE =
      List.of("spring.config.activate.onprofile", "spring.profiles");
  private static final Pattern QUARKUS = Pattern.compile("\"?%([\\w-]+)\"?\\.(.+)");

  private Layers() {}

  /** Those that have keys of the kind, whose names are compared as Spring does. */
  static List<Layer> of(SettingsFile file, Predicate<WrittenKey> ours) {
    List<WrittenKey> base = new ArrayList<>();
    Map<String, List<WrittenKey>> profiles = new LinkedHashMap<>();
    for (List<WrittenKey> document : file.documents()) {
      Optional<String> whole =
          document.stream()
              .filter(key -> PROFILE.contains(SpringKeys.plain(key.key())))
              .map(WrittenKey::value)
              .findFirst();
      for (WrittenKey key : document) {
        Matcher quarkus = QUARKUS.matcher(key.key());
        boolean own = quarkus.matches();
        Optional<String> profile = own ? Optional.of(quarkus.group(1)) : whole;
        profile
            .map(name -> profiles.computeIfAbsent(name, none -> new ArrayList<>()))
            .orElse(base)
            .add(own ? key.named(quarkus.group(2)) : key);
      }
    }
    List<Layer> layers = new ArrayList<>();
    if (base.stream().anyMatch(ours)) {
      List<WrittenKey> all = base.stream().filter(ours).toList();
      layers.add(new Layer("", all, all));
    }
    profiles.forEach(
        (profile, own) -> {
          if (own.stream().anyMatch(ours)) {
            List<WrittenKey> all = new ArrayList<>(base);
            all.addAll(own);
            layers.add(
                new Layer(
                    profile,
                    all.stream().filter(ours).toList(),
                    own.stream().filter(ours).toList()));
          }
        });
    return List.copyOf(layers);
  }
}
