package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A cluster as it tells itself, or as a file declares it.
 *
 * @param address as it was asked at, or the file with what it is
 * @param nodes ids of the brokers that are up; none if a file does not say how many there are
 * @param settings of one of the brokers, by name
 * @param topics that are looked at
 * @param offsets the topic that groups keep their offsets in; empty if there is none yet
 * @param diskBytes of all brokers' log folders; empty if they do not tell
 * @param unread what it would not tell, one sentence each
 * @param style how the brokers' settings are written
 */
public record ClusterFacts(
    String address,
    List<Integer> nodes,
    Map<String, Setting> settings,
    List<Topic> topics,
    Optional<Topic> offsets,
    OptionalLong diskBytes,
    List<String> unread,
    Style style)
    implements Configured {
  /** The number of brokers that a file declares. */
  static final String BROKERS = "brokers";

  /** True if a file declares one broker alone. */
  boolean isOne() {
    return "1".equals(get(BROKERS).value());
  }

  /** The things that were looked at, in words. */
  String words() {
    if (!get(BROKERS).origin().equals(Setting.NOT_TOLD)) {
      return address;
    }
    int partitions = topics.stream().mapToInt(topic -> topic.partitions().size()).sum();
    return "%s: %s, %s with %s"
        .formatted(
            address,
            Words.plural(nodes.size(), "broker"),
            Words.plural(topics.size(), "topic"),
            Words.plural(partitions, "partition"));
  }

  @Override
  public String subject() {
    return "brokers";
  }

  @Override
  public Setting get(String key) {
    return settings.getOrDefault(key, Setting.notTold(key));
  }

  @Override
  public String line(String key, Object value) {
    return style.line(key, value);
  }
}
