package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.RuleWorkload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A made-up run for tests: what was sent and what each reader saw, written as the files that a real
 * run leaves. {@link #perfect} delivers every output once; a test then spoils it.
 *
 * <p>One generator; record n is at offset n / P of partition n mod P, intended for START + n /
 * rate.
 */
public final class History {
  public static final long START = 1_700_000_000_000_000L;

  /** One output as a reader saw it. */
  public record Out(
      int rule,
      int generator,
      long sequence,
      int partition,
      long count,
      long checksum,
      long atMicros,
      OutputRecord.OutputKind kind,
      boolean readable) {
    public Out at(long micros) {
      return new Out(rule, generator, sequence, partition, count, checksum, micros, kind, readable);
    }

    public Out counting(long n) {
      return new Out(rule, generator, sequence, partition, n, checksum, atMicros, kind, readable);
    }

    public Out on(int otherPartition) {
      return new Out(
          rule, generator, sequence, otherPartition, count, checksum, atMicros, kind, readable);
    }

    public Out of(long otherSequence) {
      return new Out(
          rule, generator, otherSequence, partition, count, checksum, atMicros, kind, readable);
    }

    public Out unreadable() {
      return new Out(rule, generator, sequence, partition, count, checksum, atMicros, kind, false);
    }
  }

  public final RuleWorkload workload;
  public final int partitions;
  public final double ratePerSecond;
  public final Map<Long, Long> slots = new HashMap<>();
  public final Map<Long, Long> resolved = new HashMap<>();
  public final Set<Long> missing = new HashSet<>();
  public final List<Out> outs = new ArrayList<>();
  public final List<Out> readouts = new ArrayList<>();
  public final List<FaultTimes> faults = new ArrayList<>();
  public final List<OffsetSample> committedOffsets = new ArrayList<>();
  public final List<OffsetSample> endOffsets = new ArrayList<>();
  public final List<PhaseTimes> phases = new ArrayList<>();
  public final List<Evidence.RigSample> rig = new ArrayList<>();
  public ClockOffset clocks = ClockOffset.NONE;
  public List<Out> uncommitted;
  public List<Out> reread;

  /** That no transaction is open; partitions that are not told of have none either. */
  public List<Long> lastStable = List.of(0L);

  public List<Long> highWatermark = List.of(0L);
  public boolean timedOut;
  public UnfinishedWork unfinished = UnfinishedWork.NOTHING;
  public Evidence.InputReading inputReading;
  public long commitMillis;

  /** What the brokers' clocks show more than the others. */
  public long stampedLateMillis;

  public long records;

  private History(RuleWorkload workload, int partitions, double ratePerSecond, long records) {
    this.workload = workload;
    this.partitions = partitions;
    this.ratePerSecond = ratePerSecond;
    this.records = records;
  }

  public long intended(long sequence) {
    return START + (long) (sequence * 1e6 / ratePerSecond);
  }

  /** Every record acknowledged, every output seen once, {@code delayMicros} after it was due. */
  public static History perfect(
      RuleWorkload workload, int partitions, double ratePerSecond, long records, long delayMicros) {
    History history = new History(workload, partitions, ratePerSecond, records);
    long[] counts = new long[workload.rules()];
    long[] checksums = new long[workload.rules()];
    try (Matcher matcher = workload.newMatcher()) {
      for (long n = 0; n < records; n++) {
        history.slots.put(n, n / partitions + SendLog.ACKNOWLEDGED);
        long sequence = n;
        matcher.expected(
            0,
            n,
            rule -> {
              counts[rule]++;
              checksums[rule] += RuleState.identityHash(0, sequence, rule);
              history.outs.add(
                  history.out(
                      rule,
                      sequence,
                      counts[rule],
                      checksums[rule],
                      history.intended(sequence) + delayMicros));
            });
      }
    }
    for (int rule = 0; rule < workload.rules(); rule++) {
      history.readouts.add(
          new Out(
              rule,
              0,
              1,
              rule % partitions,
              counts[rule],
              checksums[rule],
              history.intended(records) + 10_000_000,
              OutputRecord.OutputKind.READOUT,
              true));
    }
    return history;
  }

  public Out out(int rule, long sequence, long count, long checksum, long atMicros) {
    return new Out(
        rule,
        0,
        sequence,
        rule % partitions,
        count,
        checksum,
        atMicros,
        OutputRecord.OutputKind.MATCH,
        true);
  }

  public void fault(long atMicros) {
    faults.add(FaultTimes.of(faults.size() + 1, "kill", "worker", List.of("w0"), atMicros).build());
  }

  /** Samples as if everything intended up to a second before had been processed and committed. */
  public void sampleOffsets() {
    for (long at = START; at <= intended(records) + 60_000_000; at += 1_000_000) {
      endOffsets.add(new OffsetSample(at, offsetsAt(at)));
      committedOffsets.add(new OffsetSample(at, offsetsAt(at - 1_000_000)));
    }
  }

  private List<Long> offsetsAt(long micros) {
    long sent =
        Math.max(0, Math.min(records, (long) Math.ceil((micros - START) * ratePerSecond / 1e6)));
    List<Long> offsets = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      offsets.add((sent + partitions - 1 - p) / partitions);
    }
    return offsets;
  }

  /** Writes the files into a folder and describes them. */
  public Evidence evidence(Path folder, Guarantee guarantee) {
    return evidence(folder, DeliveryGuarantee.of(guarantee, commitMillis));
  }

  public Evidence evidence(Path folder, DeliveryGuarantee promise) {
    try {
      Path log = folder.resolve("send-0.log");
      try (SendLog sends = SendLog.create(log, 0, partitions, START, ratePerSecond)) {
        for (Map.Entry<Long, Long> slot : slots.entrySet()) {
          sends.set(slot.getKey(), slot.getValue());
        }
      }
      List<Out> live = new ArrayList<>(outs);
      live.addAll(readouts);
      return Evidence.of(
              workload,
              promise,
              partitions,
              List.of(log),
              write(folder.resolve("committed.bin"), live))
          .uncommitted(
              uncommitted == null ? null : write(folder.resolve("uncommitted.bin"), uncommitted))
          .reread(reread == null ? null : write(folder.resolve("reread.bin"), reread))
          .resolved(resolved)
          .missingAcknowledged(missing)
          .inputReading(inputReading)
          .committedOffsets(committedOffsets)
          .inputEndOffsets(endOffsets)
          .faults(faults)
          .phases(phases)
          .lastStable(lastStable)
          .highWatermark(highWatermark)
          .transactionsTimedOut(timedOut)
          .unfinished(unfinished)
          .rig(rig)
          .clocks(clocks)
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final IdentityHashMap<Out, Long> positions = new IdentityHashMap<>();
  private final IdentityHashMap<Out, Out> inPlaceOf = new IdentityHashMap<>();

  /** The second reading has another output where the live reader saw this one. */
  public void replaced(Out live, Out again) {
    inPlaceOf.put(again, live);
    reread.set(reread.indexOf(live), again);
  }

  /** The same object keeps its position in every file; positions follow the order of writing. */
  private Path write(Path file, List<Out> entries) throws IOException {
    long[] next = new long[partitions];
    for (Map.Entry<Out, Long> known : positions.entrySet()) {
      int p = known.getKey().partition();
      next[p] = Math.max(next[p], known.getValue() + 1);
    }
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (Out out : entries) {
        Out live = inPlaceOf.get(out);
        long offset =
            live != null && positions.containsKey(live)
                ? positions.get(live)
                : positions.computeIfAbsent(out, o -> next[o.partition()]++);
        OutputRecord record =
            new OutputRecord(
                out.kind,
                out.generator,
                out.rule,
                out.sequence,
                intended(out.sequence),
                out.count,
                out.checksum,
                0,
                0,
                1,
                1);
        byte[] bytes = out.readable ? record.encode() : new byte[] {9, 9, 9};
        long appended = out.atMicros / 1000 + stampedLateMillis;
        writer.append(out.partition, offset, appended, out.atMicros, bytes);
      }
    }
    return file;
  }
}
