package dev.rebound.lab.probe;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * How much work a core does in a second of CPU time: bytes/s of SHA-256, which stay in its caches,
 * and reads/s of memory at random places, which do not. Each takes about a millisecond of one core
 * at each reading.
 *
 * <p>They fall while something else uses the same hardware (a core's other thread, caches, memory),
 * be it of this machine or of another one on the same host. Neither CPU share nor stolen time shows
 * that, and recoveries take as much longer. The reads fall by the run's own use of caches, too.
 */
public final class SpeedProbe implements Probe {
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int BLOCKS = 16;

  /** 32 MiB: by the time that a place is read again, other work has taken its place in a cache. */
  private static final int PLACES = 1 << 23;

  private static final int READS = 2_000;
  private static final List<Series> SERIES =
      List.of(
          new Series(Series.SPEED, "bytes/s", ""), new Series(Series.MEMORY_SPEED, "reads/s", ""));

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final byte[] block = new byte[BLOCK_BYTES];
  private final int[] places = new int[PLACES];
  private final MessageDigest digest;
  private int place;

  public SpeedProbe() {
    Arrays.fill(places, 1);
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public List<Series> series() {
    return SERIES;
  }

  /** NaN where the JVM does not know a thread's CPU time, or only coarsely. */
  @Override
  public double[] read() {
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      return new double[] {Double.NaN, Double.NaN};
    }
    long begin = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < BLOCKS; i++) {
      digest.update(block);
    }
    long hashed = threads.getCurrentThreadCpuTime();
    walk();
    long read = threads.getCurrentThreadCpuTime();
    return new double[] {
      perSecond(BLOCKS * BLOCK_BYTES, hashed - begin), perSecond(READS, read - hashed)
    };
  }

  /** Each place tells the next one, so that reads wait for each other. */
  private void walk() {
    int at = place;
    for (int i = 0; i < READS; i++) {
      at = (at * 1_664_525 + 1_013_904_222 + places[at]) & (PLACES - 1);
    }
    place = at;
  }

  private static double perSecond(double amount, long nanos) {
    return nanos <= 0 ? Double.NaN : amount / (nanos / 1e9);
  }
}
