package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.probe.OtherPrograms;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A look, just before a run starts, at what other programs take of the machine that it runs on.
 *
 * @param look how long it takes
 * @param refuses whether a run does not start on a machine that is busy
 */
public record BusyCheck(Duration look, boolean refuses) {
  /** As a person has it: they are told, and the run goes on. */
  public static final BusyCheck TOLD = new BusyCheck(Duration.ofSeconds(2), false);

  /** How often it is asked whether a person wants an end. */
  private static final long SLICE_MILLIS = 50;

  /**
   * Looks, and says what to tell; empty if there is nothing. Throws {@link ReboundException} naming
   * what takes the machine, if that refuses the run.
   *
   * @param stop ends the look
   */
  Optional<Event.DoubtRaised> of(OtherPrograms others, BooleanSupplier stop) {
    OtherPrograms.TakenCpu taken;
    try {
      OtherPrograms.Look begun = others.begin();
      while (begun.nanos() < look.toNanos() && !stop.getAsBoolean()) {
        TimeUnit.MILLISECONDS.sleep(SLICE_MILLIS);
      }
      taken = begun.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (RuntimeException e) {
      // What cannot be seen on this system keeps nobody from a run.
      return Optional.empty();
    }
    if (!taken.isMuch() || stop.getAsBoolean()) {
      return Optional.empty();
    }
    if (refuses) {
      throw ReboundException.environment(
          "the machine is busy: " + taken.words(),
          "Wait until they have ended, and run it again; without --fail-if-busy it is run all the"
              + " same, and its verdict may be unknown if the CPU saturates.");
    }
    return Optional.of(taken.doubt("", ""));
  }
}
