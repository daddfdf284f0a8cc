package dev.rebound.engine.adapter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.EngineComplaint;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Looks;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A running engine that is followed through the files that its members write.
 *
 * <p>One thread reads what is new in every member's events and log ten times a second, puts it in
 * the order of its times and has it understood; the steps that follow go to the watcher. Times are
 * the members' own, as far as the {@link Looks} that found them allow. Thread-safe: what a subclass
 * keeps is guarded by the object itself.
 */
public abstract class FollowedCluster implements Cluster {
  /** The file in a member's folder to which it writes what it has to tell, a JSON object a line. */
  public static final String EVENTS = "events.jsonl";

  private static final long LOOK_MILLIS = 100;
  private static final int LAST_ERRORS = 5;
  private static final int EXAMPLE_LENGTH = 300;
  private static final int SHORTEST_TIME = "2026-01-02T03:04:05Z".length();

  /**
   * Something that a member said, and when.
   *
   * @param atMicros by the member's clock
   * @param understood takes it in, in the order of times; gives the steps that follow, in order
   */
  public record Statement(long atMicros, Supplier<List<Transition>> understood) {}

  private final String engine;
  private final String group;
  private final Members members;
  private final Duration stopGrace;
  private final LogMatches heard;
  private final Map<Node, NodeTail> events = new HashMap<>();
  private final Map<Node, NodeTail> logs = new HashMap<>();
  private final Map<Node, Looks> looks = new HashMap<>();
  private final ObjectMapper json = new ObjectMapper();
  private final Set<String> troubles = new LinkedHashSet<>();
  private final List<Transition> untold = new ArrayList<>();
  private final ScheduledExecutorService follower =
      Executors.newSingleThreadScheduledExecutor(this::thread);
  private Consumer<Transition> sink = transition -> {};
  private boolean watched;

