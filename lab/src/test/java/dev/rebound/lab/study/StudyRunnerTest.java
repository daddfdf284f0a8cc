package dev.rebound.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.compare.Pilot;
import dev.rebound.analysis.compare.Study;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of runs that only pretend: order, resuming, failures and budgets. */
class StudyRunnerTest {
  private static final String KILL =
      """
      name: %s
      control: true
      engine: [{ name: kafka-streams, workers: 2 }, { name: flink, workers: 2 }]
      load: { rate: %s }
      faults: [{ at: 1s, kill: worker, count: %d }]
      """;

  private static final String STUDY =
      """
      name: s
      repetitions: 2
      experiments:
        - { file: one.yaml, scenario: kill 1 of 2 }
        - { file: both.yaml, scenario: kill 2 of 2 }
      """;

  private static final StudyPlan.Cost RUN = new StudyPlan.Cost(Duration.ofMinutes(5), 1000, 10);
  private static final StudyPlan.Cost CONTROL = new StudyPlan.Cost(Duration.ofMinutes(2), 800, 8);

  @TempDir Path temporary;
  private Path parent = Path.of("");
  private final Pretending executor = new Pretending();

  @BeforeEach
  void writeStudy() throws IOException {
    parent = temporary.resolve("runs/s");
    file("study.yaml", STUDY);
    file("one.yaml", KILL.formatted("one", "100/s", 1));
    file("both.yaml", KILL.formatted("both", "100/s", 2));
  }

  @Test
  void eachBlockHasOneRunOfEveryCellAndItsControlInAnOrderOfItsOwn() {
    execute(all());
    assertThat(executor.executed.subList(0, 6))
        .as("a control that is the same for all is run once")
        .containsExactlyInAnyOrder(
            "one-kafka-streams 1",
            "one-kafka-streams-control 1",
            "one-flink 1",
            "one-flink-control 1",
            "both-kafka-streams 1",
            "both-flink 1");
    assertThat(executor.executed.subList(6, 12)).allMatch(name -> name.endsWith(" 2"));
    assertThat(blockOf(1)).isNotEqualTo(blockOf(2));
    assertThat(executor.compared)
        .contains("one-flink with one-flink-control", "both-flink with one-flink-control")
        .hasSize(8);
  }

  private List<String> blockOf(int block) {
    return plan().runs(2).stream()
        .filter(run -> run.repetition() == block)
        .map(PlannedRun::experiment)
        .toList();
  }

  @Test
  void theSeedDecidesTheOrder() throws IOException {
    List<PlannedRun> once = plan().runs(3);
    assertThat(plan().runs(3)).isEqualTo(once);
    assertThat(plan().runs(4).subList(0, once.size())).as("more blocks").isEqualTo(once);
    file("study.yaml", STUDY + "seed: 7\n");
    assertThat(plan().runs(3)).isNotEqualTo(once);
  }

  @Test
  void theFirstBlockSaysHowManyItTakesAndFixesThatForGood() throws IOException {
    file("study.yaml", STUDY + "precision: 20%\n");
    executor.pilot = 4;
    execute(all());
    assertThat(executor.asked).isEqualTo(0.2);
    assertThat(executor.executed).hasSize(24);
    assertThat(executor.told).anyMatch(line -> line.startsWith("It is fixed now: 4 blocks; 18 "));
    assertThat(runs(parent).blocks()).isEqualTo(4);
    executor.reset();
    executor.pilot = 9;
    execute(all());
    assertThat(executor.executed).as("a later look changes nothing").isEmpty();
  }

  @Test
  void thereAreAtLeastThreeBlocksAlsoIfTheLabWasKilledBeforeItSaidSo() throws IOException {
    file("study.yaml", STUDY + "precision: 20%\n");
    executor.pilot = 1;
    executor.dieAt = 6;
    executor.endedAll = true;
    assertThatThrownBy(() -> execute(all())).isInstanceOf(Killed.class);
    executor.reset();
    executor.endedAll = true;
    execute(all());
    assertThat(executor.executed).hasSize(12);
    assertThat(runs(parent).blocks()).isEqualTo(3);
    assertThat(states(parent)).hasSize(18).containsOnly(PlannedRun.State.DONE);
  }

  @Test
  void withoutAPrecisionTheFileFixesTheNumberAndThePilotOnlyTells() {
    executor.pilot = 9;
    execute(all());
    assertThat(executor.executed).hasSize(12);
    assertThat(executor.told).contains("After the first block: it takes 9.");
    assertThat(runs(parent).blocks()).isEqualTo(2);
  }

