package dev.rebound.analysis.journal;

/** Hears every entry of a journal, live or replayed, in order, on one thread at a time. */
public interface JournalListener {
  void on(Entry entry);

  /** No more entries will come. */
  default void end() {}
}
