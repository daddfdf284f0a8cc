package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How many copies of a record there are, and how many have to be. Pure. */
final class ReplicaChecks {
  private static final String MIN_IN_SYNC = "min.insync.replicas";
  private static final String UNCLEAN = "unclean.leader.election.enable";
  private static final int WANTED = 3;

  private ReplicaChecks() {}

  static @Nullable SettingFinding factor(Topic topic, ClusterUse all) {
    return topic.replicas() != 1 || all.cluster().isOne()
        ? null
        : topic
            .finding(
                Severity.LOSES_DATA,
                topic.count(Topic.FACTOR, 1),
                "Each record is on the disk of one broker.",
                "While that broker is down its partitions can be neither read nor written;"
                    + " if its disk is lost, so are they.",
                more(topic))
            .besides(plan(topic, all.cluster()));
  }

  private static String more(Topic topic) {
    return topic.declared() != null
        ? topic.line(Topic.FACTOR, WANTED)
        : "kafka-reassign-partitions.sh --bootstrap-server %s --reassignment-json-file more.json --execute"
            .formatted(topic.cluster());
  }

  /** The plan that goes into more.json. */
  private static String plan(Topic topic, ClusterFacts cluster) {
    if (topic.declared() != null) {
      return "A topic that is there keeps what it has; kafka-reassign-partitions.sh gives it more.";
    }
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

  static @Nullable SettingFinding minInSync(Topic topic, ClusterUse all) {
    long least = topic.number(MIN_IN_SYNC, 0);
    int replicas = topic.replicas();
    boolean few = replicas < WANTED;
    int fewer = Math.max(1, replicas - 1);
    String plan = few && replicas > 1 ? plan(topic, all.cluster()) : "";
    if (replicas == 0) {
      return null; // nobody says how many
    }
    if (least > replicas) {
      return topic.slowOrBrittle(
          MIN_IN_SYNC,
          "There are " + replicas + " replicas, so that there are never as many in sync.",
          "Nothing can be written with acks=all.",
          fewer);
    }
    if (replicas > 1 && least == replicas) {
      return topic
          .finding(
              Severity.SLOW_OR_BRITTLE,
              topic.get(MIN_IN_SYNC),
              "Every one of the " + replicas + " replicas has to have a record.",
              "One broker that is down, or being restarted, stops everything that writes with"
                  + " acks=all.",
              few ? more(topic) : topic.line(MIN_IN_SYNC, fewer))
          .besides(plan);
    }
    String two = topic.line(MIN_IN_SYNC, 2);
    return replicas < 2 || least != 1
        ? null
        : topic
            .finding(
                Severity.LOSES_DATA,
                topic.get(MIN_IN_SYNC),
                "acks=all waits for the replicas that are in sync. Where the others have fallen"
                    + " behind, or are down, that is the leader alone.",
                "If it dies then, what it acknowledged is gone, for all its %s replicas."
                    .formatted(replicas),
                few ? more(topic) : two)
            .besides(
                few
                    ? "%s Then: %s. With %s replicas that would stop writing when one is down."
                        .formatted(plan, two, replicas)
                    : "");
  }

  static @Nullable SettingFinding uncleanElection(Topic topic, ClusterUse all) {
    return !topic.is(UNCLEAN, "true")
        ? null
        : topic.losesData(
            UNCLEAN,
            "If no replica that is in sync is up, one that is behind becomes leader.",
            "All that it does not have is gone, acknowledged or not, and the others cut"
                + " their copies down to its own.",
            "false");
  }

  static @Nullable SettingFinding offline(Topic topic, ClusterUse all) {
    List<Topic.Partition> dead =
        topic.partitions().stream().filter(partition -> !partition.led()).toList();
    return state(
        topic,
        "partitions without a leader",
        dead,
        "No broker that may lead these partitions is up.",
        "They can be neither read nor written now; producers give up after"
            + " delivery.timeout.ms.",
        "Start " + brokers(dead, all.cluster()) + ".");
  }

  static @Nullable SettingFinding behind(Topic topic, ClusterUse all) {
    List<Topic.Partition> behind =
        topic.partitions().stream()
            .filter(Topic.Partition::led)
            .filter(partition -> partition.inSync().size() < partition.replicas().size())
            .toList();
    long least = topic.number(MIN_IN_SYNC, 1);
    return state(
        topic,
        "partitions with a replica that is behind",
        behind,
        "Brokers that are to have these partitions are down, or do not keep up.",
        behind.stream().anyMatch(partition -> partition.inSync().size() < least)
            ? "Fewer than min.insync.replicas have them: nothing can be written with"
                + " acks=all now."
            : "The next broker that dies may stop them.",
        "Start, or look at, " + brokers(behind, all.cluster()) + ".");
  }

  /** The state that some partitions are in now; null if there are none. */
  private static @Nullable SettingFinding state(
      Topic topic, String what, List<Topic.Partition> some, String why, String risk, String start) {
    return some.isEmpty()
        ? null
        : topic
            .finding(
                Severity.SLOW_OR_BRITTLE,
                Setting.now(what, some.size() + " of " + topic.partitions().size()),
                why,
                risk,
                "")
            .besides(start);
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
}
