package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import org.jspecify.annotations.Nullable;

/** How much a consumer asks for at a time, and how long it waits for it. Pure. */
final class FetchChecks {
  private static final String MAX = "fetch.max.bytes";
  private static final String WAIT = "fetch.max.wait.ms";
  private static final long MAX_BYTES = 50L << 20;
  private static final long OF_PARTITION_BYTES = 1L << 20;
  private static final long WAIT_MILLIS = 500;
  private static final long WAIT_MILLIS_MOST = 1000;
  private static final long REQUEST_MILLIS = 30_000;

  private FetchChecks() {}

  static @Nullable SettingFinding waiting(Client consumer, Circumstances given) {
    long wait = consumer.number(WAIT, WAIT_MILLIS);
    if (wait >= consumer.number("request.timeout.ms", REQUEST_MILLIS)) {
      return consumer.slowOrBrittle(
          WAIT,
          "Brokers wait as long before they answer as the client waits for the answer"
              + " (request.timeout.ms).",
          "On a quiet topic requests time out, and the client connects anew.",
          WAIT_MILLIS);
    }
    long least = consumer.number("fetch.min.bytes", 1);
    return wait > WAIT_MILLIS_MOST && least > 1
        ? consumer.slowOrBrittle(
            WAIT,
            "Brokers hold an answer back until it has fetch.min.bytes (%s), up to this time."
                .formatted(Words.bytes(least)),
            "Where little is written, each record may be late by " + Words.length(wait) + ".",
            WAIT_MILLIS)
        : null;
  }

  static @Nullable SettingFinding size(Client consumer, Circumstances given) {
    return consumer.number(MAX, MAX_BYTES)
            < consumer.number("max.partition.fetch.bytes", OF_PARTITION_BYTES)
        ? consumer.note(
            MAX,
            "One answer for all partitions may have less than one partition's part of it"
                + " (max.partition.fetch.bytes).",
            "Partitions are read one after the other, and catching up after an outage takes"
                + " longer.",
            MAX_BYTES)
        : null;
  }
}
