package dev.rebound.lab.platform;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * How fast one core is at this moment. A machine that shares its hardware with others may be half
 * as fast an hour later, and recoveries are mostly CPU: runs that were made at different speeds
 * compare the hours.
 */
public final class MachineSpeed {
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int WINDOWS = 5;
  private static final long WINDOW_NANOS = 100_000_000;
  private static final double MIB = 1 << 20;

  private MachineSpeed() {}

  /**
   * SHA-256 over memory on one thread, in MiB per second of wall time: the median of five windows
   * of 0.1 s, after two more to warm up. Means something beside other figures of its kind alone,
   * and while nothing else runs.
   */
  public static double measure() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] block = new byte[BLOCK_BYTES];
      window(digest, block);
      window(digest, block);
      double[] speeds = new double[WINDOWS];
      for (int i = 0; i < WINDOWS; i++) {
        speeds[i] = window(digest, block);
      }
      Arrays.sort(speeds);
      return speeds[WINDOWS / 2];
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static double window(MessageDigest digest, byte[] block) {
    long begin = System.nanoTime();
    long took = 0;
    long bytes = 0;
    while (took < WINDOW_NANOS) {
      digest.update(block);
      bytes += block.length;
      took = System.nanoTime() - begin;
    }
    return bytes / MIB / (took / 1e9);
  }
}
