package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Topics against those that read and write them, and what brokers do by themselves. Pure. */
final class BrokerChecks {
  private static final String AUTO_CREATE = "auto.create.topics.enable";
  private static final String FACTOR_BY_DEFAULT = "default.replication.factor";
  private static final String FACTOR_OF_OFFSETS = "offsets.topic.replication.factor";
  private static final String MESSAGE = "max.message.bytes";
  private static final String REQUEST = "max.request.size";

  private BrokerChecks() {}

  static List<SettingFinding> partitions(
      ClusterFacts cluster, List<Application> applications, Circumstances given) {
    long consumers = consumers(applications, given);
    List<SettingFinding> found = new ArrayList<>();
    for (Topic topic : cluster.topics()) {
      int partitions = topic.partitions().size();
      String more =
          "kafka-topics.sh --bootstrap-server %s --alter --topic %s --partitions "
              .formatted(cluster.address(), topic.name());
      Setting setting =
          new Setting("partitions", "partitions", Integer.toString(partitions), null, "", 0, "now");
      if (partitions < consumers) {
        found.add(
            SettingFinding.of(
                    topic.subject(),
                    Severity.SLOW_OR_BRITTLE,
                    setting,
                    "A partition is read by one consumer of a group at a time, and there are "
                        + Words.count(consumers)
                        + " consumers.",
                    Words.count(consumers - partitions)
                        + " of them stand idle, also while the others catch up after an outage.",
                    more + consumers)
                .besides(
                    "Keys then go to other partitions: what is there is not moved, and the"
                        + " order of a key does not hold across the change."));
      } else if (partitions == 1 && consumers == 0) {
        found.add(
            SettingFinding.of(
                    topic.subject(),
                    Severity.NOTE,
                    setting,
                    "A partition is read by one consumer of a group at a time.",
                    "More consumers do not read it faster; while that one is away, nobody reads.",
                    more + 6)
                .besides("--consumers holds it against a number of them."));
      }
    }
    return List.copyOf(found);
  }

  /** As many as are told, else the threads of one listener. */
  private static long consumers(List<Application> applications, Circumstances given) {
    return given.consumers() > 0
        ? given.consumers()
        : applications.stream()
            .flatMap(application -> Stream.ofNullable(application.listener()))
            .filter(listener -> listener.wrote(ListenerChecks.CONCURRENCY))
            .mapToLong(listener -> listener.number(ListenerChecks.CONCURRENCY, 0))
            .max()
            .orElse(0);
  }

  static List<SettingFinding> messageSize(
      ClusterFacts cluster, List<Application> applications, Circumstances given) {
    Bytes size = given.recordSize();
    long request =
        applications.stream()
            .flatMap(application -> Stream.ofNullable(application.producer()))
            .filter(producer -> producer.wrote(REQUEST))
            .mapToLong(producer -> producer.number(REQUEST, 0))
            .max()
            .orElse(0);
    List<SettingFinding> found = new ArrayList<>();
    for (Topic topic : cluster.topics()) {
      OptionalLong most = topic.number(MESSAGE);
      if (most.isEmpty()) {
        continue;
      }
      if (size != null && size.count() > most.getAsLong()) {
        found.add(
            SettingFinding.of(
                topic.subject(),
                Severity.LOSES_DATA,
                topic.get(MESSAGE),
                "A batch may have " + Words.bytes(most.getAsLong()) + ", as it is compressed.",
                "Records of "
                    + Words.bytes(size.count())
                    + " are refused unless they compress well (RecordTooLargeException).",
                cluster.line(topic, MESSAGE, size.count() + (1 << 10))));
      } else if (size == null && request > most.getAsLong()) {
        found.add(
            SettingFinding.of(
                topic.subject(),
                Severity.NOTE,
                topic.get(MESSAGE),
                "The producer may send " + Words.bytes(request) + " (max.request.size).",
                "A record between the two is refused by the brokers.",
                cluster.line(topic, MESSAGE, request)));
      }
    }
    return List.copyOf(found);
  }

  static List<SettingFinding> autoCreate(
      ClusterFacts cluster, List<Application> applications, Circumstances given) {
    if (!cluster.is(AUTO_CREATE, "true")) {
      return List.of();
    }
    String factor = cluster.setting(FACTOR_BY_DEFAULT).map(Setting::value).orElse("?");
    boolean single = factor.equals("1");
    return List.of(
        SettingFinding.of(
                ClusterFacts.BROKERS,
                single ? Severity.SLOW_OR_BRITTLE : Severity.NOTE,
                cluster.setting(AUTO_CREATE).orElseThrow(),
                ("A topic that is not there is made when somebody writes to it, or asks for"
                        + " it, with default.replication.factor=%s.")
                    .formatted(factor),
                "A name with a slip is no error: records go to a topic that nobody reads"
                    + (single ? ", with one copy." : "."),
                AUTO_CREATE + "=false")
            .besides("In each broker's server.properties; it takes a restart."));
  }

  static List<SettingFinding> offsetsTopic(
      ClusterFacts cluster, List<Application> applications, Circumstances given) {
    Optional<Topic> offsets = cluster.offsets();
    if (offsets.isEmpty() || offsets.get().replicas() != 1) {
      return List.of();
    }
    return List.of(
        SettingFinding.of(
                offsets.get().subject(),
                Severity.REPEATS_DATA,
                new Setting("replication.factor", "replication.factor", "1", "1", "", 0, "now"),
                "What groups have committed is on the disk of one broker.",
                "While it is down groups cannot commit, nor start; if its disk is lost, they go on"
                    + " where auto.offset.reset says.",
                FACTOR_OF_OFFSETS + "=3")
            .besides(
                "In each broker's server.properties, before the topic is made; one that is"
                    + " there takes kafka-reassign-partitions.sh."));
  }
}
