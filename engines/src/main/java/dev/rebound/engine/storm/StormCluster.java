package dev.rebound.engine.storm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A running Storm cluster, followed through the logs of its supervisors and of Nimbus, and through
 * the events of its workers, which stand in the folders of their supervisors. Thread-safe.
 */
final class StormCluster extends FollowedCluster<StormCluster.Word> {
  /** What is said. */
  sealed interface Word {
    /** By a worker, of itself. */
    record Event(JsonNode event) implements Word {}

    /** By a supervisor: the worker in a slot is dead, or taken for dead. */
    record Missed(int port, String detail) implements Word {}

    /** By a supervisor: the worker in a slot is launched. */
    record Launched(int port) implements Word {}

    /** By Nimbus: it misses some of a worker. */
    record Absent(String detail) implements Word {}

    /** By Nimbus: it has dealt out work. */
    record Moved() implements Word {}

    /** By Nimbus: it leads. */
    record Leads() implements Word {}
  }

  private static final Pattern MISSED =
      Pattern.compile(
          "Slot: (SLOT (\\d+): (?:main process has exited|HB is too old|HB returned as null"
              + "|Container .* failed to launch).*)");
  private static final Pattern LAUNCHED =
      Pattern.compile("BasicContainer: Launching worker with assignment .* on port (\\d+) with id");
  private static final Pattern ABSENT = Pattern.compile("HeartbeatCache: (Executor .* not alive)");
  private static final String MOVED = "Nimbus: Setting new assignment for topology id";
  private static final String LEADS = "gained leadership";
  private static final int DETAIL_LENGTH = 120;

  private final List<Slot> slots;
  private final String group;
  private final boolean told;
  private final WorkerLedger ledger = new WorkerLedger();
  private boolean leads;

  /**
   * @param engine its name, for messages
   * @param slots one for each worker
   * @param group to which spouts commit how far they have come
   * @param told whether workers write events: those of a user's program do not
   */
  StormCluster(
      String engine,
      Members members,
      List<Slot> slots,
      String group,
      StormVersion version,
      boolean told,
      Duration stopGrace) {
    super(engine, members, stopGrace, version.complaints());
    this.slots = slots;
    this.group = group;
    this.told = told;
  }

  /** A worker's files are its supervisor's: they are read once. */
  @Override
  protected List<Statement<Word>> event(Node member, JsonNode event) {
    return member.role().equals(StormEngine.SUPERVISOR)
        ? List.of(new Statement<>(member, event.path("atMicros").asLong(), new Word.Event(event)))
        : List.of();
  }

  @Override
  protected synchronized List<Statement<Word>> line(Node member, String line) {
    Word word =
        switch (member.role()) {
          case StormEngine.SUPERVISOR -> supervisor(line);
          case StormEngine.NIMBUS -> nimbus(line);
          default -> null;
        };
    long at = word == null ? 0 : micros(line);
    return word == null || at == 0 ? List.of() : List.of(new Statement<>(member, at, word));
  }

  private static @Nullable Word supervisor(String line) {
    Matcher missed = MISSED.matcher(line);
    if (missed.find()) {
      return new Word.Missed(Integer.parseInt(missed.group(2)), beginning(missed.group(1)));
    }
    Matcher launched = LAUNCHED.matcher(line);
    return launched.find() ? new Word.Launched(Integer.parseInt(launched.group(1))) : null;
  }

  private static @Nullable Word nimbus(String line) {
    Matcher absent = ABSENT.matcher(line);
    if (absent.find()) {
      return new Word.Absent(beginning(absent.group(1)));
    }
    if (line.contains(MOVED)) {
      return new Word.Moved();
    }
    return line.contains(LEADS) ? new Word.Leads() : null;
  }

  private static String beginning(String text) {
    return text.substring(0, Math.min(DETAIL_LENGTH, text.length()));
  }

  /** When a line was written; 0 if it does not say. */
  static long micros(String line) {
    int blank = line.indexOf(' ');
    try {
      return blank < 0
          ? 0
          : ChronoUnit.MICROS.between(
              Instant.EPOCH, OffsetDateTime.parse(line.substring(0, blank)).toInstant());
    } catch (DateTimeException e) {
      return 0;
    }
  }

  @Override
  protected synchronized List<Transition> understand(Statement<Word> statement) {
    long at = statement.atMicros();
    String by = statement.member().name();
    Word word = statement.says();
    if (word instanceof Word.Event said) {
      return event(at, said.event());
    } else if (word instanceof Word.Missed missed) {
      return ledger.missed(at, by, inSlot(missed.port()), missed.detail());
    } else if (word instanceof Word.Launched launched) {
      return ledger.launched(at, by, inSlot(launched.port()));
    } else if (word instanceof Word.Absent absent) {
      return List.of(new Transition(at, Step.DETECTED, by, absent.detail()));
    } else if (word instanceof Word.Moved) {
      return ledger.moved(at, by);
    }
    leads = true;
    return List.of();
  }

  private List<Transition> event(long atMicros, JsonNode event) {
    String worker = StormEngine.WORKER + "-" + event.path("worker").asInt();
    int incarnation = event.path("incarnation").asInt();
    switch (event.path("event").asText()) {
      case "start" -> ledger.started(worker, incarnation, event.path("pid").asLong());
      case "sources" -> {
        return ledger.reads(
            atMicros,
            worker,
            incarnation,
            event.path("of").asInt(),
            words(event, "held"),
            words(event, "reads"));
      }
      default -> {
        // the other events are for people
      }
    }
    return List.of();
  }

  private String inSlot(int port) {
    return slots.stream()
        .filter(slot -> slot.port() == port)
        .map(Slot::name)
        .findFirst()
        .orElse("port " + port);
  }

  @Override
  protected synchronized void died(Node member, int incarnation) {
    switch (member.role()) {
      case StormEngine.WORKER -> {
        Incarnation life = member.current();
        // The next life may have been taken in meanwhile; it says itself that it has begun.
        if (life.number() == incarnation) {
          ledger.died(member.name(), life.pid());
        }
      }
      case StormEngine.NIMBUS -> leads = false;
      default -> {
        // workers go on without their supervisor
      }
    }
  }

  @Override
  protected synchronized Optional<String> missing() {
    return !told || (ledger.allRead() && ledger.holders().size() >= holders())
        ? Optional.empty()
        : Optional.of(ledger.toString());
  }

  /** Workers that must have partitions: there may be more workers than partitions. */
  private int holders() {
    return Math.min(slots.size(), ledger.partitions());
  }

  @Override
  public Set<String> holdingWork(String role) {
    Set<String> holders = members().living(role);
    if (told && role.equals(StormEngine.WORKER)) {
      synchronized (this) {
        holders.retainAll(ledger.holders());
      }
    }
    return holders;
  }

  @Override
  public boolean tellsWork() {
    return told;
  }

  /** A worker is back once its spouts read, Nimbus once it leads. */
  @Override
  public synchronized Optional<String> missing(Node node) {
    return switch (node.role()) {
      case StormEngine.WORKER ->
          told && !ledger.up(node.name(), node.current().pid())
              ? Optional.of("it does not work yet")
              : !told || ledger.allRead()
                  ? Optional.empty()
                  : Optional.of("not all partitions are read");
      case StormEngine.NIMBUS ->
          leads ? Optional.empty() : Optional.of("it does not lead the cluster");
      default -> Optional.empty();
    };
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }

  @Override
  public OwnTopics ownTopics() {
    Predicate<String> changelog = topic -> topic.equals(group + "-changelog");
    return new OwnTopics(changelog, topic -> false, Optional.of(changelog));
  }
}
