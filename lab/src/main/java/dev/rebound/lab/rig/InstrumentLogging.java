package dev.rebound.lab.rig;

import java.util.ArrayList;
import java.util.List;

/**
 * How the clients of instruments log: warnings, to the process' own log. A program that has the
 * library may have another binding of SLF4J, which would log whatever it likes and take time for
 * it: instruments are then given theirs.
 */
final class InstrumentLogging {
  private static final String PROVIDER = "org.slf4j.simple.SimpleServiceProvider";
  private static final String BINDING = "org.slf4j:slf4j-simple:2.0.20";

  private InstrumentLogging() {}

  /** What stands on an instrument's class path beside its own. */
  static List<String> classPath(ClassLoader lab) {
    return has(lab) ? List.of() : List.of(BINDING);
  }

  static List<String> jvm(ClassLoader lab) {
    List<String> jvm = new ArrayList<>();
    jvm.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    jvm.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    if (!has(lab)) {
      jvm.add("-Dslf4j.provider=" + PROVIDER);
      jvm.add("-Dslf4j.internal.verbosity=WARN");
    }
    return jvm;
  }

  private static boolean has(ClassLoader lab) {
    return lab.getResource(PROVIDER.replace('.', '/') + ".class") != null;
  }
}
