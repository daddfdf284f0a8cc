package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.baseline.Baseline.BaselineCell;
import dev.rebound.analysis.units.Median;
import dev.rebound.analysis.units.Words;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machines of a baseline's runs and of later ones: alike in cores and speed, and these known of
 * each run, or the runs are not comparable. Pure.
 */
public record MachineComparison(BaselineCell then, BaselineCell now) {
  /** From this share on, two machines are not of one speed. */
  static final double SPEED_APART = 0.10;

  private static final double MIB = 1 << 20;
  private static final Pattern CORES = Pattern.compile(", (\\d+) cores, ");
  private static final String UNKNOWN = "";

  /** Why they cannot be held against each other, a clause; empty if they can. */
  public String apart() {
    String unknown = unknown(now, "now");
    if (unknown.isEmpty()) {
      unknown = unknown(then, "in the baseline");
    }
    if (!unknown.isEmpty()) {
      return unknown;
    }
    Set<String> coresThen = cores(then);
    Set<String> coresNow = cores(now);
    if (coresNow.size() > 1 || !coresThen.equals(coresNow)) {
      return "other machines: %s cores now, %s in the baseline"
          .formatted(String.join(" and ", coresNow), String.join(" and ", coresThen));
    }
    double before = speed(then);
    double after = speed(now);
    return Math.max(before, after) > (1 + SPEED_APART) * Math.min(before, after)
        ? Words.text(
            "machines of different speed: a core does %.0f MiB/s now and %.0f MiB/s in the baseline"
                + " (SHA-256), more than %.0f %% apart",
            after / MIB, before / MIB, SPEED_APART * 100)
        : "";
  }

  private static String unknown(BaselineCell side, String when) {
    Set<String> cores = cores(side);
    if (cores.isEmpty() || cores.contains(UNKNOWN)) {
      return "the number of cores of the machine is not known %s%s"
          .formatted(cores.size() > 1 ? "of each run " : "", when);
    }
    int measured = side.speeds().size();
    return measured < side.runIds().size()
        ? "the speed of the machine was not measured " + (measured > 0 ? "in each run " : "") + when
        : "";
  }

  private static Set<String> cores(BaselineCell side) {
    TreeSet<String> cores = new TreeSet<>();
    for (String machine : side.machines()) {
      Matcher found = CORES.matcher(machine);
      cores.add(found.find() ? found.group(1) : UNKNOWN);
    }
    return cores;
  }

  private static double speed(BaselineCell side) {
    return Median.of(side.speeds().stream().mapToDouble(Double::doubleValue).toArray());
  }
}
