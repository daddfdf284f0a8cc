package dev.rebound.platform;

/** The room that a platform has left for a run. */
public interface FreeResources {
  /** Bytes that processes may take; 0 if nobody can tell. */
  long memoryBytes();

  /** Bytes that this process itself may take, such as for the check. */
  long heapBytes();

  /** Bytes that may be written. */
  long diskBytes();

  /** The name of that disk, for people. */
  String disk();

  /**
   * Throws {@link dev.rebound.base.ReboundException} unless the engine's processes can have so many
   * cores to themselves, and everything else so many others.
   */
  void requireCores(CoresSpec asked);

  /**
   * False if a program is known not to be there to be run.
   *
   * @param executable a path, or a name that is looked for
   */
  default boolean has(String executable) {
    return true;
  }
}
