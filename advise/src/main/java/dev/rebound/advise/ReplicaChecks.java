package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How many copies of a record there are, and how many have to be. Pure. */
final class ReplicaChecks {
  private static final String MIN_IN_SYNC = "min.insync.replicas";
  private static final String UNCLEAN = "unclean.leader.election.enable";
  private static final int WANTED = 3;

  private ReplicaChecks() {}

  static List<SettingFinding> factor(ClusterFacts cluster, Topic topic, Circumstances given) {
    return topic.replicas() != 1
        ? List.of()
        : List.of(
            SettingFinding.of(
                    topic.subject(),
                    Severity.LOSES_DATA,
                    told("replication.factor", "1"),
                    "Each record is on the disk of one broker.",
                    "While that broker is down its partitions can be neither read nor written;"
                        + " if its disk is lost, so are they.",
                    more(cluster))
                .besides(plan(cluster, topic)));
  }

  private static String more(ClusterFacts cluster) {
    return "kafka-reassign-partitions.sh --bootstrap-server "
        + cluster.address()
        + " --reassignment-json-file more.json --execute";
  }

  /** The plan that goes into more.json. */
  private static String plan(ClusterFacts cluster, Topic topic) {
    if (cluster.nodes().size() < WANTED) {
      return ("Start more brokers first (%s there now); then give each partition %s replicas in"
              + " more.json.")
          .formatted(Words.plural(cluster.nodes().size(), "broker"), WANTED);
    }
    Topic.Partition first = topic.partitions().get(0);
    String replicas =
        Stream.concat(first.replicas().stream(), cluster.nodes().stream())
            .distinct()
            .limit(WANTED)
            .map(String::valueOf)
            .collect(Collectors.joining(","));
    return ("more.json:"
            + " {\"version\":1,\"partitions\":[{\"topic\":\"%s\",\"partition\":%s,\"replicas\":[%s]}]},"
            + " with one such entry for each partition.")
        .formatted(topic.name(), first.number(), replicas);
  }

  static List<SettingFinding> minInSync(ClusterFacts cluster, Topic topic, Circumstances given) {
    long least = topic.number(MIN_IN_SYNC).orElse(0);
    int replicas = topic.replicas();
    String fewer = cluster.line(topic, MIN_IN_SYNC, Math.max(1, replicas - 1));
    if (least > replicas) {
      return List.of(
          brittle(
              topic,
              "There are " + replicas + " replicas, so that there are never as many in sync.",
              "Nothing can be written with acks=all.",
              fewer));
    }
    if (replicas > 1 && least == replicas) {
      SettingFinding stops =
          brittle(
              topic,
              "Every one of the " + replicas + " replicas has to have a record.",
              "One broker that is down, or being restarted, stops everything that writes with"
                  + " acks=all.",
              replicas < WANTED ? more(cluster) : fewer);
      return List.of(replicas < WANTED ? stops.besides(plan(cluster, topic)) : stops);
    }
    if (replicas < 2 || least != 1) {
      return List.of();
    }
    String two = cluster.line(topic, MIN_IN_SYNC, 2);
    SettingFinding loses =
        SettingFinding.of(
            topic.subject(),
            Severity.LOSES_DATA,
            topic.get(MIN_IN_SYNC),
            "acks=all waits for the replicas that are in sync. Where the others have fallen"
                + " behind, or are down, that is the leader alone.",
            "If it dies then, what it acknowledged is gone, for all its %s replicas."
                .formatted(replicas),
            replicas < WANTED ? more(cluster) : two);
    return List.of(
        replicas >= WANTED
            ? loses
            : loses.besides(
                "%s Then: %s. With %s replicas that would stop writing when one is down."
                    .formatted(plan(cluster, topic), two, replicas)));
  }

  private static SettingFinding brittle(Topic topic, String why, String risk, String write) {
    return SettingFinding.of(
        topic.subject(), Severity.SLOW_OR_BRITTLE, topic.get(MIN_IN_SYNC), why, risk, write);
  }

  static List<SettingFinding> uncleanElection(
      ClusterFacts cluster, Topic topic, Circumstances given) {
    return !"true".equals(topic.get(UNCLEAN).value())
        ? List.of()
        : List.of(
            SettingFinding.of(
                topic.subject(),
                Severity.LOSES_DATA,
                topic.get(UNCLEAN),
                "If no replica that is in sync is up, one that is behind becomes leader.",
                "All that it does not have is gone, acknowledged or not, and the others cut"
                    + " their copies down to its own.",
                cluster.line(topic, UNCLEAN, "false")));
  }

  static List<SettingFinding> offline(ClusterFacts cluster, Topic topic, Circumstances given) {
    List<Topic.Partition> dead =
        topic.partitions().stream().filter(partition -> !partition.led()).toList();
    return dead.isEmpty()
        ? List.of()
        : List.of(
            SettingFinding.of(
                    topic.subject(),
                    Severity.SLOW_OR_BRITTLE,
                    told("partitions without a leader", of(dead.size(), topic)),
                    "No broker that may lead these partitions is up.",
                    "They can be neither read nor written now; producers give up after"
                        + " delivery.timeout.ms.",
                    "")
                .besides("Start " + brokers(dead, cluster) + "."));
  }

  static List<SettingFinding> behind(ClusterFacts cluster, Topic topic, Circumstances given) {
    List<Topic.Partition> behind =
        topic.partitions().stream()
            .filter(Topic.Partition::led)
            .filter(partition -> partition.inSync().size() < partition.replicas().size())
            .toList();
    if (behind.isEmpty()) {
      return List.of();
    }
    long least = topic.number(MIN_IN_SYNC).orElse(1);
    boolean stopped = behind.stream().anyMatch(p -> p.inSync().size() < least);
    return List.of(
        SettingFinding.of(
                topic.subject(),
                Severity.SLOW_OR_BRITTLE,
                told("partitions with a replica that is behind", of(behind.size(), topic)),
                "Brokers that are to have these partitions are down, or do not keep up.",
                stopped
                    ? "Fewer than min.insync.replicas have them: nothing can be written with"
                        + " acks=all now."
                    : "The next broker that dies may stop them.",
                "")
            .besides("Start, or look at, " + brokers(behind, cluster) + "."));
  }

  private static String of(int count, Topic topic) {
    return count + " of " + topic.partitions().size();
  }

  /** Brokers that have partitions and are not in sync. */
  private static String brokers(List<Topic.Partition> partitions, ClusterFacts cluster) {
    TreeSet<Integer> missing = new TreeSet<>();
    for (Topic.Partition partition : partitions) {
      partition.replicas().stream()
          .filter(id -> !partition.inSync().contains(id) || !cluster.nodes().contains(id))
          .forEach(missing::add);
    }
    return (missing.size() == 1 ? "broker " : "brokers ")
        + missing.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static Setting told(String key, String value) {
    return new Setting(key, key, value, value, "", 0, "now");
  }
}
