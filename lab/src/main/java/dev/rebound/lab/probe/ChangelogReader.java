package dev.rebound.lab.probe;

import java.util.concurrent.CompletionStage;

/** Asks the brokers what a job's changelogs have come to. Never waits, and never throws. */
public interface ChangelogReader extends AutoCloseable {
  /**
   * An answer of the brokers.
   *
   * @param partitions of all changelogs together; 0 if there is no such topic (yet)
   * @param bytes that the brokers keep of them, of each partition its largest replica
   * @param records sum of the end offsets: what was ever written, markers of transactions included
   */
  record ChangelogSize(int partitions, long bytes, long records) {}

  /** Asks once; fails if not all brokers have answered within a few seconds. */
  CompletionStage<ChangelogSize> ask();

  @Override
  default void close() {}
}
