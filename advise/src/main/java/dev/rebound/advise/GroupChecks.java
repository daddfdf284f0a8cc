package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a group notices that a member is gone, and how it takes a slow one for a dead one. Pure. */
final class GroupChecks {
  private static final String SESSION = "session.timeout.ms";
  private static final String HEARTBEAT = "heartbeat.interval.ms";
  private static final String INTERVAL = "max.poll.interval.ms";
  private static final String RECORDS = "max.poll.records";
  private static final String INSTANCE = "group.instance.id";

  /** Settings that brokers have in place of a client, if it lets them. */
  static final List<String> OF_BROKERS =
      List.of(SESSION, HEARTBEAT, "partition.assignment.strategy");

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
    return consumer.is("group.protocol", "consumer");
  }

  static @Nullable SettingFinding heartbeat(Client consumer, Circumstances given) {
    long session = consumer.number(SESSION, SESSION_MILLIS);
    long heartbeat = consumer.number(HEARTBEAT, HEARTBEAT_MILLIS);
    if (brokersDecide(consumer) || heartbeat * 3 <= session) {
      return null;
    }
    boolean refused = heartbeat >= session;
    return consumer.slowOrBrittle(
        HEARTBEAT,
        "session.timeout.ms is %s: %s"
            .formatted(
                Words.length(session),
                refused
                    ? "not longer than from one heartbeat to the next."
                    : "fewer than three heartbeats fit into it."),
        refused
            ? "A consumer with a group.id refuses these settings and does not start."
            : "One that is lost, or late by a pause of the garbage collector, and a live member"
                + " is thrown out of the group: its partitions stand still, and what it had not"
                + " committed is read again.",
        Math.max(1, Math.min(HEARTBEAT_MILLIS, session / 3)));
  }

  static @Nullable SettingFinding session(Client consumer, Circumstances given) {
    long session = consumer.number(SESSION, SESSION_MILLIS);
    if (brokersDecide(consumer)) {
      return null;
    }
    if (session < SESSION_MILLIS_LEAST) {
      return consumer.slowOrBrittle(
          SESSION,
          "Brokers allow no less than %s by default (group.min.session.timeout.ms)."
              .formatted(Words.length(SESSION_MILLIS_LEAST)),
          "They refuse the member; where they take it, any short pause is taken for a death.",
          SESSION_MILLIS_QUICK);
    }
    return session >= SESSION_MILLIS
        ? consumer.finding(
            session > SESSION_MILLIS ? Severity.SLOW_OR_BRITTLE : Severity.NOTE,
            SESSION,
            "A consumer that is killed is missed after %s. One that is closed in order leaves at once."
                .formatted(Words.length(session)),
            "Until then nobody reads its partitions.",
            SESSION_MILLIS_QUICK)
        : null;
  }

  static @Nullable SettingFinding protocol(Client consumer, String key) {
    return brokersDecide(consumer) && consumer.wrote(key)
        ? consumer
            .finding(
                Severity.SLOW_OR_BRITTLE,
                consumer.get(key),
                "With group.protocol=consumer brokers decide this.",
                "The consumer refuses these settings and does not start.",
                "")
            .besides(
                "Remove the line; brokers have group.consumer.session.timeout.ms,"
                    + " group.consumer.heartbeat.interval.ms and group.consumer.assignors.")
        : null;
  }

  static @Nullable SettingFinding poll(Client consumer, Circumstances given) {
    long interval = consumer.number(INTERVAL, INTERVAL_MILLIS);
    if (interval > INTERVAL_MILLIS_MOST) {
      return consumer.slowOrBrittle(
          INTERVAL,
          "A consumer that hangs keeps its partitions that long, as its heartbeats go on.",
          "Nobody reads them meanwhile.",
          INTERVAL_MILLIS);
    }
    long records = Math.max(1, consumer.number(RECORDS, RECORDS_COUNT));
    double budget = interval / (double) records;
    Duration time = given.recordTime();
    double needed = time == null ? BUDGET_MILLIS_LEAST : time.toMillis();
    if (budget >= needed) {
      return null;
    }
    long fit = Math.max(1, (long) (interval / needed / 2));
    return consumer
        .finding(
            time == null ? Severity.SLOW_OR_BRITTLE : Severity.REPEATS_DATA,
            RECORDS,
            ("One poll hands out up to %s records, and max.poll.interval.ms allows %s until the"
                    + " next: %s for each.%s")
                .formatted(
                    Words.count(records),
                    Words.length(interval),
                    Words.length(budget),
                    time == null ? "" : " Each takes " + Words.length(needed) + "."),
            "A consumer that takes longer is thrown out of the group: its records go to another"
                + " one, are processed again, and that one is thrown out, too.",
            fit)
        .besides(
            fit == 1 && interval < needed
                ? "One record takes longer than that: raise %s, too."
                    .formatted(consumer.line(INTERVAL, 2 * (long) needed))
                : "");
  }

  static @Nullable SettingFinding instance(Client consumer, Circumstances given) {
    return !consumer.wrote(INSTANCE) || consumer.text(INSTANCE).isEmpty()
        ? null
        : consumer
            .finding(
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
                    + " line out.");
  }
}
