package dev.rebound.lab.accuracy;

import dev.rebound.lab.engine.Step;
import java.util.List;

/**
 * A fault of a made-up run. Times are microseconds from the start of the load.
 *
 * @param returns when victims were started again
 * @param words what the engine said of itself
 */
record Harm(String kind, List<String> victims, long signal, List<Long> returns, List<Word> words) {
  /** Something that the engine said. */
  record Word(long at, Step step, String node) {}
}
