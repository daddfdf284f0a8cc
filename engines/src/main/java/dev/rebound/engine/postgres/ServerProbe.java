package dev.rebound.engine.postgres;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The work of a database; nothing while it does not answer. */
final class ServerProbe implements Probe {
  /**
   * The newest look at a server, and the one before it.
   *
   * @param before null if the server did not answer then
   */
  record Looks(@Nullable ServerState before, ServerState newest) {}

  private final Supplier<@Nullable Looks> looks;

  /**
   * @param looks null while the server does not answer
   */
  ServerProbe(Supplier<@Nullable Looks> looks) {
    this.looks = looks;
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series("database.connections", "connections", ""),
        new Series("database.commits", "transactions/s", ""),
        new Series("database.inserts", "rows/s", ""));
  }

  @Override
  public double[] read() {
    Looks seen = looks.get();
    if (seen == null) {
      return new double[] {Double.NaN, Double.NaN, Double.NaN};
    }
    ServerState newest = seen.newest();
    ServerState before = seen.before();
    return new double[] {
      newest.connections(),
      before == null ? Double.NaN : newest.commitsPerSecond(before),
      before == null ? Double.NaN : newest.insertsPerSecond(before)
    };
  }
}
