package dev.rebound.lab.kafka;

import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.fault.NamedMembers;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka cluster of a run: KRaft brokers started as processes, or a cluster that exists. In a
 * cluster that exists, only topics that the run made are ever deleted.
 */
public final class KafkaCluster implements RunningPart {
  /** Class path of a broker of the default version, for fetching ahead of time. */
  public static final List<String> BROKER_JARS = BrokerPlan.jars(KafkaSpec.DEFAULT_VERSION);

  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);

  /**
   * Addresses of the brokers.
   *
   * @param inside as the run's processes see them
   * @param outside as the lab and its instruments do
   */
  public record Bootstrap(String inside, String outside) {}

  private final KafkaSpec spec;
  private final Bootstrap bootstrap;
  private final List<Node> brokers;
  private final Admin admin;
  private final Set<String> made = new CopyOnWriteArraySet<>();
  private volatile @Nullable Predicate<String> ofJob;
  private final KnownReplicas replicas = new KnownReplicas();
  private final KnownLeaders leaders = new KnownLeaders();

  private KafkaCluster(KafkaSpec spec, Bootstrap bootstrap, List<Node> brokers) {
    this.spec = spec;
    this.bootstrap = bootstrap;
    this.brokers = brokers;
    Properties properties = new Properties();
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap.outside());
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "20000");
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
    properties.putAll(spec.client());
    this.admin = Admin.create(properties);
  }

  /** A new random cluster id. */
  public static String newClusterId() {
    return org.apache.kafka.common.Uuid.randomUuid().toString();
  }

  /** Addresses of the brokers, worked out before they run. */
  public static Bootstrap bootstrap(KafkaSpec spec, Platform platform) {
    if (!spec.ours()) {
      return new Bootstrap(spec.bootstrap(), spec.bootstrap());
    }
    List<String> inside = new ArrayList<>();
    List<String> outside = new ArrayList<>();
    for (int i = 1; i <= spec.brokers(); i++) {
      inside.add(BrokerPlan.client(spec, BrokerPlan.name(i), platform).inside().toString());
      outside.add(BrokerPlan.forLab(spec, BrokerPlan.name(i), platform).outside().toString());
    }
    return new Bootstrap(String.join(",", inside), String.join(",", outside));
  }

  /**
   * The broker processes.
   *
   * @param clusterId 22 characters, base 64 of a UUID
   * @param engineSettings broker settings that the engine asks for; the experiment's own win over
   *     them
   */
  public static List<ProcessSpec> plan(
      KafkaSpec spec, String clusterId, Map<String, String> engineSettings, Platform platform) {
    List<ProcessSpec> processes = new ArrayList<>();
    if (!spec.ours()) {
      return processes;
    }
    String voters = BrokerPlan.voters(spec, platform);
    for (int i = 1; i <= spec.brokers(); i++) {
      Map<String, String> settings = BrokerPlan.settings(spec, i, voters, platform);
      settings.putAll(engineSettings);
      settings.putAll(spec.config());
      processes.add(BrokerPlan.process(spec, i, clusterId, settings, platform));
    }
    return processes;
  }

  /** Starts the brokers, all at once, and waits until every one of them answers. */
  public static KafkaCluster start(
      KafkaSpec spec,
      List<ProcessSpec> processes,
      Platform platform,
      Deadline by,
      Consumer<String> progress) {
    Bootstrap bootstrap = bootstrap(spec, platform);
    List<Node> brokers = new ArrayList<>();
    for (ProcessSpec process : processes) {
      progress.accept("starting " + process.node());
      brokers.add(platform.start(process));
    }
    for (Node broker : brokers) {
      broker.awaitReady(by.left());
    }
    KafkaCluster cluster = new KafkaCluster(spec, bootstrap, brokers);
    try {
      cluster.awaitNodes(Math.max(1, processes.size()), by);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private void awaitNodes(int count, Deadline by) {
    int seen = 0;
    String last = "no answer";
    while (!by.passed()) {
      try {
        seen = admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size();
        if (seen >= count) {
          return;
        }
      } catch (ExecutionException e) {
        last = String.valueOf(e.getCause());
      } catch (TimeoutException e) {
        last = "no answer within 5 s";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
      Time.real().sleep(Duration.ofMillis(100));
    }
    throw ReboundException.environment(
        "Kafka at %s is not up: %s of %s brokers answered (%s)"
            .formatted(bootstrap.outside(), seen, count, last),
        spec.ours()
            ? "Look at logs/broker-1.log in the run's folder; raise phases.start if the machine is"
                + " slow."
            : "Check kafka.bootstrap and kafka.client (TLS, SASL) in the experiment file.");
  }

  public Bootstrap bootstrap() {
    return bootstrap;
  }

  @Override
  public List<Node> nodes(String role) {
    return role.equals(KafkaPart.ROLE) ? brokers : List.of();
  }

  /**
   * Those that lead a partition of the run's topics: no record goes by another one, and one that
   * was started again leads none until others give it back. A single broker leads all.
   */
  @Override
  public Set<String> holdingWork(String role) {
    Set<String> living = RunningPart.super.holdingWork(role);
    return living.isEmpty() || brokers.size() == 1
        ? living
        : leaders.among(living, limit -> Replicas.leaders(admin, this::isOfRun, limit));
  }

  @Override
  public boolean tellsWork() {
    return leaders.told();
  }

  /** True of the name of a topic that the run made, or its job. */
  private boolean isOfRun(String topic) {
    Predicate<String> more = ofJob;
    return made.contains(topic) || (more != null && more.test(topic));
  }

  @Override
  public NamedMembers only(String which) {
    Optional<String> input = made.stream().findFirst(); // inputs are made first
    // Where brokers stand still the client may ask just these, and it is as it was before.
    return replicas.named(which, limit -> input.flatMap(topic -> Replicas.of(admin, topic, limit)));
  }

  /**
   * Tells in words what is missing until a broker that was started again is a full member; empty if
   * nothing is.
   */
  @Override
  public Optional<String> missing(Node broker) {
    return new Membership(admin).missing(broker, this::isOfRun);
  }

  /** The admin client, for probes; closed with the cluster. */
  public Admin admin() {
    return admin;
  }

  /**
   * Makes a topic of the run; a topic of that name that exists already is an error, never taken
   * over.
   */
  public void createTopic(String name, int partitions, Map<String, String> config) {
    Map<String, String> settings = new HashMap<>(config);
    settings.putIfAbsent("message.timestamp.type", "LogAppendTime");
    settings.putIfAbsent("min.insync.replicas", Integer.toString(spec.minInsyncReplicas()));
    NewTopic topic = new NewTopic(name, partitions, (short) spec.replication()).configs(settings);
    await("creating topic " + name, admin.createTopics(List.of(topic)).all());
    made.add(name);
  }

  /**
   * How far the clocks of brokers that exist are from this machine's; none where they are on it.
   *
   * @param topic of the run, for nothing else; made where it is not there
   */
  public ClockOffset clocks(String topic) {
    if (spec.ours()) {
      return ClockOffset.NONE;
    }
    return measuredClocks(topic);
  }

  /** The same for all brokers. */
  ClockOffset measuredClocks(String topic) {
    int partitions = await("asking for the brokers", admin.describeCluster().nodes()).size();
    if (!made.contains(topic)) {
      createTopic(topic, partitions, Map.of());
    }
    Properties client = new Properties();
    client.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap.outside());
    client.putAll(spec.client());
    return BrokerClocks.measure(client, topic, topics(topic::equals).getOrDefault(topic, 1));
  }

  /** Topics with such names that are there, each with the number of its partitions. */
  public Map<String, Integer> topics(Predicate<String> named) {
    Map<String, Integer> partitions = new TreeMap<>();
    await("describing topics", admin.describeTopics(names(named)).allTopicNames())
        .forEach((name, topic) -> partitions.put(name, topic.partitions().size()));
    return partitions;
  }

  private List<String> names(Predicate<String> named) {
    return await("listing topics", admin.listTopics().names()).stream().filter(named).toList();
  }

  /** Counts topics with such names to the run's own, whenever the job makes them. */
  public void own(Predicate<String> named) {
    ofJob = named;
  }

  /**
   * Throws {@link ReboundException} if brokers of a cluster that exists would refuse what an engine
   * is set to do. Where this client may not read their settings, it is left to them.
   *
   * @param limits see {@link dev.rebound.lab.engine.Subject#brokerLimits}
   */
  public void requireAccepts(Map<String, Long> limits) {
    if (spec.ours() || limits.isEmpty()) {
      return;
    }
    String broker =
        await("asking for the brokers", admin.describeCluster().nodes())
            .iterator()
            .next()
            .idString();
    ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
    Map<String, String> settings = new HashMap<>();
    try {
      await("reading broker settings", admin.describeConfigs(List.of(resource)).all())
          .values()
          .stream()
          .flatMap(config -> config.entries().stream())
          .filter(entry -> entry.value() != null)
          .forEach(entry -> settings.put(entry.name(), entry.value()));
    } catch (ReboundException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return;
      }
      throw e;
    }
    BrokerLimits.require(limits, settings);
  }

  /** Deletes the topics that the run and its job made; one that is not there is no error. */
  public void deleteOwnTopics() {
    delete(made);
    made.clear();
    Predicate<String> more = ofJob;
    if (more != null) {
      delete(names(more));
    }
  }

  private void delete(Collection<String> topics) {
    for (String topic : topics) {
      try {
        await("deleting topic " + topic, admin.deleteTopics(List.of(topic)).all());
      } catch (ReboundException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
    }
  }

  /**
   * End offsets per lane of topics.
   *
   * @param isolation READ_COMMITTED gives last stable offsets, READ_UNCOMMITTED high watermarks
   */
  public List<Long> endOffsets(TopicLanes lanes, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> request = new HashMap<>();
    lanes.all().forEach(partition -> request.put(partition, OffsetSpec.latest()));
    var answer =
        await(
            "reading end offsets of " + lanes.names(),
            admin
                .listOffsets(
                    request, new org.apache.kafka.clients.admin.ListOffsetsOptions(isolation))
                .all());
    return lanes.all().stream()
        .map(partition -> Objects.requireNonNull(answer.get(partition)).offset())
        .toList();
  }

  /** Committed offsets of a group per lane of topics; -1 where there is none. */
  public List<Long> committedOffsets(String group, TopicLanes lanes) {
    var answer =
        await(
            "reading committed offsets of group " + group,
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    List<Long> offsets = new ArrayList<>();
    for (TopicPartition partition : lanes.all()) {
      var offset = answer.get(partition);
      offsets.add(offset == null ? -1L : offset.offset());
    }
    return offsets;
  }

  /**
   * Those lanes of topics on which a transaction holds back readers that is still open although its
   * own timeout has passed by more than {@code grace}, or is one that no transaction coordinator
   * knows of.
   *
   * @param open the lanes that are asked about
   */
  public List<Integer> hangingTransactions(TopicLanes lanes, List<Integer> open, Duration grace) {
    Map<Integer, Map<Long, Long>> before = writing(lanes, open);
    Set<Long> producers =
        before.values().stream().flatMap(its -> its.keySet().stream()).collect(Collectors.toSet());
    if (producers.isEmpty()) {
      return List.of();
    }
    Map<Long, String> known =
        await("listing transactions", admin.listTransactions().all()).stream()
            .filter(listing -> producers.contains(listing.producerId()))
            .collect(
                Collectors.toMap(
                    TransactionListing::producerId,
                    TransactionListing::transactionalId,
                    (one, other) -> other));
    var told = await("asking for transactions", admin.describeTransactions(known.values()).all());
    long now = System.currentTimeMillis() - grace.toMillis();
    return OpenTransactions.hanging(lanes, before, known, told, writing(lanes, open), now);
  }

  private Map<Integer, Map<Long, Long>> writing(TopicLanes lanes, List<Integer> open) {
    return OpenTransactions.writing(
        lanes,
        open,
        await(
            "asking for producers of " + lanes.names(),
            admin.describeProducers(open.stream().map(lanes::partition).toList()).all()));
  }

  private <T> T await(String what, org.apache.kafka.common.KafkaFuture<T> future) {
    try {
      return future.get(CALL_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw ReboundException.environment(
          what + " failed: " + cause.getMessage(),
          "See the brokers' logs in the run's folder"
              + (spec.ours() ? "." : ", and the rights of this client."),
          cause);
    } catch (TimeoutException e) {
      throw ReboundException.environment(
          "%s: no answer from %s within %s s"
              .formatted(what, bootstrap.outside(), CALL_LIMIT.toSeconds()),
          "See whether the brokers run; their logs are in the run's folder.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ReboundException.environment(what + " was interrupted", "Run it again.", e);
    }
  }

  /** Closes the admin client; the brokers end with the platform. */
  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}
