package dev.rebound.lab.bench;

import dev.rebound.analysis.units.Median;
import dev.rebound.lab.bench.JobBench.JobSpeed;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Speeds of several jobs that worked off the same backlog in rounds, each job once a round. Jobs
 * are held against each other within rounds alone, as what else the machine does changes from round
 * to round.
 */
public final class JobRounds {
  private final Map<String, SortedMap<Integer, JobSpeed>> byJob = new LinkedHashMap<>();

  /**
   * @param jobs names, in the order in which they are printed; the first is what the others are
   *     held against
   */
  public JobRounds(List<String> jobs) {
    jobs.forEach(job -> byJob.put(job, new TreeMap<>()));
  }

  /** Takes what a job did in a round; a job that failed in one has nothing there. */
  public void add(String job, int round, JobSpeed speed) {
    byJob.computeIfAbsent(job, unused -> new TreeMap<>()).put(round, speed);
  }

  /** A table in Markdown: medians, and the least and the greatest of all rounds in brackets. */
  public List<String> table() {
    List<String> lines = new ArrayList<>();
    Map.Entry<String, SortedMap<Integer, JobSpeed>> other = byJob.entrySet().iterator().next();
    String first = other.getKey();
    lines.add("| job | rounds | records/s | per core of the workers | ÷ " + first + " | limit |");
    lines.add("|---|---:|---:|---:|---:|---|");
    byJob.forEach(
        (job, rounds) ->
            lines.add(
                "| %s | %s | %s | %s | %s | %s |"
                    .formatted(
                        job,
                        rounds.size(),
                        spread(values(rounds, JobSpeed::recordsPerSecond), "%,.0f"),
                        spread(values(rounds, JobSpeed::recordsPerWorkerCore), "%,.0f"),
                        job.equals(first) ? "" : spread(ratios(rounds, other.getValue()), "%.2f"),
                        limit(rounds))));
    return lines;
  }

  /** Every measurement, as CSV. */
  public List<String> csv() {
    List<String> lines = new ArrayList<>();
    lines.add("job,round,records_per_second,records_per_worker_core,cores");
    byJob.forEach(
        (job, rounds) ->
            rounds.forEach(
                (round, speed) ->
                    lines.add(
                        String.format(
                            Locale.ROOT,
                            "%s,%d,%.0f,%.0f,%s",
                            job,
                            round,
                            speed.recordsPerSecond(),
                            speed.recordsPerWorkerCore(),
                            cores(speed)))));
    return lines;
  }

  private static String cores(JobSpeed speed) {
    List<String> roles = new ArrayList<>();
    speed
        .coresByRole()
        .forEach((role, used) -> roles.add(String.format(Locale.ROOT, "%s %.2f", role, used)));
    return String.join("; ", roles);
  }

  /** What the last round was limited by. */
  private static String limit(SortedMap<Integer, JobSpeed> rounds) {
    JobSpeed last = rounds.isEmpty() ? null : rounds.get(rounds.lastKey());
    return last == null ? "" : last.limit();
  }

  private static List<Double> values(
      Map<Integer, JobSpeed> rounds, ToDoubleFunction<JobSpeed> figure) {
    return rounds.values().stream().map(figure::applyAsDouble).toList();
  }

  /** Of the rounds that both have. */
  private static List<Double> ratios(Map<Integer, JobSpeed> rounds, Map<Integer, JobSpeed> first) {
    List<Double> ratios = new ArrayList<>();
    rounds.forEach(
        (round, speed) -> {
          JobSpeed beside = first.get(round);
          if (beside != null) {
            ratios.add(speed.recordsPerSecond() / beside.recordsPerSecond());
          }
        });
    return ratios;
  }

  private static String spread(List<Double> values, String format) {
    if (values.isEmpty()) {
      return "";
    }
    DoubleSummaryStatistics all = values.stream().mapToDouble(v -> v).summaryStatistics();
    double median = Median.of(values.stream().mapToDouble(v -> v).toArray());
    String middle = String.format(Locale.ROOT, format, median);
    return values.size() == 1
        ? middle
        : middle
            + String.format(
                Locale.ROOT, " (" + format + " to " + format + ")", all.getMin(), all.getMax());
  }
}
