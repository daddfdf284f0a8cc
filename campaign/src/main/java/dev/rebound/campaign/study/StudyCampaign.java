package dev.rebound.campaign.study;

import dev.rebound.analysis.compare.SampleSizeEstimate;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.Campaign;
import dev.rebound.campaign.RunEnd;
import dev.rebound.lab.experiment.Experiment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Executes what is left of a study, one run after the other, and writes down what became of each at
 * once, so that it can be killed at any moment and goes on from there.
 *
 * <p>A run that was interrupted is done again. One whose rig broke, or that measured none of its
 * faults, is tried once more; then the run is failed and the study goes on. Two failed runs in a
 * row end it: the machine needs a person. Failed runs are tried again when the study is.
 */
public final class StudyCampaign implements Campaign<PlannedRun, PlannedRun> {
  private static final int ATTEMPTS = 2;

  /** Fewer blocks give no interval. */
  private static final int BLOCKS_MIN = 3;

  private static final int BLOCKS_MAX = 30;

  /** The precision of a study that wants none. */
  private static final double PRECISION = 0.25;

  private static final int FAILED_IN_A_ROW_MAX = 2;

  /** Carries out single runs, and tells a person. */
  public interface Executor {
    /**
     * Executes one run to its end. Throws {@link ReboundException} if it could not start.
     *
     * @param experiment of the run; of a control, the one that it is held against
     * @param started hears the run's folder as soon as there is one
     */
    RunEnd execute(PlannedRun run, Experiment experiment, Consumer<Path> started);

    /**
     * How a run of an earlier lab ended; empty if it did not. A run that is of no use is removed.
     */
    Optional<RunEnd> ended(Path folder);

    /** Writes into a run's results how it differs from its control. */
    void compare(Path run, Path control);

    /**
     * The number of blocks that it takes, by the runs that are done.
     *
     * @param precision wanted half-width of intervals, as a share of the figure
     */
    SampleSizeEstimate pilot(double precision);

    /** Writes the study's report by what is done. */
    void report();

    /** True once a person wants an end. */
    boolean interrupted();

    /** Prints a line. */
    void tell(String line);
  }

  /** Why there was no more to do. */
  public enum StopReason {
    /** All that was chosen is done, or failed for good. */
    DONE,
    INTERRUPTED,
    BUDGET,
    /** Runs failed in a row. */
    FAILING
  }

  private final Path folder;
  private final StudyPlan plan;
  private StudyChoice choice;
  private final Executor executor;
  private final LongSupplier seconds;
  private StudyRuns runs;
  private StopReason stop = StopReason.DONE;
  private long began;
  private int failed;

  /** Whether a run has ended since the last report. */
  private boolean news;

  /**
   * @param folder of the study
   * @param seconds a clock that never jumps
   */
  public StudyCampaign(
      Path folder,
      StudyPlan plan,
      StudyChoice choice,
      StudyRuns runs,
      Executor executor,
      LongSupplier seconds) {
    this.folder = folder;
    this.plan = plan;
    this.choice = choice.within(runs, plan.study());
    this.runs = runs.chosen(this.choice, plan.study().repetitions());
    this.executor = executor;
    this.seconds = seconds;
  }

  /** As far as it is now. */
  public StudyRuns runs() {
    return runs;
  }

  /** Executes until nothing that was chosen is left, or there is a reason to stop. */
  public StopReason run() {
    runs.write(folder);
    takeUp();
    fix();
    began = seconds.getAsLong();
    news = left().isEmpty();
    Campaign.carryOut(this, next -> attempts(next, this::save));
    if (news) {
      executor.report();
    }
    return stop;
  }

  @Override
  public Optional<PlannedRun> next() {
    Optional<PlannedRun> next = left().stream().findFirst();
    if (stop != StopReason.DONE || next.isEmpty()) {
      return Optional.empty();
    }
    if (executor.interrupted()) {
      stop = StopReason.INTERRUPTED;
    } else if (!fits(next.get(), seconds.getAsLong() - began)) {
      stop = StopReason.BUDGET;
    } else {
      executor.tell(announcement(next.get()));
      return next;
    }
    return Optional.empty();
  }

