package dev.rebound.workload;

import java.util.Properties;
import java.util.function.Consumer;

/**
 * The first stage of every job: turns an input record into its matches. For use by one thread.
 *
 * <p>A closing record asks only for the rules that belong to its input partition, so that one
 * closing record per partition reads out every rule once.
 */
public final class MatchFinder implements AutoCloseable {
  private final Matcher matcher;
  private final int rules;
  private final int partitions;

  /**
   * @param workload one with rules; else {@link IllegalArgumentException}
   * @param partitions of the input topic
   */
  public MatchFinder(Workload workload, int partitions) {
    if (partitions < 1) {
      throw new IllegalArgumentException("partitions is " + partitions + "; choose at least 1");
    }
    this.matcher = RuleWorkload.of(workload).newMatcher();
    this.rules = RuleWorkload.of(workload).rules();
    this.partitions = partitions;
  }

  /**
   * @param workload one with rules, as it travels
   * @param partitions of the input topic
   */
  public MatchFinder(Properties workload, int partitions) {
    this(Workloads.create(WorkloadSpec.fromProperties(workload)), partitions);
  }

  /**
   * Gives the matches of a whole input record to {@code sink}, rules in ascending order. Throws
   * {@link IllegalArgumentException} if these bytes are no record.
   */
  public void find(byte[] record, int inputPartition, Consumer<Match> sink) {
    RecordFormat.RecordKind kind = RecordFormat.kind(record);
    int generator = RecordFormat.generator(record);
    long sequence = RecordFormat.sequence(record);
    long intendedMicros = RecordFormat.intendedMicros(record);
    if (kind == RecordFormat.RecordKind.CLOSING) {
      for (int rule = inputPartition; rule < rules; rule += partitions) {
        sink.accept(new Match(kind, generator, rule, sequence, intendedMicros, 0));
      }
      return;
    }
    int detail = matcher.detail(record);
    matcher.match(
        record,
        rule -> sink.accept(new Match(kind, generator, rule, sequence, intendedMicros, detail)));
  }

  @Override
  public void close() {
    matcher.close();
  }
}
