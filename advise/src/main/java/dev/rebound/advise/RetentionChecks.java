package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** How long records and offsets are kept, against an outage and a disk. Pure. */
final class RetentionChecks {
  private static final String MILLIS = "retention.ms";
  private static final String BYTES = "retention.bytes";
  private static final String POLICY = "cleanup.policy";
  private static final String TIMESTAMP = "message.timestamp.type";
  private static final String TOMBSTONES = "delete.retention.ms";
  private static final String OFFSETS = "offsets.retention.minutes";
  private static final long DAY_MILLIS = 86_400_000L;

  private RetentionChecks() {}

  static List<SettingFinding> time(ClusterFacts cluster, Topic topic, Circumstances given) {
    long kept = topic.number(MILLIS).orElse(-1);
    Duration outage = given.outage();
    if (!topic.deletes() || kept < 0) {
      return List.of();
    }
    String why = "Records are deleted once they are " + Words.length(kept) + " old, read or not.";
    if (outage != null) {
      return kept >= outage.toMillis()
          ? List.of()
          : List.of(
              finding(
                  topic,
                  Severity.LOSES_DATA,
                  MILLIS,
                  why,
                  "A reader that was away for %s finds the oldest gone."
                      .formatted(Words.length(outage.toMillis())),
                  cluster.line(topic, MILLIS, outage.toMillis() * 2)));
    }
    return kept >= DAY_MILLIS
        ? List.of()
        : List.of(
            finding(
                topic,
                Severity.NOTE,
                MILLIS,
                why,
                "A reader that is away for longer loses them. --outage holds it against one.",
                cluster.line(topic, MILLIS, 7 * DAY_MILLIS)));
  }

  static List<SettingFinding> size(ClusterFacts cluster, Topic topic, Circumstances given) {
    long bytes = topic.number(BYTES).orElse(-1);
    if (!topic.deletes() || bytes < 0) {
      return List.of();
    }
    OptionalDouble perSecond = given.bytesPerSecond();
    Duration outage = given.outage();
    String why =
        "The oldest records of a partition are deleted once it has more than "
            + Words.bytes(bytes)
            + ", however young they are.";
    if (perSecond.isEmpty() || perSecond.getAsDouble() <= 0) {
      return List.of(
          finding(
              topic,
              Severity.NOTE,
              BYTES,
              why,
              "A reader that is away for long loses records, the sooner the more is written. --rate"
                  + " and --record-size tell how soon.",
              cluster.line(topic, BYTES, -1)));
    }
    double seconds = (double) bytes * topic.partitions().size() / perSecond.getAsDouble();
    if (outage == null || seconds >= outage.toSeconds()) {
      return List.of();
    }
    long needed =
        (long) Math.ceil(perSecond.getAsDouble() * outage.toSeconds() * 2)
            / Math.max(1, topic.partitions().size());
    return List.of(
        finding(
            topic,
            Severity.LOSES_DATA,
            BYTES,
            "%s At this rate and record size that is after %s."
                .formatted(why, Words.length(1000 * seconds)),
            "A reader that was away for %s finds the oldest gone."
                .formatted(Words.length(outage.toMillis())),
            cluster.line(topic, BYTES, needed)));
  }

  static List<SettingFinding> disk(ClusterFacts cluster, Topic topic, Circumstances given) {
    OptionalLong millis = topic.number(MILLIS);
    long bytes = topic.number(BYTES).orElse(-1);
    if (!topic.deletes() || millis.isEmpty()) {
      return List.of();
    }
    if (millis.getAsLong() < 0 && bytes < 0) {
      return List.of(
          finding(
              topic,
              Severity.SLOW_OR_BRITTLE,
              MILLIS,
              "Neither time nor size bounds it: it grows for ever.",
              "A broker whose disk is full stops, with all its partitions.",
              cluster.line(topic, MILLIS, 7 * DAY_MILLIS)));
    }
    OptionalDouble perSecond = given.bytesPerSecond();
    if (perSecond.isEmpty() || cluster.diskBytes().isEmpty() || perSecond.getAsDouble() <= 0) {
      return List.of();
    }
    double ofTime =
        millis.getAsLong() < 0
            ? Double.MAX_VALUE
            : perSecond.getAsDouble() * millis.getAsLong() / 1000.0;
    double ofSize = bytes < 0 ? Double.MAX_VALUE : (double) bytes * topic.partitions().size();
    double needed = Math.min(ofTime, ofSize) * topic.replicas();
    double there = cluster.diskBytes().getAsLong();
    if (needed <= there) {
      return List.of();
    }
    long fits = (long) (there / 2 / topic.replicas() / perSecond.getAsDouble() * 1000);
    return List.of(
        finding(
                topic,
                Severity.SLOW_OR_BRITTLE,
                MILLIS,
                ("At this rate and record size the topic comes to %s with its replicas; the"
                        + " brokers' disks have %s.")
                    .formatted(Words.bytes(needed), Words.bytes(there)),
                "A broker whose disk is full stops, with all its partitions.",
                cluster.line(topic, MILLIS, fits))
            .besides("That fills half of the disks; or give the brokers larger ones."));
  }

