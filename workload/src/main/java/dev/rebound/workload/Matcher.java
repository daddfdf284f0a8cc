package dev.rebound.workload;

import java.util.function.IntConsumer;

/** Finds the rules that a record matches; for use by one thread. */
public interface Matcher extends ExpectedOutputs {
  /**
   * Finds the rules that an input record matches by evaluating it, as a job does. Rules come in
   * ascending order, each once.
   *
   * @param record a whole input record as {@link RecordFormat} lays it out
   */
  void match(byte[] record, IntConsumer sink);

  /** True if an input record matches any rule. */
  default boolean finds(byte[] record) {
    boolean[] found = new boolean[1];
    match(record, rule -> found[0] = true);
    return found[0];
  }

  /**
   * What else a state has to know of a data record, from 0 to 63, such as its kind of event.
   *
   * @param record a whole input record as {@link RecordFormat} lays it out
   */
  default int detail(byte[] record) {
    return 0;
  }
}
