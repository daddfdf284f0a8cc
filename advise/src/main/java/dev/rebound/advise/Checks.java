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
  interface OfApplication {
    List<Finding> look(Application application, Circumstances given);
  }

  /** A look at one client. */
  interface OfClient {
    List<Finding> look(Client client, Circumstances given);
  }

  /** A look at topics and brokers, beside the files that were read. */
  interface OfCluster {
    List<Finding> look(Cluster cluster, List<Application> applications, Circumstances given);
  }

  /** Which client of an application is looked at; null if it has none. */
  private interface Which {
    @Nullable Client of(Application application);
  }

  /**
   * A check of what a file sets up.
   *
   * @param applies whether the file sets up what is looked at
   */
  record Applied(Predicate<Application> applies, OfApplication check) {}

  private static final Map<String, Applied> APPLICATIONS = new LinkedHashMap<>();
  private static final Map<String, OfCluster> CLUSTERS = new LinkedHashMap<>();

  static {
    producer("acks", Delivery::acks);
    producer("retries", Delivery::retries);
    producer("delivery-timeout", Delivery::timeout);
    producer("idempotence", Idempotence::off);
    producer("idempotence-conflict", Idempotence::conflict);
    producer("order", Idempotence::order);
    producer("transaction-timeout", Delivery::transactionTimeout);
    producer("buffer", Buffering::buffer);
    producer("max-block", Buffering::block);
    producer("record-size", Buffering::recordSize);
    producer("batching", Buffering::batching);
    producer("compression", Buffering::compression);
    producer("send-buffer", SocketBuffers::send);
    consumer("receive-buffer", SocketBuffers::receive);
    consumer("auto-commit", Position::autoCommit);
    consumer("auto-offset-reset", Position::reset);
    any("isolation-level", Position::isolation);
    consumer("heartbeat", Group::heartbeat);
    consumer("session-timeout", Group::session);
    consumer("group-protocol", Group::protocol);
    consumer("max-poll", Group::poll);
    consumer("group-instance-id", Group::instance);
    consumer("fetch", Fetching::fetch);
    listener("listener-errors", Listener::errors);
    listener("ack-mode", Listener::ackMode);
    any("unknown-key", Spelling::unknown);
    any("misplaced-key", Spelling::misplaced);
    any("overruled-key", Spelling::overruled);
    any("refused-value", Spelling::refused);
    any("not-told", Spelling::notTold);

    CLUSTERS.put("replication", Replicas::factor);
    CLUSTERS.put("min-insync", Replicas::minInSync);
    CLUSTERS.put("unclean-election", Replicas::uncleanElection);
    CLUSTERS.put("offline", Replicas::offline);
    CLUSTERS.put("under-replicated", Replicas::behind);
    CLUSTERS.put("retention", Retention::time);
    CLUSTERS.put("retention-size", Retention::size);
    CLUSTERS.put("disk", Retention::disk);
    CLUSTERS.put("cleanup-policy", Retention::compaction);
    CLUSTERS.put("timestamp-type", Retention::timestamps);
    CLUSTERS.put("offsets-retention", Retention::offsets);
    CLUSTERS.put("partitions", Brokers::partitions);
    CLUSTERS.put("message-size", Brokers::messageSize);
    CLUSTERS.put("auto-create", Brokers::autoCreate);
    CLUSTERS.put("offsets-replication", Brokers::offsetsTopic);
  }

  private Checks() {}

  /** Names of all, sorted. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(APPLICATIONS.keySet());
    names.addAll(CLUSTERS.keySet());
    return names;
  }

  static Map<String, Applied> applications() {
    return Collections.unmodifiableMap(APPLICATIONS);
  }

  static Map<String, OfCluster> clusters() {
    return Collections.unmodifiableMap(CLUSTERS);
  }

  private static void producer(String name, OfClient check) {
    of(name, Application::producer, check);
  }

  private static void consumer(String name, OfClient check) {
    of(name, Application::consumer, check);
  }

  private static void listener(String name, OfApplication check) {
    APPLICATIONS.put(name, new Applied(application -> application.listener() != null, check));
  }

  private static void any(String name, OfApplication check) {
    APPLICATIONS.put(name, new Applied(application -> true, check));
  }

  private static void of(String name, Which which, OfClient check) {
    APPLICATIONS.put(
        name,
        new Applied(
            application -> which.of(application) != null,
            (application, given) -> {
              Client client = which.of(application);
              return client == null ? List.of() : check.look(client, given);
            }));
  }
}
