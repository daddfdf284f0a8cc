package dev.rebound.lab.platform;

/** The signals that faults send. */
public enum Signal {
  KILL,
  TERMINATE,
  PAUSE,
  RESUME
}
