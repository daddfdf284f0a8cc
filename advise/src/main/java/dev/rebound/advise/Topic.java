package dev.rebound.advise;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A topic as its cluster tells it.
 *
 * @param settings by name, as they are in force
 */
public record Topic(String name, List<Partition> partitions, Map<String, Setting> settings) {
  /**
   * One partition.
   *
   * @param led false if it has no leader: it can be neither read nor written
   * @param replicas ids of the brokers that are to have it
   * @param inSync ids of those that have all of it
   */
  public record Partition(int number, boolean led, List<Integer> replicas, List<Integer> inSync) {}

  String subject() {
    return "topic " + name;
  }

  /** The replicas of the partition that has fewest; 0 if there is no partition. */
  int replicas() {
    return partitions.stream().mapToInt(partition -> partition.replicas().size()).min().orElse(0);
  }

  /** As the cluster tells it, or a setting without a value if it does not. */
  Setting get(String key) {
    Setting setting = settings.get(key);
    return setting == null ? new Setting(key, key, "not told", null, "", 0, "not told") : setting;
  }

  /** Empty if it is no number, or not told. */
  OptionalLong number(String key) {
    String value = get(key).value();
    try {
      return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** True if records are deleted once they are old. */
  boolean deletes() {
    String policy = get("cleanup.policy").value();
    return policy == null || policy.contains("delete");
  }
}