  @Override
  public void ended(PlannedRun planned, PlannedRun ended) {
    save(ended);
    news = true;
    if (ended.state() == PlannedRun.RunState.INTERRUPTED) {
      stop = StopReason.INTERRUPTED;
      return;
    }
    failed = ended.state() == PlannedRun.RunState.FAILED ? failed + 1 : 0;
    if (failed == FAILED_IN_A_ROW_MAX && !left().isEmpty()) {
      executor.tell(failed + " runs in a row failed: the study stops here.");
      stop = StopReason.FAILING;
      return;
    }
    compare(ended);
    if (lastOfRepetition(ended)) {
      fix();
      executor.report();
      news = false;
    }
  }

  /**
   * Makes one run once more, and nothing else. It takes the place of the earlier one when it is
   * done, and not before: one that is interrupted, killed or of no use stays told beside it.
   *
   * @param earlier which is done
   * @param because why it is made again, in words
   */
  public StopReason again(PlannedRun earlier, String because) {
    executor.tell(
        "once more: %s (about %s)"
            .formatted(earlier.label(), Words.about(plan.expected(earlier, runs.runs()))));
    PlannedRun[] counting = {earlier};
    PlannedRun ended =
        attempts(
            earlier.anew(),
            started -> counting[0] = save(counting[0].begunAgain(started.folder(), because)));
    if (!ended.done()) {
      executor.tell("The earlier run counts; reports tell that it was to be made again.");
      return ended.state() == PlannedRun.RunState.INTERRUPTED
          ? StopReason.INTERRUPTED
          : StopReason.FAILING;
    }
    PlannedRun counts = save(ended.inPlaceOf(counting[0], because));
    compare(counts);
    executor.report();
    return StopReason.DONE;
  }

  /**
   * Once the first block is done, the number of blocks is fixed for good: whoever looks at results
   * and then decides to go on or to stop finds differences where there are none.
   */
  private void fix() {
    if (runs.blocks() != null
        || !choice.only().isEmpty()
        || runs.done(false).isEmpty()
        || left().stream().anyMatch(run -> run.repetition() == 1)) {
      return;
    }
    Double wanted = plan.study().precision();
    SampleSizeEstimate pilot = executor.pilot(wanted == null ? PRECISION : wanted);
    executor.tell("After the first block: " + pilot.why() + ".");
    boolean decides =
        wanted != null && pilot.blocks() > 0 && choice.repetitions() == plan.study().repetitions();
    int blocks =
        decides ? Math.min(BLOCKS_MAX, Math.max(BLOCKS_MIN, pilot.blocks())) : choice.repetitions();
    choice = new StudyChoice(choice.only(), blocks, choice.budget(), choice.controls());
    runs = StudyStart.merged(runs.with(plan.runs(blocks)), runs).ofBlocks(blocks);
    runs.write(folder);
    executor.tell(
        "It is fixed now: %s%s%s%s; %s runs are left, about %s."
            .formatted(
                blocks,
                blocks == 1 ? " block" : " blocks",
                blocks < BLOCKS_MIN ? ", too few for any interval" : "",
                decides && blocks < pilot.blocks() ? ", the most that are run" : "",
                left().size(),
                Words.about(plan.expected(left(), runs.runs()))));
  }

  /** Runs that an earlier lab left without an end, and those that failed, are open again. */
  private void takeUp() {
    for (PlannedRun run : runs.runs()) {
      if (run.state() == PlannedRun.RunState.FAILED) {
        save(run.anew());
      } else if (run.state() == PlannedRun.RunState.PENDING && !run.folder().isEmpty()) {
        Optional<RunEnd> ended = executor.ended(folder.resolve(run.folder()));
        if (ended.isPresent()
            && !ended.get().interrupted()
            && ended.get().settles(run.attempts() >= ATTEMPTS)) {
          long planned = plan.cost(run).length().toSeconds();
          PlannedRun done =
              run.with(
                  PlannedRun.RunState.DONE,
                  ended.get().verdict().toString(),
                  planned,
                  "its length is not known");
          save(done);
          compare(done);
        } else {
          save(run.with(PlannedRun.RunState.INTERRUPTED, "", 0, "it was killed, or lost its lab"));
          executor.tell(run.label() + " has no end: it is done again.");
        }
      }
    }
  }

