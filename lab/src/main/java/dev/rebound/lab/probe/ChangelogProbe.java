package dev.rebound.lab.probe;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A job's changelogs: how much the brokers hold of them, and how fast they are written. Asks every
 * {@link #EVERY} without waiting for the answer, and gives the newest one until there is another,
 * or until it is older than {@link #STALE}. Has no series as long as no changelog was seen.
 */
public final class ChangelogProbe implements Probe {
  static final Duration EVERY = Duration.ofSeconds(3);
  static final Duration STALE = Duration.ofSeconds(10);

  private static final List<Series> ALL = List.of(Series.CHANGELOG_SIZE, Series.CHANGELOG_RATE);

  private final ChangelogReader reader;
  private final LongSupplier nanoTime;
  private @Nullable CompletableFuture<ChangelogReader.ChangelogSize> asked;
  private boolean began;
  private long askedNanos;
  private ChangelogReader.@Nullable ChangelogSize newest;
  private long newestNanos;
  private double rate = Double.NaN;
  private boolean declared;

  /**
   * @param client settings of the admin client (TLS and SASL), unchanged
   * @param changelog true of the name of such a topic
   */
  public ChangelogProbe(String bootstrap, Map<String, String> client, Predicate<String> changelog) {
    this(AdminChangelogReader.of(bootstrap, client, changelog), System::nanoTime);
  }

  ChangelogProbe(ChangelogReader reader, LongSupplier nanoTime) {
    this.reader = reader;
    this.nanoTime = nanoTime;
  }

  @Override
  public List<Series> series() {
    declared = newest != null;
    return declared ? ALL : List.of();
  }

  /** Takes in what was answered meanwhile, and asks anew if it is time. */
  @Override
  public double[] read() {
    long now = nanoTime.getAsLong();
    CompletableFuture<ChangelogReader.ChangelogSize> under = asked;
    if (under != null && under.isDone()) {
      asked = null;
      if (!under.isCompletedExceptionally()) {
        take(under.join());
      }
    }
    if (asked == null && (!began || now - askedNanos >= EVERY.toNanos())) {
      began = true;
      askedNanos = now;
      asked = reader.ask().toCompletableFuture();
    }
    ChangelogReader.ChangelogSize reading = newest;
    if (!declared || reading == null) {
      return new double[0];
    }
    return now - newestNanos > STALE.toNanos()
        ? new double[] {Double.NaN, Double.NaN}
        : new double[] {reading.bytes(), rate};
  }

  /** Without a topic nothing is known: Kafka Streams makes them when its job begins. */
  private void take(ChangelogReader.ChangelogSize reading) {
    if (reading.partitions() == 0) {
      return;
    }
    ChangelogReader.ChangelogSize before = newest;
    // Those of a partition that is new were not all written since.
    rate =
        before != null && before.partitions() == reading.partitions()
            ? Math.max(0, reading.records() - before.records()) * 1e9 / (askedNanos - newestNanos)
            : Double.NaN;
    newest = reading;
    newestNanos = askedNanos;
  }

  @Override
  public void close() {
    reader.close();
  }
}
