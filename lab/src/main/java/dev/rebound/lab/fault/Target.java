package dev.rebound.lab.fault;

import dev.rebound.platform.Incarnation;
import org.jspecify.annotations.Nullable;

/** The thing that a fault acts on: something of one member, as its process is. */
public interface Target {
  /** The act on it, in one word: {@code signal}. */
  String act();

  /** The life of the process that is hit now; null where none is. */
  @Nullable Incarnation life();
}
