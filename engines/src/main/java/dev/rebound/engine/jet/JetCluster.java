package dev.rebound.engine.jet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.EngineComplaint;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Running members, followed through their events and logs. Thread-safe. */
final class JetCluster extends FollowedCluster {
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);

  private final int backups;
  private final String late;
  private final SourceLedger ledger = new SourceLedger();
  private final Set<String> droppedLate = new HashSet<>();
  private final Set<Integer> lostPartitions = new HashSet<>();
  private final Set<String> jobs = new HashSet<>();

  /**
   * @param group to which the job commits how far it has come
   * @param backups further members that hold a copy of each part of a snapshot
   */
  JetCluster(Members members, String group, int backups, EngineVersion version) {
    super("jet", group, members, STOP_GRACE, version.complaints());
    this.backups = backups;
    this.late = version.text("droppedLate");
  }

  @Override
  protected List<Statement> line(Node member, String line) {
    int dropped = line.indexOf(late);
    if (dropped >= 0) {
      // Which visit it was stands at the end: one that was read and dropped again is the same.
      droppedLate.add(line.substring(Math.max(dropped, line.lastIndexOf("event="))));
    }
    return List.of();
  }

  @Override
  protected List<Transition> event(Node member, long at, JsonNode event) {
    String name = member.name();
    int incarnation = event.path("incarnation").asInt();
    switch (event.path("event").asText()) {
      case "start" -> ledger.started(name, incarnation);
      case "sources" -> {
        return ledger.runs(
            at,
            name,
            incarnation,
            event.path("of").asInt(),
            words(event, "held"),
            words(event, "reads"));
      }
      case "member-removed" -> {
        return ledger.removed(at, name, named(event.path("member").asText()));
      }
      case "member-added" -> ledger.added(name, named(event.path("member").asText()));
      case "partition-lost" -> {
        if (event.path("copies").asInt() >= backups) {
          lostPartitions.add(event.path("partition").asInt());
        }
      }
      case "submitted" -> jobs.add(event.path("job").asText());
      default -> {
        // the other events are for people
      }
    }
    return List.of();
  }

  @Override
  protected synchronized void died(Node member, int incarnation) {
    ledger.died(member.name(), incarnation);
  }

  /** The member that others know by what Hazelcast says; what it says, where there is none. */
  private String named(String address) {
    return members().all().stream()
        .filter(node -> address.equals(text(node.endpoint(JetEngine.PORT).inside())))
        .map(Node::name)
        .findFirst()
        .orElse(address);
  }

  private static String text(Platform.Address address) {
    return "[" + address.host() + "]:" + address.port();
  }

  /** The job is to run on all members. */
  @Override
  protected synchronized Optional<String> missing() {
    return ledger.allRead() && ledger.holders().size() == members().all().size()
        ? Optional.empty()
        : Optional.of(ledger.toString());
  }

  @Override
  protected Set<String> holders() {
    return ledger.holders();
  }

  /** A member is back once it has joined, whether it gets work or not, and the job runs. */
  @Override
  public synchronized Optional<String> missing(Node node) {
    if (!ledger.up(node.name(), node.current().number())) {
      return Optional.of("it has not joined");
    }
    return ledger.allRead() ? Optional.empty() : Optional.of("the job does not run");
  }

  @Override
  protected synchronized List<EngineComplaint> more() {
    List<EngineComplaint> all = new ArrayList<>();
    if (!lostPartitions.isEmpty()) {
      all.add(
          EngineComplaint.of(
              lostPartitions.size()
                  + " of Hazelcast's partitions were lost with all their copies, and what snapshots"
                  + " had there"));
    }
    if (jobs.size() > 1) {
      all.add(
          EngineComplaint.of(
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
}
