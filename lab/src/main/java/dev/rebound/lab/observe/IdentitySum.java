package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RuleState;
import java.nio.ByteBuffer;

/**
 * A sum over the identities of outputs, mod 2^64. Two collections with the same sum and the same
 * length hold the same outputs, each as often, but for one chance in 2^64; in which order does not
 * matter.
 */
public final class IdentitySum {
  /** Field of the observer's telemetry. */
  public static final String FIELD = "identitySum";

  /** Sets readouts apart from matches: no generator has such a number. */
  private static final int READOUT = -1;

  private IdentitySum() {}

  /** The number that an output adds, from bytes as {@link OutputRecord} lays them out. */
  static long of(byte[] value) {
    ByteBuffer v = ByteBuffer.wrap(value);
    return value[1] == ObservedFile.KIND_MATCH
        ? ofMatch(v.getShort(2) & 0xFFFF, v.getLong(8), v.getInt(4))
        : ofReadout(v.getLong(8), v.getInt(4));
  }

  /** Sequence of the input, from bytes as {@link OutputRecord} lays them out. */
  static long sequence(byte[] value) {
    return ByteBuffer.wrap(value).getLong(8);
  }

  /** Generator of the input, from bytes as {@link OutputRecord} lays them out. */
  static int generator(byte[] value) {
    return ByteBuffer.wrap(value).getShort(2) & 0xFFFF;
  }

  /** The number that a match adds. */
  public static long ofMatch(int generator, long sequence, int rule) {
    return RuleState.identityHash(generator, sequence, rule);
  }

  /** The number that a readout adds. */
  public static long ofReadout(long round, int rule) {
    return RuleState.identityHash(READOUT, round, rule);
  }

  /**
   * The number that an output of one of several topics adds: one that came twice in a topic does
   * not make up for the one of the same input that is missing in another.
   *
   * @param topic its number, from 0
   * @param number that it adds where there is one topic
   */
  public static long inTopic(int topic, long number) {
    return topic == 0 ? number : RuleState.identityHash(topic, number, READOUT);
  }

  /** As telemetry has it: numbers of JSON are not read exactly. */
  public static String text(long sum) {
    return Long.toHexString(sum);
  }
}
