package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.probe.Probe;
import dev.rebound.lab.probe.Progress;
import dev.rebound.lab.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A JobManager, its TaskManagers and the running job, followed over REST by one thread; another one
 * sees to {@link Rehearsals}.
 *
 * <p>The JobManager keeps the job in memory alone. When it was killed and comes back, the thread
 * that follows the job submits the job again, from the newest completed checkpoint.
 */
final class FlinkCluster implements Cluster {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration RESUBMIT_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_GRACE = Duration.ofSeconds(2);
  private static final int LAST_LINES = 15;

  private final Members members;
  private final FlinkRest rest;
  private final Submission submission;
  private final String group;
  private final Logs logs;

  private final Object following = new Object();
  private volatile String jobId = "";
  private volatile String jar = "";
  private volatile boolean closed;
  private final AtomicInteger jobManagerRestarts = new AtomicInteger();
  private volatile int jobManagersAnswered;
  private volatile @Nullable FlinkJob lastSeen;
  private volatile @Nullable JsonNode checkpoints;
  private final @Nullable Rehearsals rehearsals;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private @Nullable JobRecoveries recoveries;
  private @Nullable String problem;

  FlinkCluster(
      Members members,
      FlinkRest rest,
      Submission submission,
      String group,
      Map<String, String> complaints) {
    this.members = members;
    this.rest = rest;
    this.submission = submission;
    this.group = group;
    this.logs = new Logs(complaints);
    this.rehearsals =
        submission.rehearses() ? new Rehearsals(rest, submission, System::nanoTime) : null;
  }

  /** Waits for all members, submits the job, and waits until it runs. */
  void submit(Deadline by) {
    long workers = nodes(FlinkEngine.WORKER).size();
    await(
        by,
        "its " + workers + " TaskManagers to register with the JobManager",
        () -> rest.get("/taskmanagers").path("taskmanagers").size() >= workers);
    give(null);
    FlinkJob job = awaitRunning(by);
    synchronized (following) {
      recoveries = JobRecoveries.from(job);
    }
  }

  /** Gives the JobManager the job, to start from a checkpoint if there is one. */
  private void give(@Nullable String checkpoint) {
    try {
      String uploaded = rest.upload(submission.jar());
      jobId = rest.run(uploaded, submission, checkpoint);
      jar = uploaded;
    } catch (IOException e) {
      throw failure("Flink did not take the job: " + e.getMessage(), e);
    }
  }

  private FlinkJob awaitRunning(Deadline by) {
    await(
        by,
        "every subtask of the job to run",
        () -> {
          FlinkJob job = look();
          if (job.ended()) {
            throw failure("The Flink job ended as " + job.state() + ": " + rootCause(), null);
          }
          return job.running();
        });
    FlinkJob seen = lastSeen;
    if (seen == null) {
      throw new IllegalStateException("no look at the job");
    }
    return seen;
  }

  /** What a wait asks for again and again. */
  private interface Condition {
    boolean holds() throws IOException;
  }

