package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Has the job's dataflow run for a moment on TaskManagers that stand idle since they were started
 * anew, as a second small job on slots that nobody needs. At the next failure they are as quick as
 * the others, and the whole job waits for the slowest. For use by one thread, but for {@link
 * #expect}.
 *
 * <p>It gives way to the job: when that fails or is not deployed, a rehearsal is cancelled, and
 * repeated later.
 */
final class Rehearsals {
  /** By then survivors have the tasks, and mostly have caught up. */
  private static final Duration IDLE = Duration.ofSeconds(8);

  /** How often it is asked who is there. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** A rehearsal that takes longer is cancelled. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** How many in a row may come to nothing until they are no longer repeated. */
  private static final int MISSES_MAX = 3;

  private final FlinkRest rest;
  private final List<String> arguments;
  private final ColdTaskManagers cold = new ColdTaskManagers(IDLE);
  private long lookedNanos = System.nanoTime();
  private volatile boolean expecting = true;

  /** Id of the job that rehearses; empty if none does. */
  private String running = "";

  private Set<String> rehearsing = Set.of();
  private long startedNanos;
  private int misses;

  /**
   * @param arguments of the job
   */
  Rehearsals(FlinkRest rest, List<String> arguments) {
    this.rest = rest;
    this.arguments = new ArrayList<>(arguments);
    this.arguments.add("--rehearsal=true");
  }

  /** A process was started anew. */
  void expect() {
    expecting = true;
  }

  /**
   * Starts a rehearsal if one is due, and ends one that takes too long or stands in the job's way.
   *
   * @param jar id of the uploaded jar
   * @param job how the job stands
   * @param living how many TaskManagers there are, registered or soon to be
   */
  void next(String jar, FlinkJob job, int living) throws IOException {
    long now = System.nanoTime();
    if (!running.isEmpty()) {
      follow(job, now);
    } else if (expecting && job.running() && now - lookedNanos >= LOOK.toNanos()) {
      lookedNanos = now;
      expecting = false;
      Set<String> registered = registered();
      Set<String> due = cold.due(registered, job.taskManagers(), now);
      if (cold.waiting() || registered.size() < living) {
        expecting = true;
      }
      if (!due.isEmpty()) {
        start(jar, due, now);
      }
    }
  }

  private void start(String jar, Set<String> due, long now) throws IOException {
    startedNanos = now;
    rehearsing = due;
    try {
      running = rest.run(jar, arguments, due.size(), null);
    } catch (IOException e) {
      missed();
      throw e;
    }
  }

  private void follow(FlinkJob job, long now) throws IOException {
    if (!job.running() || now - startedNanos >= LIMIT.toNanos()) {
      String cancelled = running;
      running = "";
      missed();
      rest.cancel(cancelled);
    } else if (now - lookedNanos >= LOOK.toNanos()) {
      lookedNanos = now;
      String state = rest.get("/jobs/" + running + "/status").path("status").asText();
      if (FlinkJob.ended(state)) {
        running = "";
        if (state.equals("FINISHED")) {
          misses = 0;
        } else {
          missed();
        }
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

  private Set<String> registered() throws IOException {
    Set<String> ids = new TreeSet<>();
    for (JsonNode manager : rest.get("/taskmanagers").path("taskmanagers")) {
      ids.add(manager.path("id").asText());
    }
    return ids;
  }
}
