package dev.rebound.engine.storm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A running Storm cluster, followed through the logs of its supervisors and of Nimbus, and through
 * the events of its workers, which stand in the folders of their supervisors. Thread-safe.
 */
final class StormCluster extends FollowedCluster {
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
      EngineVersion version,
      boolean told,
      Duration stopGrace) {
    super(engine, group, members, stopGrace, version.complaints());
    this.slots = slots;
    this.group = group;
    this.told = told;
  }

  @Override
  protected List<Statement> line(Node member, String line) {
    long at = micros(line);
    Supplier<List<Transition>> said =
        switch (member.role()) {
          case StormEngine.SUPERVISOR -> supervisor(at, member.name(), line);
          case StormEngine.NIMBUS -> nimbus(at, member.name(), line);
          default -> null;
        };
    return said == null || at == 0 ? List.of() : List.of(new Statement(at, said));
  }

  /** A worker in a slot is dead, or taken for dead, or is launched. */
  private @Nullable Supplier<List<Transition>> supervisor(long at, String by, String line) {
    Matcher missed = MISSED.matcher(line);
    if (missed.find()) {
      String worker = inSlot(by, missed.group(2));
      return () -> ledger.missed(at, by, worker, beginning(missed.group(1)));
    }
    Matcher launched = LAUNCHED.matcher(line);
    return launched.find() ? () -> ledger.launched(at, by, inSlot(by, launched.group(1))) : null;
  }

  /** It misses some of a worker, has dealt out work, or leads. */
  private @Nullable Supplier<List<Transition>> nimbus(long at, String by, String line) {
    Matcher absent = ABSENT.matcher(line);
    if (absent.find()) {
      return () -> List.of(new Transition(at, Step.DETECTED, by, beginning(absent.group(1))));
    }
    if (line.contains(MOVED)) {
      return () -> ledger.moved(at, by);
    }
    return !line.contains(LEADS)
        ? null
        : () -> {
          leads = true;
          return List.of();
        };
  }

  private static String beginning(String text) {
    return text.substring(0, Math.min(DETAIL_LENGTH, text.length()));
  }

  private String inSlot(String supervisor, String port) {
    return slots.stream()
        .filter(slot -> slot.supervisor().equals(supervisor) && port.equals(slot.port() + ""))
        .map(Slot::name)
        .findFirst()
        .orElse("port " + port);
  }

  /** A worker's files are its supervisor's: they are read once. */
  @Override
  protected List<Transition> event(Node member, long atMicros, JsonNode event) {
    if (!member.role().equals(StormEngine.SUPERVISOR)) {
      return List.of();
    }
    String worker = StormEngine.WORKER + "-" + event.path("worker").asInt();
    int incarnation = event.path("incarnation").asInt();
    return switch (event.path("event").asText()) {
      case "start" -> ledger.started(worker, incarnation, event.path("pid").asLong());
      case "sources" ->
          ledger.reads(
              atMicros,
              worker,
              incarnation,
              event.path("of").asInt(),
              words(event, "held"),
              words(event, "reads"));
      default -> List.of(); // the other events are for people
    };
  }

  @Override
  protected void died(Node member, int incarnation) {
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

  /** There may be more workers than partitions, and some without any. */
  @Override
  protected Optional<String> missing() {
    return !told
            || (ledger.allRead()
                && ledger.holders().size() >= Math.min(slots.size(), ledger.partitions()))
        ? Optional.empty()
        : Optional.of(ledger.toString());
  }

  @Override
  protected Set<String> holders() {
    return ledger.holders();
  }

  @Override
  public Set<String> holdingWork(String role) {
    return told && role.equals(StormEngine.WORKER)
        ? super.holdingWork(role)
        : members().living(role);
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
  public OwnTopics ownTopics() {
    Predicate<String> changelog = topic -> topic.equals(group + "-changelog");
    return new OwnTopics(changelog, topic -> false, Optional.of(changelog));
  }
}
