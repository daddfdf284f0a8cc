package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;

/** How much a consumer asks for at a time, and how long it waits for it. Pure. */
final class FetchChecks {
  private static final String MIN = "fetch.min.bytes";
  private static final String MAX = "fetch.max.bytes";
  private static final String OF_PARTITION = "max.partition.fetch.bytes";
  private static final String WAIT = "fetch.max.wait.ms";
  private static final String REQUEST = "request.timeout.ms";

  private static final long MAX_BYTES = 50L << 20;
  private static final long OF_PARTITION_BYTES = 1L << 20;
  private static final long WAIT_MILLIS = 500;
  private static final long WAIT_MILLIS_MOST = 1000;
  private static final long REQUEST_MILLIS = 30_000;

  private FetchChecks() {}

  static List<SettingFinding> fetch(Client consumer, Circumstances given) {
    List<SettingFinding> found = new ArrayList<>();
    long wait = consumer.number(WAIT, WAIT_MILLIS);
    if (wait >= consumer.number(REQUEST, REQUEST_MILLIS)) {
      found.add(
          consumer.slowOrBrittle(
              WAIT,
              "Brokers wait as long before they answer as the client waits for the answer"
                  + " (request.timeout.ms).",
              "On a quiet topic requests time out, and the client connects anew.",
              WAIT_MILLIS));
    } else if (wait > WAIT_MILLIS_MOST && consumer.number(MIN, 1) > 1) {
      found.add(
          consumer.slowOrBrittle(
              WAIT,
              "Brokers hold an answer back until it has fetch.min.bytes ("
                  + Words.bytes(consumer.number(MIN, 1))
                  + "), up to this time.",
              "Where little is written, each record may be late by " + Words.length(wait) + ".",
              WAIT_MILLIS));
    }
    long all = consumer.number(MAX, MAX_BYTES);
    if (all < consumer.number(OF_PARTITION, OF_PARTITION_BYTES)) {
      found.add(
          consumer.note(
              MAX,
              "One answer for all partitions may have less than one partition's part of it"
                  + " (max.partition.fetch.bytes).",
              "Partitions are read one after the other, and catching up after an outage takes"
                  + " longer.",
              MAX_BYTES));
    }
    return List.copyOf(found);
  }
}