  @Test
  void cellsThatShareTheirPartsAreToldApartAndHaveControlsOfTheirOwn() throws IOException {
    file("one.yaml", KILL.formatted("one", "[100/s, 200/s]", 1));
    file("both.yaml", KILL.formatted("both", "[100/s, 200/s]", 2));
    assertThat(plan().experiments())
        .extracting(planned -> planned.cell().label())
        .contains(
            "kill 1 of 2, flink 2.3.0, stock, load.rate 100/s",
            "kill 2 of 2, kafka-streams 4.3.1, stock, load.rate 200/s")
        .doesNotHaveDuplicates();
    execute(all());
    assertThat(executor.executed).hasSize(24);
    assertThat(executor.compared)
        .hasSize(16)
        .contains("both-flink-rate=200 with one-flink-rate=200-control")
        .doesNotContain("both-flink-rate=200 with one-flink-rate=100-control");
  }

  @Test
  void aControlWithOtherSettingsIsInTheBlockOfItsRunAndSaysInWhatItDiffers() throws IOException {
    String kill =
        KILL.replace("control: true", "control: { set: { engine.guarantee: at-least-once } }");
    file("one.yaml", kill.formatted("one", "100/s", 1));
    file("both.yaml", kill.formatted("both", "100/s", 2));
    StudyPlan plan = plan();
    assertThat(
            StudyWords.lines(
                plan, StudyStart.find(parent, plan, all(), false).runs(), all(), false))
        .contains(
            "  the control of kill 1 of 2, flink 2.3.0, stock is the same with guarantee"
                + " at-least-once");
    execute(all());
    assertThat(executor.executed.subList(0, 8))
        .as("with faults, no control stands for another scenario's")
        .containsExactlyInAnyOrder(
            "one-kafka-streams 1",
            "one-kafka-streams-control 1",
            "one-flink 1",
            "one-flink-control 1",
            "both-kafka-streams 1",
            "both-kafka-streams-control 1",
            "both-flink 1",
            "both-flink-control 1");
    assertThat(executor.compared)
        .contains("both-flink with both-flink-control")
        .doesNotContain("both-flink with one-flink-control")
        .hasSize(8);
    assertThat(runs(parent).runs())
        .filteredOn(PlannedRun::control)
        .allMatch(run -> run.differs().equals(Map.of("engine.guarantee", "at-least-once")))
        .allMatch(run -> run.label().endsWith(" with guarantee at-least-once"));
    assertThat(runs(parent).runs())
        .filteredOn(run -> !run.control())
        .allMatch(run -> run.differs().isEmpty());
  }

  @Test
  void aControlThatDiffersIsRunForItself() throws IOException {
    file("both.yaml", KILL.formatted("both", "200/s", 2));
    execute(all());
    assertThat(executor.executed).contains("both-flink-control 1").hasSize(16);
  }

  @Test
  void itReportsAfterEveryRepetitionAndAgainWhenNothingIsLeft() {
    execute(all());
    assertThat(executor.reports).isEqualTo(2);
    execute(all());
    assertThat(executor.reports).isEqualTo(3);
    assertThat(executor.told.get(0)).startsWith("run 1 of 12: kill ").endsWith("; 48 min left)");
  }

  @Test
  void interruptedAtAnyRunItGoesOnWithThatRunAndDoesEachOnce() {
    for (int at = 1; at <= 12; at++) {
      Path place = temporary.resolve("interrupted-" + at);
      executor.reset();
      executor.interruptAt = at;
      assertThat(execute(place, all(), false)).isEqualTo(StudyRunner.Stop.INTERRUPTED);
      assertThat(states(place)).contains(PlannedRun.State.INTERRUPTED);
      List<String> before = List.copyOf(executor.executed);
      executor.reset();
      assertThat(execute(place, all(), false)).isEqualTo(StudyRunner.Stop.DONE);
      assertThat(executor.executed.get(0)).isEqualTo(before.get(at - 1));
      assertThat(executor.executed).hasSize(12 - at + 1);
      assertThat(states(place)).containsOnly(PlannedRun.State.DONE);
      assertThat(folders(place)).hasSize(1);
    }
  }

