package dev.rebound.analysis.promise;

import dev.rebound.analysis.promise.PromiseRule.Conclusion;
import dev.rebound.analysis.promise.PromiseRule.Count;
import dev.rebound.analysis.promise.PromisedLimits.FaultAnswer;
import dev.rebound.analysis.result.ClopperPearson;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs an experiment until a promise is shown or refuted, or its limit is reached. Runs of earlier
 * calls count again.
 */
public final class PromiseSearch {
  /** Carries out runs, and tells a person. */
  public interface RunSource {
    /** The results of earlier calls, in the order in which they were measured. */
    List<Results> earlier();

    /**
     * Executes the next run. Throws {@link dev.rebound.analysis.ReboundException} if it cannot
     * start.
     */
    Results next(int number);

    /** True once a person wants an end. */
    boolean interrupted();

    /** Prints a line. */
    void tell(String line);
  }

  /** The price of a promise if no fault breaks it. */
  public record Price(int faults, int runs) {}

  private final PromisedLimits limits;
  private final PromiseRule rule;
  private final RunSource runs;
  private final int runsMax;

  /**
   * @param runsMax how many runs there may be, earlier ones included
   */
  public PromiseSearch(PromisedLimits limits, RunSource runs, int runsMax) {
    this.limits = limits;
    this.rule = new PromiseRule(limits.share(), limits.confidence());
    this.runs = runs;
    this.runsMax = runsMax;
  }

  /** The least that it costs. */
  public static Price price(PromisedLimits limits, int faultsPerRun) {
    int faults = new PromiseRule(limits.share(), limits.confidence()).leastFaults();
    return new Price(faults, (faults + faultsPerRun - 1) / faultsPerRun);
  }

  /** Executes until there is an answer, or a reason to stop. */
  public Count run() {
    List<FaultAnswer> faults = new ArrayList<>();
    List<Results> earlier = runs.earlier();
    earlier.forEach(run -> faults.addAll(limits.of(run)));
    Count standing = rule.judge(faults);
    if (!earlier.isEmpty()) {
      runs.tell("Earlier runs count: " + words(standing));
    }
    for (int number = earlier.size() + 1;
        standing.state() == Conclusion.OPEN && number <= runsMax && !runs.interrupted();
        number++) {
      faults.addAll(limits.of(runs.next(number)));
      standing = rule.judge(faults);
      runs.tell("After run " + number + ": " + words(standing));
    }
    return standing;
  }

  /** {@code 58 of 60 faults kept it, 2 broke it, 1 is unknown}. */
  public static String words(Count standing) {
    return standing.kept()
        + " of "
        + standing.counted()
        + " faults kept it, "
        + standing.broken()
        + " broke it"
        + (standing.unknown() == 0
            ? ""
            : ", " + standing.unknown() + (standing.unknown() == 1 ? " is" : " are") + " unknown");
  }

  /** The answer in one sentence. */
  public static String sentence(PromisedLimits limits, Count standing) {
    String what = limits.words();
    String counted = " (" + words(standing) + ")";
    return switch (standing.state()) {
      case SHOWN -> "shown at " + Words.percent(limits.confidence()) + ": " + what + counted;
      case REFUTED ->
          "refuted at " + Words.percent(limits.confidence()) + ": not " + what + counted;
      case OPEN ->
          "not shown: "
              + what
              + counted
              + (standing.tooMuchUnknown()
                  ? "; more than 10 % are unknown, and what is unknown may be the worst"
                  : String.format(
                      Locale.ROOT,
                      "; looked at once, these faults would show %.0f %%",
                      Math.floor(
                          100
                              * ClopperPearson.lower(
                                  standing.kept(),
                                  Math.max(1, standing.counted()),
                                  limits.confidence()))));
    };
  }
}
