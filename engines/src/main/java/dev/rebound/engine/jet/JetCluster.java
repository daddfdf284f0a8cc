package dev.rebound.engine.jet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Complaint;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Running members, followed through the files that they write.
 *
 * <p>One thread reads what is new in every member's events and log ten times a second; the steps
 * that follow go to the watcher. Times are the members' own. Thread-safe.
 */
final class JetCluster implements Cluster {
  static final String EVENTS = "events.jsonl";
  private static final long LOOK_MILLIS = 100;
  private static final int EXAMPLE_LENGTH = 300;
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);

  /** A member and what was read of its files. */
  private record FollowedMember(Node node, Tail events, Tail log) {}

  /** A line of a member's events. */
  private record MemberEvent(Node node, JsonNode line) {
    long atMicros() {
      return line.path("atMicros").asLong();
    }

    String text(String field) {
      return line.path(field).asText();
    }

    Set<String> numbers(String field) {
      Set<String> numbers = new TreeSet<>(List.of(text(field).split(" ")));
      numbers.remove("");
      return numbers;
    }
  }

  private final Members members;
  private final String group;
  private final int backups;
  private final JetVersion version;
  private final List<FollowedMember> followed;
  private final SourceLedger ledger = new SourceLedger();
  private final Set<String> droppedLate = new HashSet<>();
  private final Set<Integer> lostPartitions = new HashSet<>();
  private final Set<String> jobs = new HashSet<>();
  private final Map<String, Complaint> complaints = new LinkedHashMap<>();
  private final ObjectMapper json = new ObjectMapper();
  private final ScheduledExecutorService follower =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "jet-follower");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Transition> untold = new ArrayList<>();
  private Consumer<Transition> sink = transition -> {};
  private boolean watched;

  /**
   * @param group to which the job commits how far it has come
   * @param backups further members that hold a copy of each part of a snapshot
   */
  JetCluster(Members members, String group, int backups, JetVersion version) {
    this.backups = backups;
    this.members = members;
    this.group = group;
    this.version = version;
    this.followed =
        members.all().stream()
            .map(node -> new FollowedMember(node, node.follow(EVENTS), node.follow(Node.LOG)))
            .toList();
    var unused = follower.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Reads what is new; never throws, or the following would end. */
  private synchronized void look() {
    try {
      List<MemberEvent> news = new ArrayList<>();
      Map<Node, Integer> dead = new LinkedHashMap<>();
      for (FollowedMember member : followed) {
        // Asked before reading, so that the last words of a dead life are read before its death.
        int incarnation = member.node().current().number();
        if (!member.node().alive()) {
          dead.put(member.node(), incarnation);
        }
        read(member, news);
      }
      news.sort(Comparator.comparingLong(MemberEvent::atMicros));
      news.forEach(this::understand);
      dead.forEach((node, incarnation) -> ledger.died(node.name(), incarnation));
      if (watched) {
        List<Transition> tell = List.copyOf(untold);
        untold.clear();
        tell.forEach(sink);
      }
    } catch (RuntimeException e) {
      complaints.putIfAbsent(
          "follower", Complaint.of("the follower of Jet's members failed: " + e));
    }
  }

  private void read(FollowedMember member, List<MemberEvent> news) {
    String name = member.node().name();
    try {
      for (String line : member.events().poll()) {
        event(line).ifPresent(event -> news.add(new MemberEvent(member.node(), event)));
      }
      for (String line : member.log().poll()) {
        log(name, line);
      }
    } catch (IOException e) {
      complaints.putIfAbsent(
          name + "/files",
          new Complaint(name, "its events or log cannot be read: " + e.getMessage(), 0, ""));
    }
  }

  private Optional<JsonNode> event(String line) {
    try {
      return Optional.ofNullable(json.readTree(line)).filter(node -> node.hasNonNull("event"));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // a line that a killed process left torn
    }
  }

  private void log(String name, String line) {
    int dropped = line.indexOf(version.droppedLate());
    if (dropped >= 0) {
      // Which visit it was stands at the end: one that was read and dropped again is the same.
      droppedLate.add(line.substring(Math.max(dropped, line.lastIndexOf("event="))));
    }
    version
        .complaints()
        .forEach(
            (text, meaning) -> {
              if (line.contains(text)) {
                complaints.merge(
                    name + "/" + text,
                    new Complaint(
                        name,
                        meaning,
                        1,
                        line.substring(0, Math.min(EXAMPLE_LENGTH, line.length()))),
                    (before, now) ->
                        new Complaint(name, meaning, before.times() + 1, before.first()));
              }
            });
  }

  private void understand(MemberEvent event) {
    String name = event.node().name();
    int incarnation = event.line().path("incarnation").asInt();
    switch (event.text("event")) {
      case "start" -> ledger.started(name, incarnation);
      case "sources" ->
          untold.addAll(
              ledger.runs(
                  event.atMicros(),
                  name,
                  incarnation,
                  event.line().path("of").asInt(),
                  event.numbers("held"),
                  event.numbers("reads")));
      case "member-removed" ->
          untold.addAll(ledger.removed(event.atMicros(), name, named(event.text("member"))));
      case "member-added" -> ledger.added(name, named(event.text("member")));
      case "partition-lost" -> {
        if (event.line().path("copies").asInt() >= backups) {
          lostPartitions.add(event.line().path("partition").asInt());
        }
      }
      case "submitted" -> jobs.add(event.text("job"));
      default -> {
        // the other events are for people
      }
    }
  }

  /** The member that listens where Hazelcast says; what it says, where none does. */
  private String named(String address) {
    return members.all().stream()
        .filter(node -> address.equals(text(node.endpoint(JetEngine.PORT).inside())))
        .map(Node::name)
        .findFirst()
        .orElse(address);
  }

  private static String text(Platform.Address address) {
    return "[" + address.host() + "]:" + address.port();
  }

  /** Waits until the job runs on all members; {@link ReboundException} says how far it came. */
  void awaitRunning(Deadline by) {
    while (true) {
      String runs;
      synchronized (this) {
        if (ledger.allRead() && ledger.holders().size() == members.all().size()) {
          return;
        }
        runs = ledger.toString();
      }
      for (Node node : members.all()) {
        if (!node.alive()) {
          throw notRunning(node.name() + " ended while the job started", node);
        }
      }
      if (by.passed()) {
        throw notRunning("waited for the job to run on all members; " + runs, members.all().get(0));
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notRunning("interrupted while the job started", members.all().get(0));
      }
    }
  }

  private static ReboundException notRunning(String what, Node node) {
    return new ReboundException(
        ReboundException.Cause.ENVIRONMENT,
        "jet: " + what + "\n  " + Members.logOf(node),
        "Read the log named above; if the members were still starting, raise phases.start.");
  }

  @Override
  public List<Node> nodes(String role) {
    return members.ofRole(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    Set<String> holders = members.living(role);
    synchronized (this) {
      holders.retainAll(ledger.holders());
    }
    return holders;
  }

  /** A member is back once it has joined, whether it gets work or not, and the job runs. */
  @Override
  public synchronized Optional<String> missing(Node node) {
    if (!ledger.up(node.name(), node.current().number())) {
      return Optional.of("it has not joined");
    }
    return ledger.allRead() ? Optional.empty() : Optional.of("the job does not run");
  }

  /** Transitions from before are not told: they belong to the start. */
  @Override
  public synchronized void watch(Consumer<Transition> watcher) {
    untold.clear();
    sink = watcher;
    watched = true;
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }

  @Override
  public synchronized List<Complaint> complaints() {
    look();
    List<Complaint> all = new ArrayList<>(complaints.values());
    if (!lostPartitions.isEmpty()) {
      all.add(
          Complaint.of(
              lostPartitions.size()
                  + " of Hazelcast's partitions were lost with all their copies, and what snapshots"
                  + " had there"));
    }
    if (jobs.size() > 1) {
      all.add(
          Complaint.of(
              "the job was lost and submitted anew ("
                  + (jobs.size() - 1)
                  + "×): its state began anew, and it went on from what its group had committed"));
    }
    return all;
  }

  /** From the logs, which outlive who wrote them. */
  @Override
  public synchronized long droppedLate() {
    look();
    return droppedLate.size();
  }

  @Override
  public void close() {
    follower.shutdownNow();
    members.stop(STOP_GRACE);
  }
}
