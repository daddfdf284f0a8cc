package dev.rebound.analysis.accuracy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes the records of a course as the {@link ConsumerGroupSettings} of a group do, and says whose
 * each partition is. For one course and one thread.
 */
final class ConsumerGroup {
  private static final long NEVER = Standstill.NEVER;

  /** A consumer sends three heartbeats in a session, and one in three seconds. */
  private static final long HEARTBEAT_MICROS = 3_000_000;

  final Simulation course;
  final SimulatedScenario world;
  final ConsumerGroupSettings how;
  final SeededRandom dice;
  final long fetchMicros;

  /** The next record of each partition, as far as is committed. */
  final int[] committed;

  private final List<GroupMember> members = new ArrayList<>();

  /** Until when members have joined the rebalance that is under way; never if none is. */
  private long joinedMicros = NEVER;

  ConsumerGroup(Simulation course, SimulatedScenario world, ConsumerGroupSettings how) {
    this.course = course;
    this.world = world;
    this.how = how;
    this.dice = world.dice(11);
    this.fetchMicros = (long) dice.between(2_000, 20_000);
    this.committed = new int[world.partitions()];
    Arrays.setAll(committed, lane -> lane);
  }

  void run() {
    for (int worker = 0; worker < world.workers(); worker++) {
      int number = worker;
      long killed =
          how.kills().stream()
              .filter(kill -> kill.worker() == number)
              .mapToLong(ConsumerGroupSettings.Kill::at)
              .findFirst()
              .orElse(NEVER);
      GroupMember member = new GroupMember(this, worker, killed);
      for (int lane = worker; lane < world.partitions(); lane += world.workers()) {
        member.position.put(lane, lane);
      }
      members.add(member);
    }
    how.kills().forEach(this::kill);
    while (true) {
      GroupMember next =
          members.stream().min(Comparator.comparingLong(member -> member.now)).orElseThrow();
      if (next.now > world.horizon()) {
        return;
      }
      GroupMember dead =
          members.stream().min(Comparator.comparingLong(member -> member.expires)).orElseThrow();
      if (!rebalances() && next.now >= dead.expires) {
        begin(dead.expires);
        dead.expires = NEVER;
      }
      next.turn();
    }
  }

  private void kill(ConsumerGroupSettings.Kill kill) {
    GroupMember dead = members.get(kill.worker());
    dead.expires = kill.at() - (long) dice.between(0, heartbeatMicros()) + how.session();
    if (kill.back() < NEVER) {
      members.add(GroupMember.again(this, members.size(), dead, kill.back()));
    }
  }

  private double heartbeatMicros() {
    return Math.min(HEARTBEAT_MICROS, how.session() / 3);
  }

  boolean rebalances() {
    return joinedMicros < NEVER;
  }

  void begin(long at) {
    joinedMicros = at;
    for (GroupMember member : members) {
      member.asked = at + (long) dice.between(0, heartbeatMicros());
    }
  }

  /** One more has joined. */
  void join(long at) {
    joinedMicros = Math.max(joinedMicros, at);
    completeIfAllJoined();
  }

  /** Ends the rebalance that is under way once nobody is waited for who still can join. */
  void completeIfAllJoined() {
    if (rebalances() && living(joinedMicros).stream().allMatch(member -> member.joined)) {
      complete(joinedMicros);
    }
  }

  private List<GroupMember> living(long at) {
    return members.stream().filter(member -> member.lives(at)).toList();
  }

  /** Each learns what is its own; where nobody is left, whoever comes next. */
  private void complete(long joined) {
    long at = joined;
    for (GroupMember member : members) {
      // A dead member is waited for until it is known to be dead.
      if (member.expires < NEVER && !member.lives(at)) {
        at = Math.max(at, member.expires);
        member.expires = NEVER;
      }
    }
    at += (long) dice.between(5_000, 60_000);
    List<GroupMember> living = living(at);
    if (living.isEmpty()) {
      joinedMicros = at;
      return;
    }
    Map<Integer, GroupMember> owners = how.cooperative() ? sticky(living) : ranges(living);
    Map<GroupMember, List<Integer>> lanes = new HashMap<>();
    owners.forEach(
        (lane, owner) -> lanes.computeIfAbsent(owner, member -> new ArrayList<>()).add(lane));
    for (GroupMember member : living) {
      member.assigned = lanes.getOrDefault(member, List.of());
      member.assignedAt = at;
      member.joined = false;
      member.asked = NEVER;
      if (!how.cooperative()) {
        member.now = at;
      }
    }
    joinedMicros = NEVER;
  }

  /** So many partitions in a row for each. */
  private Map<Integer, GroupMember> ranges(List<GroupMember> living) {
    Map<Integer, GroupMember> owners = new TreeMap<>();
    int size = living.size();
    for (int lane = 0; lane < world.partitions(); lane++) {
      owners.put(lane, living.get(Math.min(size - 1, lane * size / world.partitions())));
    }
    return owners;
  }

  /** Each keeps its own, but for what another lacks; that is nobody's until the next rebalance. */
  private Map<Integer, GroupMember> sticky(List<GroupMember> living) {
    Map<Integer, GroupMember> owners = new TreeMap<>();
    Map<GroupMember, Integer> held = new HashMap<>();
    for (GroupMember member : living) {
      held.put(member, member.position.size());
      member.position.keySet().forEach(lane -> owners.put(lane, member));
    }
    Comparator<GroupMember> fewest =
        Comparator.<GroupMember>comparingInt(member -> held.getOrDefault(member, 0))
            .thenComparingInt(member -> member.number);
    for (int lane = 0; lane < world.partitions(); lane++) {
      if (!owners.containsKey(lane)) {
        GroupMember least = living.stream().min(fewest).orElseThrow();
        owners.put(lane, least);
        held.merge(least, 1, Integer::sum);
      }
    }
    while (true) {
      GroupMember least = living.stream().min(fewest).orElseThrow();
      GroupMember most = living.stream().max(fewest).orElseThrow();
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
}