  static List<SettingFinding> compaction(ClusterFacts cluster, Topic topic, Circumstances given) {
    List<SettingFinding> found = new ArrayList<>();
    String policy = topic.get(POLICY).value();
    if (policy == null || !policy.contains("compact")) {
      return found;
    }
    long kept = topic.number(TOMBSTONES).orElse(DAY_MILLIS);
    if (given.outlasts(kept)) {
      found.add(
          finding(
              topic,
              Severity.LOSES_DATA,
              TOMBSTONES,
              "What says that a key is deleted goes %s after it is compacted."
                  .formatted(Words.length(kept)),
              "A reader that is away for longer never hears that the key is gone, and keeps it"
                  + " for ever.",
              cluster.line(topic, TOMBSTONES, Long.MAX_VALUE)));
    }
    found.add(
        finding(
            topic,
            Severity.NOTE,
            POLICY,
            "Of each key only the newest record is kept.",
            "That is right for states. Of events, a reader that is behind misses all but the last"
                + " of each key.",
            cluster.line(topic, POLICY, "delete")));
    return found;
  }

  static List<SettingFinding> timestamps(ClusterFacts cluster, Topic topic, Circumstances given) {
    return topic.deletes()
            && topic.number(MILLIS).orElse(-1) >= 0
            && "CreateTime".equals(topic.get(TIMESTAMP).value())
        ? List.of(
            finding(
                topic,
                Severity.NOTE,
                TIMESTAMP,
                "The time by which records age is the one that producers put in.",
                "Records with old times, sent late after an outage or from a clock that is"
                    + " wrong, are deleted before they are read; one from the future keeps its"
                    + " segment.",
                cluster.line(topic, TIMESTAMP, "LogAppendTime")))
        : List.of();
  }

  /** Offsets of a group without members. */
  static List<SettingFinding> offsets(
      ClusterFacts cluster, List<Application> applications, Circumstances given) {
    Duration outage = given.outage();
    Optional<Setting> setting = cluster.setting(OFFSETS);
    String value = setting.map(Setting::value).orElse("");
    if (outage == null
        || !value.matches("\\d{1,10}")
        || Duration.ofMinutes(Long.parseLong(value)).compareTo(outage) >= 0) {
      return List.of();
    }
    boolean earliest =
        !applications.isEmpty()
            && applications.stream()
                .flatMap(application -> Stream.ofNullable(application.consumer()))
                .allMatch(consumer -> consumer.text(PositionChecks.RESET).equals("earliest"));
    return List.of(
        SettingFinding.of(
            ClusterFacts.BROKERS,
            earliest ? Severity.REPEATS_DATA : Severity.LOSES_DATA,
            setting.orElseThrow(),
            "A group whose consumers are all gone keeps its offsets for %s."
                .formatted(Words.length(Long.parseLong(value) * 60_000)),
            "After an outage of "
                + Words.length(outage.toMillis())
                + (earliest
                    ? " it reads all that is kept again."
                    : " it goes on where auto.offset.reset says: with latest, all that was written"
                        + " meanwhile is skipped."),
            OFFSETS + "=" + outage.toMinutes() * 2));
  }

  private static SettingFinding finding(
      Topic topic, Severity severity, String key, String why, String risk, String write) {
    return SettingFinding.of(topic.subject(), severity, topic.get(key), why, risk, write);
  }
}
