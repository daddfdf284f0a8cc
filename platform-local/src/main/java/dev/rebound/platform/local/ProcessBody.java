package dev.rebound.platform.local;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** The process of one life. Signals reach this very process, never a later one with its pid. */
interface ProcessBody {
  long pid();

  /** False once nothing of it runs any more. */
  boolean alive();

  /** The status that it ended with; empty while it lives, and where its parent alone is told. */
  OptionalInt status();

  /** SIGKILL, straight to kill(2); false if it is known not to have reached it. */
  boolean kill();

  /** SIGTERM, likewise. */
  boolean terminate();

  /** Waits for its end; false if it had not come within the limit, or until an interrupt. */
  boolean awaitEnd(Duration limit);

  /** Completes after its end. */
  CompletableFuture<Void> ended();
}
