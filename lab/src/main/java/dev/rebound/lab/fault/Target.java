package dev.rebound.lab.fault;

import dev.rebound.lab.platform.Incarnation;
import org.jspecify.annotations.Nullable;

/** What a fault acts on: something of one member, as its process is. */
public interface Target {
  /** What is done to it, in one word: {@code signal}. */
  String act();

  /** The life of the process that is hit now; null where none is. */
  @Nullable Incarnation life();
}
