package dev.rebound.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.oracle.CorrectJobs.Declared;
import dev.rebound.lab.oracle.Corruptions.Corruption;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * What must be true of the verdict on any workload, whatever it computes: of a correct run one
 * field of an output is made wrong, or one output dropped or doubled. A workload that is not among
 * {@link CorrectJobs} fails the first of these.
 */
@Tag("thorough")
class EveryOracleTest {
  private static final List<String> GUARANTEES = List.of("none", "at-least-once", "exactly-once");

  private static Path folder;
  private static final Map<Declared, MadeRun> RUNS = new HashMap<>();

  /** By workload and guarantee. */
  private static final Map<String, Set<String>> UNKNOWN = new HashMap<>();

  @BeforeContainer
  static void folder() throws IOException {
    folder = Files.createTempDirectory("oracle");
  }

  @AfterContainer
  static void delete() throws IOException {
    RUNS.clear();
    UNKNOWN.clear();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** A run without a mistake; the same one each time. */
  private static MadeRun right(Declared declared) {
    return RUNS.computeIfAbsent(
        declared,
        its -> {
          try {
            return its.run(Files.createTempDirectory(folder, "run"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static Declared any(Random random) {
    List<Declared> all = CorrectJobs.all();
    return all.get(random.nextInt(all.size()));
  }

  private static Corruption any(MadeRun run, Declared declared, Random random) {
    List<Corruption> all = Corruptions.of(run, declared, random.nextInt(run.outputs.size()));
    return all.get(random.nextInt(all.size()));
  }

  @Example
  void eachWorkloadHasACorrectJobWhichNoGuaranteeConvicts() {
    assertThat(CorrectJobs.all())
        .extracting(Declared::workload)
        .as("a workload needs a correct job among CorrectJobs")
        .containsAll(Workloads.kinds().stream().map(WorkloadKind::name).toList());
    for (Declared declared : CorrectJobs.all()) {
      for (String guarantee : GUARANTEES) {
        Results results = right(declared).judged(guarantee);
        assertThat(MadeRun.found(results)).as("%s, %s", declared, guarantee).isEmpty();
        assertThat(results.judgements())
            .as("%s, %s", declared, guarantee)
            .noneMatch(j -> j.verdict() == Verdict.FAIL)
            .allMatch(j -> j.verdict() == Verdict.PASS || j.metric().equals("lost"));
      }
    }
  }

  @Example
  void eachFieldOfAnOutputIsFoundWrongOrToldAsNotJudged() {
    Random random = new Random(59);
    for (Declared declared : CorrectJobs.all()) {
      MadeRun run = right(declared);
      for (int at : oneOfEachKind(run, random)) {
        for (Corruption wrong : Corruptions.of(run, declared, at)) {
          foundOrTold(declared, at, wrong, "exactly-once");
          foundOrTold(declared, at, wrong, "at-least-once");
        }
      }
    }
  }

  /** Any output of each topic, and of those that a closing round brought. */
  private static Collection<Integer> oneOfEachKind(MadeRun run, Random random) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, run.outputs.size()).boxed().toList());
    Collections.shuffle(all, random);
    Map<String, Integer> one = new TreeMap<>();
    for (int at : all) {
      Written output = run.outputs.get(at);
      one.put(output.topic() + " " + Corruptions.readout(output), at);
    }
    return one.values();
  }

  @Property(tries = 80, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void anyFieldOfAnyOutputIsFoundWrongOrToldAsNotJudged(@ForAll long seed) {
    Random random = new Random(seed);
    Declared declared = any(random);
    MadeRun run = right(declared);
    int at = random.nextInt(run.outputs.size());
    List<Corruption> all = Corruptions.of(run, declared, at);
    String guarantee = GUARANTEES.get(1 + random.nextInt(2));
    foundOrTold(declared, at, all.get(random.nextInt(all.size())), guarantee);
  }

  /**
   * That a part of an aspect is passed over excuses what is declared as beside the rest, and
   * nothing else of it. An input that counts twice where that is allowed is told as excess.
   */
  private static void foundOrTold(Declared declared, int at, Corruption wrong, String guarantee) {
    MadeRun run = right(declared).copy();
    wrong.plant().accept(run);
    Results results = run.judged(guarantee);
    boolean found =
        !MadeRun.found(results).isEmpty() || results.metrics().getOrDefault("excess", 0.0) > 0;
    boolean unknown = !unknown(results).equals(unknownOfRight(declared, guarantee));
    String aspect = wrong.field().name().toLowerCase(Locale.ROOT);
    boolean beside = declared.isBeside(wrong.name(), guarantee);
    String topic = right(declared).topic(at);
    boolean told =
        results.audits().stream()
            .filter(audit -> audit.topic() == null || audit.topic().equals(topic))
            .flatMap(audit -> audit.notJudged().stream())
            .anyMatch(one -> one.aspect().equals(aspect) && (beside || isWhole(one)));
    assertThat(found || unknown || told)
        .as("%s of %s, %s: %s", wrong, declared, guarantee, results.judgements())
        .isTrue();
  }

  private static Set<String> unknown(Results results) {
    return results.judgements().stream()
        .filter(judgement -> judgement.verdict() == Verdict.UNKNOWN)
        .map(Results.Judgement::metric)
        .collect(Collectors.toSet());
  }

  /** What is not known of a run without a mistake either. */
  private static Set<String> unknownOfRight(Declared declared, String guarantee) {
    return UNKNOWN.computeIfAbsent(
        declared + guarantee, key -> unknown(right(declared).judged(guarantee)));
  }

  /** Of which nothing is judged: what of an aspect is found has a kind. */
  private static boolean isWhole(Results.Unlooked one) {
    return one.kind() != null || !List.of("content", "order").contains(one.aspect());
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void aStricterGuaranteeNeverPassesWhatAWeakerFails(@ForAll long seed) {
    Random random = new Random(seed);
    Declared declared = any(random);
    MadeRun run = right(declared).copy();
    int wrongs = 1 + random.nextInt(3);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < wrongs; i++) {
      int at = random.nextInt(run.outputs.size());
      switch (random.nextInt(4)) {
        case 0 -> {
          names.add("dropped");
          run.outputs.remove(at);
        }
        case 1 -> {
          names.add("doubled");
          run.outputs.add(run.outputs.get(at));
        }
        default -> {
          Corruption wrong = any(run, declared, random);
          names.add(wrong.name());
          wrong.plant().accept(run);
        }
      }
    }
    boolean failed = false;
    for (String guarantee : GUARANTEES) {
      Verdict verdict = run.judged(guarantee).verdict();
      assertThat(failed && verdict == Verdict.PASS)
          .as("%s passes %s of %s, and a weaker one does not", guarantee, names, declared)
          .isFalse();
      failed |= verdict == Verdict.FAIL;
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void noRunPassesWithOneOutputLess(@ForAll long seed) {
    Random random = new Random(seed);
    Declared declared = any(random);
    if (declared.updates()) {
      return; // outputs are as many as a job likes
    }
    MadeRun run = right(declared).copy();
    int less = random.nextInt(run.outputs.size());
    if (Corruptions.ofNothing(run.outputs.get(less))) {
      return; // nobody owes it
    }
    any(run, declared, random).plant().accept(run);
    String guarantee = GUARANTEES.get(1 + random.nextInt(2));
    Verdict before = run.judged(guarantee).verdict();
    run.outputs.remove(less);
    Verdict after = run.judged(guarantee).verdict();
    assertThat(after)
        .as("%s, %s, before: %s", declared, guarantee, before)
        .isNotEqualTo(Verdict.PASS);
  }

  /** A job need not have a state of what never came. */
  @Example
  void theStateOfARuleThatNothingMatchedIsNotOwed() {
    Declared declared =
        CorrectJobs.all().stream()
            .filter(its -> its.workload().equals("log-match"))
            .findFirst()
            .orElseThrow();
    MadeRun run = right(declared).copy();
    int all = run.outputs.size();
    run.outputs.removeIf(Corruptions::ofNothing);
    assertThat(run.outputs.size()).as("the sample has such rules").isLessThan(all);
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("at-least-once").verdict()).isEqualTo(Verdict.PASS);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void noRunThatDoesNotPassPassesWithAPieceOfEvidenceLess(@ForAll long seed) {
    Random random = new Random(seed);
    Declared declared = any(random);
    MadeRun run = right(declared).copy();
    Corruption wrong = any(run, declared, random);
    wrong.plant().accept(run);
    String guarantee = GUARANTEES.get(1 + random.nextInt(2));
    Verdict before = run.judged(guarantee).verdict();
    if (before == Verdict.PASS) {
      return;
    }
    for (MadeRun.Piece piece : MadeRun.Piece.values()) {
      assertThat(judgedOrRefused(run.copy().without(piece), guarantee))
          .as("%s of %s, %s, without %s, before: %s", wrong, declared, guarantee, piece, before)
          .isNotEqualTo(Verdict.PASS);
    }
  }

  /** Evidence that cannot be read is refused, and that is no verdict. */
  private static Verdict judgedOrRefused(MadeRun run, String guarantee) {
    try {
      return run.judged(guarantee).verdict();
    } catch (ReboundException | UncheckedIOException e) {
      return Verdict.UNKNOWN;
    }
  }

  @Example
  void aCorrectJobOfWhichReadersCameByAllTwiceIsCorrect() {
    for (Declared declared : CorrectJobs.all()) {
      Results results = right(declared).copy().readTwice().judged("exactly-once");
      assertThat(MadeRun.found(results)).as(declared.toString()).isEmpty();
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void whatReadersCameByTwiceChangesNothing(@ForAll long seed) {
    Random random = new Random(seed);
    Declared declared = any(random);
    MadeRun run = right(declared).copy();
    List<Corruption> wrong = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      wrong.add(any(run, declared, random));
      wrong.get(wrong.size() - 1).plant().accept(run);
    }
    for (String guarantee : GUARANTEES) {
      Results once = run.judged(guarantee);
      Results twice = run.copy().readTwice().judged(guarantee);
      assertThat(twice.verdict())
          .as("%s of %s, %s", wrong, declared, guarantee)
          .isEqualTo(once.verdict());
      boolean gone = wrong.stream().anyMatch(one -> one.name().equals("isolation"));
      // What stands nowhere any more cannot be known to be the same: it is told as twice, too.
      if (!gone) {
        assertThat(MadeRun.verdicts(twice))
            .as("%s of %s, %s", wrong, declared, guarantee)
            .isEqualTo(MadeRun.verdicts(once));
      }
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void anOutputThatIsThereTwiceIsFoundWhereThatIsNotAllowed(@ForAll long seed) {
    Random random = new Random(seed);
    Declared declared = any(random);
    MadeRun run = right(declared).copy();
    Written output = run.outputs.get(random.nextInt(run.outputs.size()));
    boolean late =
        declared.workload().equals("session-window") && !declared.yaml().contains("late");
    if (declared.updates() || Corruptions.readout(output) || late) {
      return; // sessions of late visits alone are told as not judged
    }
    run.outputs.add(output);
    Results results = run.judged("exactly-once");
    assertThat(MadeRun.found(results)).as(declared.toString()).containsKey("duplicated");
    assertThat(results.verdict()).as(declared.toString()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("at-least-once").verdict())
        .as(declared.toString())
        .isNotEqualTo(Verdict.FAIL);
  }
}
