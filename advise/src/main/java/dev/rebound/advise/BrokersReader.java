package dev.rebound.advise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Brokers as a file declares them: their own {@code server.properties}, or what containers are
 * given. What holds for topics without settings of their own is judged as one topic.
 */
final class BrokersReader {
  private static final Dialect DIALECT = Dialect.shipped("brokers");

  /** Keys by which a file of brokers is known. */
  private static final Set<String> OF_BROKERS =
      Set.of("process.roles", "node.id", "broker.id", "log.dirs", "zookeeper.connect");

  /** What a topic without its own has from the brokers. */
  private static final Map<String, String> FOR_TOPICS =
      Map.ofEntries(
          Map.entry("retention.ms", "log.retention.ms"),
          Map.entry("retention.bytes", "log.retention.bytes"),
          Map.entry("cleanup.policy", "log.cleanup.policy"),
          Map.entry("delete.retention.ms", "log.cleaner.delete.retention.ms"),
          Map.entry("message.timestamp.type", "log.message.timestamp.type"),
          Map.entry("max.message.bytes", "message.max.bytes"),
          Map.entry("min.insync.replicas", "min.insync.replicas"),
          Map.entry("unclean.leader.election.enable", "unclean.leader.election.enable"),
          Map.entry(Topic.FACTOR, "default.replication.factor"),
          Map.entry(Topic.PARTITIONS, "num.partitions"));

  /** Settings of the same thing, the strongest first, with their units in milliseconds. */
  private static final Map<String, Long> RETENTION =
      Map.of("log.retention.minutes", 60_000L, "log.retention.hours", 3_600_000L);

  /** What a default of theirs comes from. */
  static final String DEFAULTS = DIALECT.originOf(Role.RUNTIME, Topic.FACTOR);

  private static final int UNCOUNTED = 0;

  private BrokersReader() {}

  static FileSettings ofFile(SettingsFile file) {
    List<WrittenKey> keys = file.keys();
    if (file.form() != Form.PROPERTIES
        || keys.stream().noneMatch(key -> OF_BROKERS.contains(key.key()))) {
      return FileSettings.NONE;
    }
    Map<String, Setting> written = new HashMap<>();
    keys.forEach(key -> written.put(key.key(), file.setting(key.key(), key)));
    return of(
        cluster(
            file.name(),
            DIALECT.label() + ": a broker",
            written,
            Setting.told(ClusterFacts.BROKERS, "not told", null, "not counted"),
            Style.prefixed(file.form(), ""),
            List.of()));
  }

  static FileSettings of(ClusterFacts cluster) {
    return new FileSettings(List.of(), List.of(cluster), List.of());
  }

  /**
   * The cluster.
   *
   * @param told what it is, in words
   * @param written the brokers' settings, by Kafka's name
   * @param count how many brokers there are; without a value if nobody says so
   * @param topics that the file declares, too
   */
  static ClusterFacts cluster(
      String name,
      String told,
      Map<String, Setting> written,
      Setting count,
      Style style,
      List<Topic> topics) {
    Map<String, Setting> settings = new HashMap<>();
    DIALECT
        .defaults()
        .getOrDefault(Role.RUNTIME.word(), Map.of())
        .forEach(
            (key, value) ->
                settings.put(
                    key, new Setting(key, style.name().apply(key), value, value, "", 0, DEFAULTS)));
    settings.putAll(written);
    settings.put(ClusterFacts.BROKERS, count);
    int nodes = number(count);
    List<Topic> all =
        IntStream.range(0, topics.size() + 1)
            .mapToObj(i -> i == 0 ? byDefault(name, settings, nodes, style) : topics.get(i - 1))
            .toList();
    return new ClusterFacts(
        "%s: %s, with the defaults of %s".formatted(name, told, DIALECT.defaultsOf()),
        IntStream.rangeClosed(1, nodes).boxed().toList(),
        Map.copyOf(settings),
        all,
        Optional.empty(),
        OptionalLong.empty(),
        List.of(),
        style);
  }

  /** What topics alone are declared, without brokers. */
  static ClusterFacts topics(String told, Style style, List<Topic> topics) {
    return new ClusterFacts(
        told,
        List.of(),
        Map.of(
            ClusterFacts.BROKERS,
            Setting.told(ClusterFacts.BROKERS, "not told", null, "not counted")),
        topics,
        Optional.empty(),
        OptionalLong.empty(),
        List.of(),
        style);
  }

  private static Topic byDefault(
      String name, Map<String, Setting> brokers, int nodes, Style style) {
    Map<String, Setting> settings = new HashMap<>();
    FOR_TOPICS.forEach(
        (key, theirs) ->
            Optional.ofNullable(brokers.get(theirs))
                .ifPresent(setting -> settings.put(key, setting.keyed(key))));
    settings.put("retention.ms", retention(brokers));
    // One broker is told once; more replicas than it cannot be.
    int replicas = nodes == 1 ? UNCOUNTED : number(settings.get(Topic.FACTOR));
    return topic(
        name,
        "without settings of its own, by " + name,
        number(settings.get(Topic.PARTITIONS)),
        replicas,
        settings,
        new Style(style.form(), key -> style.name().apply(FOR_TOPICS.getOrDefault(key, key))));
  }

  private static Setting retention(Map<String, Setting> brokers) {
    Setting millis = brokers.get("log.retention.ms");
    if (millis != null) {
      return millis.keyed("retention.ms");
    }
    Setting found =
        Optional.ofNullable(brokers.get("log.retention.minutes"))
            .orElseGet(() -> brokers.get("log.retention.hours"));
    long unit = RETENTION.getOrDefault(found.key(), 1L);
    String value = found.value();
    String inMillis =
        value == null || !value.strip().matches("-?\\d{1,12}")
            ? null
            : Long.toString(Math.max(-1, Long.parseLong(value.strip()) * unit));
    return new Setting(
        "retention.ms",
        found.name(),
        found.shown(),
        inMillis,
        found.file(),
        found.line(),
        found.origin());
  }

  /**
   * A topic.
   *
   * @param replicas 0 if nobody says how many
   */
  static Topic topic(
      String file,
      String name,
      int partitions,
      int replicas,
      Map<String, Setting> settings,
      Style style) {
    List<Integer> ids = IntStream.rangeClosed(1, replicas).boxed().toList();
    return new Topic(
        file,
        name,
        IntStream.range(0, Math.max(1, partitions))
            .mapToObj(number -> new Topic.Partition(number, true, ids, ids))
            .toList(),
        Map.copyOf(settings),
        style);
  }

  /** A small number; 0 if it is none, or not known. */
  static int number(@Nullable Setting setting) {
    String value = setting == null ? null : setting.value();
    return value != null && value.strip().matches("\\d{1,4}")
        ? Integer.parseInt(value.strip())
        : UNCOUNTED;
  }
}
