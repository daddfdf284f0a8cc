package dev.rebound.campaign.study;

import dev.rebound.analysis.compare.SampleSizeEstimate;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.RunEnd;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A study of two engines whose runs only pretend. */
abstract class PretendedStudy {
  static final String KILL =
      """
      name: %s
      control: true
      engine: [{ name: kafka-streams, workers: 2 }, { name: flink, workers: 2 }]
      load: { rate: %s }
      faults: [{ at: 1s, kill: worker, count: %d }]
      """;

  static final String STUDY =
      """
      name: s
      repetitions: 2
      experiments:
        - { file: one.yaml, scenario: kill 1 of 2 }
        - { file: both.yaml, scenario: kill 2 of 2 }
      """;

  static final StudyPlan.Cost RUN = new StudyPlan.Cost(Duration.ofMinutes(5), 1000, 10);
  static final StudyPlan.Cost CONTROL = new StudyPlan.Cost(Duration.ofMinutes(2), 800, 8);

  @TempDir Path temporary;
  Path parent = Path.of("");

  final Pretending executor = new Pretending();

  @BeforeEach
  void writeStudy() throws IOException {
    parent = temporary.resolve("runs/s");
    file("study.yaml", STUDY);
    file("one.yaml", KILL.formatted("one", "100/s", 1));
    file("both.yaml", KILL.formatted("both", "100/s", 2));
  }

  static String name(PlannedRun run) {
    return run.experiment() + " " + run.repetition();
  }

  StudyChoice all() {
    return new StudyChoice(List.of(), 2, null, true);
  }

  StudyCampaign.StopReason execute(StudyChoice choice) {
    return execute(parent, choice, false);
  }

  StudyCampaign.StopReason execute(Path place, StudyChoice choice, boolean fresh) {
    StudyPlan plan = plan();
    StudyStart start = StudyStart.find(place, plan, choice, fresh);
    Path folder = start.open(place, plan.study(), Instant.parse("2024-05-06T07:08:09Z"));
    executor.folder = folder;
    return new StudyCampaign(folder, plan, choice, start.runs(), executor, () -> executor.seconds)
        .run();
  }

  StudyPlan plan() {
    Path folder = temporary.resolve("study");
    Study study = StudyFile.load(folder.resolve("study.yaml"));
    List<StudyPlan.PlannedExperiment> planned = new ArrayList<>();
    for (Study.StudyMember member : study.experiments()) {
      for (Experiment e : ExperimentFile.load(folder.resolve(member.file()), List.of(), 1)) {
        PlannedCell cell =
            new PlannedCell(
                member.scenario(),
                e.engine().name(),
                e.engine().name().equals("flink") ? "2.3.0" : "4.3.1",
                "stock");
        planned.add(new StudyPlan.PlannedExperiment(cell, e, RUN, CONTROL));
      }
    }
    return new StudyPlan(study, 1, List.of(), planned);
  }

  void file(String name, String text) throws IOException {
    Files.createDirectories(temporary.resolve("study"));
    Files.writeString(temporary.resolve("study").resolve(name), text);
  }

  static StudyRuns runs(Path place) {
    return StudyRuns.read(place.resolve("latest")).orElseThrow();
  }

  static List<PlannedRun.RunState> states(Path place) {
    return runs(place).runs().stream().map(PlannedRun::state).toList();
  }

  static Set<String> folders(Path place) {
    String[] names = place.toFile().list();
    return names == null
        ? Set.of()
        : List.of(names).stream()
            .filter(name -> !name.equals("latest"))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As if the lab were killed: nothing after it is executed. */
  static final class Killed extends RuntimeException {
    static final long serialVersionUID = 1;
  }

  static final class Pretending implements StudyCampaign.Executor {
    final List<String> executed = new ArrayList<>();
    final List<String> compared = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final Deque<Boolean> failures = new ArrayDeque<>();
    Path folder = Path.of("");
    @Nullable Integer interruptAt;
    @Nullable Integer dieAt;
    @Nullable Integer breakAt;
    boolean endedAll;
    boolean blind;
    boolean interrupted;
    Verdict verdict = Verdict.PASS;
    long takesSeconds = 60;
    long seconds;
    int reports;
    int pilot = 3;
    double asked;

    void reset() {
      executed.clear();
      told.clear();
      failures.clear();
      interruptAt = null;
      dieAt = null;
      breakAt = null;
      interrupted = false;
    }

    boolean now(@Nullable Integer at) {
      return at != null && at == executed.size();
    }

    @Override
    public RunEnd execute(PlannedRun run, Experiment experiment, Consumer<Path> started) {
      started.accept(folder.resolve(run.experiment()).resolve(Integer.toString(run.repetition())));
      if (Boolean.TRUE.equals(failures.poll())) {
        throw ReboundException.environment("no port", "");
      }
      executed.add(run.experiment() + " " + run.repetition());
      seconds += takesSeconds;
      if (now(dieAt)) {
        throw new Killed();
      }
      interrupted |= now(interruptAt);
      return new RunEnd(
          verdict, interrupted, now(breakAt) ? "observer died" : "", blind ? "no fault seen" : "");
    }

    @Override
    public Optional<RunEnd> ended(Path run) {
      return endedAll ? Optional.of(new RunEnd(Verdict.PASS, false, "", "")) : Optional.empty();
    }

    @Override
    public void compare(Path run, Path control) {
      compared.add(name(run) + " with " + name(control));
    }

    static String name(Path run) {
      return String.valueOf(run.getName(run.getNameCount() - 2));
    }

    @Override
    public SampleSizeEstimate pilot(double precision) {
      asked = precision;
      return new SampleSizeEstimate(pilot, "it takes " + pilot);
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
