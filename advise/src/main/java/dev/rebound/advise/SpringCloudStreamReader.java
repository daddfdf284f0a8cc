package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Spring Cloud Stream with its binder for Kafka: one application for each binding, of what the
 * binding, its part of the binder and the binder say. Its Kafka Streams binder is {@link
 * StreamsReader}'s.
 */
final class SpringCloudStreamReader implements DialectReader {
  private static final Dialect DIALECT = Dialect.shipped("spring-cloud-stream");
  private static final String CLOUD = "spring.cloud.stream.";
  private static final Pattern BINDING = Pattern.compile("bindings\\.([^.]+)\\.(.+)");
  private static final Pattern OF_KAFKA =
      Pattern.compile("kafka\\.(?:bindings\\.([^.]+)|default)\\.(consumer|producer)\\.(.+)");
  private static final Pattern BINDER = Pattern.compile("kafka\\.binder\\.(.+)");

  /** The binder's and a binding's keys that are Kafka's settings. */
  private static final Map<String, String> KAFKAS =
      Map.of(
          "requiredacks", "acks",
          "startoffset", PositionChecks.RESET,
          "compressiontype", "compression.type",
          "batchtimeout", "linger.ms",
          "buffersize", "batch.size");

  private static final Set<String> CONFIGURATIONS =
      Set.of("configuration", "consumerproperties", "producerproperties");

  /** A key without {@code spring.cloud.stream.binders.NAME.environment.} before it. */
  static String bare(String key) {
    return key.replaceFirst("^spring\\.cloud\\.stream\\.binders\\.[^.]+\\.environment\\.", "");
  }

  @Override
  public FileSettings read(SettingsFile file) {
    List<Application> all = new ArrayList<>();
    for (Layers.Layer layer : Layers.of(file, key -> bare(key.key()).startsWith(CLOUD))) {
      boolean kafka =
          layer.keys().stream()
              .map(key -> rest(key))
              .anyMatch(rest -> rest.matches("kafka\\.(binder|bindings|default)\\..+"));
      bindings(layer.keys())
          .forEach(
              (name, keys) -> {
                if (kafka && isKafkas(layer, name, keys)) {
                  binding(file, layer, name, keys, all);
                }
              });
    }
    return FileSettings.of(all);
  }

  /** Where the file has other binders, too, a binding has to say whose it is. */
  private static boolean isKafkas(Layers.Layer layer, String name, List<WrittenKey> keys) {
    Optional<String> binder =
        keys.stream()
            .filter(key -> rest(key).equals("bindings." + name + ".binder"))
            .map(WrittenKey::value)
            .findFirst();
    Optional<String> type =
        binder.map(
            one ->
                layer.keys().stream()
                    .filter(key -> key.key().equals(CLOUD + "binders." + one + ".type"))
                    .map(WrittenKey::value)
                    .findFirst()
                    .orElse(one));
    boolean others =
        layer.keys().stream()
            .map(key -> rest(key))
            .anyMatch(rest -> rest.matches("(kafka\\.streams|rabbit|pulsar|kinesis)\\..+"));
    boolean own = keys.stream().anyMatch(key -> rest(key).startsWith("kafka.bindings."));
    return type.map(one -> one.equals("kafka")).orElse(own || !others);
  }

  private static String rest(WrittenKey key) {
    return bare(key.key()).substring(CLOUD.length());
  }

  /** What each binding has of its own. */
  private static Map<String, List<WrittenKey>> bindings(List<WrittenKey> keys) {
    Map<String, List<WrittenKey>> bindings = new LinkedHashMap<>();
    for (WrittenKey key : keys) {
      Matcher own = BINDING.matcher(rest(key));
      Matcher kafkas = OF_KAFKA.matcher(rest(key));
      String name = own.matches() ? own.group(1) : kafkas.matches() ? kafkas.group(1) : null;
      if (name != null) {
        bindings.computeIfAbsent(name, none -> new ArrayList<>()).add(key);
      }
    }
    return bindings;
  }

  private static void binding(
      SettingsFile file,
      Layers.Layer layer,
      String name,
      List<WrittenKey> keys,
      List<Application> all) {
    boolean produces =
        keys.stream().anyMatch(key -> rest(key).contains("." + name + ".producer."))
            || name.matches(".*-out-\\d+|output.*");
    Role role = produces ? Role.PRODUCER : Role.CONSUMER;
    String kind = role.word();
    SortedKeys sorted =
        new SortedKeys(
            file.part(layer.part("binding " + name)),
            DIALECT,
            file.form(),
            EnumSet.of(role, Role.RUNTIME));
    String function = name.replaceFirst("-out-\\d+$", "");
    sorted.put(Role.RUNTIME, Setting.now(kind, "yes"));
    if (layer.keys().stream()
        .anyMatch(key -> rest(key).startsWith("bindings." + function + "-in-"))) {
      sorted.put(Role.RUNTIME, Setting.now("fed", "yes"));
    }
    for (WrittenKey key : layer.keys()) {
      Matcher binder = BINDER.matcher(rest(key));
      if (binder.matches()) {
        put(file, sorted, role, binder.group(1), key);
      }
    }
    for (WrittenKey key : layer.keys()) {
      Matcher kafkas = OF_KAFKA.matcher(rest(key));
      if (kafkas.matches()
          && (kafkas.group(1) == null || kafkas.group(1).equals(name))
          && kafkas.group(2).equals(kind)) {
        put(file, sorted, role, kafkas.group(3), key);
      }
    }
    for (WrittenKey key : keys) {
      Matcher own = BINDING.matcher(rest(key));
      if (own.matches() && !rest(key).startsWith("kafka.")) {
        sorted.put(Role.RUNTIME, file.resolved(camel(own.group(2)), key));
      }
    }
    String binding = CLOUD + "bindings." + name + ".";
    String kafkas = CLOUD + "kafka.bindings." + name + "." + kind + ".";
    all.add(
        sorted.application(
            one ->
                new Style(
                    file.form(),
                    key ->
                        one != Role.RUNTIME
                            ? kafkas + "configuration." + key
                            : (key.equals("group") ? binding : kafkas) + key),
            List.of()));
  }

  private static void put(
      SettingsFile file, SortedKeys sorted, Role role, String own, WrittenKey key) {
    int dot = own.indexOf('.');
    if (dot > 0 && CONFIGURATIONS.contains(SpringKeys.plain(own.substring(0, dot)))) {
      String kafka = own.substring(dot + 1).replaceFirst("^\\[(.*)]$", "$1");
      Setting setting = file.resolved(kafka, key);
      if (!sorted.to(role, setting) && !KafkaSettings.known(kafka)) {
        sorted.nobodys(setting.keyed(kafka));
      }
      return;
    }
    String kafka = KAFKAS.get(SpringKeys.plain(own));
    if (kafka != null) {
      sorted.to(role, file.resolved(kafka, key));
    }
    sorted.put(Role.RUNTIME, file.resolved(camel(own), key));
  }

  /** {@code ack-mode} is {@code ackMode}. */
  private static String camel(String name) {
    Matcher hyphen = Pattern.compile("-([a-z])").matcher(name);
    return hyphen.replaceAll(match -> match.group(1).toUpperCase(java.util.Locale.ROOT));
  }
}
