package dev.rebound.base;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person can act on: what happened, the evidence, and what to do. Printed without
 * a stack trace.
 */
public class ReboundException extends RuntimeException {
  /** Who has to act; decides the exit code. */
  public enum Cause {
    /** The input is wrong: exit code 64. */
    BAD_INPUT,
    /**
     * The environment (disk, port, network, a process) does not allow it, or Rebound failed: exit
     * code 70.
     */
    ENVIRONMENT
  }

  private final Cause reason;
  private final String remedy;

  /**
   * @param message what happened, with its place (file and line where there is one) and the
   *     evidence
   * @param remedy what to do about it, one sentence
   */
  public ReboundException(Cause reason, String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.remedy = remedy;
  }

  /** One whose input is wrong. */
  public static ReboundException badInput(String message, String remedy) {
    return badInput(message, remedy, null);
  }

  public static ReboundException badInput(
      String message, String remedy, @Nullable Throwable cause) {
    return new ReboundException(Cause.BAD_INPUT, message, remedy, cause);
  }

  /** One whose environment does not allow it. */
  public static ReboundException environment(String message, String remedy) {
    return environment(message, remedy, null);
  }

  public static ReboundException environment(
      String message, String remedy, @Nullable Throwable cause) {
    return new ReboundException(Cause.ENVIRONMENT, message, remedy, cause);
  }

  /** One of a file or folder that cannot be read. */
  public static ReboundException unreadable(Path file, String remedy, Exception cause) {
    return badInput("cannot read " + file + ": " + cause.getMessage(), remedy, cause);
  }

  /**
   * One of a file that a later Rebound wrote.
   *
   * @param what the file, with the line where there is one
   * @param version that it says
   * @param known the latest version that is known here
   */
  public static ReboundException later(String what, long version, long known) {
    return badInput(
        "%s is of version %s, and this Rebound knows none after %s".formatted(what, version, known),
        "Use a newer Rebound.");
  }

  /** One of a file that cannot be written. */
  public static ReboundException unwritable(Path file, String remedy, Exception cause) {
    return environment("cannot write " + file + ": " + cause.getMessage(), remedy, cause);
  }

  public Cause reason() {
    return reason;
  }

  public String remedy() {
    return remedy;
  }
}
