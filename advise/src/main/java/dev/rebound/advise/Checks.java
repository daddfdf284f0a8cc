package dev.rebound.advise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every check by its name. A new one is a method and a line here, and a row in docs/advise.md. */
public final class Checks {
  /** A look at what a file sets up. */
  interface ApplicationCheck {
    Stream<SettingFinding> look(Application application, Circumstances given);
  }

  /** A look at one client; null if nothing is found. */
  interface ClientCheck {
    @Nullable SettingFinding look(Client client, Circumstances given);
  }

  /** A look at brokers; null if nothing is found. */
  interface ClusterCheck {
    @Nullable SettingFinding look(ClusterUse all);
  }

  /** A look at one topic of a cluster; null if nothing is found. */
  interface TopicCheck {
    @Nullable SettingFinding look(Topic topic, ClusterUse all);
  }

  /**
   * A check of what a file sets up. Several may share a name.
   *
   * @param applies whether the file sets up what is looked at
   */
  record NamedCheck(String name, Predicate<Application> applies, ApplicationCheck check) {
    /** What it finds: nothing by checks that are not true of the dialect. */
    Stream<SettingFinding> look(Application application, Circumstances given) {
      return check.look(application, given).filter(found -> isTrue(application, found));
    }

    /** A default is judged where the dialect's own clients are, and where it has chosen it. */
    private static boolean isTrue(Application application, SettingFinding found) {
      Dialect dialect = application.dialect();
      Setting setting = found.found();
      return setting.written()
          || dialect.judgesDefaults()
          || application
              .each()
              .anyMatch(client -> dialect.ownDefault(client.role(), setting.key()) != null);
    }

    boolean appliesTo(Application application) {
      return applies.test(application) && !application.dialect().leftOut().contains(name);
    }
  }

  /** A check of a cluster. */
  record NamedClusterCheck(String name, Function<ClusterUse, Stream<SettingFinding>> check) {}

  private static final List<NamedCheck> APPLICATIONS = new ArrayList<>();
  private static final List<NamedClusterCheck> CLUSTERS = new ArrayList<>();

