package dev.rebound.cli;

import dev.rebound.Run;
import dev.rebound.RunListener;
import dev.rebound.lab.journal.Journal;
import dev.rebound.report.terminal.LongWait;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Tells of what takes long while experiments are read and planned (downloads, compilations) and,
 * until it is closed, between runs.
 */
final class Planning implements RunListener, AutoCloseable {
  private volatile LongWait wait = LongWait.of("planning");
  private volatile boolean over;

  @Override
  public void preparing(String what) {
    wait.accept(what);
  }

  /** A run tells of itself. */
  @Override
  public void starting(Path folder, Journal journal) {
    wait.close();
  }

  @Override
  public void ended(Run run) {
    if (!over) {
      wait = LongWait.of("comparing runs");
    }
  }

  /** Prints a line meanwhile. */
  void println(PrintStream out, String line) {
    wait.println(out, line);
  }

  /** What follows is told by others. */
  @Override
  public void close() {
    over = true;
    wait.close();
  }
}
