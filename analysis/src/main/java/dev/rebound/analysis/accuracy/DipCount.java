package dev.rebound.analysis.accuracy;

/**
 * How stops after the first outage were told of.
 *
 * @param due second stops and later dips that lasted long enough to be seen
 * @param found of these
 * @param phantoms that were printed where nothing stopped
 */
public record DipCount(int due, int found, int phantoms) {
  static final DipCount NONE = new DipCount(0, 0, 0);

  DipCount plus(DipCount other) {
    return new DipCount(due + other.due, found + other.found, phantoms + other.phantoms);
  }
}