  private List<PlannedRun> left() {
    return runs.runs().stream().filter(PlannedRun::open).filter(chosen()).toList();
  }

  private Predicate<PlannedRun> chosen() {
    return choice.among(runs.runs());
  }

  private boolean fits(PlannedRun next, long spentSeconds) {
    Duration budget = choice.budget();
    if (budget == null) {
      return true;
    }
    Duration expected = plan.expected(next, runs.runs());
    if (Duration.ofSeconds(spentSeconds).plus(expected).compareTo(budget) <= 0) {
      return true;
    }
    executor.tell(
        ("Stops here, within its budget of %s: %s would take about %s more. %s runs are left, about"
                + " %s.")
            .formatted(
                Words.about(budget),
                next.label(),
                Words.about(expected),
                left().size(),
                Words.about(plan.expected(left(), runs.runs()))));
    return false;
  }

  private String announcement(PlannedRun next) {
    long chosen = runs.runs().stream().filter(chosen()).count();
    return "run %s of %s: %s (about %s; %s left)"
        .formatted(
            chosen - left().size() + 1,
            chosen,
            next.label(),
            Words.about(plan.expected(next, runs.runs())),
            Words.about(plan.expected(left(), runs.runs())));
  }

  /**
   * Executes a run until it is done, or of no use as often as it may be.
   *
   * @param started hears of each start, before there is an end
   */
  private PlannedRun attempts(PlannedRun planned, Consumer<PlannedRun> started) {
    PlannedRun[] now = {planned};
    String problem = "";
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) {
        executor.tell("The run is of no use (" + problem + "): once more.");
      }
      long begin = seconds.getAsLong();
      try {
        RunEnd ended =
            executor.execute(
                now[0],
                plan.of(planned).experiment(),
                run -> {
                  now[0] = now[0].started(relative(run));
                  started.accept(now[0]);
                });
        long took = Math.max(1, seconds.getAsLong() - begin);
        if (ended.interrupted()) {
          return now[0].with(PlannedRun.RunState.INTERRUPTED, "", took, "interrupted");
        }
        if (ended.settles(now[0].attempts() >= ATTEMPTS)) {
          return now[0].with(
              PlannedRun.RunState.DONE, ended.verdict().toString(), took, ended.unmeasured());
        }
        problem = ended.problem();
      } catch (ReboundException e) {
        if (e.reason() == ReboundException.Cause.BAD_INPUT) {
          throw e;
        }
        problem = String.valueOf(e.getMessage());
      }
      if (executor.interrupted()) {
        return now[0].with(PlannedRun.RunState.INTERRUPTED, "", 0, "interrupted");
      }
    }
    executor.tell("Failed: " + planned.label() + ": " + problem);
    return now[0].with(PlannedRun.RunState.FAILED, "", 0, "of no use: " + problem);
  }

  private String relative(Path run) {
    Path base = folder.toAbsolutePath().normalize();
    return base.relativize(run.toAbsolutePath().normalize()).toString();
  }

  private PlannedRun save(PlannedRun changed) {
    runs = runs.with(changed);
    runs.write(folder);
    return changed;
  }

  /** Fills in the difference to the control wherever both are done by now. */
  private void compare(PlannedRun ended) {
    if (!ended.done()) {
      return;
    }
    for (PlannedRun other : runs.runs()) {
      if (!other.done()) {
        continue;
      }
      if (plan.controls(ended, other)) {
        executor.compare(folder.resolve(other.folder()), folder.resolve(ended.folder()));
      } else if (plan.controls(other, ended)) {
        executor.compare(folder.resolve(ended.folder()), folder.resolve(other.folder()));
      }
    }
  }

  private boolean lastOfRepetition(PlannedRun ended) {
    return left().stream().noneMatch(run -> run.repetition() <= ended.repetition());
  }
}
