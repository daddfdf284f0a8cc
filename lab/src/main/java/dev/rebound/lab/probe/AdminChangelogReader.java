package dev.rebound.lab.probe;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeLogDirsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** Asks through one admin client: what every broker's folders hold, then the end offsets. */
final class AdminChangelogReader implements ChangelogReader {
  private static final int LIMIT_MILLIS = 2000;

  private final Admin admin;
  private final Predicate<String> changelog;

  AdminChangelogReader(Admin admin, Predicate<String> changelog) {
    this.admin = admin;
    this.changelog = changelog;
  }

  /**
   * @param client settings of the admin client (TLS and SASL), unchanged
   * @param changelog true of the name of such a topic
   */
  static AdminChangelogReader of(
      String bootstrap, Map<String, String> client, Predicate<String> changelog) {
    Properties properties = new Properties();
    properties.putAll(client);
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "rebound-changelogs");
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "1000");
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "2000");
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, "100");
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
    return new AdminChangelogReader(Admin.create(properties), changelog);
  }

  @Override
  public CompletionStage<ChangelogSize> ask() {
    return admin
        .describeCluster(new DescribeClusterOptions().timeoutMs(LIMIT_MILLIS))
        .nodes()
        .toCompletionStage()
        .thenCompose(this::folders)
        .thenCompose(folders -> ends(sizes(folders.values(), changelog)));
  }

  private CompletionStage<Map<Integer, Map<String, LogDirDescription>>> folders(
      Collection<Node> brokers) {
    List<Integer> ids = brokers.stream().map(Node::id).toList();
    return admin
        .describeLogDirs(ids, new DescribeLogDirsOptions().timeoutMs(LIMIT_MILLIS))
        .allDescriptions()
        .toCompletionStage();
  }

  /** Bytes of each partition's largest replica; one that moves within a broker counts once. */
  static Map<TopicPartition, Long> sizes(
      Collection<Map<String, LogDirDescription>> brokers, Predicate<String> changelog) {
    Map<TopicPartition, Long> sizes = new HashMap<>();
    for (Map<String, LogDirDescription> broker : brokers) {
      for (LogDirDescription folder : broker.values()) {
        folder
            .replicaInfos()
            .forEach(
                (partition, replica) -> {
                  if (changelog.test(partition.topic())) {
                    sizes.merge(partition, replica.size(), Math::max);
                  }
                });
      }
    }
    return sizes;
  }

  private CompletionStage<ChangelogSize> ends(Map<TopicPartition, Long> sizes) {
    if (sizes.isEmpty()) {
      return CompletableFuture.completedStage(new ChangelogSize(0, 0, 0));
    }
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    sizes.keySet().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    return admin
        .listOffsets(
            latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs(LIMIT_MILLIS))
        .all()
        .toCompletionStage()
        .thenApply(ends -> reading(sizes, ends));
  }

  private static ChangelogSize reading(
      Map<TopicPartition, Long> sizes, Map<TopicPartition, ListOffsetsResultInfo> ends) {
    return new ChangelogSize(
        sizes.size(),
        sizes.values().stream().mapToLong(Long::longValue).sum(),
        ends.values().stream().mapToLong(ListOffsetsResultInfo::offset).sum());
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
