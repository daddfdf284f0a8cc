package dev.rebound.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The key {@code beside}: a second job on the cluster of an experiment, or a list of further ones.
 * Each is an experiment of its own, that of the file with another workload and another load.
 */
final class SecondJobKeys {
  static final String KEY = "beside";

  private static final String WORKLOAD = "workload";
  private static final String LOAD = "load";

  /** The keys that a further job has of its own, or not at all. */
  private static final Set<String> OWN = Set.of(KEY, WORKLOAD, LOAD, ControlFile.KEY);

  private SecondJobKeys() {}

  /** The keys and values that the further jobs of an experiment have of their own. */
  static List<Values> jobs(Values experiment) {
    return experiment.has(KEY) ? experiment.list(KEY) : List.of();
  }

  /**
   * The trees of the further jobs' experiments.
   *
   * @param experiment of a single experiment, which was read without a problem
   */
  static List<LocatedYaml> of(LocatedYaml experiment) {
    List<LocatedYaml> jobs = new ArrayList<>();
    if (experiment instanceof LocatedYaml.Mapping mapping) {
      for (LocatedYaml.Mapping own : written(mapping)) {
        List<LocatedYaml.TreeEntry> entries = new ArrayList<>(mapping.entries());
        entries.removeIf(entry -> OWN.contains(entry.key()));
        entries.addAll(own.entries());
        jobs.add(new LocatedYaml.Mapping(List.copyOf(entries), own.place()));
      }
    }
    return jobs;
  }

  private static List<LocatedYaml.Mapping> written(LocatedYaml.Mapping experiment) {
    return experiment.entries().stream()
        .filter(entry -> entry.key().equals(KEY))
        .map(LocatedYaml.TreeEntry::value)
        .flatMap(
            value ->
                value instanceof LocatedYaml.TreeList several
                    ? several.items().stream()
                    : Stream.of(value))
        .filter(LocatedYaml.Mapping.class::isInstance)
        .map(LocatedYaml.Mapping.class::cast)
        .toList();
  }

  /**
   * Tells what cannot be had together with another job.
   *
   * @param values of the experiment, before its shares of a capacity are worked out
   * @param shortened whether it is to be made shorter
   */
  static void check(Values values, boolean shortened) {
    List<Values> jobs = jobs(values);
    if (jobs.isEmpty()) {
      return;
    }
    String many = jobs.size() == 1 ? "two" : Integer.toString(1 + jobs.size());
    rate(values, "", many);
    for (int job = 0; job < jobs.size(); job++) {
      String at = jobs.size() == 1 ? KEY + "." : KEY + "[" + (job + 1) + "].";
      rate(jobs.get(job), at, many);
    }
    if (values.find(ControlFile.KEY) instanceof ControlType.WantedControl wanted
        && !wanted.set().isEmpty()) {
      values.wrong(
          ControlFile.KEY,
          "a control with settings of its own has one job, and this experiment has " + many,
          "Write control: true for one without faults, or remove control or beside.");
    }
    if (shortened || (values.find("shortened") instanceof String was && !was.isEmpty())) {
      values.wrong(
          KEY,
          "--short has the next fault follow the recovery of one job, and this experiment has "
              + many,
          "Leave --short out, and shorten the phases.");
    }
    boolean one = dropsLate(values);
    for (Values job : jobs) {
      if (one && dropsLate(job)) {
        job.wrong(
            WORKLOAD,
            "two jobs may pass over visits that come late, and nothing tells whose they were",
            "Let one of the two have windows by count, or another workload.");
      }
      one = one || dropsLate(job);
    }
  }

  private static boolean dropsLate(Values values) {
    return values.find(WORKLOAD) instanceof Values workload
        && WorkloadKeys.dropsLate(workload::find);
  }

  /** The rate that jobs sustain together is not known, and flat out one would starve the others. */
  private static void rate(Values values, String at, String many) {
    if (!(values.find(LOAD) instanceof Values load) || load.find("rate") == null) {
      return;
    }
    boolean share = load.find("rate") instanceof RateShare;
    if (share || load.rate("rate").isMax()) {
      load.wrong(
          "rate",
          "%sload.rate is %s, and %s jobs share this cluster"
              .formatted(at, share ? "a share of what one job sustains" : "max", many),
          "Write a rate for each of them: 2000/s.");
    }
  }

  /** Lets the file's values say what was worked out of a further job. */
  static void resolved(Values own, Values job) {
    own.set(WORKLOAD, job.section(WORKLOAD));
    own.set(LOAD, job.section(LOAD));
  }

  /** The first line of the resolved file of a further job. */
  static String comment(String experiment, int job) {
    return "# The " + SecondJob.words(job) + " on the cluster of " + experiment + ".\n";
  }
}
