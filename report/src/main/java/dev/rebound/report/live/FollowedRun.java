package dev.rebound.report.live;

import dev.rebound.report.page.GrowingRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A run that readers follow, with a version that rises when there is more to show. All readers
 * share one reading of the journal and one copy of the data. How often it rises does not depend on
 * them: once a second at most, and less often where the data is so long that making it would cost
 * more than a twentieth of a core. Thread-safe.
 */
final class FollowedRun {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final int SHARE = 20;

  private final GrowingRun run;
  private long version = 1;
  private long madeVersion;
  private byte[] made = new byte[0];
  private long notBefore = System.nanoTime();
  private int readers;
  private boolean closed;

  /**
   * The state of the data, as a reader is told of it.
   *
   * @param version of the data
   * @param over whether there is no later one
   */
  record DataVersion(long version, boolean over) {}

  FollowedRun(GrowingRun run) {
    this.run = run;
  }

  GrowingRun run() {
    return run;
  }

  /** Reads what was added to the journal, if it is time to. */
  synchronized void poll() {
    if (System.nanoTime() - notBefore >= 0) {
      now();
    }
  }

  private void now() {
    notBefore = System.nanoTime() + SECOND;
    if (run.refresh()) {
      version++;
      notifyAll();
    }
  }

  /** The data as it stands; made anew only if there is more. */
  synchronized byte[] data() {
    if (version == 1 && madeVersion == 0) {
      now();
    }
    if (madeVersion != version) {
      long begin = System.nanoTime();
      made = run.data().getBytes(StandardCharsets.UTF_8);
      madeVersion = version;
      long took = System.nanoTime() - begin;
      notBefore = Math.max(notBefore, System.nanoTime() + SHARE * took);
    }
    return made;
  }

  /**
   * Waits for a later version than the one that a reader has seen, for its end, or for so long.
   * Versions that came in between are told once.
   */
  synchronized DataVersion await(long seen, Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    long left = most.toNanos();
    while (left > 0 && !closed && version <= seen && !run.over()) {
      wait(Math.max(1, left / 1_000_000));
      left = end - System.nanoTime();
    }
    boolean over = closed || run.over();
    if (over) {
      // Who hears of the end asks for the data once more.
      now();
    }
    return new DataVersion(version, over);
  }

  /** A reader comes: the first one has the journal read. */
  synchronized void enter() {
    if (version == 1) {
      now();
    }
    readers++;
  }

  synchronized void leave() {
    readers--;
  }

  synchronized boolean idle() {
    return readers == 0;
  }

  /** Reads once more, and tells every reader that nothing will follow. */
  synchronized void close() {
    closed = true;
    now();
    notifyAll();
  }
}
