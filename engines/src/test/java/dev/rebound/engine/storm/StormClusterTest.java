package dev.rebound.engine.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.TellingNode;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.EngineComplaint;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StormClusterTest {
  private final TellingNode nimbus = new TellingNode("nimbus", "nimbus");
  private final TellingNode supervisor = new TellingNode("supervisor-1", "supervisor");
  private final TellingNode worker = new TellingNode("worker-1", "worker");
  private final List<Transition> told = new CopyOnWriteArrayList<>();
  private final StormCluster cluster =
      new StormCluster(
          "storm",
          new Members(List.of(nimbus, supervisor, worker)),
          List.of(new Slot(1, "supervisor-1", 6700)),
          "group",
          StormEngine.version("2.8.3"),
          true,
          Duration.ofSeconds(1));

  @BeforeEach
  void itRuns() {
    nimbus.writes(Node.LOG, "2026-01-02T03:04:04.000Z INFO LeaderListener: h gained leadership.");
    reads(1, 1);
    cluster.awaitRunning(Deadline.after(Duration.ofSeconds(10)));
    cluster.watch(told::add);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void reads(int incarnation, long pid) {
    event(
        1_767_323_050_000_000L + incarnation, incarnation, "\"start\",\"worker\":1,\"pid\":" + pid);
    event(
        1_767_323_050_000_001L + incarnation,
        incarnation,
        "\"sources\",\"worker\":1,\"of\":2,\"held\":\"0 1\",\"reads\":\"0 1\"");
  }

  private void event(long atMicros, int incarnation, String rest) {
    supervisor.writes(
        FollowedCluster.EVENTS,
        "{\"atMicros\":"
            + atMicros
            + ",\"incarnation\":"
            + incarnation
            + ",\"event\":"
            + rest
            + "}");
  }

  private static String at(String millis, String text) {
    return "2026-01-02T03:04:05." + millis + "Z " + text;
  }

  @Test
  void theStepsOfAWorkersDeathFollowFromTheLogAndItsEvents() {
    long begun = Time.real().micros();
    assertThat(cluster.holdingWork("worker")).containsExactly("worker-1");
    worker.alive = false;
    assertThat(cluster.holdingWork("worker")).isEmpty();
    supervisor.writes(
        Node.LOG, at("100", "WARN Slot: SLOT 6700: main process has exited for topology: t-1-2"));
    supervisor.writes(
        Node.LOG,
        at(
            "900",
            "INFO BasicContainer: Launching worker with assignment LocalAssignment(topology_id:t)"
                + " for this supervisor s on port 6700 with id 0a1b"));
    cluster.complaints();
    assertThat(cluster.missing(worker)).contains("it does not work yet");
    worker.life = new Incarnation(2, 2, 2);
    worker.alive = true;
    reads(2, 2);
    List<EngineComplaint> complaints = cluster.complaints();

    assertThat(complaints).isEmpty();
    assertThat(cluster.missing(worker)).isEmpty();
    assertThat(told)
        .extracting(Transition::step)
        .containsExactly(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
    assertThat(told.get(0).atMicros())
        .as("when it was found: the clocks of these logs are slow")
        .isBetween(begun - 60_000_000, Time.real().micros());
    assertThat(told.get(1).detail()).isEqualTo("worker-1 is launched anew");
  }

  @Test
  void aWorkerThatDiedBeforeItSaidAnythingIsFollowedByOneThatIsKnown() {
    worker.alive = false;
    cluster.complaints();
    worker.life = new Incarnation(2, 20, 2);
    worker.alive = true;
    cluster.complaints();
    worker.alive = false;
    cluster.complaints();
    worker.life = new Incarnation(3, 30, 3);
    worker.alive = true;
    reads(2, 30);
    cluster.complaints();

    assertThat(cluster.missing(worker)).isEmpty();
    assertThat(cluster.holdingWork("worker")).containsExactly("worker-1");

    worker.alive = false;
    cluster.complaints();
    assertThat(cluster.missing(worker)).contains("it does not work yet");
  }

  @Test
  void nimbusIsBackOnceItLeads() {
    assertThat(cluster.missing(nimbus)).isEmpty();
    nimbus.alive = false;
    cluster.complaints();
    nimbus.alive = true;
    assertThat(cluster.missing(nimbus)).contains("it does not lead the cluster");
    nimbus.writes(Node.LOG, at("300", "INFO LeaderListener: h gained leadership."));
    cluster.complaints();
    assertThat(cluster.missing(nimbus)).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void whatNimbusMissesAndMovesAreSteps() {
    worker.alive = false;
    nimbus.writes(Node.LOG, at("300", "INFO HeartbeatCache: Executor t-1-2:[3, 3] not alive"));
    cluster.complaints();
    nimbus.writes(Node.LOG, at("400", "INFO Nimbus: Setting new assignment for topology id t: A"));
    cluster.complaints();
    assertThat(told).extracting(Transition::step).containsExactly(Step.DETECTED, Step.REASSIGNED);
  }

  @Test
  void ofAProgramThatWritesNoEventsSupervisorsAreHeard() {
    StormCluster untold =
        new StormCluster(
            "storm",
            new Members(List.of(nimbus, supervisor, worker)),
            List.of(new Slot(1, "supervisor-1", 6700)),
            "group",
            StormEngine.version("2.8.3"),
            false,
            Duration.ofSeconds(1));
    untold.awaitRunning(Deadline.after(Duration.ofSeconds(10)));
    untold.watch(told::add);
    assertThat(untold.tellsWork()).isFalse();
    assertThat(untold.holdingWork("worker")).containsExactly("worker-1");
    assertThat(untold.missing(worker)).isEmpty();
    supervisor.writes(
        Node.LOG, at("100", "WARN Slot: SLOT 6700: main process has exited for topology: t-1-2"));
    supervisor.writes(
        Node.LOG,
        at(
            "900",
            "INFO BasicContainer: Launching worker with assignment A on port 6700 with id 0"));
    untold.complaints();
    assertThat(told).extracting(Transition::step).contains(Step.DETECTED, Step.REASSIGNED);
    untold.close();
  }

  @Test
  void anErrorInAWorkerIsHeardOf() {
    worker.writes(Node.LOG, at("100", "ERROR Utils: Async loop died!"));
    assertThat(cluster.complaints())
        .singleElement()
        .satisfies(complaint -> assertThat(complaint.node()).isEqualTo("worker-1"));
  }
}
