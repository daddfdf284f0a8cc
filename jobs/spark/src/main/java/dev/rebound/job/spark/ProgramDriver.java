package dev.rebound.job.spark;

import dev.rebound.workload.JobOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
   * Whatever the program throws, and that it has no main method, ends this process with code 1:
   * threads of the session would keep it.
   */
  public static void main(String[] args) throws IOException {
    JobOptions options =
        JobOptions.parseOrExit(
            ProgramDriver.class.getName(),
            "Runs a program of your own on Spark, and tells of it.",
            DriverSettings.OWN,
            new String[] {"--config", args[0]});
    boolean ended;
    try {
      Method main = mainOf(args[1]);
      ReportedSession unused = ReportedSession.of(options);
      ended = ended(main, Arrays.copyOfRange(args, 2, args.length));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      e.printStackTrace();
      ended = false;
    }
    if (!ended) {
      System.exit(1);
    }
  }

  /** The main method of a class, which is not initialized yet: it may ask for the session. */
  static Method mainOf(String name) throws ReflectiveOperationException {
    Method main =
        Class.forName(name, false, ProgramDriver.class.getClassLoader())
            .getMethod("main", String[].class);
    if (!Modifier.isStatic(main.getModifiers())) {
      throw new NoSuchMethodException("the main method of " + name + " is not static");
    }
    main.setAccessible(true);
    return main;
  }

  /** Calls a main method; false if it threw something, which is printed. */
  static boolean ended(Method main, String[] arguments) throws IllegalAccessException {
    try {
      main.invoke(null, (Object) arguments);
      return true;
    } catch (InvocationTargetException e) {
      (e.getCause() == null ? e : e.getCause()).printStackTrace();
      return false;
    }
  }
}
