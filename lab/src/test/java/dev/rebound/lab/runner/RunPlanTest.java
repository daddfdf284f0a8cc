package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
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
    assertThat(plan.lines())
        .contains("needs: up to 700 MiB of memory and 531 MiB of disk, for 2 × worker");
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
  void theDiskHoldsChangelogsAndCopiesOfWindowsThatArePadded() throws IOException {
    String windows = "workload={ name: fixed-window, addresses: 1000, visits: 2";
    long plain = plan(windows + " }").diskBytes();
    long padded = plan(windows + ", state: 10KB }").diskBytes();
    double records = FakeRun.experiment(folder).load().rate().perSecond() * 20;
    assertThat(padded - plain).as("each record of 20 s").isGreaterThan((long) (records * 10_240));
  }

  @Test
  void aSecondJobTakesDiskAndStandsBesideTheLoad() throws IOException {
    RunPlan alone = plan();
    RunPlan both = plan("beside={ workload: { rules: 7 }, load: { rate: 400/s } }");
    assertThat(both.diskBytes()).isGreaterThan(alone.diskBytes());
    assertThat(both.keptBytes()).isGreaterThan(alone.keptBytes());
    assertThat(both.brief()).hasSize(RunPlan.BRIEF_LINES);
    assertThat(both.brief().get(1))
        .startsWith(alone.brief().get(1))
        .contains("; beside it 400/s of 1KB records by 1 generator; rule-match, 7 rules");
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
        .contains("set: a.setting = 1", "set: DB_PASSWORD = ***")
        .contains("note: a part's note", "note: a note")
        .contains("warning: mind this")
        .contains("expect: recovery.max < 5s")
        .anyMatch(line -> line.endsWith("; about 64 s with start and drain"));
  }

  @Test
  void fiveLinesSayItInShortAndComeFirst() throws IOException {
    RunPlan plan = planOf(process("worker-1", "worker", 300));
    assertThat(plan.brief()).hasSize(RunPlan.BRIEF_LINES);
    assertThat(plan.lines()).startsWith(plan.brief().toArray(new String[0]));
    assertThat(plan.brief().stream().map(line -> line.substring(0, line.indexOf(':'))))
        .containsExactly("fake", "load", "phases", "faults", "needs");
    assertThat(plan.brief().get(3))
        .isEqualTo("faults: kill 1 worker at 1050 ms, started again 2 s later");
  }

  @Test
  void faultsThatAreAlikeAreToldTogether() throws IOException {
    String kill = "kill: worker, restart: { after: 1s }";
    assertThat(plan("faults=[{ at: 2s, " + kill + " }, { at: 9s, " + kill + " }]").brief())
        .contains("faults: kill 1 worker at 2 s and 9 s, started again 1 s later");
    assertThat(plan("faults=[{ at: 2s, every: 3s, " + kill + " }]", "phases.faults=3m").brief())
        .contains(
            "faults: kill 1 worker 60 times, from 2 s to 2 min 59 s, started again 1 s later");
    assertThat(plan("faults=[]").brief()).contains("faults: none");
  }

  @Test
  void whatAMachineCannotHoldIsKnownWithoutARun() throws IOException {
    assertThat(plan().shortage(Platforms.here(folder))).isEmpty();
    assertThat(plan("load.rate=20000000/s", "phases.faults=100h").shortage(Platforms.here(folder)))
        .hasValueSatisfying(problem -> assertThat(problem).hasMessageContaining("of disk, and"));
    assertThat(plan("cores={ subject: 900, rig: 900 }").shortage(Platforms.here(folder)))
        .hasValueSatisfying(problem -> assertThat(problem).hasMessageStartingWith("cores: "));
  }

  @Test
  void aJdkThatIsNotThereIsRefusedWithItsLine() throws IOException {
    Experiment wrong = FakeRun.experiment(folder, "engine.java=99");
    assertThatThrownBy(() -> PlannedParts.jdk(wrong))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("--set engine.java=99")
        .hasMessageContaining("engine.java: no JDK 99 is installed; there is ");
    String own = Integer.toString(Runtime.version().feature());
    assertThat(PlannedParts.jdk(FakeRun.experiment(folder, "engine.java=" + own)))
        .isEqualTo(PlannedParts.jdk(FakeRun.experiment(folder)));
  }

  @Test
  void moreCoresThanTheMachineHasAreRefusedBeforeTheRun() throws IOException {
    RunPlan plan = plan("cores={ subject: 900, rig: 900 }");
    assertThat(plan.lines())
        .contains(
            "cores: the first 900 for the engine, the next 900 for brokers, instruments and the"
                + " lab");
    assertThatThrownBy(() -> plan.requireRoom(Platforms.here(folder)))
        .isInstanceOf(ReboundException.class)
        .hasMessageStartingWith("cores: ");
  }

  @Test
  void rolesThatRunOnTheOtherCoresAreTold() throws IOException {
    String roles = "roles: { worker: rig, broker: subject }";
    assertThat(plan("cores={ subject: 1, rig: 1, " + roles + " }").lines())
        .contains(
            "cores: the first 1 for the engine, the next 1 for brokers, instruments and the lab;"
                + " broker on the engine's; worker on the rig's");
  }

  @Test
  void aRunThatNeedsMoreMemoryThanThereIsIsRefusedWithARemedy() throws IOException {
    RunPlan plan = planOf(process("worker-1", "worker", 1 << 28));
    assertThatThrownBy(() -> plan.requireRoom(Platforms.here(folder)))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("of memory, and");
              assertThat(problem.remedy()).contains("engine.workers");
            });
  }

  @Test
  void theRemedyForTooLittleMemoryNamesThePaddedStateOfTheSecondJob() throws IOException {
    String windows = "{ name: fixed-window, addresses: 1000, visits: 2, state: 10KB }";
    RunPlan plan =
        plan(
            List.of(process("worker-1", "worker", 1 << 28)),
            "beside={ workload: " + windows + ", load: { rate: 400/s } }");
    assertThatThrownBy(() -> plan.requireRoom(Platforms.here(folder)))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem ->
                assertThat(problem.remedy()).endsWith("kafka.brokers, or beside.workload.state."));
  }

  @Test
  void aRunThatNeedsMoreDiskThanThereIsIsRefusedWithARemedy() throws IOException {
    RunPlan plan = plan("load.rate=20000000/s", "phases.faults=100h");
    assertThatThrownBy(() -> plan.requireRoom(Platforms.here(folder.resolve("not/there/yet"))))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("of disk, and");
              assertThat(problem.remedy()).contains("--runs");
            });
  }

  @Test
  void aWeekIsPlannedAndWhatItsCheckCannotHoldIsRefused() throws IOException {
    RunPlan week = plan("phases.faults=168h", "load.rate=20/s");
    assertThat(week.shortage(room(2L << 30))).isEmpty();
    assertThat(week.checkBytes()).isBetween(200L << 20, 2L << 30);
    assertThat(week.shortage(room(128L << 20)))
        .hasValueSatisfying(
            problem -> {
              assertThat(problem).hasMessageContaining("of memory in Rebound's own process");
              assertThat(problem.remedy()).contains("REBOUND_HEAP=").contains("load.rate");
            });
    assertThat(plan("phases.faults=168h", "load.rate=2000/s").checkBytes())
        .as("12 million outputs a day for a week")
        .isGreaterThan(16L * 2000 * 168 * 3600);
  }

  @Test
  void aProgramThatIsNotThereIsMissedBeforeTheRun() throws IOException {
    FreeResources machine = Platforms.here(folder);
    assertThat(planOf(process("worker-1", "worker", 300)).shortage(machine)).isEmpty();
    assertThat(planOf(program("${java}/bin/java", Map.of())).shortage(machine)).isEmpty();
    assertThat(planOf(program("no-such-program", Map.of("PATH", "/opt"))).shortage(machine))
        .isEmpty();
    for (String missing : List.of("no-such-program", folder.resolve("job.py").toString())) {
      assertThat(planOf(program(missing, Map.of())).shortage(machine))
          .hasValueSatisfying(
              problem ->
                  assertThat(problem)
                      .hasMessage(
                          "worker-1 cannot be started: there is no program '" + missing + "'"));
    }
  }

  private static ProcessSpec program(String executable, Map<String, String> environment) {
    return new ProcessSpec(
        "worker-1",
        "worker",
        Owner.SUBJECT,
        new Program.Command(List.of(executable)),
        1 << 20,
        0,
        environment,
        Map.of(),
        new ProcessSpec.Readiness.UpAtOnce());
  }

  @Test
  void aLoadThatIsLongerThanTimesAreToldApartIsRefused() throws IOException {
    assertThat(
            plan("phases.faults=8760h", "phases.warmup=8760h", "load.rate=20/s")
                .shortage(room(Long.MAX_VALUE)))
        .hasValueSatisfying(
            problem -> assertThat(problem).hasMessageContaining("the run would last 730 days"));
  }

  private static FreeResources room(long heapBytes) {
    return new FreeResources() {
      @Override
      public long memoryBytes() {
        return 0;
      }

      @Override
      public long heapBytes() {
        return heapBytes;
      }

      @Override
      public long diskBytes() {
        return Long.MAX_VALUE;
      }

      @Override
      public String disk() {
        return "a disk";
      }

      @Override
      public void requireCores(CoresSpec asked) {}
    };
  }

  @Test
  void flatOutThePlanHasRoomForSoManyRecords() throws IOException {
    RunPlan plan = plan("load.rate=max", "load.max-records=20000000");
    long twice = plan("load.rate=max", "load.max-records=40000000").diskBytes();

    assertThat(plan.lines())
        .anyMatch(
            line -> line.startsWith("load: as fast as it goes of 64B records by 2 generators"))
        .anyMatch(line -> line.startsWith("note: after 20,000,000 records (load.max-records)"))
        .anyMatch(line -> line.startsWith("note: load.rate is max"));
    assertThat(twice - plan.diskBytes())
        .as("record, output and a slot with a time of 20 million records")
        .isGreaterThan(20_000_000L * (64 + 16));
  }

  @Test
  void flatOutTheRoomIsWorkedOutWhereTheFileDoesNotSay() throws IOException {
    RunPlan small = plan("load.rate=max");
    RunPlan large = plan("load.rate=max", "workload.record=10KB");
    Experiment experiment = FakeRun.experiment(folder, "load.rate=max", "workload.record=10KB");

    assertThat(
            UnthrottledLoad.recordsMax(
                experiment,
                Workloads.create(experiment.workload()),
                new SubjectInterface.ByTopics()))
        .as("100 MB/s for 29 s and the start")
        .isEqualTo(Math.round(100e6 / 10_240 * 39));
    assertThat(small.diskBytes()).isGreaterThan(1L << 30);
    assertThat(large.diskBytes()).isGreaterThan(3L << 30);
  }

  @Test
  void flatOutTheRemedyForTooLittleDiskIsFewerRecords() throws IOException {
    RunPlan plan = plan("load.rate=max", "load.max-records=900000000000");
    assertThatThrownBy(() -> plan.requireRoom(Platforms.here(folder)))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> assertThat(problem.remedy()).contains("load.max-records"));
  }

  private RunPlan plan(String... overrides) throws IOException {
    return plan(List.of(), overrides);
  }

  private RunPlan planOf(ProcessSpec... processes) throws IOException {
    return plan(List.of(processes));
  }

  private RunPlan plan(List<ProcessSpec> processes, String... overrides) throws IOException {
    Experiment experiment = FakeRun.experiment(folder, overrides);
    Plan engine =
        new Plan(List.of(), Map.of("a.setting", "1", "DB_PASSWORD", "hunter2"), List.of("a note"));
    return RunPlan.of(
        experiment,
        Workloads.create(experiment.workload()),
        engine,
        new SubjectInterface.ByTopics(),
        List.of("a part's note"),
        processes,
        List.of("mind this"));
  }

  private static ProcessSpec process(String node, String role, int heapMegabytes) {
    return new ProcessSpec(
        node,
        role,
        role.equals("broker") ? Owner.SUPPORT : Owner.SUBJECT,
        new Program.Command(List.of("sh")),
        (long) heapMegabytes << 20,
        50L << 20,
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.UpAtOnce());
  }
}
