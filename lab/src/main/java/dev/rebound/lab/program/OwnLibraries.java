package dev.rebound.lab.program;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The jars that Rebound itself has, which a program in Java may be run with. */
public final class OwnLibraries {
  /** The variable that a program is told them by. */
  public static final String VARIABLE = "REBOUND_LIBRARIES";

  private OwnLibraries() {}

  /** Rebound's class path: Kafka's clients, Jackson, Avro and others, and Rebound's own. */
  public static List<Path> all() {
    return Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath())
        .toList();
  }
}
