package dev.rebound.base;

/** On whose account a process runs: cost, blame and, if nothing else is said, cores follow. */
public enum Owner {
  /** The thing that is studied: an engine with its job. */
  SUBJECT,
  /** The systems that it cannot do without, and that are not studied: brokers. */
  SUPPORT,
  /** The lab's own: load generators, the observer, tools. A run without one measures nothing. */
  INSTRUMENT
}
