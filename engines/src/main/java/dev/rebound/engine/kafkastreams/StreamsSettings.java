package dev.rebound.engine.kafkastreams;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.lab.experiment.EngineSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that an experiment's engine section makes on Kafka Streams and asks of the brokers.
 * Pure.
 *
 * <p>{@code stock} leaves Kafka Streams' own defaults, except for what the experiment itself says
 * (guarantee, commit interval, threads, state). {@code quick} adds settings chosen for quick
 * recovery, {@code tuned} those of {@code tuned.yaml}; each says why. The experiment's {@code
 * config} wins over all.
 */
final class StreamsSettings {
  /** How long the broker waits for a silent worker before its work goes to others. */
  private static final long QUICK_SESSION_MILLIS = 2000;

  /** As with every engine that is {@code tuned}; a broker takes no shorter one by default. */
  private static final long TUNED_SESSION_MILLIS = 6000;

  private static final String STAYING = "dev.rebound.job.kafkastreams.StayingTaskAssignor";

  /** Kafka's own default. */
  private static final long STOCK_SESSION_MILLIS = 45_000;

  /** How long a dead worker's transaction may stay open beyond its commit interval. */
  private static final long QUICK_TRANSACTION_MARGIN_MILLIS = 3000;

  private static final String TRANSACTION_TIMEOUT = "transaction.timeout.ms";

  /** Kafka Streams' own time-out of transactions under exactly-once. */
  private static final long STOCK_TRANSACTION_MILLIS = 10_000;

  /** What is a member's own affair under the classic protocol alone. */
  private static final List<String> BY_BROKER =
      List.of("session.timeout.ms", "heartbeat.interval.ms", "acceptable.recovery.lag");

  private static final String TRANSACTIONAL_STORES = "enable.transactional.statestores";

  /** Settings of Kafka Streams that came after 3.4, each with its version. */
  private static final Map<String, String> SINCE =
      EngineVersion.settings(StreamsSettings.class, "since.yaml");

  private final EngineSpec spec;
  private final EngineVersion version;

  /** The settings of a section in which {@link StreamsOptions} finds nothing wrong. */
  StreamsSettings(EngineSpec spec) {
    this.spec = spec;
    this.version = KafkaStreamsEngine.version(KafkaStreamsEngine.DECLARATION.version(spec));
  }

  /** Whether the engine is of this version or a later one. */
  boolean atLeast(String other) {
    return version.atLeast(other);
  }

  /**
   * The version that a setting came with, where the engine's is older: that would pass over it in
   * silence.
   */
  Optional<String> newerThanVersion(String setting) {
    return Optional.ofNullable(SINCE.get(setting)).filter(since -> !atLeast(since));
  }

  /** True if the job is a program of the user's. */
  boolean program() {
    return JarProgram.in(spec);
  }

  boolean exactlyOnce() {
    return spec.guarantee() == Guarantee.EXACTLY_ONCE;
  }

  String protocol() {
    return spec.option(StreamsOptions.PROTOCOL, "classic");
  }

  boolean streamsProtocol() {
    return protocol().equals("streams");
  }

  String state() {
    return spec.state().isEmpty() ? "rocksdb" : spec.state();
  }

  String caching() {
    return spec.option(StreamsOptions.CACHING, "false");
  }

  /**
   * When segments of the changelog end, in milliseconds; empty for the broker's default of 7 days.
   *
   * <p>quick: Kafka compacts ended segments alone, and Kafka Streams writes a local checkpoint only
   * after 10,000 changes of a state; a worker that dies sooner reads the changelog from its start.
   * Compacted it holds each key once and not each change. Costs the brokers the copying: with 5 s
   * and 50 partitions, 0.2 of a core.
   */
  String changelogSegmentMillis() {
    return spec.option(StreamsOptions.SEGMENT, spec.quick() ? "20000" : "");
  }

  boolean staticMembers() {
    return spec.flag(StreamsOptions.STATIC, false);
  }

  /**
   * Copies of each task's state on other workers. By default one, unless stock: a survivor that
   * already has the state need not read the changelog from its start.
   */
  int standbys() {
    if (program()) {
      return 0; // those that it may have are its own affair
    }
    boolean one = (spec.quick() || spec.tuned()) && spec.workers() > 1;
    return spec.count(StreamsOptions.STANDBYS, one ? 1 : 0);
  }

