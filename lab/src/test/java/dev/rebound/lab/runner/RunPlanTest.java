package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Program;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunPlanTest {
  @TempDir Path folder;

  @Test
  void theMemoryIsThatOfAllProcesses() throws IOException {
    RunPlan plan = planOf(process("worker-1", "worker", 300), process("worker-2", "worker", 300));
    assertThat(plan.memoryBytes()).isEqualTo(2 * ((300L + 50) << 20));
    assertThat(plan.lines()).contains("processes: 2 × worker");
  }

  @Test
  void theDiskGrowsWithRateLengthAndOutputs() throws IOException {
    long base = plan().diskBytes();
    assertThat(plan("load.rate=1600/s").diskBytes()).isGreaterThan(base);
    assertThat(plan("phases.faults=600s").diskBytes()).isGreaterThan(base);
    assertThat(plan("workload.selectivity=1.5").diskBytes()).isGreaterThan(base);
    assertThat(plan("workload.selectivity=0.05").diskBytes()).isLessThan(base);
  }

  @Test
  void aRollIsPlannedWithItsMembersAndItsLength() throws IOException {
    String roll = "faults=[{ at: 5s, roll: worker, restart: { after: 1s } }]";
    assertThat(plan(roll).lines())
        .contains("fault 1: roll 4 × worker, 1 at a time, at 5 s, started again 1 s later");
  }

  @Test
  void theLinesNameWhatARunDoesAndWhatToMind() throws IOException {
    assertThat(plan().lines())
        .anyMatch(line -> line.startsWith("fake: fake"))
        .contains("fault 1: kill 1 worker at 1050 ms, started again 2 s later")
        .contains("set: a.setting = 1")
        .contains("note: a note")
        .contains("warning: mind this")
        .contains("expect: recovery.max < 5s")
        .anyMatch(line -> line.startsWith("takes about 64 s; "));
  }

  @Test
  void moreCoresThanTheMachineHasAreRefusedBeforeTheRun() throws IOException {
    RunPlan plan = plan("cores={ subject: 900, rig: 900 }");
    assertThat(plan.lines())
        .contains(
            "cores: the first 900 for the engine, the next 900 for brokers, instruments and the lab");
    assertThatThrownBy(() -> plan.requireRoom(folder))
        .isInstanceOf(ReboundException.class)
        .hasMessageStartingWith("cores: ");
  }

  @Test
  void aRunThatNeedsMoreMemoryThanThereIsIsRefusedWithARemedy() throws IOException {
    RunPlan plan = planOf(process("worker-1", "worker", 1 << 28));
    assertThatThrownBy(() -> plan.requireRoom(folder))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("of memory, and");
              assertThat(problem.remedy()).contains("engine.workers");
            });
  }

  @Test
  void aRunThatNeedsMoreDiskThanThereIsIsRefusedWithARemedy() throws IOException {
    RunPlan plan = plan("load.rate=20000000/s", "phases.faults=100h");
    assertThatThrownBy(() -> plan.requireRoom(folder.resolve("not/there/yet")))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("of disk, and");
              assertThat(problem.remedy()).contains("--runs");
            });
  }

  private RunPlan plan(String... overrides) throws IOException {
    return plan(List.of(), overrides);
  }

  private RunPlan planOf(ProcessSpec... processes) throws IOException {
    return plan(List.of(processes));
  }

  private RunPlan plan(List<ProcessSpec> processes, String... overrides) throws IOException {
    Experiment experiment = FakeRun.experiment(folder, overrides);
    JobSpec job = new JobSpec("run", experiment.workload(), "", Map.of(), Map.of(), Map.of(), 4, 1);
    Plan engine =
        new Plan(experiment.engine(), job, List.of(), Map.of("a.setting", "1"), List.of("a note"));
    return RunPlan.of(
        experiment,
        Workloads.create(experiment.workload()),
        engine,
        processes,
        List.of("mind this"));
  }

  private static ProcessSpec process(String node, String role, int heapMegabytes) {
    return new ProcessSpec(
        node,
        role,
        Owner.ofRole(role),
        new Program.Command(List.of()),
        (long) heapMegabytes << 20,
        50L << 20,
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.Running());
  }
}
