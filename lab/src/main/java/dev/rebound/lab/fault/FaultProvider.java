package dev.rebound.lab.fault;

import java.util.List;

/**
 * Offers kinds of faults. Found by {@link java.util.ServiceLoader}, so with a constructor for
 * nothing.
 */
public interface FaultProvider {
  List<FaultKind> faults();
}
