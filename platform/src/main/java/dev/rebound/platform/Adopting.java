package dev.rebound.platform;

import dev.rebound.base.ReboundException;

/** A platform that makes nodes of processes that its nodes' own daemons start. */
public interface Adopting {
  /**
   * Takes in a process that the daemon of a node of this platform started: it is signalled, watched
   * and ended like others, and so is each one that this daemon starts in its place. It must carry
   * the run's id in its environment, as what a node starts inherits it: else nothing would end it
   * if the lab was killed. Throws {@link ReboundException} if no such process lives.
   */
  Node adopt(Adoption adoption);
}
