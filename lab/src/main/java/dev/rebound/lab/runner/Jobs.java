package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The jobs of a run, which share its cluster: the run's own first. Each has a journal, and what
 * happens to all of them is told to all.
 */
record Jobs(List<Job> all) implements AutoCloseable {
  /** The warnings that each job has of its own; of the sampler's each journal is told by itself. */
  private static final Set<String> OF_ONE_JOB =
      Set.of(
          Doubt.ENGINE_COMPLAINT,
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

  /** The other events that concern all of them. */
  private static final Set<Class<? extends Event>> OF_ALL =
      Set.of(
          Event.PhaseStarted.class,
          Event.PhaseEnded.class,
          Event.ProcessStarted.class,
          Event.ProcessExited.class,
          Event.FaultStarted.class,
          Event.FaultConfirmed.class,
          Event.FaultHealed.class,
          Event.FaultOver.class,
          Event.RunFailed.class);

  /** Makes what folders there are to be, and starts a journal in each. */
  static Jobs create(Experiment experiment, RunDirectory run, Execution.RunTurn turn)
      throws IOException {
    List<Job> all = new ArrayList<>();
    Jobs jobs = new Jobs(all);
    try {
      for (Experiment one : experiment.jobs()) {
        RunDirectory directory = run.job(all.size());
        Files.createDirectories(directory.path());
        Journal journal = new Journal(directory.journal(), Clock.systemUTC());
        all.add(new Job(all.size(), one, directory, journal, turn));
      }
      return jobs;
    } catch (IOException e) {
      jobs.close();
      throw e;
    }
  }

  /** Whose folder and journal are the run's. */
  Job first() {
    return all.get(0);
  }

  /** The run's own. */
  Journal journal() {
    return first().journal();
  }

  /** The journals of all jobs, the run's own first. */
  List<Journal> journals() {
    return all.stream().map(Job::journal).toList();
  }

  /** From here on each journal tells of what happens to all of them. */
  void share() {
    for (Job other : all.subList(1, all.size())) {
      other.journal().append(new Event.SharesCluster(first().experiment().name(), ".."));
      String folder = SecondJob.name(other.number());
      journal().append(new Event.SharesCluster(other.experiment().name(), folder));
      journal().copy(other.journal(), Jobs::concernsAll);
    }
  }

  /**
   * Whether an event of a run concerns all of its jobs: phases, faults, lives and what is doubtful
   * about all of the rig do. Ticks are each journal's own, as the sampler tells them.
   */
  static boolean concernsAll(Event event) {
    if (event instanceof Event.DoubtRaised warning) {
      return !OF_ONE_JOB.contains(warning.code());
    }
    return OF_ALL.contains(event.getClass());
  }

  /** Why one of the journals takes nothing any more. */
  Optional<ReboundException> failure() {
    return all.stream().flatMap(job -> job.journal().failure().stream()).findFirst();
  }

  /**
   * The results of a run together with those of another job of it: the verdict is the worse of
   * both, and one expectation says what became of that job.
   *
   * @param job its number
   */
  static Results judged(Results run, int job, Results other) {
    return judged(run, job, other.verdict(), why(job, other));
  }

  private static Results judged(Results run, int job, Verdict verdict, String why) {
    List<Results.Judgement> judgements = new ArrayList<>(run.judgements());
    judgements.add(
        new Results.Judgement(SecondJob.name(job), Verdict.PASS.toString(), null, verdict, why));
    return run.toBuilder()
        .judgements(List.copyOf(judgements))
        .verdict(run.verdict().and(verdict))
        .build();
  }

  /**
   * The same where the check of that job came to no end: that is no pass, and takes nothing from
   * what is known of the run.
   *
   * @param seen the job's verdict, where there is one; else {@code unknown}
   */
  static Results unchecked(Results run, int job, Verdict seen, Exception problem) {
    String message =
        problem instanceof ReboundException
            ? String.valueOf(problem.getMessage())
            : problem.toString();
    return judged(
        run,
        job,
        seen.and(Verdict.UNKNOWN),
        "the " + SecondJob.words(job) + " could not be checked to the end: " + message);
  }

  private static String why(int job, Results other) {
    if (other.verdict() == Verdict.PASS) {
      return "";
    }
    String metrics =
        other.judgements().stream()
            .filter(judgement -> judgement.verdict() == other.verdict())
            .map(Results.Judgement::metric)
            .collect(Collectors.joining(", "));
    return "the verdict on the %s is %s%s, see %s/report.html"
        .formatted(
            SecondJob.words(job),
            other.verdict(),
            (metrics.isEmpty() ? "" : " (" + metrics + ")"),
            SecondJob.name(job));
  }

  @Override
  public void close() throws IOException {
    close(all);
  }

  /** The last one first, whatever happens to another. */
  private static void close(List<Job> jobs) throws IOException {
    if (!jobs.isEmpty()) {
      try {
        close(jobs.subList(1, jobs.size()));
      } finally {
        jobs.get(0).journal().close();
      }
    }
  }
}
