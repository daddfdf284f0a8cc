package dev.rebound.advise;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A topic as its cluster tells it, or a file declares it.
 *
 * @param cluster address that it was asked at, or the file
 * @param settings by name, as they are in force
 * @param declared how the file writes its settings; null if a cluster tells them
 */
public record Topic(
    String cluster,
    String name,
    List<Partition> partitions,
    Map<String, Setting> settings,
    @Nullable Style declared)
    implements Configured {
  static final String FACTOR = "replication.factor";
  static final String PARTITIONS = "partitions";

  /**
   * One partition.
   *
   * @param led false if it has no leader: it can be neither read nor written
   * @param replicas ids of the brokers that are to have it; none if their number is not known
   * @param inSync ids of those that have all of it
   */
  public record Partition(int number, boolean led, List<Integer> replicas, List<Integer> inSync) {}

  @Override
  public String subject() {
    return "topic " + name;
  }

  /** The replicas of the partition that has fewest; 0 if there is no partition. */
  int replicas() {
    return partitions.stream().mapToInt(partition -> partition.replicas().size()).min().orElse(0);
  }

  @Override
  public Setting get(String key) {
    return settings.getOrDefault(key, Setting.notTold(key));
  }

  /** A number that a file has, or that is the case now. */
  Setting count(String key, int now) {
    return settings.getOrDefault(key, Setting.now(key, Integer.toString(now)));
  }

  /** True if records are deleted once they are old. */
  boolean deletes() {
    String policy = get("cleanup.policy").value();
    return policy == null || policy.contains("delete");
  }

  @Override
  public String line(String key, Object value) {
    return declared != null
        ? declared.line(key, value)
        : ("kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s"
                + " --add-config %s=%s")
            .formatted(cluster, name, key, value);
  }
}
