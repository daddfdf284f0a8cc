package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.FixedWindow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The windows of which it is not known how often a job took each input: whatever they hold, the job
 * may be right. Where windows end by count, one such input moves others of its address, so that all
 * of these are in doubt. One entry for each such input.
 */
final class UncertainWindows {
  private final FixedWindow workload;
  private final Set<List<Long>> windows = new HashSet<>();
  private long findings;

  UncertainWindows(FixedWindow workload, Ledger ledger) {
    this.workload = workload;
    ledger.eachUncertain(
        (generator, sequence) ->
            windows.add(
                of(
                    workload.address(generator, sequence),
                    ledger.intendedMicros(generator, sequence))));
  }

  private List<Long> of(long address, long micros) {
    return workload.byTime()
        ? List.of(address, Math.floorDiv(micros, workload.lengthMillis() * 1000))
        : List.of(address);
  }

  /**
   * @param micros a time within the window
   */
  boolean has(int address, long micros) {
    return windows.contains(of(address, micros));
  }

  /** Whether what was found of a window is to be kept for {@link #unjudged}. */
  boolean takes(int address, long micros) {
    boolean doubted = has(address, micros);
    findings += doubted ? 1 : 0;
    return doubted;
  }

  /** Why some windows are not judged; null if nothing was found that is in doubt. */
  @Nullable String unjudged() {
    return findings == 0
        ? null
        : ("%s windows are not those that are due, and of each an input was lost by the"
                + " brokers, may have been stored, or is stored twice, or, where windows end by count,"
                + " another of its address: the job may be right")
            .formatted(findings);
  }
}
