package dev.rebound.analysis.accuracy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A consumer of a {@link ConsumerGroup}, and the thread that polls; notes what it commits. */
final class GroupMember {
  private static final long NEVER = Standstill.NEVER;

  /** For how long a poll waits if there is nothing. */
  private static final long POLL_MICROS = 100_000;

  private final ConsumerGroup group;
  private final Simulation course;
  private final ConsumerGroupSettings how;
  private final int step;

  final int number;
  private final long killed;
  private boolean dead;
  private boolean known = true;

  /** Whose process it is that was started again; null if it is none. */
  private @Nullable GroupMember before;

  long now;

  /** When it is known to be dead. */
  long expires = NEVER;

  /** The next record that a poll returns of each partition that it has. */
  final TreeMap<Integer, Integer> position = new TreeMap<>();

  private final TreeMap<Integer, Integer> stored = new TreeMap<>();
  private final Deque<Part> cached = new ArrayDeque<>();
  private final List<Part> gathered = new ArrayList<>();
  private int gatheredRecords;
  private long nextCommit;
  long asked = NEVER;
  boolean joined;
  @Nullable List<Integer> assigned;
  long assignedAt = NEVER;

  /** Records of one lane, up to the next one that is not among them. */
  private record Part(int lane, int from, int until) {}

  GroupMember(ConsumerGroup group, int number, long killed) {
    this.group = group;
    this.course = group.course;
    this.how = group.how;
    this.step = group.world.partitions();
    this.number = number;
    this.killed = killed;
    phase();
  }

  /** The process of a dead one, which is started again at a time. */
  static GroupMember again(ConsumerGroup group, int number, GroupMember dead, long at) {
    GroupMember again = new GroupMember(group, number, NEVER);
    again.now = at;
    again.phase();
    again.known = false;
    again.before = dead;
    return again;
  }

  /** Each consumer begins to count at a moment of its own. */
  private void phase() {
    nextCommit = now + (long) (group.dice.between(0.1, 1.1) * how.every());
  }

  /** Whether the group may still hear of it. */
  boolean lives(long at) {
    return known && !dead && killed > at;
  }

  private void die() {
    dead = true;
    now = Long.MAX_VALUE;
    group.completeIfAllJoined();
  }

  /** One poll, and the work on what it returns. */
  void turn() {
    if (now >= killed) {
      die();
      return;
    }
    if (!known) {
      come();
      return;
    }
    if (assigned != null && now >= assignedAt) {
      take(assigned);
    }
    if (group.rebalances() && !joined && now >= asked) {
      join();
      if (!how.cooperative()) {
        return;
      }
    }
    if (how.loop() == ConsumerGroupSettings.Loop.AUTOMATIC && now >= nextCommit) {
      position.forEach((lane, next) -> commit(lane, next, now));
      nextCommit = now + how.every();
    }
    List<Part> batch = poll();
    if (batch.isEmpty()) {
      idle();
    } else {
      work(batch);
    }
  }

  /** A process that was started again: known as it was, or as another one. */
  private void come() {
    known = true;
    boolean expected = before != null && before.expires < NEVER && now < before.expires;
    if (before != null && expected && how.keepsId() && !group.rebalances()) {
      before.expires = NEVER;
      take(new ArrayList<>(before.position.keySet()));
      before.position.clear();
      return;
    }
    if (!group.rebalances()) {
      group.begin(now);
    }
    join();
  }

  private void join() {
    joined = true;
    if (!how.cooperative()) {
      new ArrayList<>(position.keySet()).forEach(this::giveUp);
    }
    long at = now;
    if (!how.cooperative()) {
      // Nothing is its own until all have joined.
      now = NEVER;
    }
    group.join(at);
  }

  private void giveUp(int lane) {
    Integer next = position.remove(lane);
    Integer passed = stored.remove(lane);
    if (how.revoked()) {
      Integer done = how.loop().background() ? passed : undone(lane, next);
      if (done != null) {
        commit(lane, done, now);
      }
    }
    cached.removeIf(part -> part.lane() == lane);
    gathered.removeIf(part -> part.lane() == lane);
    gatheredRecords = gathered.stream().mapToInt(part -> (part.until() - part.from()) / step).sum();
  }

  /** What is gathered is not done. */
  private @Nullable Integer undone(int lane, @Nullable Integer next) {
    return gathered.stream()
        .filter(part -> part.lane() == lane)
        .map(Part::from)
        .findFirst()
        .orElse(next);
  }

