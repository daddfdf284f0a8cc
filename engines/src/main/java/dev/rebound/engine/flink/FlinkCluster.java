package dev.rebound.engine.flink;

import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.CheckpointSeries;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.LastSeen;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.EngineComplaint;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Looks;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.Probe;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A JobManager or several, their TaskManagers and the running job, followed over REST by one
 * thread; another one sees to {@link Rehearsals}.
 *
 * <p>A JobManager that is alone keeps the job in memory. When it was killed and comes back, the
 * thread that follows the job submits the job again, from the newest completed checkpoint. Where
 * there are several, another one takes over, and finds the job for itself.
 *
 * <p>A further job is another one of these, on the same members, with threads of its own; the first
 * one stands for all where members are asked for.
 */
final class FlinkCluster implements Cluster {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration RESUBMIT_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_GRACE = Duration.ofSeconds(2);

  /**
   * How old an answer may be: Flink keeps it for {@code web.refresh-interval}, which is 3 s by
   * default and less as the lab sets it.
   */
  private static final Duration ANSWERS_AGE = Duration.ofSeconds(3);

  private final SharedCluster shared;
  private final Members members;
  private final JobManagerLeadership leadership;

  /** The interface of each JobManager, by name: whether it answers, whoever leads. */
  private final Map<String, FlinkRest> ofEach = new ConcurrentHashMap<>();

  private final TaskManagers taskManagers;
  private final JobSubmission submission;
  private final String group;
  private final WatchedJob watched;
  private final BoundedWait awaiting;
  private final SlotWaits slotWaits;

  private final FailedForGood failedForGood = new FailedForGood();
  private final Object following = new Object();

  /** At the job, by who follows it. */
  private final Looks looks = new Looks(Time.real()::micros, ANSWERS_AGE);

  private volatile boolean closed;
  private final AtomicInteger jobManagerRestarts = new AtomicInteger();
  private volatile int jobManagersAnswered;
  private final @Nullable Rehearsals rehearsals;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private @Nullable JobRecoveries recoveries;
  private @Nullable String problem;

  /** How many the job has when all of it runs. */
  private volatile int subtasks;

  private final List<FlinkCluster> others = new CopyOnWriteArrayList<>();
  private final boolean first;

  /**
   * @param first whether its members are this one's to end
   */
  FlinkCluster(SharedCluster shared, JobSubmission submission, String group, boolean first) {
    this.shared = shared;
    this.members = shared.members();
    this.leadership = shared.leadership();
    this.taskManagers = shared.taskManagers();
    this.submission = submission;
    this.group = group;
    this.first = first;
    this.watched = new WatchedJob(shared.rest(), submission);
    this.slotWaits = new SlotWaits(shared.slotsAtLeast());
    this.awaiting = new BoundedWait(members, watched::rootCause);
    this.rehearsals =
        submission.rehearses()
            ? new Rehearsals(shared.rest(), taskManagers, submission, System::nanoTime)
            : null;
  }

  /** Waits for all members, submits the job, and waits until it runs. */
  void submit(Deadline by) {
    long workers = nodes(FlinkEngine.WORKER).size();
    await(
        by,
        "its " + workers + " TaskManagers to register with the JobManager",
        () ->
            taskManagers.known().size() >= workers && taskManagers.slots() >= shared.slotsNeeded());
    give(null);
    looks.begin();
    FlinkJob job = awaitRunning(by);
    looks.over();
    leadership.news(); // of who led first
    subtasks = job.subtasks().size();
    synchronized (following) {
      recoveries = JobRecoveries.from(job.dated(looks));
    }
  }

  /** Gives the JobManager the job, to start from a checkpoint if there is one. */
  private void give(@Nullable String checkpoint) {
    try {
      watched.give(checkpoint);
    } catch (IOException e) {
      throw awaiting.failure("Flink did not take the job: " + e.getMessage(), e);
    }
  }

  private FlinkJob awaitRunning(Deadline by) {
    await(
        by,
        "every subtask of the job to run",
        () -> {
          FlinkJob job = watched.look();
          if (job.ended()) {
            throw awaiting.failure(
                "The Flink job ended as " + job.state() + ": " + watched.rootCause(), null);
          }
          return job.running();
        });
    FlinkJob seen = watched.lastSeen();
    if (seen == null) {
      throw new IllegalStateException("no look at the job");
    }
    return seen;
  }

  /** Once faults are carried out, a dead member is what they meant. */
  private void await(Deadline by, String what, BoundedWait.Condition condition) {
    awaiting.until(by, what, () -> jobManagerRestarts.get() == jobManagersAnswered, condition);
  }

