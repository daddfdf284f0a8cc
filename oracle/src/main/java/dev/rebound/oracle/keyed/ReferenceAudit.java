package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UndecidedStates;
import dev.rebound.oracle.sample.ReferenceResult;
import dev.rebound.oracle.sample.ValueHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds outputs against what a reference program makes of the same inputs: the last output of each
 * key, or all outputs, each as often as it is due.
 *
 * <p>A key has one finding, and so has an output that differs from the others. Outputs that repeat
 * where they may are counted as excess. Memory: about 150 bytes per key, or per output that differs
 * from the others.
 */
public final class ReferenceAudit implements StateAudit {
  private static final String NOT_OF_INPUTS =
      "oracle equals is of outputs: what is missing is told as diverged";

  private static final String IN_DOUBT =
      " inputs it is not known whether, or how often, the program took them";

  private final @Nullable ReferenceResult reference;
  private final boolean perKey;
  private final Function<Long, @Nullable String> names;
  private final long uncertain;
  private final boolean exact;
  private final FindingSink diverged;
  private final Map<Long, Last> last = new LinkedHashMap<>();
  private final Map<ValueHash, Seen> seen = new LinkedHashMap<>();

  /** The newest output of a key, and where it stands. */
  private record Last(ValueHash value, int partition, long offset, boolean apart) {}

  /** How often an output came, and where first. */
  private record Seen(long times, int partition, long offset) {}

  /**
   * @param reference what is due; null if nobody knows
   * @param perKey whether the last output of each key counts
   * @param names of keys of the sample, by {@link ReferenceResult#keyHash}
   * @param uncertain inputs of which it is not known how often a job took them
   */
  public ReferenceAudit(
      @Nullable ReferenceResult reference,
      boolean perKey,
      Function<Long, @Nullable String> names,
      long uncertain,
      boolean exact,
      FindingSink diverged) {
    this.reference = reference;
    this.perKey = perKey;
    this.names = names;
    this.uncertain = uncertain;
    this.exact = exact;
    this.diverged = diverged;
  }

  /** The inputs that a job may have taken and its reference not, or not as often. */
  public static long uncertain(Ledger ledger) {
    long[] uncertain = new long[1];
    ledger.eachUncertain((generator, sequence) -> uncertain[0]++);
    return uncertain[0];
  }

  /** Takes an output. */
  @Override
  public void readout(Observation output) {
    ValueHash value = new ValueHash(output.evidenceHigh(), output.evidenceLow());
    if (perKey) {
      last.merge(
          output.identityHigh(),
          new Last(value, output.partition(), output.offset(), false),
          ReferenceAudit::newer);
    } else {
      seen.merge(
          value,
          new Seen(1, output.partition(), output.offset()),
          (before, more) -> new Seen(before.times() + 1, before.partition(), before.offset()));
    }
  }

  /** Which came last is known within a partition alone. */
  private static Last newer(Last before, Last next) {
    boolean apart = before.apart() || before.partition() != next.partition();
    Last newest =
        before.partition() == next.partition() && before.offset() > next.offset() ? before : next;
    return new Last(newest.value(), newest.partition(), newest.offset(), apart);
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    ReferenceResult due = reference;
    if (due == null) {
      return new StateJudgement(
          "the reference program gave nothing to hold outputs against", NOT_OF_INPUTS);
    }
    List<String> differences = new ArrayList<>();
    List<String> passing = unfinished ? new ArrayList<>() : differences;
    long scattered = 0;
    long excess = 0;
    if (perKey) {
      scattered = last.values().stream().filter(Last::apart).count();
      keys(due, passing);
    } else {
      excess = outputs(due, differences, passing);
    }
    boolean unsure = uncertain > 0 && excess > 0;
    if (uncertain == 0) {
      differences.forEach(what -> diverged.add(0, -1, () -> what));
    }
    return new StateJudgement(
        perKey || unsure ? null : (Long) excess,
        unsure ? "of " + uncertain + IN_DOUBT : null,
        uncertain > 0 && !differences.isEmpty()
            ? "%s differences from the reference may be right: of %s%s"
                .formatted(differences.size(), uncertain, IN_DOUBT)
            : scattered > 0
                ? UndecidedStates.scattered((int) scattered)
                : unfinished && !passing.isEmpty()
                    ? UndecidedStates.unfinished(passing.size(), perKey ? "keys" : "outputs")
                    : null,
        NOT_OF_INPUTS);
  }

  private void keys(ReferenceResult due, List<String> differences) {
    due.keys()
        .forEach(
            (hash, its) -> {
              Last came = last.get(hash);
              boolean nothing = came == null && its.value().equals(ValueHash.NULL);
              if (nothing || (came != null && (came.apart() || came.value().equals(its.value())))) {
                return;
              }
              differences.add(
                  "key %s: %s, where the reference has %s"
                      .formatted(
                          its.key(),
                          came == null
                              ? "no output of it came"
                              : "its last output, %s, is another one"
                                  .formatted(place(came.partition(), came.offset())),
                          its.words()));
            });
    last.forEach(
        (hash, came) -> {
          boolean known = due.keys().containsKey(hash) || came.value().equals(ValueHash.NULL);
          if (!known && !came.apart()) {
            String name = names.apply(hash);
            differences.add(
                "%s: an output of it came, %s, and the reference has none"
                    .formatted(
                        name == null ? "a key that is not in the sample" : "key " + name,
                        place(came.partition(), came.offset())));
          }
        });
  }

  /**
   * By how many outputs exceed what is due, where they may repeat.
   *
   * @param lacking takes what came too seldom
   */
  private long outputs(ReferenceResult due, List<String> differences, List<String> lacking) {
    long excess = 0;
    for (Map.Entry<ValueHash, ReferenceResult.Printed> each : due.outputs().entrySet()) {
      ReferenceResult.Printed its = each.getValue();
      Seen came = seen.get(each.getKey());
      long times = came == null ? 0 : came.times();
      if (times < its.times() || (exact && times > its.times())) {
        List<String> which = times < its.times() ? lacking : differences;
        which.add(
            "an output came %s times, where the reference has %s of it: %s"
                .formatted(times, its.times(), its.words()));
      }
      excess += Math.max(0, times - its.times());
    }
    seen.forEach(
        (value, came) -> {
          if (!due.outputs().containsKey(value)) {
            differences.add(
                "an output that the reference has not, %s%s"
                    .formatted(
                        place(came.partition(), came.offset()),
                        came.times() > 1 ? ", and " + (came.times() - 1) + " more of it" : ""));
          }
        });
    return excess;
  }

  private static String place(int partition, long offset) {
    return "at output partition " + partition + ", offset " + offset;
  }
}
