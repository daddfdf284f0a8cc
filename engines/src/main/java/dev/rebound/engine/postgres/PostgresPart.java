package dev.rebound.engine.postgres;

import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One PostgreSQL server, which keeps what it holds over a restart. It has a database and a
 * superuser, both named {@code postgres}, and trusts whoever connects over loopback.
 *
 * @param processes the server; what unpacks it first runs only for a moment
 */
public record PostgresPart(PostgresSpec spec, List<ProcessSpec> processes) implements Part {
  /** The role of its process, which is also its node's name. */
  public static final String ROLE = PostgresPlan.DATABASE;

  /**
   * Starts nothing, and reserves an address. Throws {@link dev.rebound.base.ReboundException} on a
   * system for which PostgreSQL is not published.
   */
  public static PostgresPart planned(PostgresSpec spec, Platform platform) {
    var unused = Binaries.ofThisSystem();
    return new PostgresPart(spec, List.of(PostgresPlan.server(spec, platform)));
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
    return "postgresql://postgres@"
        + platform.reserve(ROLE, PostgresPlan.SQL).inside()
        + "/postgres";
  }

  /** Where the lab finds it. */
  public static String jdbcUrlOutside(Platform platform) {
    return jdbcUrl(platform.reserve(ROLE, PostgresPlan.SQL).outside());
  }

  static String jdbcUrl(Platform.Address at) {
    return "jdbc:postgresql://" + at + "/postgres?user=postgres";
  }

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "PostgreSQL "
            + Binaries.VERSION
            + ": one server for up to "
            + spec.all().get(PostgresSpec.MAX_CONNECTIONS)
            + " connections; fsync and synchronous_commit are "
            + (spec.settings().containsKey("fsync")
                    || spec.settings().containsKey("synchronous_commit")
                ? "as postgres settings say"
                : "on, as they come")
            + ". A kill of its processes is no power cut: what they have given to the operating"
            + " system survives it in any case");
    if (!spec.settings().isEmpty()) {
      notes.add("PostgreSQL is set to " + spec.settings());
    }
    return List.copyOf(notes);
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    return PostgresServer.start(processes.get(0), platform, by, progress);
  }
}
