package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Has the job's dataflow run for a moment on TaskManagers that stand idle and never had tasks, as a
 * second small job on slots that nobody needs. At the next failure they are as quick as the others,
 * and the whole job waits for the slowest. For use by one thread, but for {@link #expect}.
 *
 * <p>It gives way to the job: while that does not run, a rehearsal is cancelled until it has ended,
 * and is repeated later. Where it runs is Flink's choice: with one slot for each TaskManager that
 * stands idle, those with the most free slots come first only under {@code
 * taskmanager.load-balance.mode: SLOTS}.
 */
final class Rehearsals {
  /** By then survivors have the tasks; the job may still be catching up. */
  static final Duration IDLE = Duration.ofSeconds(8);

  /** Spares are there from the beginning, and have nothing to rehearse before there is load. */
  static final Duration FIRST = Duration.ofSeconds(30);

  /** A rehearsal that takes longer is cancelled. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  /** How many in a row may come to nothing until they are no longer repeated. */
  static final int MISSES_MAX = 3;

  /** How often it is asked who is there. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** The job's name when it rehearses. */
  private static final String NAME = "rule-match-rehearsal";

  private final FlinkRest rest;
  private final TaskManagers taskManagers;
  private final JobSubmission submission;
  private final LongSupplier clock;
  private final ColdTaskManagers cold = new ColdTaskManagers(IDLE);
  private final long notBeforeNanos;
  private long lookedNanos;
  private volatile boolean expecting = true;

  /** Id of the job that rehearses; empty if none does. */
  private String running = "";

  private Set<TaskManagerLife> rehearsing = Set.of();
  private long startedNanos;
  private boolean cutShort;
  private int count;
  private int misses;

  /**
   * @param submission of the job
   * @param clock nanoseconds, of a clock that only goes forward
   */
  Rehearsals(
      FlinkRest rest, TaskManagers taskManagers, JobSubmission submission, LongSupplier clock) {
    this.rest = rest;
    this.taskManagers = taskManagers;
    this.submission = submission;
    this.clock = clock;
    this.notBeforeNanos = clock.getAsLong() + FIRST.toNanos();
    this.lookedNanos = clock.getAsLong();
  }

  /** A process was started anew. */
  void expect() {
    expecting = true;
  }

  /**
   * Starts a rehearsal if one is due, and ends one that takes too long or stands in the job's way.
   * May take as long as Flink takes to accept a job, up to a minute.
   *
   * @param jar id of the uploaded jar
   * @param job how the job stands; null if that is not known
   * @throws IOException if Flink did not answer, or refused; what was meant is tried again
   */
  void next(String jar, @Nullable FlinkJob job) throws IOException {
    long now = clock.getAsLong();
    boolean inOrder = job != null && job.running();
    if (!running.isEmpty()) {
      follow(inOrder, now);
    } else if (expecting
        && job != null
        && inOrder
        && now >= notBeforeNanos
        && now - lookedNanos >= LOOK.toNanos()) {
      lookedNanos = now;
      look(jar, job, now);
    }
  }

  private void look(String jar, FlinkJob job, long now) throws IOException {
    expecting = false;
    boolean complete = false;
    try {
      Set<TaskManagerLife> registered = taskManagers.known();
      Set<TaskManagerLife> due = cold.due(registered, job.taskManagers(), now);
      complete = taskManagers.complete(registered) && !cold.waiting();
      if (!due.isEmpty()) {
        Set<TaskManagerLife> idle = new TreeSet<>(registered);
        idle.removeAll(job.taskManagers());
        start(jar, due, idle.size(), now);
      }
    } finally {
      if (!complete) {
        expecting = true;
      }
    }
  }

  private void start(String jar, Set<TaskManagerLife> due, int parallelism, long now)
      throws IOException {
    rehearsing = due;
    startedNanos = now;
    cutShort = false;
    boolean started = false;
    try {
      cancelStrays();
      count++;
      List<String> arguments = new ArrayList<>(submission.arguments());
      arguments.add("--rehearsal=" + submission.rehearsalTopic());
      // The last one counts. A name of its own, as a sink looks for what its name left behind.
      arguments.add("--group=" + submission.rehearsalTopic() + "-" + count);
      running = rest.run(jar, submission.with(arguments, parallelism), null);
      started = true;
    } finally {
      if (!started) {
        missed();
      }
    }
  }

  /** Flink may have accepted a rehearsal whose submission got no answer. */
  private void cancelStrays() throws IOException {
    for (JsonNode job : rest.get("/jobs/overview").path("jobs")) {
      if (job.path("name").asText().equals(NAME) && !FlinkJob.ended(job.path("state").asText())) {
        rest.cancel(job.path("jid").asText());
      }
    }
  }

  private void follow(boolean inOrder, long now) throws IOException {
    cutShort |= !inOrder || now - startedNanos >= LIMIT.toNanos();
    if (cutShort) {
      try {
        rest.cancel(running);
      } catch (IOException e) {
        // It may have ended: its state tells, or it is asked again.
      }
    } else if (now - lookedNanos < LOOK.toNanos()) {
      return;
    }
    lookedNanos = now;
    String state = rest.state(running);
    if (state.isEmpty() || FlinkJob.ended(state)) {
      running = "";
      if (state.equals("FINISHED")) {
        misses = 0;
      } else {
        missed();
      }
    }
  }

  /** Who should have rehearsed is due again after a while. */
  private void missed() {
    misses++;
    if (misses <= MISSES_MAX) {
      cold.again(rehearsing);
      expecting = true;
    }
  }
}
