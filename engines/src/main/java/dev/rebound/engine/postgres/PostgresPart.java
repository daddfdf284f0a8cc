package dev.rebound.engine.postgres;

import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One PostgreSQL server, which keeps what it holds over a restart. It has a database and a
 * superuser, both named {@code postgres}, and trusts whoever connects over loopback.
 *
 * @param settings of the server beside those that it must have; none on connections, memory or
 *     durability, which notes and plan do not follow
 * @param processes the server; what unpacks it first runs only for a moment
 */
public record PostgresPart(Map<String, String> settings, List<ProcessSpec> processes)
    implements Part {
  /** The role of its process, which is also its node's name. */
  public static final String ROLE = PostgresPlan.DATABASE;

  /** Maven coordinates of what a JVM connects to it with. */
  public static final List<String> DRIVER = List.of("org.postgresql:postgresql:42.7.13");

  /**
   * Starts nothing, and reserves an address. Throws {@link dev.rebound.base.ReboundException} on a
   * system for which PostgreSQL is not published.
   */
  public static PostgresPart planned(Map<String, String> settings, Platform platform) {
    var unused = Binaries.ofThisSystem();
    return new PostgresPart(settings, List.of(PostgresPlan.server(settings, platform)));
  }

  /** The jars that are fetched to run it on this system, as Maven coordinates, one set. */
  public static List<String> jars() {
    return Binaries.ofThisSystem().coordinates();
  }

  /** Where nodes of the run find it, worked out before it runs. */
  public static String jdbcUrl(Platform platform) {
    return jdbcUrl(platform.reserve(ROLE, PostgresPlan.SQL).inside());
  }

  /** The same as clients take it that are not Java's. */
  public static String url(Platform platform) {
    return "postgresql://postgres@%s/postgres"
        .formatted(platform.reserve(ROLE, PostgresPlan.SQL).inside());
  }

  /** Where the lab and its instruments find it. */
  public static String outsideUrl(Platform platform) {
    return jdbcUrl(platform.reserve(ROLE, PostgresPlan.SQL).outside());
  }

  static String jdbcUrl(Platform.Address at) {
    return "jdbc:postgresql://" + at + "/postgres?user=postgres";
  }

  /** That members of a role are clients of it. */
  public static Link from(String role) {
    return new Link(role, ROLE, PostgresPlan.SQL);
  }

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public List<String> notes() {
    String server =
        "PostgreSQL %s: one server for up to %s connections; fsync and synchronous_commit are on,"
            + " as they come. A kill of its processes is no power cut: what they have given to the"
            + " operating system survives it in any case";
    return Stream.concat(
            Stream.of(server.formatted(Binaries.VERSION, PostgresPlan.CONNECTIONS)),
            settings.isEmpty() ? Stream.of() : Stream.of("PostgreSQL is set to " + settings))
        .toList();
  }

  @Override
  public void provide(Platform platform) {
    platform.provide(PostgresPlan.unpacking(Binaries.ofThisSystem()).program());
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    return PostgresServer.start(processes.get(0), platform, by, progress);
  }
}