  /** Settings of Kafka Streams and its clients, the experiment's own included, in print order. */
  Map<String, String> engine(int replication) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("replication.factor", Integer.toString(replication));
    if (!streamsProtocol() && standbys() > 0) {
      settings.put("num.standby.replicas", Integer.toString(standbys()));
    }
    if (exactlyOnce()) {
      String timeout = transactionTimeout();
      settings.put(TRANSACTION_TIMEOUT, timeout);
      // By this name alone Kafka Streams looks for it where it holds it against its own interval.
      settings.put("producer." + TRANSACTION_TIMEOUT, timeout);
    }
    if (spec.quick()) {
      quick(settings);
    }
    if (staying()) {
      // A worker that comes back keeps copies and is not given running tasks, which would stand
      // still a second time while they move to a process that has just started. Until the next
      // failure, survivors carry more than it does.
      settings.put("task.assignor.class", STAYING);
    }
    if (spec.tuned()) {
      settings.putAll(EngineVersion.settings(StreamsSettings.class, "tuned.yaml"));
      if (streamsProtocol()) {
        // The broker says it, see broker().
        settings.keySet().removeAll(BY_BROKER);
      }
    }
    settings.keySet().removeIf(name -> newerThanVersion(name).isPresent());
    settings.putAll(spec.config());
    return settings;
  }

  /** Whether tasks are given out by code of Rebound's own. */
  boolean staying() {
    boolean usual = spec.quick() && !streamsProtocol() && atLeast(StreamsOptions.ASSIGNORS);
    return spec.option(
            StreamsOptions.ASSIGNOR, usual ? StreamsOptions.STAYING : StreamsOptions.SHIPPED)
        .equals(StreamsOptions.STAYING);
  }

  /** Whether state stores hold back what is not committed, so that it can be dropped (KIP-892). */
  private boolean transactionalStores() {
    return Boolean.parseBoolean(spec.config().getOrDefault(TRANSACTIONAL_STORES, "false"));
  }

  /**
   * How often it commits.
   *
   * @param effective settings
   */
  String commitInterval(Map<String, String> effective) {
    String millis = effective.getOrDefault("commit.interval.ms", "");
    return Quantity.text(
        millis.matches("\\d{1,9}")
            ? Duration.ofMillis(Long.parseLong(millis))
            : spec.commitInterval());
  }

  private void quick(Map<String, String> settings) {
    if (!streamsProtocol()) {
      // The broker gives a dead worker's tasks away once it has been silent for this long.
      settings.put("session.timeout.ms", Long.toString(QUICK_SESSION_MILLIS));
      // Five chances to be heard in a session; also how soon a survivor learns of a rebalance.
      // Costs each worker two small requests a second more than the default of 3 s.
      settings.put("heartbeat.interval.ms", "400");
      // A task with state goes to a worker whose copy is this near (10,000 records by default).
      settings.put("acceptable.recovery.lag", "1000");
    }
    // With many partitions and workers and little load, small requests take most of the CPU, and
    // none is left when processes start. A broker answers a fetch when there is this much, or after
    // 100 ms (1 byte, 500 ms by default). Costs up to 100 ms of latency in each of two hops.
    settings.put("consumer.fetch.min.bytes", "100000");
    settings.put("consumer.fetch.max.wait.ms", "100");
    // Workers do not offer their metrics to the brokers (KIP-714): one thing less that each of a
    // worker's four clients sets up when it starts and ends when it closes.
    settings.put("enable.metrics.push", "false");
    // By default, each look at a task without records builds a text about how far its input has
    // been fetched, printed or not, and asks the brokers for end offsets. It is there for tasks
    // with several inputs, which are to be read in step; a task of this job has one.
    settings.put("max.task.idle.ms", "-1");
    // A broken connection is tried again soon: brokers are killed too.
    settings.put("reconnect.backoff.max.ms", "500");
  }

  /**
   * A dead worker's open transaction hides everything after it from read-committed readers, and no
   * new producer fences it (its transactional id dies with the process), so it must time out. It
   * must exceed the commit interval, or the engine refuses to start.
   */
  private long transactionMillis() {
    long commit = spec.commitInterval().toMillis();
    if (spec.quick()) {
      return commit + QUICK_TRANSACTION_MARGIN_MILLIS;
    }
    // tuned: a silent worker's transaction is given up as soon as the worker is.
    return Math.max(spec.tuned() ? TUNED_SESSION_MILLIS : STOCK_TRANSACTION_MILLIS, 2 * commit);
  }

  /** In milliseconds, as it holds in the end: for producers, their own prefix wins. */
  private String transactionTimeout() {
    return spec.config()
        .getOrDefault(
            "producer." + TRANSACTION_TIMEOUT,
            spec.config().getOrDefault(TRANSACTION_TIMEOUT, Long.toString(transactionMillis())));
  }

  /** After how long a silent worker counts as dead. */
  long sessionMillis() {
    if (program()) {
      return streamsProtocol() ? profileSessionMillis() : STOCK_SESSION_MILLIS;
    }
    String own =
        spec.config()
            .getOrDefault(
                "consumer.session.timeout.ms",
                spec.config().getOrDefault("session.timeout.ms", ""));
    if (own.matches("\\d{1,9}")) {
      return Long.parseLong(own);
    }
    return profileSessionMillis();
  }

  private long profileSessionMillis() {
    if (spec.quick()) {
      return QUICK_SESSION_MILLIS;
    }
    return spec.tuned() ? TUNED_SESSION_MILLIS : STOCK_SESSION_MILLIS;
  }

  /** The settings that brokers must have, beside those that each engine of the profile has. */
  Map<String, String> broker() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (streamsProtocol() && standbys() > 0) {
      settings.put("group.streams.num.standby.replicas", Integer.toString(standbys()));
    }
    if (streamsProtocol() && (spec.quick() || spec.tuned())) {
      // Under this protocol the broker alone says how long silence may last.
      String session = Long.toString(profileSessionMillis());
      String heartbeat = spec.quick() ? "500" : "2000";
      settings.put("group.streams.min.session.timeout.ms", spec.quick() ? "1000" : session);
      settings.put("group.streams.session.timeout.ms", session);
      settings.put("group.streams.min.heartbeat.interval.ms", heartbeat);
      settings.put("group.streams.heartbeat.interval.ms", heartbeat);
    }
    if (!spec.quick()) {
      return settings;
    }
    if (!streamsProtocol()) {
      settings.put("group.min.session.timeout.ms", "1000");
      // The first assignment waits for more members until none has come for this long (3 s by
      // default), as what is once assigned stays. After all workers died it is what their return
      // costs.
      settings.put("group.initial.rebalance.delay.ms", "500");
    }
    // How long the log cleaner rests when there is nothing to compact; 15 s by default.
    settings.put("log.cleaner.backoff.ms", "5000");
    // The cleaner clears all of this memory for each partition that it compacts (128 MiB by
    // default): nothing for large logs, most of the work for small ones.
    settings.put("log.cleaner.dedupe.buffer.size", "8388608");
    if (exactlyOnce()) {
      // How often the broker looks for transactions that have timed out; tuned: 1 s.
      settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
    }
    return settings;
  }

  /** The notes on what the guarantee set, and on what a reader should know before the run. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (exactlyOnce()) {
      notes.add(
          "exactly-once set processing.guarantee=exactly_once_v2 and transaction.timeout.ms="
              + transactionTimeout()
              + "; a dead worker's last transaction hides later output from read-committed readers"
              + " until then");
      notes.add(
          transactionalStores()
              ? "state stores are transactional ("
                  + TRANSACTIONAL_STORES
                  + "): a worker that is killed under exactly-once keeps its state on disk, less"
                  + " what was not committed"
              : "after a SIGKILL under exactly-once, Kafka Streams wipes the worker's local state"
                  + " and restores it whole, whatever restart.disk says"
                  + (atLeast("4.4")
                      ? ", unless engine.config has " + TRANSACTIONAL_STORES + ": true"
                      : ""));
    } else {
      notes.add("at-least-once set processing.guarantee=at_least_once");
    }
    if (standbys() > 0) {
      notes.add(
          "each task's state has " + standbys() + " standby copies on other workers (standbys)");
    }
    if (staying()) {
      notes.add(
          "running tasks and standby copies stay where they are: a worker that comes back gets the"
              + " copies that are missing, and runs tasks again when another one fails"
              + " (StayingTaskAssignor)");
    }
    if (spec.quick() && state().equals("rocksdb")) {
      notes.add(
          "RocksDB's library is unpacked once, in the run's folder, and not at every start of a"
              + " worker");
    }
    notes.addAll(processNotes());
    return List.copyOf(notes);
  }

  /** The notes on what is set beside the job, whoever wrote it. */
  List<String> processNotes() {
    List<String> notes = new ArrayList<>();
    if (spec.quick()) {
      notes.add(JobWorker.quickStart("workers"));
      notes.add(
          "workers start from a class-data archive (-XX:SharedArchiveFile), which the first run"
              + " makes (in its start phase, or at its end if that was too busy) and keeps in the"
              + " user's cache");
    }
    return List.copyOf(notes);
  }
}
