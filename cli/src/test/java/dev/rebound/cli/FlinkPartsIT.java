package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flink with all that it may have beside workers: two JobManagers, of which a ZooKeeper says who
 * leads, and unaligned checkpoints in an HDFS of the run's own. A TaskManager is killed, a
 * DataNode, and the JobManager that leads: last, so that nothing cuts short how long a slow machine
 * takes over it. The other JobManager takes over, all come back, and every visit is in a window,
 * once.
 */
@Tag("process")
@Tag("thorough")
class FlinkPartsIT {
  private static final String FLINK =
      "name: flink, workers: 2, threads: 2, jobmanagers: 2, checkpoints: hdfs, datanodes: 2,"
          + " hdfs-replication: 2, unaligned: true, checkpoints-retained: 2";

  @TempDir Path folder;

  @Test
  void whoeverIsKilledNothingIsLost() throws Exception {
    RealRun run =
        new WindowRuns(folder, FLINK)
            .run(
                WindowRuns.ONCE,
                WindowRuns.BY_TIME,
                WindowRuns.FROM_EVERYWHERE,
                "workload.state=10KB",
                "phases.baseline=4s",
                "phases.faults=32s",
                "phases.settle=4s",
                "faults=[{ at: 1s, kill: worker, restart: { after: 1s } },"
                    + " { at: 10s, kill: datanode, restart: { after: 2s } },"
                    + " { at: 18s, kill: jobmanager, restart: { after: 2s } }]");

    WindowRuns.everyVisitIsInAWindow(run);
    List<Results.FaultResult> faults = run.result().faults();
    assertThat(faults)
        .extracting(Results.FaultResult::role)
        .containsExactly("worker", "datanode", "jobmanager");
    for (String metric :
        List.of("lost", "duplicated", "diverged", "unexpected", "uncommitted", "unplanned-exits")) {
      assertThat(run.judged(metric)).as("%s of %s", metric, run.log()).isEqualTo(Verdict.PASS);
    }
    assertThat(run.result().warnings())
        .extracting(Results.RigDoubt::code)
        .doesNotContain("not-healed", "not-drained", "run-broken");
    assertThat(run.result().metrics())
        .as("what the JobManager says of its checkpoints")
        .containsKeys("checkpoint.sync.max", "checkpoint.alignment.max", "checkpoint.written")
        .hasEntrySatisfying("checkpoint.duration.p50", millis -> assertThat(millis).isPositive())
        .hasEntrySatisfying(
            "checkpoint.size",
            bytes -> assertThat(bytes).as("a window of 10 KB for each").isGreaterThan(500_000.0))
        .hasEntrySatisfying("checkpoints.completed", count -> assertThat(count).isPositive());
    Path left = run.folders().get(0);
    checkpointsWereInHdfs(faults.get(1), left);
    theOtherOneTookOver(faults.get(2), left);
  }

  private static void theOtherOneTookOver(Results.FaultResult fault, Path folder) throws Exception {
    String victim = fault.victims().get(0);
    assertThat(victim).as("who led").isEqualTo(firstLeader(folder));
    assertThat(fault.steps())
        .extracting(Results.StepResult::step)
        .contains("detected", "reassigned", "restored");
    String other = victim.equals("jobmanager-1") ? "jobmanager-2" : "jobmanager-1";
    assertThat(fault.steps())
        .filteredOn(step -> step.step().equals("detected"))
        .singleElement()
        .satisfies(step -> assertThat(step.detail()).contains(other));
  }

  private static void checkpointsWereInHdfs(Results.FaultResult fault, Path folder)
      throws Exception {
    assertThat(fault.victims()).singleElement().asString().startsWith("datanode-");
    assertThat(Files.readString(folder.resolve("logs/namenode.log")))
        .as("what the NameNode says of files that were written")
        .containsPattern("/checkpoints/[0-9a-f]+/chk-\\d+/\\S*_metadata\\S* is closed");
    assertThat(folder.resolve("metrics/hdfs_files.csv")).exists();
    assertThat(folder.resolve("nodes")).as("what was in HDFS").doesNotExist();
  }

  /** Whose log was the first to say so. */
  private static String firstLeader(Path folder) throws Exception {
    String first = "";
    String since = "9";
    for (String node : List.of("jobmanager-1", "jobmanager-2")) {
      for (String line : Files.readAllLines(folder.resolve("logs/" + node + ".log"))) {
        if (line.contains("was granted leadership with leader id") && line.compareTo(since) < 0) {
          first = node;
          since = line;
        }
      }
    }
    return first;
  }
}
