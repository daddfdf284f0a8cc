package dev.rebound.engine.postgres;

import dev.rebound.base.Owner;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.PropertiesText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The processes of a PostgreSQL server. Pure but for its address. */
final class PostgresPlan {
  /** Name and role of the server's process. */
  static final String DATABASE = "database";

  /** Port that clients connect to. */
  static final Port SQL = Port.of("sql");

  /** Written by the process that unpacks, once it has. */
  static final String UNPACKED = "unpacked";

  private static final String LAUNCHER = "database.sh";

  /** A link to what was unpacked, for every node of the run. */
  private static final String HOME = "${shared}/postgresql";

  /** The archive's dictionary is up to 64 MB. */
  private static final long UNPACKING_HEAP_BYTES = 160L << 20;

  private static final long UNPACKING_OVERHEAD_BYTES = 80L << 20;

  /** How many it takes at once. */
  static final int CONNECTIONS = 300;

  /** PostgreSQL's own default of the memory that its processes share. */
  private static final long SHARED_BUFFERS_BYTES = 128L << 20;

  /** The processes that a server starts for itself. */
  private static final long SERVER_BYTES = 32L << 20;

  /** Memory of a connection at work, beside what all share. */
  private static final long CONNECTION_BYTES = 2L << 20;

  /** More connections than this at once are not counted in the plan: pools are small. */
  private static final int CONNECTIONS_COUNTED = 50;

  /**
   * Ends every connection and what it has not committed, and then the server; SIGTERM would wait
   * until the last client has left.
   */
  private static final String FAST_SHUTDOWN = "INT";

  private PostgresPlan() {}

  /** Unpacks the binaries into the user's cache, and ends. */
  static ProcessSpec unpacking(Binaries binaries) {
    List<String> classPath = new ArrayList<>(binaries.coordinates());
    classPath.add("lab:");
    return new ProcessSpec(
        "database-binaries",
        "tool",
        Owner.INSTRUMENT,
        new Program.Java(
            classPath,
            ArchiveUnpack.class.getName(),
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            List.of("--config", "${dir}/config.properties")),
        UNPACKING_HEAP_BYTES,
        UNPACKING_OVERHEAD_BYTES,
        Map.of(),
        Map.of(
            "config.properties",
            PropertiesText.of(
                Map.of(
                    "name",
                    binaries.name(),
                    "archive",
                    binaries.archive(),
                    "link",
                    HOME,
                    "done",
                    "${dir}/" + UNPACKED))),
        new ProcessSpec.Readiness.UpAtOnce());
  }

  /** The server, whose pid is the postmaster's. */
  static ProcessSpec server(Map<String, String> settings, Platform platform) {
    Platform.Address at = platform.reserve(DATABASE, SQL).listens();
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "${dir}/" + LAUNCHER, "start", HOME, "${data}"));
    command.addAll(
        List.of(
            "-p",
            Integer.toString(at.port()),
            "-c",
            "listen_addresses=" + at.host(),
            "-c",
            "unix_socket_directories="));
    Map<String, String> all = new TreeMap<>();
    // Services with pools of their own come in numbers.
    all.put("max_connections", Integer.toString(CONNECTIONS));
    // Shared memory for parallel queries is a file in the folder of the data, which goes with it.
    all.put("dynamic_shared_memory_type", "mmap");
    all.putAll(settings);
    all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return new ProcessSpec(
        DATABASE,
        DATABASE,
        Owner.SUPPORT,
        new Program.Command(List.copyOf(command), FAST_SHUTDOWN),
        SHARED_BUFFERS_BYTES,
        SERVER_BYTES + CONNECTIONS_COUNTED * CONNECTION_BYTES,
        // Messages, and the order of words, are the same on every machine.
        Map.of("LC_ALL", "C"),
        Map.of(LAUNCHER, script()),
        new ProcessSpec.Readiness.TcpPort(SQL.name()));
  }

  private static String script() {
    try (InputStream in = PostgresPlan.class.getResourceAsStream(LAUNCHER)) {
      return new String(
          Objects.requireNonNull(in, LAUNCHER).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
