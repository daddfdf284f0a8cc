package dev.rebound.lab.runner;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.rig.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The second job of a run: a run of its own that shares the cluster of the first one. It has a
 * folder within that one's folder, and a journal of which it shares what happens to both.
 */
public record Companion(Experiment experiment, RunDirectory directory, Journal journal)
    implements AutoCloseable {
  /** Its folder, in that of the run. */
  public static final String FOLDER = "beside";

  /** What a run's verdict on its companion is called among the expectations. */
  public static final String METRIC = "beside";

  /** Of these warnings each job has its own; of the sampler's each journal is told by itself. */
  private static final Set<String> OF_ONE_JOB =
      Set.of(
          "engine-complaint",
          "listener-failed",
          Doubt.CPU_SATURATED.code(),
          Doubt.LATE_START.code(),
          Doubt.NOT_AUDITED.code(),
          Doubt.NOT_REREAD.code(),
          Doubt.PROBE_FAILED.code(),
          Doubt.RIG_NOT_FOLLOWED.code(),
          Doubt.SAMPLING_GAP.code(),
          Doubt.TRANSACTIONS_NOT_PROMISED.code(),
          Doubt.TRANSACTIONS_UNKNOWN.code());

  /** Makes its folder, and starts its journal. */
  static Companion create(Experiment experiment, RunDirectory run) throws IOException {
    Path folder = Files.createDirectory(run.file(FOLDER));
    RunDirectory directory = new RunDirectory(folder, run.runId() + Parts.BESIDE_END);
    return new Companion(
        experiment, directory, new Journal(directory.journal(), Clock.systemUTC()));
  }

  /**
   * Whether an event of a run concerns both of its jobs: phases, faults, lives and what is doubtful
   * about all of the rig do. Ticks are each journal's own, as the sampler tells them.
   */
  static boolean concernsBoth(Event event) {
    if (event instanceof Event.Warning warning) {
      return !OF_ONE_JOB.contains(warning.code());
    }
    return event instanceof Event.PhaseStarted
        || event instanceof Event.PhaseEnded
        || event instanceof Event.ProcessStarted
        || event instanceof Event.ProcessExited
        || event instanceof Event.FaultStarted
        || event instanceof Event.FaultConfirmed
        || event instanceof Event.FaultHealed;
  }

  /**
   * What the results of a run are together with its companion's: the verdict is the worse of both,
   * and one expectation says what became of the companion.
   */
  static Results judged(Results run, Results companion) {
    return judged(run, companion.verdict(), why(companion));
  }

  private static Results judged(Results run, String verdict, String why) {
    List<Results.Judgement> judgements = new ArrayList<>(run.judgements());
    judgements.add(new Results.Judgement(METRIC, Verdicts.PASS, null, verdict, why));
    return run.toBuilder()
        .judgements(List.copyOf(judgements))
        .verdict(Verdicts.worse(run.verdict(), verdict))
        .build();
  }

  /**
   * The same where the check of the companion came to no end: that is no pass, and takes nothing
   * from what is known of the run.
   *
   * @param seen the companion's verdict, where there is one; else {@code unknown}
   */
  static Results unchecked(Results run, String seen, Exception problem) {
    String message =
        problem instanceof ReboundException
            ? String.valueOf(problem.getMessage())
            : problem.toString();
    return judged(
        run,
        Verdicts.worse(seen, Verdicts.UNKNOWN),
        "the second job could not be checked to the end: " + message);
  }

  private static String why(Results companion) {
    if (companion.verdict().equals(Verdicts.PASS)) {
      return "";
    }
    String metrics =
        companion.judgements().stream()
            .filter(judgement -> judgement.verdict().equals(companion.verdict()))
            .map(Results.Judgement::metric)
            .collect(Collectors.joining(", "));
    return "the verdict on the second job is "
        + companion.verdict()
        + (metrics.isEmpty() ? "" : " (" + metrics + ")")
        + ", see "
        + FOLDER
        + "/report.html";
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
