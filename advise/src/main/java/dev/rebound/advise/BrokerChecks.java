package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Topics against those that read and write them, and what brokers do by themselves. Pure. */
final class BrokerChecks {
  private static final String AUTO_CREATE = "auto.create.topics.enable";
  private static final String MESSAGE = "max.message.bytes";

  private BrokerChecks() {}

  static @Nullable SettingFinding partitions(Topic topic, ClusterUse all) {
    // As many as are told, else the threads of one listener.
    long consumers =
        all.given().consumers() > 0
            ? all.given().consumers()
            : all.greatest(Application::listener, ListenerChecks.CONCURRENCY);
    int partitions = topic.partitions().size();
    Setting setting = topic.count(Topic.PARTITIONS, partitions);
    String command =
        "kafka-topics.sh --bootstrap-server %s --alter --topic %s --partitions "
            .formatted(topic.cluster(), topic.name());
    IntFunction<String> more =
        count -> topic.declared() != null ? topic.line(Topic.PARTITIONS, count) : command + count;
    if (partitions < consumers) {
      return topic
          .finding(
              Severity.SLOW_OR_BRITTLE,
              setting,
              "A partition is read by one consumer of a group at a time, and there are %s consumers."
                  .formatted(Words.count(consumers)),
              Words.count(consumers - partitions)
                  + " of them stand idle, also while the others catch up after an outage.",
              more.apply((int) consumers))
          .besides(
              "Keys then go to other partitions: what is there is not moved, and the"
                  + " order of a key does not hold across the change.");
    }
    return partitions == 1 && consumers == 0
        ? topic
            .finding(
                Severity.NOTE,
                setting,
                "A partition is read by one consumer of a group at a time.",
                "More consumers do not read it faster; while that one is away, nobody reads.",
                more.apply(6))
            .besides("--consumers holds it against a number of them.")
        : null;
  }

  static @Nullable SettingFinding messageSize(Topic topic, ClusterUse all) {
    Bytes size = all.given().recordSize();
    long most = topic.number(MESSAGE, Long.MAX_VALUE);
    if (size != null) {
      return size.count() <= most
          ? null
          : topic.losesData(
              MESSAGE,
              "A batch may have " + Words.bytes(most) + ", as it is compressed.",
              "Records of %s are refused unless they compress well (RecordTooLargeException)."
                  .formatted(Words.bytes(size.count())),
              size.count() + (1 << 10));
    }
    long request = all.greatest(Application::producer, "max.request.size");
    return request <= most
        ? null
        : topic.note(
            MESSAGE,
            "The producer may send " + Words.bytes(request) + " (max.request.size).",
            "A record between the two is refused by the brokers.",
            request);
  }

  static @Nullable SettingFinding autoCreate(ClusterUse all) {
    Setting factor = all.cluster().get("default.replication.factor");
    boolean single = "1".equals(factor.value()) && !all.cluster().isOne();
    return !all.cluster().is(AUTO_CREATE, "true")
        ? null
        : all.cluster()
            .finding(
                single ? Severity.SLOW_OR_BRITTLE : Severity.NOTE,
                AUTO_CREATE,
                ("A topic that is not there is made when somebody writes to it, or asks for"
                        + " it, with default.replication.factor=%s.")
                    .formatted(Objects.requireNonNullElse(factor.value(), "?")),
                "A name with a slip is no error: records go to a topic that nobody reads"
                    + (single ? ", with one copy." : "."),
                false)
            .besides("In each broker's server.properties; it takes a restart.");
  }

  /** One broker alone has the only copy of everything. */
  static @Nullable SettingFinding oneBroker(ClusterUse all) {
    return !all.cluster().isOne()
        ? null
        : all.cluster()
            .finding(
                Severity.LOSES_DATA,
                all.cluster().get(ClusterFacts.BROKERS),
                "There is one broker, and one copy of each record.",
                "While it is down nothing can be read or written; if its disk, or the container's"
                    + " volume, is lost, so is everything.",
                "")
            .besides(
                "Declare three brokers, with replication factors of 3 and min.insync.replicas=2."
                    + " For a test that is not needed: --allow replication.");
  }

  /** Topics of the brokers' own with one copy, as a file declares them. */
  static Stream<SettingFinding> ownTopics(ClusterUse all) {
    return Stream.of("offsets.topic", "transaction.state.log")
        .map(topic -> all.cluster().get(topic + ".replication.factor"))
        .filter(factor -> !all.cluster().isOne() && "1".equals(factor.value()))
        .map(
            factor ->
                all.cluster()
                    .finding(
                        Severity.REPEATS_DATA,
                        factor,
                        factor.key().startsWith("offsets")
                            ? "What groups have committed is on the disk of one broker."
                            : "What transactions are open is on the disk of one broker.",
                        factor.key().startsWith("offsets")
                            ? "While it is down groups cannot commit, nor start; if its disk is"
                                + " lost, they go on where auto.offset.reset says."
                            : "While it is down nothing is written in transactions; if its disk is"
                                + " lost, nobody knows which were committed.",
                        all.cluster().line(factor.key(), 3))
                    .besides(
                        "A topic that is there keeps what it has; kafka-reassign-partitions.sh"
                            + " gives it more."));
  }

  /** Data where it does not stay. */
  static Stream<SettingFinding> storage(ClusterUse all) {
    return Stream.of("log.dirs", "log.dir", "storage")
        .map(all.cluster()::get)
        .filter(Setting::written)
        .filter(found -> found.shown().strip().matches("/tmp/.*|ephemeral"))
        .map(
            found ->
                all.cluster()
                    .finding(
                        Severity.LOSES_DATA,
                        found,
                        found.key().equals("storage")
                            ? "The data goes with the pod."
                            : "Systems empty this folder at a restart, or after some days; in a"
                                + " container it goes with it, unless a volume is mounted there.",
                        "A broker that comes back has nothing. If all do at once, as after a power"
                            + " cut or an upgrade, every record is gone.",
                        found.key().equals("storage")
                            ? all.cluster().line("storage.type", "persistent-claim")
                            : all.cluster().line(found.key(), "/var/lib/kafka/data")));
  }

  static @Nullable SettingFinding offsetsTopic(ClusterUse all) {
    return all.cluster().offsets().isEmpty() || all.cluster().offsets().get().replicas() != 1
        ? null
        : all.cluster()
            .offsets()
            .get()
            .finding(
                Severity.REPEATS_DATA,
                Setting.now("replication.factor", "1"),
                "What groups have committed is on the disk of one broker.",
                "While it is down groups cannot commit, nor start; if its disk is lost, they go on"
                    + " where auto.offset.reset says.",
                "offsets.topic.replication.factor=3")
            .besides(
                "In each broker's server.properties, before the topic is made; one that is"
                    + " there takes kafka-reassign-partitions.sh.");
  }
}
