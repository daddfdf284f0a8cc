package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.MemberLife;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A group of one to three processes that reads two lanes, in steps of 10 ms: it is killed and
 * started again, hands lanes over, commits before it writes or after, holds what it has in hand,
 * writes again what it has written, seeks back when it starts or by itself, and has its offsets
 * reset while nobody lives. What was handed out when is known.
 *
 * <p>What it takes up anew it takes up 1.3 s after a commit at the earliest: what is younger than
 * the last reading, readings do not show. Nor do they show a commit that is taken back in a
 * silence, so none is.
 */
final class GroupWorld {
  private static final long STEP = 10;
  private static final long END = 150_000;
  private static final int LANES = 2;
  private static final long REST = 1300;
  private static final long START = 1_000_000;

  private final Random random;
  private final boolean commitsFirst;
  private final boolean commitsOnLeave;
  private final long commitEvery;
  private final long holds;
  private final int seeksBack;
  private final double writesTwice;
  private final List<Life> lives = new ArrayList<>();
  private final List<Life> members = new ArrayList<>();
  private final List<FaultTimes> faults = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final Life[] owner = new Life[LANES];
  private final long[] readyAt = new long[LANES];
  private final long[] position = new long[LANES];
  private final long[] committed = new long[LANES];
  private final long[] peak = new long[LANES];
  private final List<long[]> history = new ArrayList<>();
  private final List<Long> takenBack = new ArrayList<>();
  private long now;

  /** A copy of the output of an input. */
  record Copy(int lane, long offset, long firstMillis, long appendMillis, boolean beyondCommit) {}

  private static final class Life {
    final String node;
    final long told;
    long died = Long.MAX_VALUE;
    long noted;

    Life(String node, long told) {
      this.node = node;
      this.told = told;
    }
  }

  /** Lost if its process dies before. */
  private record Write(Life by, int lane, long offset, long atMillis, boolean beyond) {}

  GroupWorld(long seed) {
    random = new Random(seed);
    commitsFirst = random.nextInt(3) == 0;
    commitsOnLeave = random.nextBoolean();
    commitEvery = List.of(10L, 100L, 1000L, 5000L).get(random.nextInt(4));
    holds = List.of(10L, 50L, 3000L, 20_000L).get(random.nextInt(4));
    seeksBack = random.nextInt(3) == 0 ? 1 + random.nextInt(300) : 0;
    writesTwice = random.nextInt(3) == 0 ? 0.01 : 0;
  }

  void run() {
    int processes = 1 + random.nextInt(3);
    for (int i = 0; i < processes; i++) {
      join(new Life("w" + i, 0));
    }
    Map<Long, Runnable> planned = new HashMap<>();
    for (long at = 20_000; at < END - 40_000; at += 10_000 + random.nextInt(20_000)) {
      boolean all = random.nextInt(3) == 0;
      planned.put(at / STEP * STEP, () -> kill(planned, all));
    }
    for (now = 0; now < END; now += STEP) {
      Runnable due = planned.remove(now);
      if (due != null) {
        due.run();
      }
      for (int lane = 0; lane < LANES; lane++) {
        work(lane);
      }
      for (int lane = 0; lane < LANES && !history.isEmpty(); lane++) {
        if (committed[lane] < history.get(history.size() - 1)[lane]) {
          takenBack.add(now);
        }
      }
      history.add(committed.clone());
    }
  }

  private void join(Life life) {
    lives.add(life);
    members.add(life);
    share();
  }

  /** Hands lanes out anew. */
  private void share() {
    for (int lane = 0; lane < LANES; lane++) {
      Life next =
          members.isEmpty() ? null : members.get((lane + random.nextInt(2)) % members.size());
      if (owner[lane] != null && owner[lane].died > now && commitsOnLeave && now >= readyAt[lane]) {
        commit(lane);
      }
      owner[lane] = next;
      readyAt[lane] = now + REST + random.nextInt(2000);
      position[lane] = -1;
    }
  }

  private void kill(Map<Long, Runnable> planned, boolean all) {
    if (members.isEmpty()) {
      return;
    }
    List<Life> victims = all ? List.copyOf(members) : List.of(members.get(0));
    boolean reset = all && random.nextInt(3) == 0;
    long back = now + 500 + random.nextInt(800) * STEP + (reset ? REST : 0);
    for (Life victim : victims) {
      victim.died = now;
      victim.noted = now + random.nextInt(50);
      members.remove(victim);
      long signal = now;
      faults.add(
          FaultTimes.of(faults.size() + 1, "kill", "worker", List.of(victim.node), micros(signal))
              .returns(List.of(micros(back)))
              .build());
      later(planned, back, () -> join(new Life(victim.node, signal)));
    }
    // Who is left notices later, and has the lane stand still until then.
    for (int lane = 0; lane < LANES; lane++) {
      if (victims.contains(owner[lane])) {
        owner[lane] = null;
      }
    }
    later(planned, now + 1000 + random.nextInt(300) * STEP, this::share);
    if (reset) {
      later(
          planned,
          now + REST,
          () -> Arrays.setAll(committed, lane -> Math.max(0, committed[lane] - 400)));
    }
  }

