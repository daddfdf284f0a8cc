package dev.rebound.analysis.judge;

import dev.rebound.analysis.recovery.AnalysisResult;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * CPU-seconds of some processes, such as the engine's, over a part of a run, by what the engine
 * delivered meanwhile.
 */
final class CpuCost {
  private double cpuSeconds;
  private long fromMicros;
  private long untilMicros;

  /** The members, each with whether its CPU was ever read. */
  private final Map<String, Boolean> read = new HashMap<>();

  /**
   * A tick of the part begins.
   *
   * @param seconds since the tick before, which this one's values are of
   */
  void tick(long atMicros, double seconds) {
    fromMicros = fromMicros == 0 ? atMicros - Math.round(seconds * 1e6) : fromMicros;
    untilMicros = atMicros;
  }

  /** The member used so many cores; or that was not read at this tick. */
  void member(String node, boolean known, double cores, double seconds) {
    read.merge(node, known, Boolean::logicalOr);
    cpuSeconds += known ? cores * seconds : 0;
  }

  /**
   * By a million of the inputs whose outputs appeared meanwhile: what the engine left lying it has
   * not worked for. Empty where nothing is due or nothing came, and where the CPU of a member was
   * never read.
   */
  OptionalDouble perMillion(AnalysisResult findings) {
    double inputs = findings.inputsDelivered(fromMicros, untilMicros);
    return cpuSeconds > 0 && inputs > 0 && !read.containsValue(false)
        ? OptionalDouble.of(cpuSeconds / inputs * 1e6)
        : OptionalDouble.empty();
  }
}
