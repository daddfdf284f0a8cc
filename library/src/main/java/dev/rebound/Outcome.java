package dev.rebound;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a call.
 *
 * @param runs all that ended with results, in the order in which they ran: one for each experiment
 *     and repetition
 * @param failures of several runs those that could not be carried out, and one that was stopped
 *     before it was under way. A single one that nobody stopped throws instead; a control that
 *     could not be carried out is among these, and its run among the runs
 * @param interrupted it was stopped, so that runs may be missing and the last one is cut short
 * @param index the page that lists all runs below the folder of runs; empty if none was made
 */
public record Outcome(
    List<Run> runs, List<Failure> failures, boolean interrupted, Optional<Path> index) {

  /**
   * A run that could not be carried out.
   *
   * @param name of the experiment
   */
  public record Failure(String name, ReboundException problem) {
    @Override
    public String toString() {
      return name + ": " + problem.getMessage() + "\n  " + problem.remedy();
    }
  }

  public Outcome {
    runs = List.copyOf(runs);
    failures = List.copyOf(failures);
  }

  /**
   * The verdict over all runs: any failure fails; otherwise anything unknown makes it unknown, and
   * so does a run that could not be carried out or was left out, and a control that did not pass.
   */
  public Verdict verdict() {
    List<Verdict> all = new ArrayList<>(runs.stream().map(Run::verdictWithControl).toList());
    if (!failures.isEmpty() || interrupted) {
      all.add(Verdict.UNKNOWN);
    }
    return Verdict.of(all);
  }

  /** The only run. Throws {@link IllegalStateException} if there are several, or none. */
  public Run run() {
    if (runs.size() != 1) {
      throw new IllegalStateException(
          "there is no only run, but " + runs.size() + ": use runs(), which has all of them");
    }
    return runs.get(0);
  }

  /** The results of the only run, see {@link #run}. */
  public Results results() {
    return run().results();
  }

  /** The folder of the only run, see {@link #run}. */
  public Path folder() {
    return run().folder();
  }

  /** The report of the only run, see {@link #run}; of several see {@link #index}. */
  public Path report() {
    return run().report();
  }

  /** All runs in words: what failed, what was in doubt, and where the reports are. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    runs.forEach(run -> words.add(run.toString()));
    failures.forEach(failure -> words.add(failure.toString()));
    if (interrupted) {
      words.add("it was stopped");
    }
    return String.join("\n", words);
  }
}
