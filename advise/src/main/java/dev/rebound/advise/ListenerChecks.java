package dev.rebound.advise;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When Spring's listener container commits, and what it does with a record that fails. Pure. */
final class ListenerChecks {
  static final String CONCURRENCY = "concurrency";

  private static final String ACK_MODE = "ack-mode";
  private static final String MANUAL = "manual_immediate";
  private static final Set<String> MODES =
      Set.of("record", "batch", "time", "count", "counttime", "manual", "manualimmediate");
  private static final String MODE_NAMES =
      "it has record, batch, time, count, count_time, manual and manual_immediate";

  private ListenerChecks() {}

  /** Spring's words on a mode that it does not have; empty for all else. */
  static Optional<String> refusal(Setting setting) {
    String value = setting.value();
    return !setting.key().equals(ACK_MODE)
            || value == null
            || MODES.contains(value.replace("_", ""))
        ? Optional.empty()
        : Optional.of("Spring has no mode '" + setting.shown() + "': " + MODE_NAMES + ".");
  }

  private static String mode(Client listener) {
    return listener.text(ACK_MODE).replace("_", "");
  }

  /** Findings on a record whose processing throws. */
  static @Nullable SettingFinding errors(Client listener, Circumstances given) {
    String mode = mode(listener);
    return !MODES.contains(mode) || mode.startsWith("manual")
        ? null
        : listener
            .losesData(
                ACK_MODE,
                "The container commits for the listener. Unless the application defines an error"
                    + " handler, a record that fails (of a batch listener, a batch) is tried ten"
                    + " times without a pause, logged, and passed over.",
                "While a database is away all ten fail, at once where it refuses connections: what"
                    + " comes meanwhile is passed over and committed, though Kafka still has it.",
                MANUAL)
            .besides(
                "Call acknowledge() after the save, and nack(Duration.ofSeconds(1)) where it fails."
                    + " Or define a DefaultErrorHandler with a back-off that never ends, or one"
                    + " that publishes to a dead-letter topic, and give --allow listener-errors.");
  }

  static Stream<SettingFinding> ackMode(Application application, Circumstances given) {
    Client listener = application.listener();
    Client consumer = application.consumer();
    if (listener == null || consumer == null) {
      return Stream.empty();
    }
    return switch (mode(listener)) {
      case "time", "count", "counttime" ->
          Stream.of(
              listener.repeatsData(
                  ACK_MODE,
                  "What is processed is committed later, by time or by number (ack-time,"
                      + " ack-count), not when it is done.",
                  "After a kill all since the last commit is processed again.",
                  MANUAL));
      case "manual", "manualimmediate" ->
          Stream.of(
              PositionChecks.commitsByClock(consumer)
                  ? listener.finding(
                      Severity.SLOW_OR_BRITTLE,
                      listener.get(ACK_MODE),
                      "enable-auto-commit is true, and both cannot be.",
                      "The listener refuses these settings and does not start.",
                      consumer.line(PositionChecks.AUTO_COMMIT, "false"))
                  : nack(listener));
      default -> Stream.empty();
    };
  }

  private static SettingFinding nack(Client listener) {
    return listener
        .finding(
            Severity.NOTE,
            listener.get(ACK_MODE),
            "nack(d) throws away the rest of the poll, waits for d, and has the record delivered"
                + " again, however often. A record that is neither acknowledged nor refused is"
                + " covered by the next one that is acknowledged.",
            "A record that can never succeed stops its partition for ever. A listener that returns"
                + " without either loses the record, and so does one that throws: unless the"
                + " application defines an error handler, Spring's passes over and commits it after"
                + " ten tries, in this mode, too.",
            "")
        .besides(
            "Count deliveries and put a hopeless record aside; acknowledge or nack on every"
                + " way out; keep d below max.poll.interval.ms.");
  }
}