  @Override
  public List<Node> nodes(String role) {
    return members.ofRole(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    if (role.equals(FlinkEngine.JOB_MANAGER)) {
      // Where nobody leads, nobody holds work: whom a fault then hits it does not hit at work.
      return leadership.leader().map(leader -> Set.of(leader.name())).orElseGet(Set::of);
    }
    Set<String> holding = holders();
    // A fault that does not hit a job was not survived by it.
    others.forEach(other -> holding.retainAll(other.holders()));
    return holding;
  }

  /** Names of the TaskManagers that have subtasks of this job, as far as is known. */
  private Set<String> holders() {
    FlinkJob job = watched.lastSeen();
    try {
      job = watched.look();
    } catch (IOException e) {
      // the last look has to do
    }
    return job == null ? new TreeSet<>() : taskManagers.holding(job);
  }

  /** Runs another job on the same members; it does not rehearse, as the first one does. */
  @Override
  public Cluster also(JobSpec job, Deadline by) {
    FlinkCluster other =
        new FlinkCluster(shared, shared.submissions().apply(job), job.group(), false);
    other.submit(by);
    others.add(other);
    return other;
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
        started.next(watched.jar(), watched.lastSeen());
      } catch (IOException e) {
        // It goes without; the follower tells what is wrong with Flink.
      }
      Time.real().sleep(POLL);
    }
  }

  private void follow(Consumer<Transition> sink) {
    while (!closed) {
      try {
        int lives = jobManagerRestarts.get();
        if (lives != jobManagersAnswered) {
          if (!failedForGood.sure()) {
            resubmit();
          }
          jobManagersAnswered = lives; // what failed is tried again
        }
        List<Transition> led = leadership.news();
        if (!led.isEmpty()) {
          watched.forget();
          led.forEach(sink);
        }
        looks.begin();
        FlinkJob job = watched.look();
        looks.over();
        taskManagers.see(job);
        if (failedForGood.seen(job, lives, System.nanoTime())) {
          problem = FailedForGood.words(job);
        }
        synchronized (following) {
          if (recoveries != null) {
            recoveries.next(job.dated(looks)).forEach(sink);
          }
        }
        if (!job.running() || slotWaits.waiting()) {
          slotWaits.look(job, taskManagers.slots(), System.currentTimeMillis());
        }
        watched.lookAtCheckpoints();
      } catch (IOException e) {
        // The JobManager may be dead or busy: the next look tells.
      } catch (ReboundException e) {
        problem = e.getMessage();
      } catch (RuntimeException e) {
        // Flink's answer was none that it is known to give; the next look may find better.
        problem = "what Flink says is not understood: " + e;
      }
      Time.real().sleep(POLL);
    }
  }

  @Override
  public void restarted(Node node) {
    if (rehearsals != null) {
      rehearsals.expect();
    }
    if (node.role().equals(FlinkEngine.JOB_MANAGER) && leadership.alone()) {
      jobManagerRestarts.incrementAndGet();
    }
    others.forEach(other -> other.restarted(node));
  }

  /**
   * A TaskManager is back once the JobManager knows it, and the whole job runs somewhere: as much
   * of it as there was at first, if it went on with less meanwhile.
   */
  @Override
  public Optional<String> missing(Node node) {
    Optional<String> missing = missingHere(node);
    for (int job = 1; missing.isEmpty() && job <= others.size(); job++) {
      String whose = "of the " + SecondJob.words(job) + ": ";
      missing = others.get(job - 1).missing(node).map(what -> whose + what);
    }
    return missing;
  }

  private Optional<String> missingHere(Node node) {
    try {
      if (node.role().equals(FlinkEngine.WORKER) && !taskManagers.registered(node)) {
        return Optional.of("the JobManager does not know it");
      }
      if (node.role().equals(FlinkEngine.JOB_MANAGER) && !leadership.alone()) {
        ofEach
            .computeIfAbsent(
                node.name(),
                name -> new FlinkRest(() -> node.endpoint(FlinkEngine.REST).outside().toString()))
            .get("/overview");
      }
      if (jobManagerRestarts.get() != jobManagersAnswered) {
        return Optional.of("the JobManager was not given the job again");
      }
      FlinkJob job = watched.look();
      if (job.running() && job.subtasks().size() < subtasks) {
        return Optional.of(
            "the job runs with %s of its %s subtasks".formatted(job.subtasks().size(), subtasks));
      }
      return job.running()
          ? Optional.empty()
          : Optional.of("the job is " + job.state() + ", and not all of it runs");
    } catch (IOException e) {
      return Optional.of("the JobManager does not answer: " + e.getMessage());
    }
  }

  /** The new JobManager knows nothing of the job, so it is given it again. */
  private void resubmit() throws IOException {
    watched.forget();
    Deadline by = Deadline.after(RESUBMIT_LIMIT);
    await(
        by,
        "the TaskManagers to find the new JobManager",
        () ->
            taskManagers.slots() >= shared.slotsAtLeast()
                && (!shared.adaptive() || taskManagers.complete(taskManagers.known())));
    Node jobManager = nodes(FlinkEngine.JOB_MANAGER).get(0);
    Map<String, FolderListing> all = new HashMap<>(shared.listings());
    all.put("file", jobManager::list);
    give(Logs.newestCheckpoint(watched.checkpoints().newest(), all));
    synchronized (following) {
      recoveries = JobRecoveries.resubmitted();
    }
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }

  @Override
  public OwnTopics ownTopics() {
    return submission.rehearses() ? OwnTopics.of(submission.rehearsalTopic()) : OwnTopics.NONE;
  }

  @Override
  public List<Probe> probes() {
    return List.of(new LastSeen(CheckpointSeries.ALL, watched.checkpoints()::values));
  }

  @Override
  public List<EngineComplaint> complaints() {
    List<EngineComplaint> complaints = new ArrayList<>();
    if (problem != null) {
      complaints.add(EngineComplaint.of(problem));
    }
    slotWaits.told().map(EngineComplaint::of).ifPresent(complaints::add);
    for (Node member : members.all()) {
      complaints.addAll(
          member
              .fetch(Node.LOG)
              .map(log -> shared.logs().complaints(member.name(), log))
              .orElseGet(
                  () ->
                      List.of(new EngineComplaint(member.name(), "a log cannot be read", 0, ""))));
    }
    return complaints;
  }

  /** From the logs, which outlive who wrote them. */
  @Override
  public long droppedLate() {
    Set<String> dropped = new TreeSet<>();
    for (Node member : members.ofRole(FlinkEngine.WORKER)) {
      member.fetch(Node.LOG).map(Logs::droppedLate).ifPresent(dropped::addAll);
    }
    return dropped.size();
  }

  @Override
  public void close() {
    closed = true;
    awaiting.end();
    threads.forEach(Thread::interrupt);
    if (first) {
      members.stop(STOP_GRACE);
    }
  }
}
