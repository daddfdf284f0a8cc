package dev.rebound.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The program that a process runs. The platform replaces the words that {@link ProcessSpec}
 * documents.
 */
public sealed interface Program {
  /** The signal by which programs are asked to end in order, unless they say otherwise. */
  String TERM = "TERM";

  /** The arguments that the program is given. */
  List<String> arguments();

  /** The signal by which it is asked to end in order, without its {@code SIG}. */
  default String stopSignal() {
    return TERM;
  }

  /**
   * A main class on a JVM. A JVM option with {@code ${classes}}, the file of the class path's
   * class-data archive, is left out as long as there is none.
   *
   * @param classPath in order: {@code lab:} (the lab's own class path), {@code job:<name>} (a job
   *     jar of Rebound), {@code service:<group>/<name>} (a service of Rebound with all that it
   *     needs, built when it is first asked for), {@code file:<path>} (a jar of the user's, as the
   *     lab finds it), or a Maven coordinate {@code
   *     group:artifact[:extension[:classifier]]:version} resolved beforehand with its runtime
   *     dependencies as one set per program
   * @param exclusions {@code group:artifact} to leave out of the resolved set ({@code *} as
   *     artifact for a whole group)
   * @param javaHome the JDK to run it with; null for the lab's own
   */
  record Java(
      List<String> classPath,
      List<String> exclusions,
      String mainClass,
      List<String> jvmOptions,
      List<String> arguments,
      @Nullable String javaHome)
      implements Program {

    /** JVM options of a process that starts from a class-data archive where there is one. */
    public static final List<String> SHARED_CLASSES =
        List.of("-Xshare:auto", "-XX:SharedArchiveFile=${classes}", "-Xlog:cds=off");

    /**
     * The option that chooses the collector of processes under test, where nothing else does: the
     * one that a JVM takes by itself on two cores and 2 GB, and that Flink's and Kafka's scripts
     * name. On one core a JVM would take Serial, and engines would differ.
     */
    public static final String COLLECTOR = "-XX:+UseG1GC";

    /**
     * JVM options of a process that must be at work soon after its start, on few cores: code is
     * compiled once and quickly, by one thread, one thread collects garbage, and loading classes is
     * no reason to collect (by default it is at 21 MB of them, in the middle of a start). The price
     * is slower code in the long run, which {@code rebound bench job} tells.
     */
    public static final List<String> QUICK_START =
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MetaspaceSize=128m");

    /** With the lab's own JDK, and nothing left out of the class path. */
    public Java(
        List<String> classPath, String mainClass, List<String> jvmOptions, List<String> arguments) {
      this(classPath, List.of(), mainClass, jvmOptions, arguments);
    }

    /** With the lab's own JDK. */
    public Java(
        List<String> classPath,
        List<String> exclusions,
        String mainClass,
        List<String> jvmOptions,
        List<String> arguments) {
      this(classPath, exclusions, mainClass, jvmOptions, arguments, null);
    }

    /** The same with one more JVM option, the first of them. */
    public Java with(String option) {
      List<String> options = Stream.concat(Stream.of(option), jvmOptions.stream()).toList();
      return new Java(classPath, exclusions, mainClass, options, arguments, javaHome);
    }

    /**
     * Has a process under test log its collections into its folder, 16 MB of them at most: a line
     * or a few for each. ZGC tells of its pauses under a tag of their own.
     */
    private static String logged(boolean phases) {
      return "-Xlog:gc%s:file=${dir}/gc-%%p.log:timemillis:filecount=1,filesize=8m"
          .formatted(phases ? ",gc+phases" : "");
    }

    /**
     * The same options, with {@link #COLLECTOR} before them if they choose none, and with what has
     * collections logged.
     */
    public static List<String> withCollector(List<String> options) {
      List<String> before = new ArrayList<>();
      if (options.stream().noneMatch(Java::choosesCollector)) {
        before.add(COLLECTOR);
      }
      before.add(logged(options.contains("-XX:+UseZGC")));
      before.addAll(options);
      return List.copyOf(before);
    }

    /** True for the option that chooses a garbage collector: a JVM does not start with two. */
    public static boolean choosesCollector(String option) {
      return option.matches("-XX:\\+Use\\w+GC");
    }
  }

  /**
   * Any executable.
   *
   * @param arguments the executable, as the machine that runs it finds it, and what it is given
   * @param stopSignal by which its documentation has it end in order
   */
  record Command(List<String> arguments, String stopSignal) implements Program {
    /** One that ends in order when it is told to by SIGTERM. */
    public Command(List<String> arguments) {
      this(arguments, TERM);
    }
  }
}
