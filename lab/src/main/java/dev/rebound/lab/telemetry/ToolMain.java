package dev.rebound.lab.telemetry;

import dev.rebound.base.ReboundException;

/** Runs the body of a {@code main}, and turns what it throws into a message and an exit status. */
public final class ToolMain {
  /** The body of a {@code main}: its work with its settings. */
  @FunctionalInterface
  public interface ToolBody {
    void run(ToolSettings settings) throws Exception;
  }

  private ToolMain() {}

  /**
   * Runs the body and ends the process: 0 if it returned, 64 for bad input, 70 for anything else.
   *
   * @param name what this process is, for the message
   */
  public static void run(String name, String[] arguments, ToolBody body) {
    int status = 0;
    try {
      body.run(ToolSettings.fromArguments(arguments));
    } catch (ReboundException e) {
      System.err.println(name + ": " + e.getMessage());
      System.err.println("  " + e.remedy());
      status =
          switch (e.reason()) {
            case BAD_INPUT -> 64;
            case ENVIRONMENT -> 70;
          };
    } catch (Throwable e) {
      System.err.println(name + ": failed");
      e.printStackTrace();
      status = 70;
    }
    System.err.flush();
    // halts what a broken client's threads might keep alive
    System.exit(status);
  }
}
