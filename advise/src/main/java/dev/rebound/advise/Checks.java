package dev.rebound.advise;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Every check by its name. A new one is a method and a line here, and a row in docs/advise.md. */
public final class Checks {
  /** A look at what a file sets up. */
  interface ApplicationCheck {
    List<SettingFinding> look(Application application, Circumstances given);
  }

  /** A look at one client. */
  interface ClientCheck {
    List<SettingFinding> look(Client client, Circumstances given);
  }

  /** A look at topics and brokers, beside the files that were read. */
  interface ClusterCheck {
    List<SettingFinding> look(
        ClusterFacts cluster, List<Application> applications, Circumstances given);
  }

  /** A look at one topic of a cluster. */
  interface TopicCheck {
    List<SettingFinding> look(ClusterFacts cluster, Topic topic, Circumstances given);
  }

  /** Which client of an application is looked at; null if it has none. */
  private interface ClientChoice {
    @Nullable Client of(Application application);
  }

  /**
   * A check of what a file sets up.
   *
   * @param applies whether the file sets up what is looked at
   */
  record ApplicableCheck(Predicate<Application> applies, ApplicationCheck check) {}

  private static final Map<String, ApplicableCheck> APPLICATIONS = new LinkedHashMap<>();
  private static final Map<String, ClusterCheck> CLUSTERS = new LinkedHashMap<>();

  static {
    producer("acks", DeliveryChecks::acks);
    producer("retries", DeliveryChecks::retries);
    producer("delivery-timeout", DeliveryChecks::timeout);
    producer("idempotence", Idempotence::off);
    producer("idempotence-conflict", Idempotence::conflict);
    producer("order", Idempotence::order);
    producer("transaction-timeout", DeliveryChecks::transactionTimeout);
    producer("buffer", BufferChecks::buffer);
    producer("max-block", BufferChecks::block);
    producer("record-size", BufferChecks::recordSize);
    producer("batching", BufferChecks::batching);
    producer("compression", BufferChecks::compression);
    producer("send-buffer", SocketBufferChecks::send);
    consumer("receive-buffer", SocketBufferChecks::receive);
    consumer("auto-commit", PositionChecks::autoCommit);
    consumer("auto-offset-reset", PositionChecks::reset);
    any("isolation-level", PositionChecks::isolation);
    consumer("heartbeat", GroupChecks::heartbeat);
    consumer("session-timeout", GroupChecks::session);
    consumer("group-protocol", GroupChecks::protocol);
    consumer("max-poll", GroupChecks::poll);
    consumer("group-instance-id", GroupChecks::instance);
    consumer("fetch", FetchChecks::fetch);
    listener("listener-errors", ListenerChecks::errors);
    listener("ack-mode", ListenerChecks::ackMode);
    any("unknown-key", SpellingChecks::unknown);
    any("misplaced-key", SpellingChecks::misplaced);
    any("overruled-key", SpellingChecks::overruled);
    any("refused-value", SpellingChecks::refused);
    any("not-told", SpellingChecks::notTold);

    topic("replication", ReplicaChecks::factor);
    topic("min-insync", ReplicaChecks::minInSync);
    topic("unclean-election", ReplicaChecks::uncleanElection);
    topic("offline", ReplicaChecks::offline);
    topic("under-replicated", ReplicaChecks::behind);
    topic("retention", RetentionChecks::time);
    topic("retention-size", RetentionChecks::size);
    topic("disk", RetentionChecks::disk);
    topic("cleanup-policy", RetentionChecks::compaction);
    topic("timestamp-type", RetentionChecks::timestamps);
    CLUSTERS.put("offsets-retention", RetentionChecks::offsets);
    CLUSTERS.put("partitions", BrokerChecks::partitions);
    CLUSTERS.put("message-size", BrokerChecks::messageSize);
    CLUSTERS.put("auto-create", BrokerChecks::autoCreate);
    CLUSTERS.put("offsets-replication", BrokerChecks::offsetsTopic);
  }

  private Checks() {}

  /** Names of all, sorted. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(APPLICATIONS.keySet());
    names.addAll(CLUSTERS.keySet());
    return names;
  }

  static Map<String, ApplicableCheck> applications() {
    return Collections.unmodifiableMap(APPLICATIONS);
  }

  static Map<String, ClusterCheck> clusters() {
    return Collections.unmodifiableMap(CLUSTERS);
  }

  private static void producer(String name, ClientCheck check) {
    of(name, Application::producer, check);
  }

  private static void consumer(String name, ClientCheck check) {
    of(name, Application::consumer, check);
  }

  private static void listener(String name, ApplicationCheck check) {
    APPLICATIONS.put(
        name, new ApplicableCheck(application -> application.listener() != null, check));
  }

  private static void any(String name, ApplicationCheck check) {
    APPLICATIONS.put(name, new ApplicableCheck(application -> true, check));
  }

  private static void topic(String name, TopicCheck check) {
    CLUSTERS.put(
        name,
        (cluster, applications, given) ->
            cluster.topics().stream()
                .flatMap(topic -> check.look(cluster, topic, given).stream())
                .toList());
  }

  private static void of(String name, ClientChoice which, ClientCheck check) {
    APPLICATIONS.put(
        name,
        new ApplicableCheck(
            application -> which.of(application) != null,
            (application, given) -> {
              Client client = which.of(application);
              return client == null ? List.of() : check.look(client, given);
            }));
  }
}
