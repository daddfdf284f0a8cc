package dev.rebound;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.journal.Journal;
import java.nio.file.Path;

/**
 * Hears of runs as they begin and end, one after the other, on the thread that carries them out. It
 * must not throw, and what takes long holds up the next run.
 */
public interface RunListener {
  /**
   * Something that takes a while before there is a run, so that experiments can be planned: a
   * download, a compilation. In words.
   */
  default void preparing(String what) {}

  /**
   * A run is about to start, a control too. A listener that is added to its journal here hears
   * every event.
   */
  default void starting(Path folder, Journal journal) {}

  /** A run, or a control, has ended, every listener has heard it all, and its files are written. */
  default void ended(Run run) {}

  /** The run was held against its control, and its results and report were written anew. */
  default void compared(Run run) {}

  /** The run's control ended early, so that there is nothing to hold it against. */
  default void notCompared(Run run) {}

  /**
   * One of several runs could not be carried out, and the others go on; or one was stopped before
   * it was under way.
   */
  default void failed(String experiment, ReboundException problem) {}
}
