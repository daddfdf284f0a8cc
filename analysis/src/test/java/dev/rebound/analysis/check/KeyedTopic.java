package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** A job of a keyed workload as all engines build it, in one process, and what is found of it. */
abstract class KeyedTopic {
  static final int PARTITIONS = 4;
  static final int RECORDS = 2_000;
  private static final long START = 1_700_000_000_000_000L;
  private static final double RATE = 200;

  @TempDir Path folder;

  final Workload workload;
  final List<OutputRecord> outputs = new ArrayList<>();
  final Map<Integer, byte[]> states = new HashMap<>();

  /** A record whose send has no known outcome; -1 for none. */
  long unanswered = -1;

  /** What the job does; a test may plant another one. */
  KeyedLogic logic;

  KeyedTopic(WorkloadSpec spec) {
    this.workload = Workloads.create(spec);
    this.logic = Workloads.logic(spec);
  }

  /** The value of a record as a generator sends it. */
  private byte[] sent(long n) {
    byte[][] value = new byte[1][];
    workload.write(
        0,
        n,
        intended(n),
        new RecordSink() {
          @Override
          public byte[] value(int length) {
            value[0] = new byte[length];
            return value[0];
          }

          @Override
          public void key(byte[] key) {}

          @Override
          public void header(String name, byte[] bytes) {}
        });
    return value[0];
  }

  private static long intended(long n) {
    return START + (long) (n * 1e6 / RATE);
  }

  int partition(long n) {
    return workload.placement().partition(0, n, PARTITIONS);
  }

  /** The job takes records, from one to before another. */
  void take(long from, long until) {
    for (long n = from; n < until; n++) {
      take(sent(n), partition(n));
    }
  }

  private void take(byte[] record, int partition) {
    try (MatchFinder finder = new MatchFinder(workload, PARTITIONS)) {
      finder.find(
          record,
          partition,
          match -> {
            OutputRecord output =
                logic.apply(
                    states.get(match.rule()),
                    match,
                    new KeyedLogic.Emitter(1, 1),
                    state -> states.put(match.rule(), state));
            if (output != null) {
              outputs.add(output);
            }
          });
    }
  }

  /** All states are read out. */
  void close() {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      byte[] closing = new byte[RecordFormat.HEADER_BYTES];
      RecordFormat.header(
          closing, RecordFormat.RecordKind.CLOSING, 0, 0, 1, intended(RECORDS) + 1_000_000);
      take(closing, partition);
    }
  }

  /** The same with another count. */
  static OutputRecord counting(OutputRecord output, long count) {
    return new OutputRecord(
        output.kind(),
        output.generator(),
        output.rule(),
        output.sequence(),
        output.intendedMicros(),
        count,
        output.checksum(),
        output.firstMicros(),
        output.lastMicros(),
        output.node(),
        output.incarnation());
  }

  AnalysisResult analysed(Guarantee guarantee) throws IOException {
    Path log = folder.resolve("send");
    long[] ends = new long[PARTITIONS];
    try (SendLog sends = SendLog.create(log, 0, PARTITIONS, START, RATE)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(
            n, n == unanswered ? SendLog.UNKNOWN : ends[partition(n)]++ + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = folder.resolve("observed");
    long[] places = new long[PARTITIONS];
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (OutputRecord output : outputs) {
        long micros = output.intendedMicros() + 5_000;
        int partition = output.rule() % PARTITIONS;
        writer.append(partition, places[partition]++, micros / 1000, micros, output.encode());
      }
    }
    return Analyst.analyse(
        Evidence.of(
                workload, DeliveryGuarantee.of(guarantee, 0), PARTITIONS, List.of(log), observed)
            .reread(observed)
            .build());
  }

  Map<FindingKind, Long> found(Guarantee guarantee) throws IOException {
    Map<FindingKind, Long> counts = new TreeMap<>();
    for (Finding finding : analysed(guarantee).audits().get(0).findings()) {
      if (finding.count() > 0) {
        counts.put(finding.kind(), finding.count());
      }
    }
    return counts;
  }

  String example(Guarantee guarantee, FindingKind kind) throws IOException {
    return analysed(guarantee).audits().get(0).findings().stream()
        .filter(finding -> finding.kind() == kind)
        .findFirst()
        .orElseThrow()
        .examples()
        .get(0);
  }
}
