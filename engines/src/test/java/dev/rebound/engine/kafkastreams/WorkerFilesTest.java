package dev.rebound.engine.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerFilesTest {
  private static final String AT = "2026-11-21T00:01:01.581Z";
  private static final long AT_MICROS = 1_795_219_261_581_000L;

  private final ObjectMapper json = new ObjectMapper();
  private final WorkerLog log = new WorkerLog(KafkaStreamsEngine.version("4.4.0"));

  private List<WorkerStatement> read(String... lines) {
    List<WorkerStatement> said = new ArrayList<>();
    for (String line : lines) {
      said.addAll(log.read(line));
    }
    return said;
  }

  @Test
  void theTasksListedAfterAnAssignmentAreThoseOfTheThread() {
    assertThat(
            read(
                AT
                    + " [app-1-StreamThread-2] INFO org.apache.kafka.streams.processor.internals"
                    + ".TaskManager - stream-thread [app-1-StreamThread-2] Handle new assignment with:",
                "\tNew active tasks: [0_7, 1_7, 0_5]",
                "\tNew standby tasks: [1_2]",
                "\tExisting active tasks: [0_1]"))
        .containsExactly(
            new WorkerStatement.TasksAssigned(
                AT_MICROS, "app-1-StreamThread-2", Set.of("0_7", "1_7", "0_5")));
  }

  @Test
  void anAnnouncedRebalanceIsSeenWithItsTime() {
    assertThat(
            read(
                AT
                    + " [t] INFO org.apache.kafka.clients.consumer.internals.ConsumerCoordinator -"
                    + " [Consumer clientId=c, groupId=g] Request joining group due to: group is"
                    + " already rebalancing"))
        .containsExactly(
            new WorkerStatement.RebalanceSeen(
                AT_MICROS, "Request joining group due to: group is already rebalancing"));
  }

  @Test
  void whatWasDroppedAsLateCountsOnceForEachPlace() {
    String dropped =
        AT
            + " [t] WARN org.apache.kafka.streams.kstream.internals.KStreamWindowAggregate -"
            + " Skipping record for expired window. topic=[a-by-address-repartition]"
            + " partition=[%d] offset=[%d] timestamp=[5] window=[0,5) expiration=[9]"
            + " streamTime=[9]";
    read(
        dropped.formatted(0, 7),
        dropped.formatted(0, 8),
        dropped.formatted(1, 7),
        dropped.formatted(0, 7));

    assertThat(log.droppedLate()).hasSize(3);
  }

  @Test
  void eventsAreRead() throws JsonProcessingException {
    assertThat(event("{\"atMicros\":5,\"incarnation\":2,\"event\":\"start\",\"tasks\":16}"))
        .contains(new WorkerStatement.LifeStarted(5, 2));
    assertThat(
            event(
                "{\"atMicros\":6,\"incarnation\":2,\"event\":\"tasks\",\"active\":\"0_0 1_0\","
                    + "\"standby\":\"\",\"state\":\"RUNNING\"}"))
        .contains(new WorkerStatement.RunningTasks(6, Set.of("0_0", "1_0"), "RUNNING"));
    assertThat(event("{\"event\":\"start\"}")).isEmpty();
  }

  private Optional<WorkerStatement> event(String line) throws JsonProcessingException {
    return WorkerStatement.ofEvent(json.readTree(line));
  }
}
