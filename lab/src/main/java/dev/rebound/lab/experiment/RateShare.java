package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Quantity;

/** A rate as a share of what the job sustains, as the file says it: {@code 60%}. */
record RateShare(double share) {
  @Override
  public String toString() {
    return Quantity.plain(Math.round(share * 1e8) / 1e6) + "%";
  }
}
