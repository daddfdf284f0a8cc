package dev.rebound.campaign.promise;

import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.campaign.Campaign;
import dev.rebound.campaign.promise.PromiseStatus.Conclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Runs an experiment until a promise is shown or refuted, or its limit is reached. Runs of earlier
 * calls count again, also those that ended early.
 */
public final class PromiseSearch implements Campaign<Integer, PromiseSearch.EndedRun> {
  /** Carries out runs, and tells a person. */
  public interface RunSource {
    /** The runs of earlier calls, in the order in which they were measured. */
    List<EndedRun> earlier();

    /**
     * Executes the next run. Throws {@link dev.rebound.base.ReboundException} if it cannot start.
     */
    EndedRun next(int number);

    /** True once a person wants an end. */
    boolean interrupted();

    /** Prints a line. */
    void tell(String line);
  }

  /**
   * A run that has ended, in whichever way.
   *
   * @param name of the run
   * @param results empty if it left none
   * @param faulted whether its first fault had come
   */
  public record EndedRun(String name, Optional<Results> results, boolean faulted) {}

  /**
   * What a run that counts tells of what is expected beside times.
   *
   * @param unknown by metric, why it is not known; empty if it is
   * @param otherwise why nothing else is
   */
  private record ToldRun(String name, Map<String, Optional<String>> unknown, String otherwise) {
    static ToldRun of(EndedRun run) {
      Map<String, Optional<String>> unknown = new TreeMap<>();
      for (Judgement judgement : run.results().map(Results::judgements).orElse(List.of())) {
        if (!ofAFault(judgement)) {
          Optional<String> why =
              Optional.of(judgement.why()).filter(any -> judgement.verdict() == Verdict.UNKNOWN);
          unknown.merge(judgement.metric(), why, (one, other) -> one.or(() -> other));
        }
      }
      return new ToldRun(
          run.name(),
          unknown,
          run.results().isEmpty() ? "it left no results" : "it was not judged");
    }

    Optional<String> unknown(String metric) {
      return unknown.getOrDefault(metric, Optional.of(otherwise)).map(why -> name + ": " + why);
    }
  }

  private final PromisedLimits limits;
  private final RunSource runs;
  private final int runsMax;
  private final int planned;
  private final List<FaultsOfRun> counted = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private final List<ToldRun> told = new ArrayList<>();
  private int ended;

  /** Of the latest run, earlier ones included. */
  private int number;

  /**
   * @param runsMax how many runs there may be, earlier ones included
   * @param planned faults of each run
   */
  public PromiseSearch(PromisedLimits limits, RunSource runs, int runsMax, int planned) {
    this.limits = limits;
    this.runs = runs;
    this.runsMax = runsMax;
    this.planned = planned;
  }

  /** Executes until there is an answer, or a reason to stop. */
  public PromiseStatus run() {
    List<EndedRun> earlier = runs.earlier();
    earlier.forEach(this::count);
    if (!earlier.isEmpty()) {
      runs.tell("Earlier runs count: " + standing().words());
    }
    number = earlier.size();
    Campaign.carryOut(this, runs::next);
    unknownIn().forEach((metric, in) -> runs.tell(known(metric, in) + "; not in " + in.get(0)));
    if (!failed.isEmpty()) {
      runs.tell(
          "The answer is of times alone: of %s, %s failed by what else was expected, first %s"
              .formatted(Words.plural(ended, "run"), failed.size(), failed.get(0)));
    }
    return standing();
  }

  @Override
  public Optional<Integer> next() {
    boolean open = standing().conclusion() == Conclusion.OPEN;
    return open && number < runsMax && !runs.interrupted()
        ? Optional.of(number + 1)
        : Optional.empty();
  }

  @Override
  public void ended(Integer next, EndedRun run) {
    number = next;
    count(run);
    runs.tell("After run " + number + ": " + standing().words());
  }

