package dev.rebound.cli;

import dev.rebound.RunListener;
import dev.rebound.report.terminal.LongWait;
import java.io.PrintStream;

/** Tells of what takes long while experiments are read and planned: downloads, compilations. */
final class Planning implements RunListener, AutoCloseable {
  private final LongWait wait = LongWait.of("planning");

  @Override
  public void preparing(String what) {
    wait.accept(what);
  }

  /** Prints a line meanwhile. */
  void println(PrintStream out, String line) {
    wait.println(out, line);
  }

  /** What follows is told by others. */
  @Override
  public void close() {
    wait.close();
  }
}
