package dev.rebound.workload;

/** Every record owes one output, of rule 0. */
final class EveryRecord implements Matcher {
  @Override
  public void match(byte[] record, Sink sink) {
    sink.rule(0);
  }

  @Override
  public void expected(int generator, long sequence, Sink sink) {
    sink.rule(0);
  }

  @Override
  public void close() {}
}