  private void await(Deadline by, String what, Condition condition) {
    String last = "";
    while (!closed) {
      try {
        if (condition.holds()) {
          return;
        }
        last = "";
      } catch (IOException e) {
        last = e.toString();
      }
      for (Node member : members.all()) {
        // Once faults are carried out, a dead member is what they meant.
        if (!member.alive() && jobManagerRestarts.get() == jobManagersAnswered) {
          throw failure(member.name() + " ended while Flink waited for " + what, null);
        }
      }
      if (by.passed()) {
        throw failure(
            "Flink was not ready in time: waited for "
                + what
                + (last.isEmpty() ? "" : "; last answer: " + last)
                + rootCause(),
            null);
      }
      pause();
    }
    throw failure("Flink was stopped while it waited for " + what, null);
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "interrupted while waiting for Flink",
          "Start again.",
          e);
    }
  }

  /** Root exception of the job, if it has failed already. */
  private String rootCause() {
    try {
      JsonNode entries =
          rest.get("/jobs/" + jobId + "/exceptions").path("exceptionHistory").path("entries");
      return entries.isEmpty()
          ? ""
          : "\n" + FlinkJob.causes(entries.path(0).path("stacktrace").asText());
    } catch (IOException e) {
      return "";
    }
  }

  /** With the last lines of the first member that is dead, or of the JobManager. */
  private ReboundException failure(String message, @Nullable Exception cause) {
    List<Node> suspects = members.all().stream().filter(member -> !member.alive()).toList();
    if (suspects.isEmpty()) {
      suspects = nodes(FlinkEngine.JOB_MANAGER);
    }
    StringBuilder text = new StringBuilder(message);
    Node first = suspects.get(0);
    text.append("\nFrom ").append(Members.logOf(first)).append(":");
    first
        .fetch(Node.LOG)
        .ifPresent(
            log ->
                Logs.evidence(log, LAST_LINES).forEach(line -> text.append("\n  ").append(line)));
    if (suspects.size() > 1) {
      text.append("\nDead as well: ");
      text.append(
          suspects.stream()
              .skip(1)
              .map(Node::name)
              .collect(java.util.stream.Collectors.joining(", ")));
    }
    return new ReboundException(
        ReboundException.Cause.ENVIRONMENT,
        text.toString(),
        "See the logs of the Flink processes; check memory, engine.config and the broker's limits.",
        cause);
  }

  private FlinkJob look() throws IOException {
    String id = jobId;
    JsonNode exceptions = rest.get("/jobs/" + id + "/exceptions");
    JsonNode job = rest.get("/jobs/" + id);
    List<JsonNode> vertices = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      vertices.add(rest.get("/jobs/" + id + "/vertices/" + vertex.path("id").asText()));
    }
    FlinkJob seen = FlinkJob.of(job, vertices, exceptions);
    lastSeen = seen;
    return seen;
  }

  @Override
  public List<Node> nodes(String role) {
    return members.ofRole(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    if (role.equals(FlinkEngine.JOB_MANAGER)) {
      return members.living(role);
    }
    FlinkJob job = lastSeen;
    try {
      job = look();
    } catch (IOException e) {
      // the last look has to do
    }
    Set<String> holding = new TreeSet<>();
    if (job != null) {
      job.taskManagers().forEach(id -> holding.add(FlinkEngine.node(id)));
    }
    holding.retainAll(members.living(role));
    return holding;
  }

  @Override
  public void watch(Consumer<Transition> sink) {
    start("flink-follower", () -> follow(sink));
    if (rehearsals != null) {
      Rehearsals started = rehearsals;
      start("flink-rehearsals", () -> rehearse(started));
    }
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** On a thread of its own, as Flink takes a while to accept a job. */
  private void rehearse(Rehearsals started) {
    while (!closed) {
      try {
        started.next(jar, lastSeen, this::livingTaskManagers);
      } catch (IOException e) {
        // It goes without; the follower tells what is wrong with Flink.
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void follow(Consumer<Transition> sink) {
    while (!closed) {
      try {
        int lives = jobManagerRestarts.get();
        if (lives != jobManagersAnswered) {
          resubmit();
          jobManagersAnswered = lives; // what failed is tried again
        }
        FlinkJob job = look();
        checkpoints = rest.get("/jobs/" + jobId + "/checkpoints").path("latest").path("completed");
        synchronized (following) {
          if (recoveries != null) {
            recoveries.next(job).forEach(sink);
          }
        }
      } catch (IOException e) {
        // The JobManager may be dead or busy: the next look tells.
      } catch (ReboundException e) {
        problem = e.getMessage();
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private Set<String> livingTaskManagers() {
    Set<String> ids = new TreeSet<>();
    for (Node node : members.ofRole(FlinkEngine.WORKER)) {
      if (node.alive()) {
        ids.add(resourceId(node));
      }
    }
    return ids;
  }

  @Override
  public void restarted(Node node) {
    if (rehearsals != null) {
      rehearsals.expect();
    }
    if (node.role().equals(FlinkEngine.JOB_MANAGER)) {
      jobManagerRestarts.incrementAndGet();
    }
  }

  /** A TaskManager is back once the JobManager knows it, and the whole job runs somewhere. */
  @Override
  public Optional<String> missing(Node node) {
    try {
      if (node.role().equals(FlinkEngine.WORKER) && !registered(node)) {
        return Optional.of("the JobManager does not know it");
      }
      if (jobManagerRestarts.get() != jobManagersAnswered) {
        return Optional.of("the JobManager was not given the job again");
      }
      FlinkJob job = look();
      return job.running()
          ? Optional.empty()
          : Optional.of("the job is " + job.state() + ", and not all of it runs");
    } catch (IOException e) {
      return Optional.of("the JobManager does not answer: " + e.getMessage());
    }
  }

  private boolean registered(Node node) throws IOException {
    String id = resourceId(node);
    for (JsonNode manager : rest.get("/taskmanagers").path("taskmanagers")) {
      if (manager.path("id").asText().equals(id)) {
        return true;
      }
    }
    return false;
  }

  private static String resourceId(Node node) {
    return FlinkEngine.resourceId(node.name(), Integer.toString(node.current().number()));
  }

  /** The new JobManager knows nothing of the job, so it is given it again. */
  private void resubmit() {
    lastSeen = null;
    Deadline by = Deadline.after(RESUBMIT_LIMIT);
    await(
        by,
        "the TaskManagers to find the new JobManager",
        () -> rest.get("/overview").path("slots-total").asInt() >= submission.parallelism());
    Node jobManager = nodes(FlinkEngine.JOB_MANAGER).get(0);
    give(Logs.newestCheckpoint(checkpoints, jobManager::list));
    synchronized (following) {
      recoveries = JobRecoveries.resubmitted();
    }
  }

  @Override
  public Progress progress() {
    return new Progress.Group(group);
  }

  @Override
  public List<String> ownTopics() {
    return submission.rehearses() ? List.of(submission.rehearsalTopic()) : List.of();
  }

  @Override
  public List<Probe> probes() {
    return List.of(new CheckpointProbe(() -> checkpoints));
  }

  @Override
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (problem != null) {
      complaints.add(problem);
    }
    for (Node member : members.all()) {
      complaints.addAll(
          member
              .fetch(Node.LOG)
              .map(log -> logs.complaints(member.name(), log))
              .orElseGet(() -> List.of(member.name() + ": its log cannot be read")));
    }
    return complaints;
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    members.stop(STOP_GRACE);
  }
}
