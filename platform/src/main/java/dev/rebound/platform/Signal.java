package dev.rebound.platform;

/** The signals that faults send. */
public enum Signal {
  KILL,
  TERMINATE,
  PAUSE,
  RESUME
}
