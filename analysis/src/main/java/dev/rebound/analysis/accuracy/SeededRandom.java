package dev.rebound.analysis.accuracy;

import java.util.List;
import java.util.SplittableRandom;

/** Random numbers of one purpose; the same seed gives the same ones. For one thread. */
final class SeededRandom {
  private final SplittableRandom random;

  SeededRandom(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Dice of another purpose that have nothing in common with these. */
  static SeededRandom of(long seed, long purpose) {
    return new SeededRandom(new SplittableRandom(seed * 1_000_003 + purpose).nextLong());
  }

  /** Uniform from 0 to 1. */
  double unit() {
    return random.nextDouble();
  }

  double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  /** As likely from 1 to 2 as from 2 to 4. */
  double scaled(double low, double high) {
    return low * Math.pow(high / low, random.nextDouble());
  }

  /** Both ends included. */
  int whole(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  /** One of these, each as likely. */
  <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** Exponentially distributed with mean 1. */
  double exponential() {
    return -Math.log(1 - random.nextDouble());
  }
}
