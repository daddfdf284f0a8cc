package dev.rebound.lab.fault;

import dev.rebound.analysis.evidence.Effect;
import java.time.Duration;
import java.util.List;

/** A kind of fault as experiment files name it: its key, its options, its checks. Stateless. */
public interface FaultKind {
  /** The key whose value is the role that is hit. */
  String key();

  /** One sentence. */
  String meaning();

  /** The effect on its victims, for those who read of it. */
  Effect effect();

  /** The keys that an item of this kind may have beside it. */
  List<FaultOption> options();

  /** True if an item of this kind may have this key. */
  default boolean takes(String option) {
    return options().stream().anyMatch(one -> one.key().equals(option));
  }

  /** The problem of an item of this kind that has another kind's key. */
  default FaultProblem misplaced(String option) {
    return new FaultProblem("'" + option + "' does not go with " + key(), "Remove it.");
  }

  /** Tells what is wrong with an item of this kind, whatever else its file says. */
  void check(FaultLine line);

  /** Tells what does not fit into a faults phase of this length. */
  default void checkTimes(FaultLine line, Duration phase) {}

  /** Tells what a role with so many members does not do for. */
  default void checkVictims(FaultLine line, String role, int members) {
    enough(line, FaultOption.COUNT.key(), "victims", role, members);
  }

  /** The fault that an item describes in which nothing is wrong. */
  Fault<?> fault(FaultLine line);

  /** Tells that more victims are asked for than there are. */
  static void enough(FaultLine line, String key, String victims, String role, int members) {
    if (line.count(key) > members) {
      line.wrong(
          key,
          new FaultProblem(
              "%s %s of role %s, but there %s"
                  .formatted(
                      line.count(key), victims, role, (members == 1 ? "is 1" : "are " + members)),
              "Write " + key + ": " + members + " or less."));
    }
  }
}
