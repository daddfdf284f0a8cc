package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.Step;
import java.util.List;

/**
 * A fault of a made-up run. Times are microseconds from the start of the load.
 *
 * @param returns when victims were started again
 * @param words what the engine said of itself
 * @param healed when it was healed, of one that lasts and does not kill; 0 of others
 */
record SimulatedFault(
    String kind,
    List<String> victims,
    long signal,
    List<Long> returns,
    List<Word> words,
    long healed) {
  /** Something that the engine said. */
  record Word(long at, Step step, String node) {}
}