  /**
   * @param engine its name, for messages
   * @param group to which the job commits how far it has come
   * @param stopGrace after which a member that was asked to end is killed
   * @param meanings of each text of a log that a reader of the run must hear of
   */
  protected FollowedCluster(
      String engine,
      String group,
      Members members,
      Duration stopGrace,
      Map<String, String> meanings) {
    this.engine = engine;
    this.group = group;
    this.members = members;
    this.stopGrace = stopGrace;
    this.heard = new LogMatches(meanings, EXAMPLE_LENGTH, new TreeMap<>());
    for (Node member : members.all()) {
      events.put(member, member.follow(EVENTS));
      logs.put(member, member.follow(Node.LOG));
    }
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, engine + "-follower");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Takes in an event that a member wrote to {@link #EVENTS}, in the order of times; the steps that
   * follow from it, in order.
   */
  protected abstract List<Transition> event(Node member, long atMicros, JsonNode event);

  /** What a line of a member's log says; mostly nothing. */
  protected List<Statement> line(Node member, String line) {
    return List.of();
  }

  /** Takes in that a life of a member is over, after its last words. */
  protected void died(Node member, int incarnation) {}

  /** Names of members that hold work, living ones or not. */
  protected abstract Set<String> holders();

  /** What is missing until the job runs; empty once it does. */
  protected abstract Optional<String> missing();

  /** What a subclass complains of, beside what logs say and troubles in following the members. */
  protected List<EngineComplaint> more() {
    return List.of();
  }

  protected final Members members() {
    return members;
  }

  /** Reads what is new; never throws, or the following would end. */
  protected final synchronized void look() {
    try {
      List<Statement> news = new ArrayList<>();
      Map<Node, Integer> dead = new LinkedHashMap<>();
      for (Node member : members.all()) {
        // Asked before reading, so that the last words of a dead life are read before its death.
        int incarnation = member.current().number();
        if (!member.alive()) {
          dead.put(member, incarnation);
        }
        try {
          read(member, news);
        } catch (IOException e) {
          troubles.add(member.name() + ": its events or log cannot be read: " + e.getMessage());
        }
      }
      news.sort(Comparator.comparingLong(Statement::atMicros));
      news.forEach(statement -> untold.addAll(statement.understood().get()));
      dead.forEach(this::died);
      if (watched) {
        List<Transition> tell = List.copyOf(untold);
        untold.clear();
        tell.forEach(sink);
      }
    } catch (RuntimeException e) {
      troubles.add("the follower of " + engine + " failed: " + e);
    }
  }

  /** Whatever follows from a statement, the member's clock is the one that dates it. */
  private void read(Node member, List<Statement> news) throws IOException {
    Looks bounds = looks.computeIfAbsent(member, its -> new Looks());
    List<Statement> said = new ArrayList<>();
    bounds.begin();
    try {
      poll(member, said);
    } finally {
      bounds.over();
      for (Statement one : said) {
        news.add(
            new Statement(
                bounds.bounded(one.atMicros()),
                () -> one.understood().get().stream().map(t -> bounded(t, bounds)).toList()));
      }
    }
  }

  private static Transition bounded(Transition t, Looks bounds) {
    return new Transition(bounds.bounded(t.atMicros()), t.step(), t.node(), t.detail());
  }

  private void poll(Node member, List<Statement> said) throws IOException {
    for (String line : poll(events, member)) {
      JsonNode event;
      try {
        event = json.readTree(line);
      } catch (JsonProcessingException e) {
        continue; // a line that a killed process left torn
      }
      if (event != null && event.hasNonNull("event")) {
        long at = event.path("atMicros").asLong();
        said.add(new Statement(at, () -> event(member, at, event)));
      }
    }
    for (String line : poll(logs, member)) {
      heard.line(member.name(), line);
      said.addAll(line(member, line));
    }
  }

  private static List<String> poll(Map<Node, NodeTail> tails, Node member) throws IOException {
    NodeTail tail = tails.get(member);
    return tail == null ? List.of() : tail.poll();
  }

  /**
   * Follows the members from now on, and waits until the job runs; {@link ReboundException} says
   * how far it came.
   */
  public final void awaitRunning(Deadline by) {
    var unused = follower.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    while (true) {
      Optional<String> missing;
      synchronized (this) {
        look();
        missing = missing();
      }
      if (missing.isEmpty()) {
        return;
      }
      for (Node member : members.all()) {
        if (!member.alive()) {
          throw notRunning(member.name() + " ended while the job started");
        }
      }
      if (by.passed()) {
        throw notRunning("waited for the job to run; " + missing.get());
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notRunning("interrupted while the job started");
      }
    }
  }

  /** When a line of a log was written, microseconds since the epoch; 0 if it does not say. */
  public static long micros(String line) {
    int blank = line.indexOf(' ');
    try {
      return blank < SHORTEST_TIME
          ? 0
          : Time.micros(OffsetDateTime.parse(line.substring(0, blank)).toInstant());
    } catch (DateTimeException e) {
      return 0;
    }
  }

  /** The words of a field of an event, which have blanks between them. */
  protected static Set<String> words(JsonNode event, String field) {
    Set<String> words = new TreeSet<>(List.of(event.path(field).asText().split(" ")));
    words.remove("");
    return words;
  }

  private ReboundException notRunning(String what) {
    StringBuilder message = new StringBuilder(engine).append(": ").append(what);
    Optional<ForeignBrokers> elsewhere =
        members.all().stream()
            .flatMap(
                member ->
                    log(member, Optional.<ForeignBrokers>empty(), ForeignBrokers::in).stream())
            .findFirst();
    elsewhere.ifPresent(found -> message.append("; ").append(found.problem()));
    for (Node member : members.all()) {
      message.append("\n  ").append(Members.logOf(member));
      lastErrors(member).forEach(line -> message.append("\n    ").append(line));
    }
    return ReboundException.environment(
        message.toString(),
        "%sRead the logs named above; if the members were still starting, raise phases.start."
            .formatted(elsewhere.map(found -> found.remedy() + " ").orElse("")));
  }

  /** What is read of the lines of a member's log; none where it cannot be read. */
  private static <T> T log(Node member, T none, Function<Stream<String>, T> read) {
    Optional<Path> log = member.fetch(Node.LOG);
    try (Stream<String> lines = log.isEmpty() ? Stream.of() : Files.lines(log.get())) {
      return read.apply(lines);
    } catch (IOException | UncheckedIOException e) {
      return none;
    }
  }

  private static boolean isError(String line) {
    return line.contains(" ERROR ") || line.contains("Exception") || line.startsWith("Error: ");
  }

  private static List<String> lastErrors(Node member) {
    List<String> errors =
        log(member, List.of(), lines -> lines.filter(FollowedCluster::isError).toList());
    return errors.subList(Math.max(0, errors.size() - LAST_ERRORS), errors.size());
  }

  @Override
  public final List<Node> nodes(String role) {
    return members.ofRole(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    Set<String> living = members.living(role);
    synchronized (this) {
      living.retainAll(holders());
    }
    return living;
  }

  @Override
  public final JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }

  /** Transitions from before are not told: they belong to the start. */
  @Override
  public final synchronized void watch(Consumer<Transition> watcher) {
    untold.clear();
    sink = watcher;
    watched = true;
  }

  @Override
  public final synchronized List<EngineComplaint> complaints() {
    look();
    List<EngineComplaint> all =
        new ArrayList<>(troubles.stream().map(EngineComplaint::of).toList());
    all.addAll(heard.all());
    all.addAll(more());
    return all;
  }

  /** Stops all members at once, in order. */
  @Override
  public final void close() {
    follower.shutdownNow();
    if (!members.stop(stopGrace)) {
      synchronized (this) {
        troubles.add("some members had not stopped after " + 2 * stopGrace.toSeconds() + " s");
      }
    }
  }
}
