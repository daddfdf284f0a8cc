package dev.rebound.bench;

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
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds to make one input record, header and payload, into a buffer that is used again. */
@SuppressWarnings("NullAway.Init") // JMH calls setUp first
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx256m")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class PayloadBenchmark {
  /** Size of a record in bytes, header included. */
  @Param({"128", "1024", "10240"})
  public int recordBytes;

  private RuleMatch workload;
  private byte[] record;
  private long sequence;

  @Setup
  public void setUp() {
    workload = new RuleMatch(RuleMatch.spec(42, 1000, 0.5, "uniform", "indexed", recordBytes));
    record = new byte[recordBytes];
  }

  @Benchmark
  public byte[] record() {
    long n = sequence++;
    int bytes = workload.payload(0, n, record, RecordFormat.HEADER_BYTES);
    RecordFormat.header(record, RecordFormat.RecordKind.DATA, 0, bytes, n, 0);
    return record;
  }
}
