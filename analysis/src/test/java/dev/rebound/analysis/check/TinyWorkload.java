package dev.rebound.analysis.check;

import dev.rebound.workload.HeadedWorkload;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.WorkloadSpec;
import java.util.function.IntConsumer;

/**
 * A workload whose matches are easy to work out by hand: record n matches rules n mod R, and n + 1
 * mod R if n is even and {@code two} is set.
 */
public record TinyWorkload(WorkloadSpec spec, boolean two) implements HeadedWorkload {

  public static TinyWorkload of(int rules) {
    return of(rules, true);
  }

  public static TinyWorkload of(int rules, boolean two) {
    return new TinyWorkload(RuleMatch.spec(1, rules, two ? 1.5 : 1, "uniform", "indexed", 64), two);
  }

  @Override
  public int rules() {
    return spec.whole("rules");
  }

  @Override
  public double outputsPerRecord() {
    return spec.decimal("selectivity");
  }

  @Override
  public int payloadBytesMax() {
    return 0;
  }

  @Override
  public int payload(int generator, long sequence, byte[] target, int offset) {
    return 0;
  }

  @Override
  public Matcher newMatcher() {
    return new Matcher() {
      @Override
      public void match(byte[] record, IntConsumer sink) {
        throw new UnsupportedOperationException("a checker evaluates no record");
      }

      @Override
      public void expected(int generator, long sequence, IntConsumer sink) {
        int first = (int) (sequence % rules());
        int second = (int) ((sequence + 1) % rules());
        if (!two || sequence % 2 == 1 || first == second) {
          sink.accept(first);
        } else {
          sink.accept(Math.min(first, second));
          sink.accept(Math.max(first, second));
        }
      }
    };
  }
}
