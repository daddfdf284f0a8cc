package dev.rebound.service.activation.activation;

import java.util.Locale;

/** Which way a request came. */
enum Source {
  REST,
  KAFKA;

  /** As the table says it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
