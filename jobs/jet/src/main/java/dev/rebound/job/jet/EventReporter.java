package dev.rebound.job.jet;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import dev.rebound.workload.EventLog;
import java.util.IdentityHashMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a member sees of itself to the {@link EventLog}. Thread-safe; there is one in a
 * process, as Jet makes the processors that tell it.
 *
 * <p>Events: {@code sources} (of, held, reads: numbers of the job's source processors separated by
 * blanks; written when they change), {@code member-removed}, {@code member-added} (member), {@code
 * partition-lost} (partition; how many copies are gone with it), and what {@link JobSupervisor}
 * writes.
 */
final class EventReporter implements MembershipListener {
  private static final EventReporter WITNESS = new EventReporter();

  /** A source processor that lives. */
  private record HeldSource(int number, boolean reads) {}

  private final IdentityHashMap<Object, HeldSource> sources = new IdentityHashMap<>();
  private @Nullable EventLog events;
  private int of;

  private EventReporter() {}

  static EventReporter witness() {
    return WITNESS;
  }

  synchronized void begin(EventLog log) {
    events = log;
  }

  void attach(HazelcastInstance member) {
    member.getCluster().addMembershipListener(this);
    member
        .getPartitionService()
        .addPartitionLostListener(
            lost ->
                write(
                    "partition-lost",
                    "partition",
                    lost.getPartitionId(),
                    "copies",
                    lost.getLostBackupCount()));
  }

  synchronized void write(String event, Object... fields) {
    if (events != null) {
      events.write(event, fields);
    }
  }

  synchronized void holds(Object source, int number, int total) {
    of = total;
    sources.put(source, new HeldSource(number, false));
    tell();
  }

  synchronized void reads(Object source) {
    HeldSource held = sources.get(source);
    if (held != null) {
      sources.put(source, new HeldSource(held.number(), true));
      tell();
    }
  }

  synchronized void drops(Object source) {
    if (sources.remove(source) != null) {
      tell();
    }
  }

  private void tell() {
    write("sources", "of", of, "held", numbers(held -> true), "reads", numbers(HeldSource::reads));
  }

  private String numbers(Predicate<HeldSource> which) {
    return sources.values().stream()
        .filter(which)
        .map(HeldSource::number)
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  @Override
  public void memberAdded(MembershipEvent event) {
    write("member-added", "member", event.getMember().getAddress());
  }

  @Override
  public void memberRemoved(MembershipEvent event) {
    write("member-removed", "member", event.getMember().getAddress());
  }
}