  private void take(List<Integer> lanes) {
    List<Integer> lost = new ArrayList<>(position.keySet());
    lost.removeAll(lanes);
    lost.forEach(this::giveUp);
    for (int lane : lanes) {
      position.putIfAbsent(lane, group.committed[lane]);
    }
    assigned = null;
    assignedAt = NEVER;
    if (!lost.isEmpty() && !group.rebalances()) {
      group.begin(now);
      asked = now;
    }
  }

  /** Waits for the next record, or for as long as a poll does. */
  private void idle() {
    long next = now + POLL_MICROS;
    for (Map.Entry<Integer, Integer> lane : position.entrySet()) {
      if (lane.getValue() < course.done.length) {
        next = Math.min(next, course.arrivals[lane.getValue()] + group.fetchMicros);
      }
    }
    now = Math.max(now + 1000, next);
    background(now);
  }

  private List<Part> poll() {
    fetch();
    List<Part> batch = new ArrayList<>();
    int room = how.loop() == ConsumerGroupSettings.Loop.STORED ? 1 : how.polled();
    while (room > 0 && !cached.isEmpty()) {
      Part first = cached.removeFirst();
      int until = Math.min(first.until(), first.from() + room * step);
      batch.add(new Part(first.lane(), first.from(), until));
      position.put(first.lane(), until);
      room -= (until - first.from()) / step;
      if (until < first.until()) {
        cached.addFirst(new Part(first.lane(), until, first.until()));
      }
    }
    return batch;
  }

  /** Of each partition of which nothing is cached. */
  private void fetch() {
    for (Map.Entry<Integer, Integer> lane : position.entrySet()) {
      int number = lane.getKey();
      if (cached.stream().anyMatch(part -> part.lane() == number)) {
        continue;
      }
      int from = lane.getValue();
      int until = from;
      while (until < course.done.length
          && course.arrivals[until] + group.fetchMicros <= now
          && until - from < how.fetched() * step) {
        until += step;
      }
      if (until > from) {
        cached.addLast(new Part(number, from, until));
      }
    }
  }

  private void work(List<Part> batch) {
    switch (how.loop()) {
      case FIRST -> {
        now += how.committing();
        batch.forEach(part -> commit(part.lane(), part.until(), now));
      }
      case STORED_BATCH -> batch.forEach(part -> stored.put(part.lane(), part.until()));
      case GATHER -> {
        gather(batch);
        return;
      }
      case POLL, PARTITION, RECORD, AUTOMATIC, STORED -> {}
    }
    for (Part part : batch) {
      for (int n = part.from(); n < part.until(); n += step) {
        if (how.loop() == ConsumerGroupSettings.Loop.STORED) {
          stored.put(part.lane(), n + step);
        }
        long end = now + (long) course.work[n];
        background(Math.min(end, killed));
        if (end > killed) {
          die();
          return;
        }
        now = end;
        course.finish(n, now);
        if (how.loop() == ConsumerGroupSettings.Loop.RECORD) {
          now += how.committing();
          commit(part.lane(), n + step, now);
        }
      }
      if (how.loop() == ConsumerGroupSettings.Loop.PARTITION) {
        now += how.committing();
        commit(part.lane(), part.until(), now);
      }
    }
    if (how.loop() == ConsumerGroupSettings.Loop.POLL) {
      now += how.committing();
      batch.forEach(part -> commit(part.lane(), part.until(), now));
    }
  }

  private void gather(List<Part> batch) {
    gathered.addAll(batch);
    gatheredRecords += batch.stream().mapToInt(p -> (p.until() - p.from()) / step).sum();
    if (gatheredRecords < how.polled()) {
      return;
    }
    double work = 0;
    for (Part part : gathered) {
      for (int n = part.from(); n < part.until(); n += step) {
        work += course.work[n];
      }
    }
    now += (long) work;
    if (now > killed) {
      die();
      return;
    }
    for (Part part : gathered) {
      for (int n = part.from(); n < part.until(); n += step) {
        course.finish(n, now);
      }
    }
    now += how.committing();
    gathered.forEach(part -> commit(part.lane(), part.until(), now));
    gathered.clear();
    gatheredRecords = 0;
  }

  /** What is stored is committed whatever the program does. */
  private void background(long until) {
    while (how.loop().background() && nextCommit <= until) {
      long at = nextCommit;
      stored.forEach((lane, next) -> commit(lane, next, at));
      stored.clear();
      nextCommit += how.every();
    }
  }

  private void commit(int lane, int next, long at) {
    if (at < killed && at <= group.world.horizon()) {
      group.committed[lane] = next;
      course.committed[lane].add(at, next);
    }
  }
}
