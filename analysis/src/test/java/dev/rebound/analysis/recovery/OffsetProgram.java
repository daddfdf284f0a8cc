package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.oracle.records.Events;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A program whose outputs have no identities: a consumer for each input partition, that takes a
 * record at a time, at three times the load at most, and commits by a clock; or that polls.
 */
public final class OffsetProgram {
  public static final long START = 1_700_000_000_000_000L;
  public static final int LANES = 4;
  public static final int RATE = 400;
  public static final long FAULT = 25_000_000;
  public static final long NEVER = Long.MAX_VALUE / 4;
  private static final long FETCHED = 5_000;

  /** Input partitions stand still for a time. */
  record Stop(long from, long to, int lanes) {
    boolean holds(int lane, long at) {
      return lane < lanes && from <= at && at < to;
    }
  }

  /** What a consumer had committed from a time on. */
  private record Commit(long at, long offset) {}

  private final int seconds;
  final long[] done;
  private final List<Stop> stops = new ArrayList<>();
  private final List<long[]> again = new ArrayList<>();
  private final List<List<Commit>> commits = new ArrayList<>();
  long commitMicros = 1_000_000;
  boolean commitsAhead;
  Guarantee guarantee = Guarantee.AT_LEAST_ONCE;
  boolean commitsAtAll = true;
  int outputs = LANES;
  long readEvery = 200_000;
  int readings = 1;
  long burstMicros;
  Stop silent = new Stop(0, 0, 0);
  private long workMicros = 1_000_000 / (3 * RATE / LANES);
  private int pollRecords;
  private final List<Long> signals = new ArrayList<>(List.of(FAULT));
  int batchesACommit = 1;
  private int position;
  private int sinceCommit;

  public OffsetProgram(int seconds) {
    this.seconds = seconds;
    this.done = new long[seconds * RATE];
    Arrays.fill(done, NEVER);
  }

  public OffsetProgram stop(double from, double to, int lanes) {
    stops.add(new Stop((long) (from * 1e6), (long) (to * 1e6), lanes));
    return this;
  }

  /** Another fault, which stops nothing by itself. */
  public OffsetProgram signal(double second) {
    signals.add((long) (second * 1e6));
    return this;
  }

  /** Each consumer takes what there is, so many records at most, works on it, and commits. */
  public OffsetProgram polls(double workMillis, int records) {
    workMicros = (long) (workMillis * 1000);
    pollRecords = records;
    return this;
  }

  private void work() {
    for (int lane = 0; lane < LANES; lane++) {
      commits.add(new ArrayList<>());
      if (pollRecords > 0) {
        poll(lane);
      } else {
        takeEach(lane);
      }
    }
  }

  private void takeEach(int lane) {
    long free = 0;
    for (int n = lane; n < done.length; n += LANES) {
      long at = Math.max(due(n) + FETCHED + n * 7919L % 3_000, free);
      for (Stop stop : stops) {
        at = stop.holds(lane, at) ? stop.to() : at;
      }
      done[n] = at;
      free = at + workMicros;
    }
    for (long at = 0; at < end(); at += commitMicros) {
      long when = at;
      if (stops.stream().noneMatch(stop -> stop.holds(lane, when))) {
        commits.get(lane).add(new Commit(at, offset(lane, at)));
      }
    }
  }

  /** The next offset of a lane at a time. */
  private long offset(int lane, long at) {
    long offset = 0;
    for (int n = lane; n < done.length; n += LANES) {
      if ((commitsAhead ? due(n) + FETCHED : done[n]) >= at) {
        break;
      }
      offset++;
    }
    return offset;
  }

  private void poll(int lane) {
    long now = 0;
    position = lane;
    sinceCommit = 0;
    while (position < done.length && now < end()) {
      now = Math.max(now, due(position) + FETCHED);
      for (Stop stop : stops) {
        if (stop.holds(lane, now)) {
          now = stop.to();
          goBack(lane);
        }
      }
      now = batch(lane, position, now);
    }
  }

  /** Works on what there is at a time, and says when it polls next. */
  private long batch(int lane, int first, long polled) {
    int end = first;
    while (end < done.length && end - first < pollRecords * LANES && due(end) + FETCHED <= polled) {
      end += LANES;
    }
    if (commitsAhead) {
      commits.get(lane).add(new Commit(polled, end / LANES));
    }
    long now = polled;
    for (int n = first; n < end; n += LANES) {
      now += workMicros;
      for (Stop stop : stops) {
        if (stop.holds(lane, now)) {
          goBack(lane);
          return stop.to();
        }
      }
      if (done[n] == NEVER) {
        done[n] = now;
      } else {
        again.add(new long[] {n, now});
      }
    }
    position = end;
    if (!commitsAhead && ++sinceCommit >= batchesACommit) {
      commits.get(lane).add(new Commit(now, end / LANES));
      sinceCommit = 0;
    }
    return now;
  }

