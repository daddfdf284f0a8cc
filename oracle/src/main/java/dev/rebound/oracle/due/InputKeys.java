package dev.rebound.oracle.due;

/**
 * The keys of inputs, all of one in one lane.
 *
 * @param count how many there are, from 0
 */
public record InputKeys(int count, KeyOf of) {
  /** Tells the key of an input; −1 for one that has none, or is not taken. */
  @FunctionalInterface
  public interface KeyOf {
    int of(int generator, long sequence);
  }
}
