package dev.rebound.lab.platform;

/** What a platform has left for a run. */
public interface Room {
  /** Bytes that processes may take; 0 if nobody can tell. */
  long memoryBytes();

  /** Bytes that may be written. */
  long diskBytes();

  /** What that disk is called, for people. */
  String disk();

  /**
   * Throws {@link dev.rebound.analysis.ReboundException} unless the engine's processes can have so
   * many cores to themselves, and everything else so many others.
   */
  void requireCores(CoresSpec asked);
}