  private void later(Map<Long, Runnable> planned, long millis, Runnable what) {
    long at = millis / STEP * STEP;
    while (planned.containsKey(at)) {
      at += STEP;
    }
    planned.put(at, what);
  }

  private void work(int lane) {
    Life by = owner[lane];
    if (by == null || now < readyAt[lane]) {
      return;
    }
    if (position[lane] < 0) {
      position[lane] = Math.max(0, committed[lane] - seeksBack);
    }
    if (seeksBack > 0 && random.nextInt(5000) == 0) {
      readyAt[lane] = now + REST + random.nextInt(500);
      position[lane] = Math.max(0, position[lane] - seeksBack);
      return;
    }
    if (position[lane] < now / 25) {
      long offset = position[lane]++;
      boolean beyond = peak[lane] > offset;
      long at = now + STEP + (long) (random.nextDouble() * random.nextDouble() * holds);
      writes.add(new Write(by, lane, offset, at, beyond));
      if (random.nextDouble() < writesTwice) {
        writes.add(new Write(by, lane, offset, at + random.nextInt(20_000), beyond));
      }
    }
    if (now % commitEvery == 0) {
      commit(lane);
    }
  }

  /** Up to where it was handed out, or until where all was written. */
  private void commit(int lane) {
    if (position[lane] < 0) {
      return;
    }
    long until = position[lane];
    for (int i = writes.size() - 1; i >= 0 && !commitsFirst; i--) {
      Write write = writes.get(i);
      if (write.by == owner[lane] && write.lane == lane && write.atMillis > now) {
        until = Math.min(until, write.offset);
      }
      if (write.atMillis < now - 45_000) {
        break;
      }
    }
    committed[lane] = until;
    peak[lane] = Math.max(peak[lane], until);
  }

  /** What was appended more than once; a broker may take what a dead one left a little later. */
  List<Copy> copies() {
    List<Write> appended = new ArrayList<>();
    for (Write write : writes) {
      long left = write.by.died + random.nextInt(1500);
      if (write.atMillis <= write.by.died) {
        appended.add(write);
      } else if (write.atMillis - write.by.died < 40 && random.nextBoolean()) {
        appended.add(new Write(write.by, write.lane, write.offset, left, write.beyond));
      }
    }
    appended.sort(Comparator.comparingLong(Write::atMillis));
    Map<Long, Long> first = new HashMap<>();
    List<Copy> copies = new ArrayList<>();
    for (Write write : appended) {
      Long before = first.putIfAbsent(write.offset * LANES + write.lane, write.atMillis);
      if (before != null) {
        copies.add(
            new Copy(
                write.lane, write.offset, START + before, START + write.atMillis, write.beyond));
      }
    }
    return copies;
  }

  private static long micros(long millis) {
    return (START + millis) * 1000;
  }

  /** With readings every 200 ms, of which some are slow, and some not answered for a while. */
  Evidence evidence(Path commits) throws IOException {
    long silentFrom = random.nextInt((int) END);
    long silence = random.nextInt(10_000);
    boolean hides =
        takenBack.stream().anyMatch(at -> at >= silentFrom && at <= silentFrom + silence + REST);
    long silentTo = hides ? silentFrom : silentFrom + silence;
    try (CommitSamples.Writer writer = new CommitSamples.Writer(commits, LANES)) {
      for (long asked = 0; asked < END - 300; asked += 200) {
        long answered = asked + 2 + random.nextInt(random.nextInt(10) == 0 ? 190 : 20);
        long read = asked + random.nextInt((int) (answered - asked));
        if (asked < silentFrom || asked > silentTo) {
          writer.append(micros(asked), micros(answered), history.get((int) (read / STEP)));
        }
      }
    }
    return Evidence.of(
            TinyWorkload.of(4),
            DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
            LANES,
            List.of(),
            Path.of("observed"))
        .faults(faults)
        .phases(List.of(new PhaseTimes("warmup", micros(0), micros(END))))
        .lives(
            lives.stream()
                .map(
                    life ->
                        new MemberLife(
                            life.node,
                            life.told == 0 ? 0 : micros(life.told),
                            life.noted == 0 ? 0 : micros(life.noted)))
                .toList())
        .build();
  }
}
