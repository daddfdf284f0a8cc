package dev.rebound.workload;

/** Finds the rules that a record matches; for use by one thread. */
public interface Matcher extends AutoCloseable {
  /** Receives one matching rule. */
  @FunctionalInterface
  interface Sink {
    void rule(int rule);
  }

  /**
   * What a job does: finds the rules that an input record matches by evaluating it. Rules come in
   * ascending order, each once. A {@link RecordFormat.Kind#CLOSING closing} record matches every
   * rule.
   *
   * @param record a whole input record as {@link RecordFormat} lays it out
   */
  void match(byte[] record, Sink sink);

  /**
   * What the checker does: the rules that data record (generator, sequence) must match, in
   * ascending order.
   */
  void expected(int generator, long sequence, Sink sink);

  @Override
  void close();
}
