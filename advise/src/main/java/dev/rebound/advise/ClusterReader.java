package dev.rebound.advise;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Suggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Asks a cluster what it is set to. Only reads; every question has a timeout. Throws {@link
 * ReboundException} where the cluster does not answer at all, or has not the topic that is asked
 * for; what this client may not read is told in {@link ClusterFacts#unread}.
 */
public final class ClusterReader implements AutoCloseable {
  private static final Duration CALL_LIMIT = Duration.ofSeconds(20);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private static final String OFFSETS_TOPIC = "__consumer_offsets";

  /** {@code host:9092}, {@code [::1]:9092}, and several of them. */
  private static final String ADDRESS =
      "([^:,\\s\\[\\]]+|\\[[0-9a-fA-F:.%]+]):\\d{1,5}(,([^:,\\s\\[\\]]+|\\[[0-9a-fA-F:.%]+]):\\d{1,5})*";

  private final String address;
  private final Admin admin;
  private final List<String> unread = new ArrayList<>();

  private ClusterReader(String address, Admin admin) {
    this.address = address;
    this.admin = admin;
  }

  /**
   * Connects to a cluster.
   *
   * @param address one or more {@code host:port}
   * @param client settings of the client: TLS, SASL
   */
  public static ClusterReader connect(String address, Map<String, String> client) {
    if (!address.matches(ADDRESS)) {
      throw ReboundException.badInput(
          "--cluster " + address + " is no address of a broker",
          "Write HOST:PORT, for example localhost:9092; several with commas between them.");
    }
    Map<String, Object> settings = new HashMap<>();
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "15000");
    settings.putAll(client);
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
    try {
      return new ClusterReader(address, Admin.create(settings));
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw ReboundException.badInput(
          "cannot make a client for " + address + ": " + cause.getMessage(),
          "Check the address, and the settings in --client-config.",
          e);
    }
  }

  /**
   * The cluster, as it tells itself.
   *
   * @param topics to look at; empty for all but Kafka's own
   */
  public ClusterFacts read(List<String> topics) {
    Collection<Node> nodes = await("asking for the brokers", admin.describeCluster().nodes());
    List<Integer> ids = nodes.stream().map(Node::id).sorted().toList();
    Collection<TopicListing> there =
        await(
            "listing topics",
            admin.listTopics(new ListTopicsOptions().listInternal(true)).listings());
    requireThere(topics, there.stream().map(TopicListing::name).toList());
    List<String> looked =
        topics.isEmpty()
            ? there.stream()
                .filter(topic -> !topic.isInternal() && !topic.name().startsWith("__"))
                .map(TopicListing::name)
                .sorted()
                .toList()
            : topics;
    List<Topic> described = describe(looked);
    Optional<Topic> offsets =
        there.stream().anyMatch(topic -> topic.name().equals(OFFSETS_TOPIC))
            ? describe(List.of(OFFSETS_TOPIC)).stream().findFirst()
            : Optional.empty();
    return new ClusterFacts(
        address,
        ids,
        broker(ids),
        described,
        offsets,
        disks(ids),
        List.copyOf(unread),
        Style.prefixed(Form.PROPERTIES, ""));
  }

  private static void requireThere(List<String> topics, List<String> there) {
    for (String topic : topics) {
      if (!there.contains(topic)) {
        throw ReboundException.badInput(
            "--topic " + topic + " is not there",
            Suggestion.nearest(topic, there)
                .map(near -> "Did you mean '" + near + "'?")
                .orElse("Leave --topic out to have all " + there.size() + " looked at."));
      }
    }
  }

  private List<Topic> describe(List<String> names) {
    Map<String, TopicDescription> described =
        new TreeMap<>(await("describing topics", admin.describeTopics(names).allTopicNames()));
    Map<String, Map<String, Setting>> settings =
        settings(
            names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList());
    return described.values().stream()
        .map(
            topic ->
                new Topic(
                    address,
                    topic.name(),
                    topic.partitions().stream().map(ClusterReader::partition).toList(),
                    settings.getOrDefault(topic.name(), Map.of()),
                    null))
        .toList();
  }

  private static Topic.Partition partition(TopicPartitionInfo told) {
    return new Topic.Partition(
        told.partition(),
        told.leader() != null && !told.leader().isEmpty(),
        told.replicas().stream().map(Node::id).toList(),
        told.isr().stream().map(Node::id).toList());
  }

  /** The settings of the broker with the lowest id, which is taken to be set like the others. */
  private Map<String, Setting> broker(List<Integer> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    String id = ids.get(0).toString();
    return settings(List.of(new ConfigResource(ConfigResource.Type.BROKER, id)))
        .getOrDefault(id, Map.of());
  }

  /** By name of the topic or broker; what may not be read is missing. */
  private Map<String, Map<String, Setting>> settings(List<ConfigResource> resources) {
    Map<String, Map<String, Setting>> all = new LinkedHashMap<>();
    admin
        .describeConfigs(resources)
        .values()
        .forEach(
            (resource, told) ->
                attempt(
                        resource.type().name().toLowerCase(Locale.ROOT)
                            + " settings of "
                            + resource.name(),
                        told)
                    .ifPresent(config -> all.put(resource.name(), settings(config))));
    return all;
  }

  private static Map<String, Setting> settings(Config config) {
    return config.entries().stream()
        .filter(entry -> !entry.isSensitive())
        .collect(Collectors.toMap(ConfigEntry::name, ClusterReader::setting));
  }

  private static Setting setting(ConfigEntry entry) {
    String origin =
        switch (entry.source()) {
          case DYNAMIC_TOPIC_CONFIG -> "set on the topic";
          case DEFAULT_CONFIG -> "default of the brokers' version";
          default -> "set on the brokers";
        };
    String value = entry.value();
    return Setting.told(entry.name(), value == null ? "not set" : value, value, origin);
  }

  /** Room of all log folders together; empty if any broker does not tell. */
  private OptionalLong disks(List<Integer> ids) {
    long bytes = 0;
    for (KafkaFuture<Map<String, LogDirDescription>> broker :
        admin.describeLogDirs(ids).descriptions().values()) {
      Optional<Map<String, LogDirDescription>> folders = attempt("disks of the brokers", broker);
      if (folders.isEmpty()
          || folders.get().values().stream().anyMatch(dir -> dir.totalBytes().isEmpty())) {
        return OptionalLong.empty();
      }
      bytes += folders.get().values().stream().mapToLong(dir -> dir.totalBytes().orElse(0)).sum();
    }
    return OptionalLong.of(bytes);
  }

  /** The answer, or nothing, with a note that says what is missing. */
  private <T> Optional<T> attempt(String what, KafkaFuture<T> future) {
    try {
      return Optional.of(await(what, future));
    } catch (ReboundException e) {
      String note = "not looked at: " + e.getMessage();
      if (!unread.contains(note)) {
        unread.add(note);
      }
      return Optional.empty();
    }
  }

  private <T> T await(String what, KafkaFuture<T> future) {
    try {
      return future.get(CALL_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw failed(what + " at " + address + " failed: " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw failed(
          what + ": no answer from " + address + " within " + CALL_LIMIT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(what + " was interrupted", e);
    }
  }

  private static ReboundException failed(String message, Throwable cause) {
    return ReboundException.environment(
        message,
        "Check the address, whether brokers run there, and the rights and settings of this client"
            + " (--client-config: TLS, SASL).",
        cause);
  }

  @Override
  public void close() {
    admin.close(CLOSE_LIMIT);
  }
}
