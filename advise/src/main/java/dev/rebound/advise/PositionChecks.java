package dev.rebound.advise;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a consumer goes on reading: commits, and what it does without one. Pure. */
final class PositionChecks {
  static final String AUTO_COMMIT = "enable.auto.commit";
  static final String RESET = "auto.offset.reset";
  private static final String STORE = "enable.auto.offset.store";
  private static final String GROUP = "group.id";
  private static final String ISOLATION = "isolation.level";
  private static final String BY_DURATION = "by_duration:";

  private PositionChecks() {}

  /**
   * True if the client commits by itself, by the clock, what it handed out. A group may be named in
   * code; librdkafka commits what the application stored, if it is asked to wait for that.
   */
  static boolean commitsByClock(Client consumer) {
    return consumer.is(AUTO_COMMIT, "true")
        && !consumer.is(STORE, "false")
        && (consumer.dialect().namesGroupElsewhere() || consumer.wrote(GROUP));
  }

  static @Nullable SettingFinding autoCommit(Client consumer, Circumstances given) {
    if (commitsByClock(consumer)) {
      boolean stores = consumer.is(STORE, "true");
      return consumer
          .losesData(
              AUTO_COMMIT,
              stores
                  ? "A record counts as done once it is handed out, before it is processed, and is"
                      + " committed by the clock."
                  : "poll() and close() commit what was handed out, by the clock, whether or not"
                      + " the application is done with it.",
              stores
                  ? "What was in work when the process died, or failed, is not read again."
                  : "What was given to another thread, or failed, and was not processed when the"
                      + " process died is not read again. In a plain loop that processes all"
                      + " before it polls again, it is read twice instead.",
              "false")
          .besides(consumer.dialect().commitsInstead());
    }
    return consumer.is(AUTO_COMMIT, "true")
            && consumer.wrote(AUTO_COMMIT)
            && !consumer.wrote(GROUP)
            && !consumer.dialect().namesGroupElsewhere()
        ? consumer.slowOrBrittle(
            AUTO_COMMIT,
            "Without a group.id there is nowhere to commit to.",
            "The consumer refuses these settings and does not start.",
            "false")
        : null;
  }

  static @Nullable SettingFinding reset(Client consumer, Circumstances given) {
    if (!consumer.wrote(RESET)
        && !consumer.wrote(GROUP)
        && !consumer.dialect().namesGroupElsewhere()) {
      return null; // the rest is set in code
    }
    String reset = consumer.text(RESET);
    String there = "Where a group has no offset, or one that is no longer there, ";
    return switch (reset) {
      case "latest" ->
          consumer
              .losesData(
                  RESET,
                  there + "it goes on at the end.",
                  "All that was written before the group's first commit, to a partition that was"
                      + " added, or in an outage longer than offsets or records are kept, is"
                      + " skipped in silence.",
                  "earliest")
              .besides("With earliest all that is kept is read again instead.");
      case "none" ->
          consumer.slowOrBrittle(
              RESET,
              there + "poll() throws.",
              "A new group, a new partition, or an outage longer than offsets or records are kept"
                  + " stops the consumer until somebody sets an offset by hand.",
              "earliest");
      default ->
          isTooShort(reset, given)
              ? consumer.losesData(
                  RESET,
                  there + "it goes back by this time.",
                  "That is less than the outage that is to be survived: what is older is skipped in"
                      + " silence.",
                  "earliest")
              : null;
    };
  }

  private static boolean isTooShort(String reset, Circumstances given) {
    try {
      return reset.startsWith(BY_DURATION)
          && given.outlasts(Duration.parse(reset.substring(BY_DURATION.length())).toMillis());
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  /** Readers of what is written in transactions. */
  static Stream<SettingFinding> isolation(Application application, Circumstances given) {
    Client producer = application.producer();
    Client consumer = application.consumer();
    boolean transactional = producer != null && producer.wrote(Idempotence.TRANSACTIONAL_ID);
    if (consumer != null && consumer.is(ISOLATION, "read_uncommitted")) {
      return Stream.of(
          consumer.finding(
              transactional ? Severity.REPEATS_DATA : Severity.NOTE,
              ISOLATION,
              transactional
                  ? "The producer of this file writes in transactions, and this consumer reads what"
                      + " was not committed, too."
                  : "What was written in a transaction is read whether or not it is committed.",
              "A transaction that is aborted and made again is read twice.",
              "read_committed"));
    }
    return producer != null && transactional && consumer == null
        ? Stream.of(
            producer
                .finding(
                    Severity.NOTE,
                    producer.get(Idempotence.TRANSACTIONAL_ID),
                    "Transactions are of use to readers with isolation.level=read_committed only.",
                    "All others, and that is the default, read aborted records, too.",
                    "")
                .besides("Set isolation.level=read_committed in every consumer of these topics."))
        : Stream.empty();
  }
}
