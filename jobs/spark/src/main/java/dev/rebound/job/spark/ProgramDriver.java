package dev.rebound.job.spark;

import dev.rebound.workload.JobOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The driver of a program of the user's: makes the session that the program's own {@code
 * getOrCreate} finds, tells of its executors and batches, and calls its main method.
 *
 * <p>Arguments: a file of options, as {@link DriverJob} takes them; the program's main class; what
 * that is given.
 */
public final class ProgramDriver {
  private ProgramDriver() {}

  /**
   * Whatever the program throws ends this process, with code 1: threads of the session would keep
   * it.
   */
  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    JobOptions options =
        JobOptions.parseOrExit(
            ProgramDriver.class.getName(),
            "Runs a program of your own on Spark, and tells of it.",
            DriverSettings.OWN,
            new String[] {"--config", args[0]});
    WitnessedSession unused = WitnessedSession.of(options);
    try {
      Class.forName(args[1])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(args, 2, args.length));
    } catch (InvocationTargetException e) {
      (e.getCause() == null ? e : e.getCause()).printStackTrace();
      System.exit(1);
    }
  }
}
