package dev.rebound.engine.flink;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells for how long a job stood still because there were fewer slots than it needs: it is
 * suspended until TaskManagers are back. One thread looks, any may ask.
 */
final class SlotWaits {
  /** The exception that Flink throws when it gives up a wait for slots, to begin another. */
  private static final String GIVEN_UP = "NoResourceAvailable";

  /** A shorter wait is a look that came at a bad moment. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final int needed;
  private final List<Wait> over = new ArrayList<>();
  private @Nullable Wait current;

  /**
   * One of them. Times are milliseconds since the epoch.
   *
   * @param fewest slots that were there
   * @param givenUp how often Flink gave up and began anew, as far as it remembers
   */
  private record Wait(long sinceMillis, long untilMillis, int fewest, long givenUp) {
    long millis() {
      return untilMillis - sinceMillis;
    }
  }

  /**
   * @param needed slots, for the whole job to run
   */
  SlotWaits(int needed) {
    this.needed = needed;
  }

  /**
   * Takes a look at a job that does not run, or at one that runs again.
   *
   * @param slots of all TaskManagers that the JobManager knows
   */
  synchronized void look(FlinkJob job, int slots, long atMillis) {
    Wait wait = current;
    if (!job.running() && slots < needed) {
      long since = wait == null ? atMillis : wait.sinceMillis();
      int fewest = wait == null ? slots : Math.min(wait.fewest(), slots);
      long givenUp =
          job.failures().stream()
              .filter(f -> f.atMillis() >= since && f.text().contains(GIVEN_UP))
              .count();
      current = new Wait(since, atMillis, fewest, givenUp);
    } else if (wait != null) {
      over.add(new Wait(wait.sinceMillis(), atMillis, wait.fewest(), wait.givenUp()));
      current = null;
    }
  }

  /** Whether a wait goes on: the next look is to be taken even if the job runs again. */
  synchronized boolean waiting() {
    return current != null;
  }

  /** A sentence; empty if the job never waited. */
  synchronized Optional<String> told() {
    List<Wait> waits = new ArrayList<>(over);
    Wait open = current;
    if (open != null) {
      waits.add(open);
    }
    waits.removeIf(wait -> wait.millis() < SHORTEST.toMillis());
    boolean still = open != null && waits.contains(open);
    return waits.stream()
        .max(Comparator.comparingLong(Wait::millis))
        .map(
            longest ->
                (waits.size() == 1
                            ? "the job waited %3$s for slots, "
                            : "the job waited for slots %s times, %s in all; the longest time %s, ")
                        .formatted(
                            waits.size(),
                            Words.seconds(waits.stream().mapToLong(Wait::millis).sum() / 1000.0),
                            Words.seconds(longest.millis() / 1000.0))
                    + words(longest)
                    + (still ? "; at the last look it still waited" : ""));
  }

  private String words(Wait wait) {
    return "from %s on: %s of the %s that it needs were there%s"
        .formatted(
            Instant.ofEpochMilli(wait.sinceMillis()).truncatedTo(ChronoUnit.SECONDS),
            wait.fewest(),
            needed,
            wait.givenUp() == 0
                ? ""
                : ", and Flink gave up and began anew " + wait.givenUp() + "× at least");
  }
}