  @Test
  void killedInAnyRunItGoesOnWithThatRun() {
    for (int at = 1; at <= 12; at++) {
      Path place = temporary.resolve("killed-" + at);
      executor.reset();
      executor.dieAt = at;
      assertThatThrownBy(() -> execute(place, all(), false)).isInstanceOf(Killed.class);
      executor.reset();
      execute(place, all(), false);
      assertThat(executor.executed).hasSize(12 - at + 1);
      assertThat(executor.told.get(0)).contains("has no end");
      assertThat(states(place)).containsOnly(PlannedRun.State.DONE);
    }
  }

  @Test
  void aRunThatEndedJustBeforeItsLabWasKilledCounts() {
    executor.dieAt = 3;
    assertThatThrownBy(() -> execute(all())).isInstanceOf(Killed.class);
    executor.reset();
    executor.endedAll = true;
    execute(all());
    assertThat(executor.executed).hasSize(9).startsWith(name(plan().runs(2).get(3)));
  }

  @Test
  void aRigThatBreaksOnceIsTriedAgainAndOneThatBreaksTwiceIsFailedAndTheStudyGoesOn() {
    executor.failures.addAll(List.of(true, false, false, true, true));
    assertThat(execute(all())).isEqualTo(StudyRunner.Stop.DONE);
    assertThat(states(parent)).containsOnlyOnce(PlannedRun.State.FAILED);
    PlannedRun failed = runs(parent).runs().get(2);
    String name = name(failed);
    assertThat(failed.state()).isEqualTo(PlannedRun.State.FAILED);
    assertThat(failed.note()).contains("no port");
    assertThat(failed.attempts()).isEqualTo(2);
    executor.reset();
    execute(all());
    assertThat(executor.executed).containsExactly(name);
  }

  private static String name(PlannedRun run) {
    return run.experiment() + " " + run.repetition();
  }

  @Test
  void aRunWhoseInstrumentsDiedIsTriedAgain() {
    executor.breakAt = 2;
    execute(all());
    assertThat(executor.executed).hasSize(13);
    assertThat(executor.told).anyMatch(line -> line.contains("observer died"));
  }

  @Test
  void aRunThatTwiceMeasuredNothingStands() {
    executor.blind = true;
    assertThat(execute(all())).isEqualTo(StudyRunner.Stop.DONE);
    assertThat(executor.executed).hasSize(24);
    assertThat(runs(parent).runs())
        .allMatch(
            run -> run.state() == PlannedRun.State.DONE && run.note().equals("no fault seen"));
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("it is not replaced by a better one").isEmpty();
  }

  @Test
  void twoFailedRunsInARowEndIt() {
    executor.failures.addAll(List.of(true, true, true, true));
    assertThat(execute(all())).isEqualTo(StudyRunner.Stop.FAILING);
    executor.reset();
    executor.endedAll = true;
    executor.interruptAt = 1;
    execute(all());
    executor.reset();
    assertThat(execute(all())).isEqualTo(StudyRunner.Stop.DONE);
    assertThat(executor.executed).hasSize(12);
  }

  @Test
  void aVerdictOfFailIsAResult() {
    executor.verdict = "fail";
    assertThat(execute(all())).isEqualTo(StudyRunner.Stop.DONE);
    assertThat(runs(parent).runs()).allMatch(run -> run.verdict().equals("fail"));
  }

  @Test
  void noRunIsStartedThatWouldNotEndWithinTheBudget() {
    executor.takesSeconds = 100;
    StudyChoice budget = new StudyChoice(List.of(), 2, Duration.ofMinutes(10), true);
    assertThat(execute(budget)).isEqualTo(StudyRunner.Stop.BUDGET);
    assertThat(executor.executed).hasSize(6);
    assertThat(executor.told.get(executor.told.size() - 1))
        .contains("6 runs are left, about 10 min");
    assertThat(execute(budget)).isEqualTo(StudyRunner.Stop.DONE);
    assertThat(executor.executed).hasSize(12);
  }

  @Test
  void estimatesFollowWhatRunsReallyTake() {
    executor.takesSeconds = 600;
    execute(all());
    assertThat(executor.told)
        .anyMatch(line -> line.startsWith("run 12 of 12") && line.contains("(about 10 min;"));
  }

  @Test
  void onlySomeCellsAreExecutedAndTheRestLater() {
    execute(new StudyChoice(List.of("2 of 2, FLINK"), 1, null, true));
    assertThat(executor.executed).containsExactlyInAnyOrder("one-flink-control 1", "both-flink 1");
    execute(all());
    assertThat(executor.executed).hasSize(12);
    assertThat(folders(parent)).hasSize(1);
  }

