package dev.rebound.workload;

/**
 * Counter-based random numbers: a draw is a pure function of a key and a counter, so any draw of
 * any record can be had at once, on every thread and in every process alike.
 *
 * <p>The mixing function is the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast Splittable
 * Pseudorandom Number Generators", OOPSLA 2014). All arithmetic is on integers or in strict IEEE
 * doubles, so that two machines never disagree by a rounding of the last bit.
 */
public final class SplitMix {
  /** Odd number next to 2^64 divided by the golden ratio: the distance between counters. */
  public static final long GAMMA = 0x9E3779B97F4A7C15L;

  private static final int TABLE_BITS = 10;
  private static final int TABLE_SIZE = 1 << TABLE_BITS;
  private static final double LN_2 = StrictMath.log(2);
  private static final double[] RECIPROCAL = new double[TABLE_SIZE];
  private static final double[] LOG = new double[TABLE_SIZE];

  static {
    for (int i = 0; i < TABLE_SIZE; i++) {
      RECIPROCAL[i] = 1 / (1 + (i + 0.5) / TABLE_SIZE);
      LOG[i] = -StrictMath.log(RECIPROCAL[i]);
    }
  }

  private SplitMix() {}

  /** Spreads a value over all 64 bits; neighbours have nothing in common afterwards. */
  public static long mix(long value) {
    long z = value + GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Key of one record for one purpose; {@code stream} keeps purposes apart. */
  public static long key(long streamKey, int generator, long sequence) {
    return mix(mix(streamKey + generator) + sequence * GAMMA);
  }

  /**
   * Turns 64 random bits into an exponentially distributed number with mean 1: minus the logarithm
   * of a uniform number in (0, 1] of 53 bits.
   *
   * <p>{@code Math.log} may differ in its last bit from one machine to the next, and {@code
   * StrictMath.log} is slow; hence a table of 1,024 logarithms and four terms of the series, whose
   * error is below 2^-54.
   */
  static double exponential(long bits) {
    double uniform = ((bits >>> 11) + 1) * 0x1.0p-53;
    long raw = Double.doubleToRawLongBits(uniform);
    int exponent = (int) (raw >>> 52) - 1023;
    int index = (int) (raw >>> (52 - TABLE_BITS)) & (TABLE_SIZE - 1);
    double mantissa = Double.longBitsToDouble((raw & 0xFFFFFFFFFFFFFL) | 0x3FF0000000000000L);
    double r = mantissa * RECIPROCAL[index] - 1;
    double series = r * (1 - r * (0.5 - r * (1.0 / 3 - r * 0.25)));
    return -(exponent * LN_2 + LOG[index] + series);
  }
}
