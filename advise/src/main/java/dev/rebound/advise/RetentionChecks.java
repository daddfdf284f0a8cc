package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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

  static @Nullable SettingFinding time(Topic topic, ClusterUse all) {
    long kept = topic.number(MILLIS, -1);
    Duration outage = all.given().outage();
    if (!topic.deletes() || kept < 0 || kept >= (outage == null ? DAY_MILLIS : outage.toMillis())) {
      return null;
    }
    String why = "Records are deleted once they are " + Words.length(kept) + " old, read or not.";
    return outage == null
        ? topic.note(
            MILLIS,
            why,
            "A reader that is away for longer loses them. --outage holds it against one.",
            7 * DAY_MILLIS)
        : topic.losesData(MILLIS, why, gone(outage), outage.toMillis() * 2);
  }

  private static String gone(Duration outage) {
    return "A reader that was away for %s finds the oldest gone."
        .formatted(Words.length(outage.toMillis()));
  }

  static @Nullable SettingFinding size(Topic topic, ClusterUse all) {
    long bytes = topic.number(BYTES, -1);
    if (!topic.deletes() || bytes < 0) {
      return null;
    }
    double perSecond = all.given().bytesPerSecond();
    Duration outage = all.given().outage();
    String why =
        "The oldest records of a partition are deleted once it has more than %s, however young they are."
            .formatted(Words.bytes(bytes));
    if (perSecond <= 0) {
      return topic.note(
          BYTES,
          why,
          "A reader that is away for long loses records, the sooner the more is written. --rate"
              + " and --record-size tell how soon.",
          -1);
    }
    int partitions = topic.partitions().size();
    double seconds = (double) bytes * partitions / perSecond;
    return outage == null || seconds >= outage.toSeconds()
        ? null
        : topic.losesData(
            BYTES,
            "%s At this rate and record size that is after %s."
                .formatted(why, Words.length(1000 * seconds)),
            gone(outage),
            (long) Math.ceil(perSecond * outage.toSeconds() * 2) / Math.max(1, partitions));
  }

  static @Nullable SettingFinding disk(Topic topic, ClusterUse all) {
    long millis = topic.number(MILLIS, 0);
    long bytes = topic.number(BYTES, -1);
    String full = "A broker whose disk is full stops, with all its partitions.";
    if (!topic.deletes()) {
      return null;
    }
    if (millis < 0 && bytes < 0) {
      return topic.slowOrBrittle(
          MILLIS, "Neither time nor size bounds it: it grows for ever.", full, 7 * DAY_MILLIS);
    }
    double perSecond = all.given().bytesPerSecond();
    double ofTime = millis < 0 ? Double.MAX_VALUE : perSecond * millis / 1000.0;
    double ofSize = bytes < 0 ? Double.MAX_VALUE : (double) bytes * topic.partitions().size();
    double needed = Math.min(ofTime, ofSize) * topic.replicas();
    double there = all.cluster().diskBytes().orElse(Long.MAX_VALUE);
    return perSecond <= 0 || all.cluster().diskBytes().isEmpty() || needed <= there
        ? null
        : topic
            .slowOrBrittle(
                MILLIS,
                ("At this rate and record size the topic comes to %s with its replicas; the"
                        + " brokers' disks have %s.")
                    .formatted(Words.bytes(needed), Words.bytes(there)),
                full,
                (long) (there / 2 / topic.replicas() / perSecond * 1000))
            .besides("That fills half of the disks; or give the brokers larger ones.");
  }

  private static boolean isCompacted(Topic topic) {
    return topic.text(POLICY).contains("compact");
  }

  static @Nullable SettingFinding tombstones(Topic topic, ClusterUse all) {
    long kept = topic.number(TOMBSTONES, DAY_MILLIS);
    return isCompacted(topic) && all.given().outlasts(kept)
        ? topic.losesData(
            TOMBSTONES,
            "What says that a key is deleted goes %s after it is compacted."
                .formatted(Words.length(kept)),
            "A reader that is away for longer never hears that the key is gone, and keeps it"
                + " for ever.",
            Long.MAX_VALUE)
        : null;
  }

  static @Nullable SettingFinding compaction(Topic topic, ClusterUse all) {
    return isCompacted(topic)
        ? topic.note(
            POLICY,
            "Of each key only the newest record is kept.",
            "That is right for states. Of events, a reader that is behind misses all but the last"
                + " of each key.",
            "delete")
        : null;
  }

  static @Nullable SettingFinding timestamps(Topic topic, ClusterUse all) {
    return topic.deletes() && topic.number(MILLIS, -1) >= 0 && topic.is(TIMESTAMP, "createtime")
        ? topic.note(
            TIMESTAMP,
            "The time by which records age is the one that producers put in.",
            "Records with old times, sent late after an outage or from a clock that is"
                + " wrong, are deleted before they are read; one from the future keeps its"
                + " segment.",
            "LogAppendTime")
        : null;
  }

  /** Offsets of a group without members. */
  static @Nullable SettingFinding offsets(ClusterUse all) {
    Duration outage = all.given().outage();
    long minutes = all.cluster().number(OFFSETS, Long.MAX_VALUE);
    if (outage == null || minutes > outage.toMinutes() || minutes * 60_000 >= outage.toMillis()) {
      return null;
    }
    boolean earliest =
        !all.applications().isEmpty()
            && all.clients(Application::consumer)
                .allMatch(consumer -> consumer.is(PositionChecks.RESET, "earliest"));
    return all.cluster()
        .finding(
            earliest ? Severity.REPEATS_DATA : Severity.LOSES_DATA,
            OFFSETS,
            "A group whose consumers are all gone keeps its offsets for %s."
                .formatted(Words.length(minutes * 60_000)),
            "After an outage of %s it %s"
                .formatted(
                    Words.length(outage.toMillis()),
                    earliest
                        ? "reads all that is kept again."
                        : "goes on where auto.offset.reset says: with latest, all that was written"
                            + " meanwhile is skipped."),
            outage.toMinutes() * 2);
  }
}
