package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.util.List;

/**
 * The buffers of TCP connections. The guide that this follows asks for receive buffers of 1 to 16
 * MB; -1 leaves the size to the operating system, which lets it grow as it is needed. Pure.
 */
final class SocketBufferChecks {
  private static final String RECEIVE = "receive.buffer.bytes";
  private static final String SEND = "send.buffer.bytes";
  private static final long OF_SYSTEM = -1;
  private static final long LEAST = 1L << 20;
  private static final long MOST = 16L << 20;
  private static final long RECEIVE_DEFAULT = 64L << 10;
  private static final long SEND_DEFAULT = 128L << 10;
  private static final double FAR_SECONDS = 0.02;

  private static final String SYSTEM =
      "Linux gives no more than net.core.rmem_max and wmem_max, which have to be raised with it;"
          + " -1 leaves the size to the system.";

  private SocketBufferChecks() {}

  static List<SettingFinding> receive(Client consumer, Circumstances given) {
    long bytes = consumer.number(RECEIVE, RECEIVE_DEFAULT);
    if (bytes == OF_SYSTEM || (bytes >= LEAST && bytes <= MOST)) {
      return List.of();
    }
    Severity severity = bytes < RECEIVE_DEFAULT ? Severity.SLOW_OR_BRITTLE : Severity.NOTE;
    return List.of(found(consumer, severity, RECEIVE, bytes));
  }

  static List<SettingFinding> send(Client producer, Circumstances given) {
    long bytes = producer.number(SEND, SEND_DEFAULT);
    if (bytes == OF_SYSTEM || (bytes >= SEND_DEFAULT && bytes <= MOST)) {
      return List.of();
    }
    Severity severity = bytes < SEND_DEFAULT ? Severity.SLOW_OR_BRITTLE : Severity.NOTE;
    return List.of(found(producer, severity, SEND, bytes));
  }

  private static SettingFinding found(Client client, Severity severity, String key, long bytes) {
    if (bytes > MOST) {
      return client
          .finding(
              severity,
              key,
              "Each connection to a broker may take " + Words.bytes(bytes) + " of memory.",
              "More than %s is of use on very long and very fast lines only."
                  .formatted(Words.bytes(MOST)),
              LEAST)
          .besides(SYSTEM);
    }
    return client
        .finding(
            severity,
            key,
            ("No more than this is on its way to one broker at a time: over a line with 20"
                    + " ms there and back that is %s a second.")
                .formatted(Words.bytes(bytes / FAR_SECONDS)),
            "On a line that is long or fast it bounds how soon an outage is caught up with.",
            LEAST)
        .besides(SYSTEM);
  }
}