  static {
    producer("acks", DeliveryChecks::acks);
    producer("retries", DeliveryChecks::retries);
    producer("delivery-timeout", DeliveryChecks::timeout);
    producer("idempotence", Idempotence::off);
    producer("idempotence-conflict", Idempotence::acks);
    producer("idempotence-conflict", Idempotence::retries);
    producer("idempotence-conflict", Idempotence::transactional);
    producer("idempotence-conflict", Idempotence::inFlight);
    producer("order", Idempotence::order);
    producer("transaction-timeout", DeliveryChecks::transactionTimeout);
    producer("buffer", BufferChecks::buffer);
    producer("max-block", BufferChecks::block);
    producer("record-size", BufferChecks::recordSize);
    producer("batching", BufferChecks::batchSize);
    producer("batching", BufferChecks::linger);
    producer("compression", BufferChecks::compression);
    producer("send-buffer", SocketBufferChecks::send);
    consumer("receive-buffer", SocketBufferChecks::receive);
    consumer("auto-commit", PositionChecks::autoCommit);
    consumer("auto-offset-reset", PositionChecks::reset);
    any("isolation-level", PositionChecks::isolation);
    consumer("heartbeat", GroupChecks::heartbeat);
    consumer("session-timeout", GroupChecks::session);
    GroupChecks.OF_BROKERS.forEach(
        key -> consumer("group-protocol", (client, given) -> GroupChecks.protocol(client, key)));
    consumer("max-poll", GroupChecks::poll);
    consumer("group-instance-id", GroupChecks::instance);
    consumer("fetch", FetchChecks::waiting);
    consumer("fetch", FetchChecks::size);
    of("listener-errors", Application::listener, ListenerChecks::errors);
    APPLICATIONS.add(
        new NamedCheck("ack-mode", one -> one.listener() != null, ListenerChecks::ackMode));
    List.of(
            "acks",
            "auto-offset-reset",
            "checkpoints",
            "commit-strategy",
            "dead-letters",
            "internal-topics",
            "listener-errors",
            "processing-errors",
            "processing-guarantee",
            "standby",
            "storage",
            "transaction-timeout")
        .forEach(Checks::ruled);
    APPLICATIONS.add(
        new NamedCheck(
            "ignored-key",
            application -> !application.dialect().overruled().isEmpty(),
            SpellingChecks::ignored));
    any("unknown-key", SpellingChecks::unknown);
    any("misplaced-key", SpellingChecks::misplaced);
    any("overruled-key", SpellingChecks::overruled);
    any("refused-value", SpellingChecks::refused);
    any("not-told", SpellingChecks::notTold);
    cluster("replication", BrokerChecks::oneBroker);
    topic("replication", ReplicaChecks::factor);
    topic("min-insync", ReplicaChecks::minInSync);
    topic("unclean-election", ReplicaChecks::uncleanElection);
    topic("offline", ReplicaChecks::offline);
    topic("under-replicated", ReplicaChecks::behind);
    topic("retention", RetentionChecks::time);
    topic("retention-size", RetentionChecks::size);
    topic("disk", RetentionChecks::disk);
    topic("cleanup-policy", RetentionChecks::tombstones);
    topic("cleanup-policy", RetentionChecks::compaction);
    topic("timestamp-type", RetentionChecks::timestamps);
    cluster("offsets-retention", RetentionChecks::offsets);
    topic("partitions", BrokerChecks::partitions);
    topic("message-size", BrokerChecks::messageSize);
    cluster("auto-create", BrokerChecks::autoCreate);
    cluster("offsets-replication", BrokerChecks::offsetsTopic);
    CLUSTERS.add(new NamedClusterCheck("offsets-replication", BrokerChecks::ownTopics));
    CLUSTERS.add(new NamedClusterCheck("storage", BrokerChecks::storage));
  }

  private Checks() {}

  /** Names of all, sorted. */
  public static Set<String> names() {
    return Stream.concat(
            APPLICATIONS.stream().map(NamedCheck::name),
            CLUSTERS.stream().map(NamedClusterCheck::name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static List<NamedCheck> applications() {
    return Collections.unmodifiableList(APPLICATIONS);
  }

  static List<NamedClusterCheck> clusters() {
    return Collections.unmodifiableList(CLUSTERS);
  }

  private static void producer(String name, ClientCheck check) {
    of(name, Application::producer, check);
  }

  private static void consumer(String name, ClientCheck check) {
    of(name, Application::consumer, check);
  }

  /** What dialects say of their own settings. */
  private static void ruled(String name) {
    APPLICATIONS.add(
        new NamedCheck(
            name,
            application ->
                application.dialect().rules().stream().anyMatch(rule -> rule.check().equals(name)),
            (application, given) -> application.each().flatMap(client -> client.ruled(name))));
  }

  private static void any(String name, ApplicationCheck check) {
    APPLICATIONS.add(new NamedCheck(name, application -> true, check));
  }

  private static void of(
      String name, Function<Application, @Nullable Client> which, ClientCheck check) {
    APPLICATIONS.add(
        new NamedCheck(
            name,
            application -> which.apply(application) != null,
            (application, given) ->
                Stream.ofNullable(which.apply(application))
                    .flatMap(client -> Stream.ofNullable(check.look(client, given)))));
  }

  private static void topic(String name, TopicCheck check) {
    CLUSTERS.add(
        new NamedClusterCheck(
            name,
            all ->
                all.cluster().topics().stream()
                    .flatMap(topic -> Stream.ofNullable(check.look(topic, all)))));
  }

  private static void cluster(String name, ClusterCheck check) {
    CLUSTERS.add(new NamedClusterCheck(name, all -> Stream.ofNullable(check.look(all))));
  }
}
