package dev.rebound.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key {@code beside}: a second job on the cluster of an experiment. It is an experiment of its
 * own, that of the file with another workload and another load.
 */
final class BesideFile {
  static final String KEY = "beside";

  private static final String WORKLOAD = "workload";
  private static final String LOAD = "load";

  /** What the second job has of its own, or not at all. */
  private static final Set<String> OWN = Set.of(KEY, WORKLOAD, LOAD, ControlFile.KEY);

  private BesideFile() {}

  /** What the second job of an experiment is called. */
  static String name(String experiment) {
    return experiment + "-" + KEY;
  }

  /**
   * The tree of the second job's experiment; null if there is none.
   *
   * @param experiment of a single experiment, which was read without a problem
   */
  static @Nullable Tree of(Tree experiment) {
    if (!(experiment instanceof Tree.Mapping mapping)
        || !(find(mapping) instanceof Tree.Mapping beside)) {
      return null;
    }
    List<Tree.Entry> entries = new ArrayList<>();
    mapping.entries().stream().filter(entry -> !OWN.contains(entry.key())).forEach(entries::add);
    entries.addAll(beside.entries());
    return new Tree.Mapping(List.copyOf(entries), beside.place());
  }

  private static @Nullable Tree find(Tree.Mapping mapping) {
    return mapping.entries().stream()
        .filter(entry -> entry.key().equals(KEY))
        .map(Tree.Entry::value)
        .findFirst()
        .orElse(null);
  }

  /**
   * Tells what cannot be had together with a second job.
   *
   * @param values of the experiment, before its shares of a capacity are worked out
   * @param shortened whether it is to be made shorter
   */
  static void check(Values values, boolean shortened, Problems problems) {
    if (!(values.find(KEY) instanceof Values beside)) {
      return;
    }
    rate(values, "", problems);
    rate(beside, KEY + ".", problems);
    if (values.find(ControlFile.KEY) instanceof ControlType.Wanted wanted
        && !wanted.set().isEmpty()) {
      problems.add(
          values.place(ControlFile.KEY),
          "a control with settings of its own has one job, and this experiment has two",
          "Write control: true for one without faults, or remove control or beside.");
    }
    if (shortened || (values.find("shortened") instanceof String was && !was.isEmpty())) {
      problems.add(
          values.place(KEY),
          "--short has the next fault follow the recovery of one job, and this experiment has two",
          "Leave --short out, and shorten the phases.");
    }
    if (dropsLate(values) && dropsLate(beside)) {
      problems.add(
          beside.place(WORKLOAD),
          "both jobs may pass over visits that come late, and nothing tells whose they were",
          "Let one of the two have windows by count, or another workload.");
    }
  }

  private static boolean dropsLate(Values values) {
    return values.find(WORKLOAD) instanceof Values workload
        && WorkloadKeys.dropsLate(workload::find);
  }

  /** What two jobs sustain together is not known, and flat out one would starve the other. */
  private static void rate(Values values, String at, Problems problems) {
    if (!(values.find(LOAD) instanceof Values load) || load.find("rate") == null) {
      return;
    }
    boolean share = load.find("rate") instanceof RateShare;
    if (share || load.rate("rate").isMax()) {
      problems.add(
          load.place("rate"),
          at
              + "load.rate is "
              + (share ? "a share of what one job sustains" : "max")
              + ", and two jobs share this cluster",
          "Write a rate for each of them: 2000/s.");
    }
  }

  /** Lets the file's values say what was worked out of the second job. */
  static void resolved(Values values, Values second) {
    Values beside = values.section(KEY);
    beside.set(WORKLOAD, second.section(WORKLOAD));
    beside.set(LOAD, second.section(LOAD));
  }

  /** The first line of its resolved file. */
  static String comment(String experiment) {
    return "# The second job on the cluster of " + experiment + ".\n";
  }
}