  /** Whether a run failed by more than lengths of faults, which the answer is of. */
  public boolean failedOtherwise() {
    return !failed.isEmpty();
  }

  /** Whether something else that was expected is not known in each run that counts. */
  public boolean unknownOtherwise() {
    return !unknownIn().isEmpty();
  }

  /** What else was expected and is not known in each run that counts, with those, and why. */
  private Map<String, List<String>> unknownIn() {
    Map<String, List<String>> unknown = new TreeMap<>();
    told.stream()
        .flatMap(run -> run.unknown().keySet().stream())
        .distinct()
        .forEach(
            metric ->
                unknown.put(
                    metric, told.stream().flatMap(run -> run.unknown(metric).stream()).toList()));
    unknown.values().removeIf(List::isEmpty);
    return unknown;
  }

  /** {@code lost is known in 1 of 62 runs}. */
  private String known(String metric, List<String> unknownIn) {
    int known = told.size() - unknownIn.size();
    return "%s is known in %s of %s"
        .formatted(metric, known == 0 ? "none" : known, Words.plural(told.size(), "run"));
  }

  private PromiseStatus standing() {
    return PromiseStatus.of(limits, counted, planned);
  }

  /**
   * A run is left out only for what its faults cannot have brought about; what it lost is lost all
   * the same.
   */
  private void count(EndedRun run) {
    ended++;
    run.results()
        .flatMap(PromiseSearch::failure)
        .ifPresent(failure -> failed.add(run.name() + failure));
    Optional<String> before =
        run.faulted()
            ? run.results().flatMap(limits::doubtBeforeFaults)
            : Optional.of("it ended before its first fault");
    if (before.isPresent()) {
      runs.tell(run.name() + " does not count: " + before.get());
      return;
    }
    told.add(ToldRun.of(run));
    FaultsOfRun faults =
        run.results()
            .map(results -> limits.of(results, planned))
            .orElse(new FaultsOfRun(0, 0, planned));
    counted.add(faults);
    String why = run.results().map(limits::whyUnknown).orElse("the run left no results");
    if (faults.unknown() > 0) {
      runs.tell(
          run.name() + ": " + faults.unknown() + " of " + faults.all() + " faults unknown: " + why);
    }
  }

  private static boolean ofAFault(Judgement judgement) {
    return FaultFigure.METRICS.contains(judgement.metric().split("\\.", 2)[0]);
  }

  /** By what a run failed besides lengths of its faults: of these a share may miss their bound. */
  private static Optional<String> failure(Results results) {
    List<Judgement> failures =
        results.judgements().stream()
            .filter(judgement -> judgement.verdict() == Verdict.FAIL)
            .toList();
    if (results.verdict() == Verdict.FAIL && failures.isEmpty()) {
      return Optional.of("");
    }
    return failures.stream()
        .filter(judgement -> !ofAFault(judgement))
        .findFirst()
        .map(judgement -> ": " + judgement.metric() + " (" + judgement.why() + ")");
  }

  /** The answer in one sentence. */
  public String sentence(PromiseStatus standing) {
    String what = limits.words();
    String counted = " (" + standing.words() + ")";
    String sure = "at " + Words.percent(limits.confidence()) + ": ";
    return switch (standing.conclusion()) {
      case SHOWN ->
          (unknownOtherwise() ? "shown of times alone, " : "shown ")
              + sure
              + what
              + counted
              + unknownIn().entrySet().stream()
                  .map(unknown -> "; " + known(unknown.getKey(), unknown.getValue()))
                  .collect(Collectors.joining());
      case REFUTED -> "refuted " + sure + "not " + what + counted;
      case OPEN ->
          "not shown: %s%s; shown so far: %s %%%s"
              .formatted(
                  what,
                  counted,
                  (int) Math.floor(100 * standing.shown()),
                  standing.unknown() == 0 ? "" : ", with what is unknown taken as broken");
    };
  }
}
