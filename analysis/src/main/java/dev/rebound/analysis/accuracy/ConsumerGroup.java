package dev.rebound.analysis.accuracy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes the records of a course as the {@link Consumers} of a group do, poll by poll, and notes
 * what they commit. For one course and one thread.
 */
final class ConsumerGroup {
  private static final long NEVER = Standstill.NEVER;

  /** A consumer sends three heartbeats in a session, and one in three seconds. */
  private static final long HEARTBEAT_MICROS = 3_000_000;

  /** For how long a poll waits if there is nothing. */
  private static final long POLL_MICROS = 100_000;

  private final Course course;
  private final World world;
  private final Consumers how;
  private final Dice dice;
  private final int step;
  private final long fetchMicros;
  private final int[] committed;
  private final List<Member> members = new ArrayList<>();
  private @Nullable Rebalance rebalance;

  /** When a dead member is known to be dead. */
  private long expiry = NEVER;

  ConsumerGroup(Course course, World world, Consumers how) {
    this.course = course;
    this.world = world;
    this.how = how;
    this.dice = world.dice(11);
    this.step = world.partitions();
    this.fetchMicros = (long) dice.between(2_000, 20_000);
    this.committed = new int[step];
    Arrays.setAll(committed, lane -> lane);
  }

  /** Records of one lane, up to the next one that is not among them. */
  private record Part(int lane, int from, int until) {}

  /** A rebalance that is under way, until each member has joined. */
  private static final class Rebalance {
    private long joined;

    Rebalance(long begun) {
      this.joined = begun;
    }
  }

  void run() {
    for (int worker = 0; worker < world.workers(); worker++) {
      Member member = new Member(worker, worker == 0 ? how.killed() : NEVER);
      for (int lane = worker; lane < step; lane += world.workers()) {
        member.position.put(lane, lane);
      }
      members.add(member);
    }
    if (how.killed() < NEVER) {
      kill();
    }
    while (true) {
      Member next =
          members.stream().min(Comparator.comparingLong(member -> member.now)).orElseThrow();
      if (next.now > world.horizon()) {
        return;
      }
      if (rebalance == null && next.now >= expiry) {
        begin(expiry);
        expiry = NEVER;
      }
      next.turn();
    }
  }

  private void kill() {
    long heartbeat = Math.min(HEARTBEAT_MICROS, how.session() / 3);
    expiry = how.killed() - (long) dice.between(0, (double) heartbeat) + how.session();
    if (how.back() == NEVER) {
      return;
    }
    Member again = new Member(members.size(), NEVER);
    again.now = how.back();
    again.phase();
    again.known = false;
    members.add(again);
  }

  private void begin(long at) {
    rebalance = new Rebalance(at);
    long heartbeat = Math.min(HEARTBEAT_MICROS, how.session() / 3);
    for (Member member : members) {
      member.asked = at + (long) dice.between(0, (double) heartbeat);
    }
  }

  /** All have joined, and each learns what is its own. */
  private void complete(Rebalance whole) {
    long at = whole.joined;
    if (expiry < NEVER) {
      // A dead member is waited for until it is known to be dead.
      at = Math.max(at, expiry);
      expiry = NEVER;
    }
    at += (long) dice.between(5_000, 60_000);
    List<Member> living = members.stream().filter(Member::lives).toList();
    Map<Integer, Member> owners = how.cooperative() ? sticky(living) : ranges(living);
    Map<Member, List<Integer>> lanes = new HashMap<>();
    owners.forEach(
        (lane, owner) -> lanes.computeIfAbsent(owner, member -> new ArrayList<>()).add(lane));
    for (Member member : living) {
      member.assigned = lanes.getOrDefault(member, List.of());
      member.assignedAt = at;
      member.joined = false;
      member.asked = NEVER;
      if (!how.cooperative()) {
        member.now = at;
      }
    }
    rebalance = null;
  }

  /** So many partitions in a row for each. */
  private Map<Integer, Member> ranges(List<Member> living) {
    Map<Integer, Member> owners = new TreeMap<>();
    int size = living.size();
    for (int lane = 0; lane < step; lane++) {
      owners.put(lane, living.get(Math.min(size - 1, lane * size / step)));
    }
    return owners;
  }

