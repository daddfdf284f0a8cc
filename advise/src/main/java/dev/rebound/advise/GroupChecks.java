package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How a group notices that a member is gone, and how it takes a slow one for a dead one. Pure. */
final class GroupChecks {
  private static final String SESSION = "session.timeout.ms";
  private static final String HEARTBEAT = "heartbeat.interval.ms";
  private static final String ASSIGNMENT = "partition.assignment.strategy";
  private static final String PROTOCOL = "group.protocol";
  private static final String INTERVAL = "max.poll.interval.ms";
  private static final String RECORDS = "max.poll.records";
  private static final String INSTANCE = "group.instance.id";

  private static final long SESSION_MILLIS = 45_000;
  private static final long SESSION_MILLIS_QUICK = 15_000;
  private static final long HEARTBEAT_MILLIS = 3000;
  private static final long INTERVAL_MILLIS = 300_000;
  private static final long INTERVAL_MILLIS_MOST = 3_600_000;
  private static final long RECORDS_COUNT = 500;

  /** {@code group.min.session.timeout.ms} of brokers, by default. */
  private static final long SESSION_MILLIS_LEAST = 6000;

  private static final double BUDGET_MILLIS_LEAST = 20;

  private GroupChecks() {}

  /** True if brokers, not this client, say how often it is to be heard of. */
  private static boolean brokersDecide(Client consumer) {
    return consumer.text(PROTOCOL).equals("consumer");
  }

  static List<SettingFinding> heartbeat(Client consumer, Circumstances given) {
    long session = consumer.number(SESSION, SESSION_MILLIS);
    long heartbeat = consumer.number(HEARTBEAT, HEARTBEAT_MILLIS);
    if (brokersDecide(consumer) || heartbeat * 3 <= session) {
      return List.of();
    }
    boolean refused = heartbeat >= session;
    return List.of(
        consumer.slowOrBrittle(
            HEARTBEAT,
            "session.timeout.ms is "
                + Words.length(session)
                + ": "
                + (refused
                    ? "not longer than from one heartbeat to the next."
                    : "fewer than three heartbeats fit into it."),
            refused
                ? "A consumer with a group.id refuses these settings and does not start."
                : "One that is lost, or late by a pause of the garbage collector, and a live member"
                    + " is thrown out of the group: its partitions stand still, and what it had not"
                    + " committed is read again.",
            Math.max(1, Math.min(HEARTBEAT_MILLIS, session / 3))));
  }

  static List<SettingFinding> session(Client consumer, Circumstances given) {
    long session = consumer.number(SESSION, SESSION_MILLIS);
    if (brokersDecide(consumer)) {
      return List.of();
    }
    if (session < SESSION_MILLIS_LEAST) {
      return List.of(
          consumer.slowOrBrittle(
              SESSION,
              "Brokers allow no less than %s by default (group.min.session.timeout.ms)."
                  .formatted(Words.length(SESSION_MILLIS_LEAST)),
              "They refuse the member; where they take it, any short pause is taken for a death.",
              SESSION_MILLIS_QUICK));
    }
    return session >= SESSION_MILLIS
        ? List.of(
            consumer.finding(
                session > SESSION_MILLIS ? Severity.SLOW_OR_BRITTLE : Severity.NOTE,
                SESSION,
                "A consumer that is killed is missed after "
                    + Words.length(session)
                    + ". One that is closed in order leaves at once.",
                "Until then nobody reads its partitions.",
                SESSION_MILLIS_QUICK))
        : List.of();
  }

  static List<SettingFinding> protocol(Client consumer, Circumstances given) {
    if (!brokersDecide(consumer)) {
      return List.of();
    }
    List<SettingFinding> found = new ArrayList<>();
    for (String key : List.of(SESSION, HEARTBEAT, ASSIGNMENT)) {
      if (consumer.wrote(key)) {
        found.add(
            SettingFinding.of(
                    consumer,
                    Severity.SLOW_OR_BRITTLE,
                    consumer.get(key),
                    "With group.protocol=consumer brokers decide this.",
                    "The consumer refuses these settings and does not start.",
                    "")
                .besides(
                    "Remove the line; brokers have group.consumer.session.timeout.ms,"
                        + " group.consumer.heartbeat.interval.ms and group.consumer.assignors."));
      }
    }
    return List.copyOf(found);
  }

  static List<SettingFinding> poll(Client consumer, Circumstances given) {
    long interval = consumer.number(INTERVAL, INTERVAL_MILLIS);
    long records = Math.max(1, consumer.number(RECORDS, RECORDS_COUNT));
    if (interval > INTERVAL_MILLIS_MOST) {
      return List.of(
          consumer.slowOrBrittle(
              INTERVAL,
              "A consumer that hangs keeps its partitions that long, as its heartbeats go on.",
              "Nobody reads them meanwhile.",
              INTERVAL_MILLIS));
    }
    double budget = interval / (double) records;
    Duration time = given.recordTime();
    double needed = time == null ? BUDGET_MILLIS_LEAST : time.toMillis();
    if (budget >= needed) {
      return List.of();
    }
    boolean told = time != null;
    long fit = Math.max(1, (long) (interval / needed / 2));
    return List.of(
        consumer
            .finding(
                told ? Severity.REPEATS_DATA : Severity.SLOW_OR_BRITTLE,
                RECORDS,
                "One poll hands out up to "
                    + Words.count(records)
                    + " records, and max.poll.interval.ms allows "
                    + Words.length(interval)
                    + " until the next: "
                    + Words.length(budget)
                    + " for each."
                    + (told ? " Each takes " + Words.length(needed) + "." : ""),
                "A consumer that takes longer is thrown out of the group: its records go to another"
                    + " one, are processed again, and that one is thrown out, too.",
                fit)
            .besides(
                fit == 1 && interval < needed
                    ? "One record takes longer than that: raise %s, too."
                        .formatted(consumer.line(INTERVAL, 2 * (long) needed))
                    : ""));
  }

  static List<SettingFinding> instance(Client consumer, Circumstances given) {
    if (!consumer.wrote(INSTANCE) || consumer.text(INSTANCE).isEmpty()) {
      return List.of();
    }
    return List.of(
        SettingFinding.of(
                consumer,
                Severity.NOTE,
                consumer.get(INSTANCE),
                "A static member keeps its partitions for session.timeout.ms after it has gone,"
                    + " even if it is closed in order. The name stands in the file, so that two"
                    + " processes with this file have the same.",
                "Of two with one name the first is fenced off and stops. One that does not come"
                    + " back leaves its partitions unread for "
                    + (brokersDecide(consumer)
                        ? "the brokers' session timeout."
                        : Words.length(consumer.number(SESSION, SESSION_MILLIS)) + "."),
                "")
            .besides(
                "Have each process put in a name of its own, such as its host's; or leave the"
                    + " line out."));
  }
}
