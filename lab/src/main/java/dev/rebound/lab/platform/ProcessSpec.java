package dev.rebound.lab.platform;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Java process to run: artifacts, main class, options and files, never a path of this machine, so
 * that the same plan becomes child processes or pods.
 *
 * <p>In {@code jvmOptions}, {@code arguments}, {@code environment} and the contents of {@code
 * files}, the platform replaces {@code ${dir}} (the node's folder), {@code ${data}} (its data
 * folder, inside {@code ${dir}}, what {@code disk: wiped} empties), {@code ${shared}} (a folder of
 * the run that every node sees), {@code ${incarnation}} (number of this life, from 1), {@code
 * ${identity}} (the node's name, followed by {@code -i} and a number once a restart asked for a new
 * identity) and {@code ${home}} (where Rebound's own job jars lie; only in {@code classPath}). A
 * JVM option with {@code ${classes}}, the file of the class path's class-data archive, is left out
 * as long as there is none.
 *
 * @param node unique name, for example {@code worker-3}
 * @param role {@code worker} (spares, too), {@code jobmanager}, {@code broker}, {@code generator},
 *     {@code observer}
 * @param classPath in order: {@code lab:} (the lab's own class path), {@code job:<name>} (a job jar
 *     of Rebound), or a Maven coordinate {@code group:artifact[:extension[:classifier]]:version}
 *     resolved beforehand with its runtime dependencies as one set per spec
 * @param exclusions {@code group:artifact} to leave out of the resolved set ({@code *} as artifact
 *     for a whole group)
 * @param mainClass to run
 * @param heapBytes -Xmx; also what the plan counts as this process's memory, with {@code
 *     overheadBytes} on top
 * @param files to write into the node's folder before each start: relative name to content
 * @param readiness how to tell that it is up
 * @param javaHome the JDK to run it with; null for the lab's own
 */
public record ProcessSpec(
    String node,
    String role,
    List<String> classPath,
    List<String> exclusions,
    String mainClass,
    List<String> jvmOptions,
    long heapBytes,
    long overheadBytes,
    List<String> arguments,
    Map<String, String> environment,
    Map<String, String> files,
    Readiness readiness,
    @Nullable String javaHome) {

  /** JVM options of a process that starts from a class-data archive where there is one. */
  public static final List<String> SHARED_CLASSES =
      List.of("-Xshare:auto", "-XX:SharedArchiveFile=${classes}", "-Xlog:cds=off");

  /**
   * JVM options of a process that must be at work soon after its start, on few cores: code is
   * compiled once and quickly, by one thread, one thread collects garbage, and loading classes is
   * no reason to collect (by default it is at 21 MB of them, in the middle of a start). The price
   * is slower code in the long run, which {@code rebound bench job} tells.
   */
  public static final List<String> QUICK_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MetaspaceSize=128m");

  /** True for the option that chooses a garbage collector: a JVM does not start with two. */
  public static boolean choosesCollector(String option) {
    return option.matches("-XX:\\+Use\\w+GC");
  }

  /** How to tell that a process is up. */
  public sealed interface Readiness {
    /** Up as soon as it runs. */
    record Running() implements Readiness {}

    /**
     * Up when it accepts a TCP connection.
     *
     * @param port name of a reserved port
     */
    record TcpPort(String port) implements Readiness {}

    /**
     * Up when GET answers with status 200.
     *
     * @param port name of a reserved port
     * @param path empty, or from the slash on
     */
    record Http(String port, String path) implements Readiness {}

    /** Up when a line of this incarnation's log contains the text. */
    record LogLine(String contains) implements Readiness {}
  }
}