  @Test
  void controlsMayBeLeftForLater() {
    execute(new StudyChoice(List.of(), 2, null, false));
    assertThat(executor.executed).isNotEmpty().noneMatch(name -> name.contains("control"));
    execute(all());
    assertThat(executor.executed).hasSize(12);
  }

  @Test
  void aTextThatNoCellContainsIsRefusedWithTheCells() {
    assertThatThrownBy(() -> new StudyChoice(List.of("storm"), 1, null, true).check(plan()))
        .isInstanceOfSatisfying(
            ReboundException.class, e -> assertThat(e.remedy()).contains("kill 1 of 2, flink"));
    assertThatThrownBy(() -> new StudyChoice(List.of(), 0, null, true).check(plan()))
        .isInstanceOf(ReboundException.class);
  }

  @Test
  void moreRepetitionsGoOnWithTheSameStudyAndFewerDropNothingThatIsDone() {
    execute(all());
    execute(new StudyChoice(List.of(), 3, null, true));
    assertThat(executor.executed).hasSize(18);
    execute(new StudyChoice(List.of(), 1, null, true));
    assertThat(runs(parent).done(false)).hasSize(12);
    assertThat(executor.executed).hasSize(18);
  }

  @Test
  void aChangedExperimentIsNamedAndNeedsFresh() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("both", "200/s", 2));
    assertThatThrownBy(() -> execute(all()))
        .isInstanceOfSatisfying(
            ReboundException.class,
            e -> {
              assertThat(e).hasMessageContaining("1 of 12 runs are done");
              assertThat(e).hasMessageContaining("both-flink has changed");
              assertThat(e.getMessage()).doesNotContain("one-flink");
              assertThat(e.remedy()).contains("--fresh");
            });
    executor.reset();
    execute(parent, all(), true);
    assertThat(folders(parent)).hasSize(2);
  }

  @Test
  void aDefaultThatAFileWritesOutByNowChangesNothing() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("both", "100.0/s", 2) + "kafka: { partitions: 8 }\n");
    executor.reset();
    execute(all());
    assertThat(executor.executed).hasSize(11);
    assertThat(folders(parent)).hasSize(1);
  }

  @Test
  void aStudyThatIsKnownByItsResolvedFilesGoesOn() {
    executor.interruptAt = 2;
    execute(all());
    StudyRuns begun = runs(parent);
    new StudyRuns(
            begun.study(),
            begun.scale(),
            begun.shortened(),
            begun.overrides(),
            plan().fingerprintsOfFiles(),
            begun.runs())
        .write(executor.folder);
    executor.reset();
    execute(all());
    assertThat(executor.executed).hasSize(11);
    assertThat(runs(parent).fingerprints()).isEqualTo(plan().fingerprints());
  }

  @Test
  void theFormerStudyGoesOnOnceItsFilesAreBack() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("both", "200/s", 2));
    executor.reset();
    execute(parent, all(), true);
    file("both.yaml", KILL.formatted("both", "100/s", 2));
    executor.reset();
    execute(all());
    assertThat(executor.executed).hasSize(11);
    assertThat(folders(parent)).hasSize(2);
  }

  @Test
  void aSecondLabDoesNotTakeUpAStudyThatIsBeingExecuted() throws IOException {
    Files.createDirectories(parent);
    try (StudyLock first = StudyLock.take(parent)) {
      assertThat(first.folder()).isEqualTo(parent);
      assertThatThrownBy(() -> StudyLock.take(parent)).hasMessageContaining("executed already");
    }
    StudyLock.take(parent).close();
  }

  @Test
  void thePlanSaysWhatItTakes() {
    StudyPlan plan = plan();
    StudyRuns runs = StudyStart.find(parent, plan, all(), false).runs();
    assertThat(StudyWords.lines(plan, runs, all(), false))
        .anyMatch(
            line -> line.contains("kill 1 of 2, flink 2.3.0, stock: 2 runs of about 5 min, 2 con"))
        .contains("12 runs: about 48 min");
    assertThat(StudyWords.diskBytes(plan, runs, all(), false)).isEqualTo(1000 + 8 * 10 + 4 * 8);
    assertThat(parent).doesNotExist();
    assertThat(StudyWords.about(Duration.ofMinutes(130))).isEqualTo("2 h 10 min");
  }

  private StudyChoice all() {
    return new StudyChoice(List.of(), 2, null, true);
  }

  private StudyRunner.Stop execute(StudyChoice choice) {
    return execute(parent, choice, false);
  }

  private StudyRunner.Stop execute(Path place, StudyChoice choice, boolean fresh) {
    StudyPlan plan = plan();
    StudyStart start = StudyStart.find(place, plan, choice, fresh);
    Path folder = start.open(place, plan.study(), Instant.parse("2024-05-06T07:08:09Z"));
    executor.folder = folder;
    return new StudyRunner(folder, plan, choice, start.runs(), executor, () -> executor.seconds)
        .run();
  }

  private StudyPlan plan() {
    Path folder = temporary.resolve("study");
    Study study = StudyFile.load(folder.resolve("study.yaml"));
    List<StudyPlan.Planned> planned = new ArrayList<>();
    for (Study.Member member : study.experiments()) {
      for (Experiment e : ExperimentFile.load(folder.resolve(member.file()), List.of(), 1)) {
        PlannedCell cell =
            new PlannedCell(
                member.scenario(),
                e.engine().name(),
                e.engine().name().equals("flink") ? "2.3.0" : "4.3.1",
                "stock");
        planned.add(new StudyPlan.Planned(cell, e, RUN, CONTROL));
      }
    }
    return new StudyPlan(study, 1, List.of(), planned);
  }

  private void file(String name, String text) throws IOException {
    Files.createDirectories(temporary.resolve("study"));
    Files.writeString(temporary.resolve("study").resolve(name), text);
  }

  private static StudyRuns runs(Path place) {
    return StudyRuns.read(place.resolve("latest")).orElseThrow();
  }

  private static List<PlannedRun.State> states(Path place) {
    return runs(place).runs().stream().map(PlannedRun::state).toList();
  }

  private static Set<String> folders(Path place) {
    String[] names = place.toFile().list();
    return names == null
        ? Set.of()
        : List.of(names).stream()
            .filter(name -> !name.equals("latest"))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As if the lab were killed: nothing after it is executed. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final class Pretending implements StudyRunner.Executor {
    private final List<String> executed = new ArrayList<>();
    private final List<String> compared = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final Deque<Boolean> failures = new ArrayDeque<>();
    private Path folder = Path.of("");
    private @Nullable Integer interruptAt;
    private @Nullable Integer dieAt;
    private @Nullable Integer breakAt;
    private boolean endedAll;
    private boolean blind;
    private boolean interrupted;
    private String verdict = "pass";
    private long takesSeconds = 60;
    private long seconds;
    private int reports;
    private int pilot = 3;
    private double asked;

    void reset() {
      executed.clear();
      told.clear();
      failures.clear();
      interruptAt = null;
      dieAt = null;
      breakAt = null;
      interrupted = false;
    }

    private boolean now(@Nullable Integer at) {
      return at != null && at == executed.size();
    }

    @Override
    public StudyRunner.Ended execute(
        PlannedRun run, Experiment experiment, Consumer<Path> started) {
      started.accept(folder.resolve(run.experiment()).resolve(Integer.toString(run.repetition())));
      if (Boolean.TRUE.equals(failures.poll())) {
        throw new ReboundException(ReboundException.Cause.ENVIRONMENT, "no port", "");
      }
      executed.add(run.experiment() + " " + run.repetition());
      seconds += takesSeconds;
      if (now(dieAt)) {
        throw new Killed();
      }
      interrupted |= now(interruptAt);
      return new StudyRunner.Ended(
          verdict, interrupted, now(breakAt) ? "observer died" : "", blind ? "no fault seen" : "");
    }

    @Override
    public Optional<StudyRunner.Ended> ended(Path run) {
      return endedAll
          ? Optional.of(new StudyRunner.Ended("pass", false, "", ""))
          : Optional.empty();
    }

    @Override
    public void compare(Path run, Path control) {
      compared.add(name(run) + " with " + name(control));
    }

    private static String name(Path run) {
      return String.valueOf(run.getName(run.getNameCount() - 2));
    }

    @Override
    public Pilot pilot(double precision) {
      asked = precision;
      return new Pilot(pilot, "it takes " + pilot);
    }

    @Override
    public void report() {
      reports++;
    }

    @Override
    public boolean interrupted() {
      return interrupted;
    }

    @Override
    public void tell(String line) {
      told.add(line);
    }
  }
}
