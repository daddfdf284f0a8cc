package dev.rebound.bench;

import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleMatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds per record to find the rules that it matches: half a match per record on average,
 * whatever the number of rules.
 */
@SuppressWarnings("NullAway.Init") // JMH calls setUp first
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx256m")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class MatchingBenchmark {
  /** Number of rules. */
  @Param({"10", "1000", "100000"})
  public int rules;

  /** How the matches are spread over the rules. */
  @Param({"uniform", "zipf"})
  public String distribution = "uniform";

  /** {@code indexed} or {@code scan}. */
  @Param({"indexed", "scan"})
  public String matching = "indexed";

  private Matcher matcher;
  private byte[] record;
  private long sequence;
  private long sum;

  /** Makes the workload and one record, whose header is rewritten for every call. */
  @Setup
  public void setUp() {
    matcher =
        new RuleMatch(RuleMatch.spec(42, rules, 0.5, distribution, matching, 1024)).newMatcher();
    record = new byte[1024];
  }

  @TearDown
  public void tearDown() {
    matcher.close();
  }

  /** The work of a job. */
  @Benchmark
  public long match() {
    RecordFormat.header(record, RecordFormat.RecordKind.DATA, 0, 1000, sequence++, 0);
    matcher.match(record, rule -> sum += rule);
    return sum;
  }

  /** The work of the checker. */
  @Benchmark
  public long expected() {
    matcher.expected(0, sequence++, rule -> sum += rule);
    return sum;
  }
}