  /** Another consumer of a lane begins where the last one had committed. */
  private void goBack(int lane) {
    position = lane + LANES * (int) last(lane);
    sinceCommit = 0;
  }

  /** What a consumer of a lane goes on from. */
  private long last(int lane) {
    List<Commit> made = commits.get(lane);
    return made.isEmpty() ? 0 : made.get(made.size() - 1).offset();
  }

  static long due(int n) {
    return n * 1_000_000L / RATE;
  }

  private long end() {
    return seconds * 1_000_000L;
  }

  private long appended(long done) {
    long at = done;
    if (silent.holds(0, at)) {
      at = silent.to() + (at - silent.from()) / 10;
    }
    return burstMicros == 0 ? at : (at / burstMicros + 1) * burstMicros;
  }

  /** What a reading shows of a lane. */
  private long committed(int lane, long at) {
    long offset = 0;
    for (Commit commit : commits.get(lane)) {
      if (commit.at() > at) {
        break;
      }
      offset = commit.offset();
    }
    return offset;
  }

  /** Seconds from a fault until the last lane has its next first output: the true outage. */
  double outage(int fault) {
    long signal = signals.get(fault - 1);
    long last = signal;
    for (int lane = 0; lane < LANES; lane++) {
      for (int n = lane; n < done.length; n += LANES) {
        if (done[n] > signal && done[n] < NEVER) {
          last = Math.max(last, done[n]);
          break;
        }
      }
    }
    return (last - signal) / 1e6;
  }

  /** Seconds until the last output is there that is later than any was before the first fault. */
  double recovery(int fault) {
    long signal = signals.get(fault - 1);
    long band = usualMicros() + RunTimes.RHYTHM_MICROS;
    long last = signal;
    for (int n = 0; n < done.length; n++) {
      last = done[n] < NEVER && done[n] - due(n) > band ? Math.max(last, done[n]) : last;
    }
    return (last - signal) / 1e6;
  }

  /** The longest that an input took before the fault. */
  private long usualMicros() {
    long most = 0;
    for (int n = 0; n < done.length && done[n] <= FAULT; n++) {
      most = Math.max(most, done[n] - due(n));
    }
    return most;
  }

  AnalysisResult analyse(Path folder) throws IOException {
    return Analyst.analyse(evidence(folder));
  }

  public Evidence evidence(Path folder) throws IOException {
    work();
    Path log = folder.resolve("send.log");
    long[] slots = new long[done.length];
    Arrays.setAll(slots, n -> n / LANES + SendLog.ACKNOWLEDGED);
    SendLog.write(log, 0, LANES, START, RATE, slots);
    Path observed = folder.resolve("committed.bin");
    long[] next = new long[LANES];
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (long[] output : appends()) {
        int partition = (int) (output[0] / LANES % outputs);
        long at = START + appended(output[1]);
        writer.append(partition, next[partition]++, at / 1000, at + 2_000, null);
      }
    }
    Path offsets = folder.resolve("commits.bin");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(offsets, LANES)) {
      for (long at = 0; commitsAtAll && at < end(); at += readEvery) {
        long[] row = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
          row[lane] = committed(lane, at);
        }
        for (int reading = 0; reading < readings; reading++) {
          writer.append(START + at, START + at + 5_000, row);
        }
      }
    }
    return Evidence.of(
            workload(), DeliveryGuarantee.of(guarantee, 0), LANES, List.of(log), observed)
        .commits(offsets)
        .faults(faults())
        .phases(
            List.of(
                new PhaseTimes("warmup", START, START + 5_000_000),
                new PhaseTimes("baseline", START + 5_000_000, START + 22_000_000),
                new PhaseTimes("faults", START + 22_000_000, START + end())))
        .build();
  }

  private List<FaultTimes> faults() {
    List<FaultTimes> faults = new ArrayList<>();
    for (long signal : signals) {
      faults.add(
          FaultTimes.of(faults.size() + 1, "kill", "worker", List.of("worker-1"), START + signal)
              .build());
    }
    return faults;
  }

  /** Records and when outputs of them came, in that order. */
  private List<long[]> appends() {
    List<long[]> appends = new ArrayList<>(again);
    for (int n = 0; n < done.length; n++) {
      if (done[n] < NEVER) {
        appends.add(new long[] {n, done[n]});
      }
    }
    appends.sort(Comparator.comparingLong(output -> output[1]));
    return appends;
  }

  private static Workload workload() {
    return new Events(WorkloadSpec.of(Events.KIND, 1).with("oracle", "none"));
  }
}
