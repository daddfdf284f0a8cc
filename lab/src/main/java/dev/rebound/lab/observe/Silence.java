package dev.rebound.lab.observe;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells, once for each time, that what is asked over and over has not answered for long, and that
 * it is back. For use by one thread.
 */
final class Silence {
  /** Shorter ones are told of by nobody: a look is taken many times a second. */
  static final Duration LONG = Duration.ofSeconds(2);

  private final String whom;
  private final Consumer<String> log;
  private final LongSupplier nanos;
  private boolean silent;
  private boolean told;
  private long since;

  /**
   * @param whom is asked, with its article
   * @param nanos a clock that only goes on, in nanoseconds
   */
  Silence(String whom, Consumer<String> log, LongSupplier nanos) {
    this.whom = whom;
    this.log = log;
    this.nanos = nanos;
  }

  /** There was no answer, for this reason. */
  void refused(String why) {
    long now = nanos.getAsLong();
    if (!silent) {
      silent = true;
      since = now;
    }
    if (!told && now - since >= LONG.toNanos()) {
      told = true;
      log.accept(whom + " has not answered for " + seconds(now) + ", and is asked on: " + why);
    }
  }

  /** There was one. */
  void answered() {
    if (told) {
      log.accept(whom + " answers again, after " + seconds(nanos.getAsLong()));
    }
    silent = false;
    told = false;
  }

  private String seconds(long now) {
    return Words.seconds((now - since) / 1e9);
  }
}
