package dev.rebound.platform;

import dev.rebound.base.Owner;
import java.util.Map;

/**
 * A process to run: program, environment and files, never a path of this machine, so that the same
 * plan becomes child processes or pods.
 *
 * <p>In what the program is given, in {@code environment} and in the contents of {@code files}, the
 * platform replaces {@code ${dir}} (the node's folder), {@code ${data}} (its data folder, inside
 * {@code ${dir}}, what {@code disk: wiped} empties), {@code ${shared}} (a folder of the run that
 * every node sees), {@code ${java}} (the JDK that Java programs run with if they name none), {@code
 * ${class-path}} (a Java program's own), {@code ${incarnation}} (number of this life, from 1) and
 * {@code ${identity}} (the node's name, followed by {@code -i} and a number once a restart asked
 * for a new identity). What the program is given, and files, may name variables of {@code
 * environment} whose names begin with {@code REBOUND_}, too: <code>${REBOUND_INPUT}</code>.
 *
 * @param node unique name, for example {@code worker-3}
 * @param role {@code worker} (spares, too), {@code jobmanager}, {@code broker}, {@code generator},
 *     {@code observer}
 * @param heapBytes -Xmx of a Java program; also what the plan counts as this process's memory, with
 *     {@code overheadBytes} on top
 * @param files to write into the node's folder before each start: relative name to content
 * @param readiness how to tell that it is up
 */
public record ProcessSpec(
    String node,
    String role,
    Owner owner,
    Program program,
    long heapBytes,
    long overheadBytes,
    Map<String, String> environment,
    Map<String, String> files,
    Readiness readiness) {

  /** The same process with another program. */
  public ProcessSpec running(Program other) {
    return new ProcessSpec(
        node, role, owner, other, heapBytes, overheadBytes, environment, files, readiness);
  }

  /** The same process with so much more heap. */
  public ProcessSpec with(long moreHeapBytes) {
    return new ProcessSpec(
        node,
        role,
        owner,
        program,
        heapBytes + moreHeapBytes,
        overheadBytes,
        environment,
        files,
        readiness);
  }

  /** How to tell that a process is up. */
  public sealed interface Readiness {
    /** Up as soon as it runs. */
    record UpAtOnce() implements Readiness {}

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

    /**
     * Ready once it has ended with status 0. Its end is in order whatever its status: it was
     * started to end, and who waits for it judges it.
     */
    record Ended() implements Readiness {}
  }
}
