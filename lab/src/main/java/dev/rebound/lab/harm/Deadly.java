package dev.rebound.lab.harm;

import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Node;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A harm that ends its victims' processes, and may start them again. */
interface Deadly extends Harm {
  /** What follows the death; null if the victim stays down. */
  @Nullable Restart restart();

  @Override
  default @Nullable Long healingMicros(Confirmation confirmation) {
    Restart restart = restart();
    return restart == null
        ? null
        : confirmation.signalledMicros()
            + confirmation.afterMillis() * 1000
            + restart.after().toNanos() / 1000;
  }

  @Override
  default Healed heal(Node victim) {
    Restart restart = restart();
    return restart == null
        ? Healed.not(victim.current().number(), "stays down")
        : restart.carryOut(victim);
  }

  @Override
  default boolean deadly() {
    return true;
  }

  @Override
  default @Nullable Duration away() {
    Restart restart = restart();
    return restart == null ? null : restart.after();
  }

  @Override
  default boolean sameIdentity() {
    Restart restart = restart();
    return restart == null || restart.as() == Restart.Identity.SAME;
  }
}
