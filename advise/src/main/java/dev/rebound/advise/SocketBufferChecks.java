package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of TCP connections. The guide that this follows asks for receive buffers of 1 to 16
 * MB; -1 leaves the size to the operating system, which lets it grow as it is needed. Pure.
 */
final class SocketBufferChecks {
  private static final long OF_SYSTEM = -1;
  private static final long LEAST = 1L << 20;
  private static final long MOST = 16L << 20;
  private static final long RECEIVE_DEFAULT = 64L << 10;
  private static final long SEND_DEFAULT = 128L << 10;
  private static final double FAR_SECONDS = 0.02;

  private SocketBufferChecks() {}

  static @Nullable SettingFinding receive(Client consumer, Circumstances given) {
    return look(consumer, "receive.buffer.bytes", RECEIVE_DEFAULT, LEAST);
  }

  static @Nullable SettingFinding send(Client producer, Circumstances given) {
    return look(producer, "send.buffer.bytes", SEND_DEFAULT, SEND_DEFAULT);
  }

  private static @Nullable SettingFinding look(
      Client client, String key, long byDefault, long least) {
    long bytes = client.number(key, byDefault);
    if (bytes == OF_SYSTEM || (bytes >= least && bytes <= MOST)) {
      return null;
    }
    boolean large = bytes > MOST;
    return client
        .finding(
            bytes < byDefault ? Severity.SLOW_OR_BRITTLE : Severity.NOTE,
            key,
            large
                ? "Each connection to a broker may take " + Words.bytes(bytes) + " of memory."
                : ("No more than this is on its way to one broker at a time: over a line with 20"
                        + " ms there and back that is %s a second.")
                    .formatted(Words.bytes(bytes / FAR_SECONDS)),
            large
                ? "More than %s is of use on very long and very fast lines only."
                    .formatted(Words.bytes(MOST))
                : "On a line that is long or fast it bounds how soon an outage is caught up with.",
            LEAST)
        .besides(
            "Linux gives no more than net.core.rmem_max and wmem_max, which have to be raised with"
                + " it; -1 leaves the size to the system.");
  }
}