  /** Each keeps its own, but for what another lacks; that is nobody's until the next rebalance. */
  private Map<Integer, Member> sticky(List<Member> living) {
    Map<Integer, Member> owners = new TreeMap<>();
    Map<Member, Integer> held = new HashMap<>();
    for (Member member : living) {
      held.put(member, member.position.size());
      member.position.keySet().forEach(lane -> owners.put(lane, member));
    }
    Comparator<Member> fewest =
        Comparator.<Member>comparingInt(member -> held.getOrDefault(member, 0))
            .thenComparingInt(member -> member.number);
    for (int lane = 0; lane < step; lane++) {
      if (!owners.containsKey(lane)) {
        Member least = living.stream().min(fewest).orElseThrow();
        owners.put(lane, least);
        held.merge(least, 1, Integer::sum);
      }
    }
    while (true) {
      Member least = living.stream().min(fewest).orElseThrow();
      Member most = living.stream().max(fewest).orElseThrow();
      if (held.getOrDefault(most, 0) - held.getOrDefault(least, 0) < 2) {
        return owners;
      }
      int moved =
          owners.keySet().stream()
              .filter(lane -> owners.get(lane) == most)
              .findFirst()
              .orElseThrow();
      owners.remove(moved);
      held.merge(most, -1, Integer::sum);
      held.merge(least, 1, Integer::sum);
    }
  }

  /** One consumer, and the thread that polls. */
  private final class Member {
    private final int number;
    private final long killed;
    private long now;
    private boolean known = true;

    /** The next record that a poll returns of each partition that it has. */
    private final TreeMap<Integer, Integer> position = new TreeMap<>();

    private final TreeMap<Integer, Integer> stored = new TreeMap<>();
    private final Deque<Part> cached = new ArrayDeque<>();
    private final List<Part> gathered = new ArrayList<>();
    private int gatheredRecords;
    private long nextCommit;
    private long asked = NEVER;
    private boolean joined;
    private @Nullable List<Integer> assigned;
    private long assignedAt = NEVER;

    Member(int number, long killed) {
      this.number = number;
      this.killed = killed;
      phase();
    }

    /** Each consumer begins to count at a moment of its own. */
    private void phase() {
      nextCommit = now + (long) (dice.between(0.1, 1.1) * how.every());
    }

    boolean lives() {
      return known && killed == NEVER;
    }

    /** One poll, and the work on what it returns. */
    void turn() {
      if (now >= killed) {
        now = Long.MAX_VALUE;
        return;
      }
      if (!known) {
        come();
        return;
      }
      if (assigned != null && now >= assignedAt) {
        take(assigned);
      }
      if (rebalance != null && !joined && now >= asked) {
        join(rebalance);
        if (!how.cooperative()) {
          return;
        }
      }
      if (how.loop() == Consumers.Loop.AUTOMATIC && now >= nextCommit) {
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
      if (how.keepsId() && rebalance == null && expiry < NEVER && now < expiry) {
        expiry = NEVER;
        take(new ArrayList<>(members.get(0).position.keySet()));
        members.get(0).position.clear();
        return;
      }
      if (rebalance == null) {
        begin(now);
      }
      if (rebalance != null) {
        join(rebalance);
      }
    }

    private void join(Rebalance whole) {
      joined = true;
      if (!how.cooperative()) {
        new ArrayList<>(position.keySet()).forEach(this::giveUp);
      }
      whole.joined = Math.max(whole.joined, now);
      if (!how.cooperative()) {
        // Nothing is its own until all have joined.
        now = NEVER;
      }
      if (members.stream().filter(Member::lives).allMatch(member -> member.joined)) {
        complete(whole);
      }
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
      gatheredRecords =
          gathered.stream().mapToInt(part -> (part.until() - part.from()) / step).sum();
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
        position.putIfAbsent(lane, committed[lane]);
      }
      assigned = null;
      assignedAt = NEVER;
      if (!lost.isEmpty() && rebalance == null) {
        begin(now);
        asked = now;
      }
    }

    /** Waits for the next record, or for as long as a poll does. */
    private void idle() {
      long next = now + POLL_MICROS;
      for (Map.Entry<Integer, Integer> lane : position.entrySet()) {
        if (lane.getValue() < course.done.length) {
          next = Math.min(next, course.arrivals[lane.getValue()] + fetchMicros);
        }
      }
      now = Math.max(now + 1000, next);
      background(now);
    }

    private List<Part> poll() {
      fetch();
      List<Part> batch = new ArrayList<>();
      int room = how.loop() == Consumers.Loop.STORED ? 1 : how.polled();
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
            && course.arrivals[until] + fetchMicros <= now
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
          if (how.loop() == Consumers.Loop.STORED) {
            stored.put(part.lane(), n + step);
          }
          long end = now + (long) course.work[n];
          background(Math.min(end, killed));
          if (end > killed) {
            now = Long.MAX_VALUE;
            return;
          }
          now = end;
          course.finish(n, now);
          if (how.loop() == Consumers.Loop.RECORD) {
            now += how.committing();
            commit(part.lane(), n + step, now);
          }
        }
        if (how.loop() == Consumers.Loop.PARTITION) {
          now += how.committing();
          commit(part.lane(), part.until(), now);
        }
      }
      if (how.loop() == Consumers.Loop.POLL) {
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
        now = Long.MAX_VALUE;
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
      if (at < killed && at <= world.horizon()) {
        committed[lane] = next;
        course.committed[lane].add(at, next);
      }
    }
  }
}
