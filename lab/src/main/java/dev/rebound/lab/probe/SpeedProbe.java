package dev.rebound.lab.probe;

import dev.rebound.analysis.journal.Series;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * How much work a core does in a second of CPU time, bytes/s: SHA-256 over 1 MiB, about a
 * millisecond of one core at each reading.
 *
 * <p>It falls while something else uses the same hardware (a core's other thread, caches), be it of
 * this machine or of another one on the same host. Neither CPU share nor stolen time shows that,
 * and recoveries take as much longer.
 */
public final class SpeedProbe implements Probe {
  /** Metric of a core's speed. */
  public static final String SPEED = "host.speed";

  private static final int BLOCK_BYTES = 1 << 16;
  private static final int BLOCKS = 16;
  private static final List<Series> SERIES = List.of(new Series(SPEED, "bytes/s", ""));

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final byte[] block = new byte[BLOCK_BYTES];
  private final MessageDigest digest;

  public SpeedProbe() {
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
      return new double[] {Double.NaN};
    }
    long begin = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < BLOCKS; i++) {
      digest.update(block);
    }
    long nanos = threads.getCurrentThreadCpuTime() - begin;
    return new double[] {nanos <= 0 ? Double.NaN : BLOCKS * BLOCK_BYTES / (nanos / 1e9)};
  }
}
