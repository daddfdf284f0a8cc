package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.lab.fault.FaultKind;
import dev.rebound.lab.fault.FaultOption;
import dev.rebound.lab.fault.FaultProblem;
import dev.rebound.lab.fault.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes the fault schedule from the values of the file. */
final class FaultKeys {
  static final String JITTER = "jitter";
  static final String WHEN = "when";

  private FaultKeys() {}

  /** Drops defaults of other kinds of fault, and checks that each line says one thing. */
  static void resolve(List<Values> faults) {
    for (Values fault : faults) {
      List<String> kinds = Faults.kinds().stream().map(FaultKind::key).filter(fault::has).toList();
      if (kinds.size() != 1) {
        fault.wrong(
            kinds.isEmpty()
                ? "this fault does nothing"
                : "this fault does several things: " + String.join(", ", kinds),
            "Write one of " + known() + ", for example kill: worker.");
        continue;
      }
      resolveTime(fault);
      FaultKind kind = kind(fault);
      if (fault.has(WHEN) && kind.takes("at-once")) {
        fault.wrong(
            WHEN,
            "'when' does not go with " + kind.key() + ", whose victims follow one another",
            "Remove it, or write terminate: " + role(fault) + ".");
      }
      kind.check(new ScheduleItem(fault));
      dropOthers(fault, kind);
    }
  }

  private static String known() {
    List<String> keys = new ArrayList<>(Faults.kinds().stream().map(FaultKind::key).toList());
    String last = keys.remove(keys.size() - 1);
    return String.join(", ", keys) + " and " + last;
  }

  private static void resolveTime(Values fault) {
    if (!fault.has("at") && !fault.has("every")) {
      fault.wrong("this fault has no time", "Add at: 5s, or every: 60s.");
    }
    if (fault.has("every") && fault.duration("every").isZero()) {
      fault.wrong("every", "a period of zero", "Write for example every: 60s.");
    }
    if (fault.has(JITTER)
        && fault.has("every")
        && fault.duration(JITTER).compareTo(fault.duration("every")) > 0) {
      fault.wrong(
          JITTER,
          "a jitter of more than the period: faults would overtake one another",
          "Write " + Quantity.text(fault.duration("every")) + " or less.");
    }
  }

  /**
   * A key that the kind of fault does not take is a mistake if the file says it, and else no value.
   */
  private static void dropOthers(Values fault, FaultKind kind) {
    for (FaultOption option : Faults.options()) {
      String key = option.key();
      if (kind.takes(key)) {
        continue;
      }
      if (fault.written(key)) {
        new ScheduleItem(fault).wrong(key, kind.misplaced(key));
      }
      fault.drop(key);
    }
  }

  /** The kind of fault that an item with such keys is of; empty if it is of none that is known. */
  static Optional<FaultKind> kind(Predicate<String> has) {
    return Faults.kinds().stream().filter(kind -> has.test(kind.key())).findFirst();
  }

  static FaultKind kind(Values fault) {
    return kind(fault::has)
        .orElseThrow(() -> new IllegalStateException("a fault that does nothing"));
  }

  static String role(Values fault) {
    return fault.text(kind(fault).key());
  }

  /** Of which members alone; null for any. */
  static @Nullable String which(Values fault) {
    String key = FaultOption.WHICH.key();
    return fault.has(key) ? fault.text(key) : null;
  }

  /**
   * Tells what is wrong with an item that hits the leader of a partition, or its followers.
   *
   * @param replicas of the partition
   */
  static void checkWhich(Values fault, boolean brokers, int replicas) {
    ScheduleItem item = new ScheduleItem(fault);
    String key = FaultOption.WHICH.key();
    boolean leader = FaultOption.LEADER.equals(which(fault));
    if (!brokers) {
      item.wrong(
          key,
          new FaultProblem(
              "'which' is of the brokers of a partition, not of role " + role(fault),
              "Remove it, or name the role broker."));
    } else if (!leader && replicas == 1) {
      item.wrong(
          key,
          new FaultProblem(
              "a partition with one replica has no followers",
              "Write kafka: { brokers: 3, replication: 3 }, or which: leader."));
    } else {
      kind(fault)
          .checkVictims(
              item,
              "broker (" + (leader ? "leader" : "followers") + " of a partition)",
              leader ? 1 : replicas - 1);
    }
  }

  static ScheduledFault bind(Values fault) {
    Duration every = fault.has("every") ? fault.duration("every") : null;
    return new ScheduledFault(
        role(fault),
        new ScheduledFault.Schedule(
            fault.duration("at"),
            every,
            fault.has(JITTER) ? fault.duration(JITTER) : Duration.ZERO,
            fault.has(WHEN) ? fault.text(WHEN) : null),
        kind(fault).fault(new ScheduleItem(fault)),
        which(fault));
  }
}
