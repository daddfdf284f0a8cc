package dev.rebound.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The output of a command, on standard output and on standard error, for tests. */
final class Printed implements AutoCloseable {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  Printed() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
  }

  /** Standard output so far. */
  String out() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** Standard error so far. */
  String err() {
    return told.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
  }
}
