package dev.rebound.advise;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** A cluster of three brokers that is set well, to be spoilt by tests. */
final class MadeCluster {
  private final Map<String, String> topic = new HashMap<>();
  private final Map<String, String> broker = new HashMap<>();
  private int replicas = 3;
  private int inSync = 3;
  private int partitions = 6;
  private int offsets = 3;
  private long disk = 100L << 40;
  private boolean led = true;

  MadeCluster() {
    topic.put("min.insync.replicas", "2");
    topic.put("unclean.leader.election.enable", "false");
    topic.put("retention.ms", "604800000");
    topic.put("retention.bytes", "-1");
    topic.put("cleanup.policy", "delete");
    topic.put("delete.retention.ms", "86400000");
    topic.put("message.timestamp.type", "LogAppendTime");
    topic.put("max.message.bytes", "1048588");
    broker.put("offsets.retention.minutes", "10080");
    broker.put("auto.create.topics.enable", "false");
    broker.put("default.replication.factor", "1");
  }

  MadeCluster topic(String key, String value) {
    topic.put(key, value);
    return this;
  }

  MadeCluster broker(String key, String value) {
    broker.put(key, value);
    return this;
  }

  MadeCluster replicas(int count) {
    replicas = count;
    inSync = count;
    return this;
  }

  MadeCluster inSync(int count) {
    inSync = count;
    return this;
  }

  MadeCluster partitions(int count) {
    partitions = count;
    return this;
  }

  MadeCluster offsets(int count) {
    offsets = count;
    return this;
  }

  MadeCluster disk(long bytes) {
    disk = bytes;
    return this;
  }

  MadeCluster withoutLeader() {
    led = false;
    return this;
  }

  ClusterFacts cluster(String... topics) {
    String address = "localhost:9092";
    return new ClusterFacts(
        address,
        List.of(1, 2, 3),
        settings(broker),
        Arrays.stream(topics)
            .map(
                name ->
                    new Topic(
                        address, name, partitions(partitions, replicas), settings(topic), null))
            .toList(),
        Optional.of(
            new Topic(address, "__consumer_offsets", partitions(1, offsets), Map.of(), null)),
        OptionalLong.of(disk),
        List.of(),
        Style.prefixed(Form.PROPERTIES, ""));
  }

  private List<Topic.Partition> partitions(int count, int copies) {
    return IntStream.range(0, count)
        .mapToObj(
            number -> new Topic.Partition(number, led, ids(copies), ids(Math.min(copies, inSync))))
        .toList();
  }

  private static List<Integer> ids(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }

  private static Map<String, Setting> settings(Map<String, String> values) {
    Map<String, Setting> settings = new HashMap<>();
    values.forEach(
        (key, value) ->
            settings.put(key, new Setting(key, key, value, value, "", 0, "set on the topic")));
    return settings;
  }
}
