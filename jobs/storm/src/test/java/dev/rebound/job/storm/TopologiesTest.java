package dev.rebound.job.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.JobOptions;
import java.util.List;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Test;

class TopologiesTest {
  private static final int PARTITIONS = 16;

  /** Tasks of Trident's spouts, which are bolts to Storm, in workers of two. */
  private static List<Integer> spouts(String kind, String workload) {
    JobOptions options =
        JobOptions.parse(
            TopologySettings.OWN,
            "--bootstrap",
            "127.0.0.1:9092",
            "--model",
            "trident",
            "--spout",
            kind,
            "--workers",
            "2",
            "--workload.name",
            workload);
    StormTopology topology = Topologies.of(options, PARTITIONS);
    return topology.get_bolts().entrySet().stream()
        .filter(bolt -> bolt.getKey().startsWith("spout"))
        .map(bolt -> tasks(bolt.getValue()))
        .toList();
  }

  private static int tasks(Bolt bolt) {
    return bolt.get_common().get_parallelism_hint();
  }

  @Test
  void aTransactionalSpoutHasOnePartition() {
    assertThat(spouts("transactional", "rule-match")).containsExactly(PARTITIONS);
    assertThat(spouts("transactional", "grep")).containsExactly(PARTITIONS);
  }

  private static StormTopology made(String model, String workload) {
    return Topologies.of(
        JobOptions.parse(
            TopologySettings.OWN,
            "--bootstrap",
            "127.0.0.1:9092",
            "--model",
            model,
            "--generated",
            "1000",
            "--workload.name",
            workload),
        PARTITIONS);
  }

  @Test
  void recordsThatAreMadeComeBesideThoseThatReadStatesOut() {
    assertThat(made("records", "grep").get_spouts()).containsOnlyKeys("records");
    assertThat(made("records", "grouping").get_spouts()).containsOnlyKeys("records", "closing");
    assertThat(made("trident", "grep").get_bolts().keySet())
        .filteredOn(bolt -> bolt.startsWith("spout"))
        .hasSize(1);
    assertThat(made("trident", "grouping").get_bolts().keySet())
        .filteredOn(bolt -> bolt.startsWith("spout"))
        .hasSize(2);
  }

  @Test
  void anOpaqueOneHasWhatThereIsForIt() {
    assertThat(spouts("opaque", "rule-match")).containsExactly(2);
  }
}
