package dev.rebound.lab.http;

import dev.rebound.lab.telemetry.ProcessControl;

/** When requests are sent. */
interface SendingLoop {
  /** Longest wait between two looks at whether the lab has asked for the end. */
  long LOOK_NANOS = 50_000_000;

  /**
   * Sends requests until there are no more, or the lab asks for the end; those that are in flight
   * are left so.
   */
  void run(ProcessControl control) throws InterruptedException;

  /** How many are due by now, those already sent included. */
  long due(long nowMicros);
}
