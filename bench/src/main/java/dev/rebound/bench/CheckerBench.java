package dev.rebound.bench;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Speed and memory of the check: {@code write <folder> <records>} makes the files of a run with one
 * stall, {@code check <folder> <records>} analyses them in a process of its own and prints outputs
 * per second and resident memory.
 */
public final class CheckerBench {
  private static final int PARTITIONS = 50;
  private static final double RATE = 100_000;
  private static final long START = 1_700_000_000_000_000L;

  private CheckerBench() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 3 && args[0].equals("write")) {
      write(Path.of(args[1]), Long.parseLong(args[2]));
    } else if (args.length == 3 && args[0].equals("check")) {
      check(Path.of(args[1]), Long.parseLong(args[2]));
    } else {
      System.err.println("usage: CheckerBench write <folder> <records> | check <folder> <records>");
      System.exit(64);
    }
  }

  private static RuleMatch workload() {
    return new RuleMatch(WorkloadSpec.ruleMatch(42));
  }

  private static void write(Path folder, long records) throws IOException {
    Files.createDirectories(folder);
    RuleMatch workload = workload();
    long[] counts = new long[workload.rules()];
    long[] checksums = new long[workload.rules()];
    long[] offsets = new long[PARTITIONS];
    long stallFrom = START + (long) (records / RATE * 0.5e6);
    long stallTo = stallFrom + 7_000_000;
    try (SendLog log = SendLog.create(folder.resolve("send.log"), 0, PARTITIONS, START, RATE);
        ObservedFile.Writer out = new ObservedFile.Writer(folder.resolve("observed.bin"));
        Matcher matcher = workload.newMatcher()) {
      for (long n = 0; n < records; n++) {
        log.set(n, n / PARTITIONS + SendLog.ACKNOWLEDGED);
        long sequence = n;
        long intended = START + (long) (n * 1e6 / RATE);
        long due = intended + 20_000 + n % 7 * 1000;
        long at = due >= stallFrom && due < stallTo ? stallTo + (due - stallFrom) / 10 : due;
        matcher.expected(
            0,
            n,
            rule -> {
              checksums[rule] += RuleState.identityHash(0, sequence, rule);
              append(
                  out,
                  offsets,
                  new OutputRecord(
                      OutputRecord.OutputKind.MATCH,
                      0,
                      rule,
                      sequence,
                      intended,
                      ++counts[rule],
                      checksums[rule],
                      0,
                      0,
                      1,
                      1),
                  at);
            });
      }
      for (int rule = 0; rule < counts.length; rule++) {
        append(
            out,
            offsets,
            new OutputRecord(
                OutputRecord.OutputKind.READOUT,
                0,
                rule,
                1,
                0,
                counts[rule],
                checksums[rule],
                0,
                0,
                1,
                1),
            START + (long) (records / RATE * 1e6) + 20_000_000);
      }
    }
  }

  private static void append(
      ObservedFile.Writer writer, long[] offsets, OutputRecord output, long micros) {
    int partition = output.rule() % PARTITIONS;
    try {
      writer.append(partition, offsets[partition]++, micros / 1000, micros, output.encode());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void check(Path folder, long records) throws IOException {
    Path observed = folder.resolve("observed.bin");
    long endMicros = START + (long) (records / RATE * 1e6);
    long middle = START + (endMicros - START) / 2;
    Evidence evidence =
        Evidence.of(
                workload(),
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 100),
                PARTITIONS,
                List.of(folder.resolve("send.log")),
                observed)
            .reread(observed)
            .faults(List.of(FaultTimes.of(1, "kill", "worker", List.of("w"), middle).build()))
            .phases(List.of(new PhaseTimes("baseline", START + 5_000_000, middle)))
            .build();
    long residentBefore = residentKilobytes("VmRSS");
    long start = System.nanoTime();
    AnalysisResult findings = Analyst.analyse(evidence);
    double seconds = (System.nanoTime() - start) / 1e9;
    Audit audit = findings.audits().get(0);
    System.out.printf(
        Locale.ROOT,
        "%,d outputs in %.2f s: %,.0f outputs/s; CPU %.2f s; resident %d MiB before, peak %d MiB%n",
        audit.observed(),
        seconds,
        audit.observed() / seconds,
        cpuSeconds(),
        residentBefore / 1024,
        residentKilobytes("VmHWM") / 1024);
    for (Finding finding : audit.findings()) {
      System.out.print(finding.kind() + " " + finding.count() + "  ");
    }
    System.out.println();
    System.out.println(findings.faults());
  }

  private static double cpuSeconds() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(d -> d.toMillis() / 1e3)
        .orElse(0.0);
  }

  /** A field of /proc/self/status; −1 where there is none. */
  private static long residentKilobytes(String field) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return -1;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(-1);
  }
}
