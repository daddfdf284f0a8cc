package dev.rebound.analysis.accuracy;

/** How the time that a record takes varies. */
enum ServiceTime {
  /** Between half and one and a half times the mean. */
  EVEN,
  /** As a Poisson process. */
  POISSON,
  /** One record in twenty takes nine times the mean. */
  BURSTY;

  /** A draw with mean 1. */
  double draw(SeededRandom dice) {
    return switch (this) {
      case EVEN -> 0.5 + dice.unit();
      case POISSON -> dice.exponential();
      case BURSTY -> dice.chance(0.05) ? 9 : 0.55 / 0.95;
    };
  }
}
