package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.Step;
import java.util.List;

/**
 * A fault of a made-up run. Times are microseconds from the start of the load.
 *
 * @param returns when victims were started again
 * @param words what the engine said of itself
 */
record SimulatedFault(
    String kind, List<String> victims, long signal, List<Long> returns, List<Word> words) {
  /** Something that the engine said. */
  record Word(long at, Step step, String node) {}
}
