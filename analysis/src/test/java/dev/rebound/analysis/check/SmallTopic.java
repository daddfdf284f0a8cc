package dev.rebound.analysis.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.Headers;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A sample of four orders of two customers, sixty inputs made from it, and what a job said. */
abstract class SmallTopic {
  private static final long START = 1_700_000_000_000_000L;
  static final int RECORDS = 60;
  private static final double[] AMOUNTS = {2.5, 4, 1.25, 9};
  private static final String[] KEYS = {"ada", "ben", "ada", "ada"};

  @TempDir Path folder;
  Path sample;
  final List<Object[]> outputs = new ArrayList<>();

  /** Places of outputs that the live reader was not given. */
  final Set<Integer> missed = new HashSet<>();

  /** Places of outputs that it was given, and that the topic does not hold in the end. */
  final Set<Integer> gone = new HashSet<>();

  boolean readAgain = true;
  Guarantee guarantee = Guarantee.EXACTLY_ONCE;
  int unanswered = -1;
  UnfinishedWork unfinished = UnfinishedWork.NOTHING;

  /** The drain ended while the job got on, with inputs left from one on. */
  static UnfinishedWork atWorkFrom(long offset) {
    return new UnfinishedWork(List.of(offset), List.of(), true);
  }

  @BeforeEach
  void sample() throws IOException {
    sample = folder.resolve("orders.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < KEYS.length; i++) {
      lines.append(
          "{\"id\":%d,\"customer\":\"%s\",\"amount\":%s}%n".formatted(i, KEYS[i], AMOUNTS[i]));
    }
    Files.writeString(sample, lines.toString());
  }

  static double amount(int n) {
    return AMOUNTS[n % AMOUNTS.length];
  }

  static String key(int n) {
    return KEYS[n % KEYS.length];
  }

  WorkloadSpec spec(String oracle) {
    WorkloadSpec spec =
        WorkloadSpec.of(Records.KIND, 1)
            .with("from", sample)
            .with("key", "$.customer")
            .with("oracle", oracle)
            .with("output-value", "$.value");
    return oracle.equals("count") ? spec : spec.with("of", "$.amount");
  }

  void update(String key, double value) {
    outputs.add(new Object[] {key, "{\"value\":" + value + "}"});
  }

  AnalysisResult analysed(WorkloadSpec spec) throws IOException {
    Records records = new Records(spec);
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(n, n == unanswered ? SendLog.UNKNOWN : n + SendLog.ACKNOWLEDGED);
      }
    }
    return Analyst.analyse(
        Evidence.of(
                records,
                DeliveryGuarantee.of(guarantee, 0),
                1,
                List.of(log),
                written(records, "observed", missed))
            .reread(readAgain ? written(records, "again", gone) : null)
            .unfinished(unfinished)
            .build());
  }

  private Path written(Records records, String name, Set<Integer> without) throws IOException {
    Path file = folder.resolve(name);
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int i = 0; i < outputs.size(); i++) {
        if (without.contains(i)) {
          continue;
        }
        long micros = START + i * 100_000L;
        List<byte[]> found = new ArrayList<>();
        Object[] output = outputs.get(i);
        byte[] value =
            output[1] instanceof byte[] bytes ? bytes : output[1].toString().getBytes(UTF_8);
        records.outputs(beside(output[0].toString()), value, found::add);
        int partition = output.length > 2 ? (int) output[2] : 0;
        writer.append(partition, i, micros / 1000, micros, found.isEmpty() ? null : found.get(0));
      }
    }
    return file;
  }

  private static Headers beside(String key) {
    return new Headers() {
      @Override
      public byte[] last(String name) {
        return null;
      }

      @Override
      public byte[] key() {
        return key.getBytes(UTF_8);
      }
    };
  }

  static Finding found(AnalysisResult result, FindingKind kind) {
    return result.audits().get(0).findings().stream()
        .filter(f -> f.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  static String diverged(AnalysisResult result) {
    Finding diverged = found(result, FindingKind.DIVERGED);
    assertThat(diverged.count()).isEqualTo(1);
    return diverged.examples().get(0);
  }
}
