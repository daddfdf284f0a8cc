package dev.rebound.lab.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One item of the fault schedule as its file says it, defaults filled in. */
public interface FaultLine {
  /** True if the key has a value. */
  boolean has(String key);

  Duration duration(String key);

  int count(String key);

  String text(String key);

  /** The map that is the value of {@link FaultOption.PartForm}; null if its word is. */
  @Nullable FaultLine part(String key);

  /** Tells that the value of a key is wrong. */
  void wrong(String key, FaultProblem what);

  /** Tells that the item as a whole is wrong. */
  void wrong(FaultProblem what);
}
