package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ComparedRunBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs made side by side are held against each other; a drift of the machine is in both. */
class BlocksTest extends MadeUpComparison {
  /** How many times longer all takes in each block: the machine slows down by 1.8 times. */
  private static final List<Double> SLOWER = List.of(1.0, 1.16, 1.34, 1.55, 1.8);

  /** How far a run is off what its block and cell would make of it. */
  private static final List<Double> OFF = List.of(1.03, 0.98, 1.0, 1.02, 0.97);

  @Test
  void blocksShowTheDifferenceThatADriftOfTheMachineHidesFromRunsThatAreNotPaired() {
    Difference unpaired = recovery(compare(study(run -> ComparedRun.Made.UNKNOWN)));
    assertThat(unpaired.paired()).isFalse();
    assertThat(unpaired.outcome()).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    assertThat(unpaired.sentence())
        .endsWith(" (95 % interval; 5 runs, 5 faults each, not paired).");
    Difference paired = recovery(compare(study(run -> new ComparedRun.Made(run / 2 + 1, 0, 180))));
    assertThat(paired.paired()).isTrue();
    assertThat(paired.outcome()).isEqualTo(PairOutcome.SMALLER);
    assertThat(paired.ratio().interval().low()).isLessThan(1.25).isGreaterThan(1.15);
    assertThat(paired.ratio().interval().high()).isGreaterThan(1.25).isLessThan(1.35);
    assertThat(paired.sentence()).endsWith(" (95 % interval; 5 pairs, 5 faults each).");
  }

  @Test
  void whatWouldShowADifferenceFollowsFromTheSpreadAndCostsSoManyHours() {
    Difference unpaired = recovery(compare(study(run -> new ComparedRun.Made(0, 0, 180))));
    assertThat(unpaired.price().runs()).isGreaterThan(10);
    assertThat(unpaired.price().hours()).isEqualTo(unpaired.price().runs() * 2 * 180 / 3600.0);
    assertThat(unpaired.between()).isEqualTo("kill, quick: Flink and Kafka Streams, recovery time");
    assertThat(unpaired.seen()).startsWith("1.3 times [0.8").endsWith("]");
    assertThat(recovery(compare(study(run -> new ComparedRun.Made(0, 0, 0)))).price().hours())
        .isNull();
    assertThat(recovery(compare(study(run -> new ComparedRun.Made(run / 2 + 1, 0, 180)))).price())
        .as("shown already")
        .isNull();
  }

  @Test
  void runsInTurnsAreInBlocksAlsoIfNobodyRecordedThem() {
    assertThat(recovery(compare(study(run -> new ComparedRun.Made(0, 1000 + run, 0)))).paired())
        .isTrue();
    assertThat(recovery(compare(study(run -> new ComparedRun.Made(0, 1000 - run, 0)))).paired())
        .as("the other one first")
        .isTrue();
    assertThat(recovery(compare(study(run -> new ComparedRun.Made(0, run % 2 * 100 + run, 0)))))
        .as("all of the one, then all of the other")
        .matches(difference -> !difference.paired());
    assertThat(recovery(compare(study(run -> new ComparedRun.Made(0, run, 0)))).paired())
        .as("of one it is not known when")
        .isFalse();
  }

  @Test
  void aBlockOfWhichOneRunIsMissingIsLeftOutAndTooFewBlocksAreNone() {
    List<ComparedRun> runs = study(run -> new ComparedRun.Made(run / 2 + 1, 0, 180));
    Difference four = recovery(compare(runs.subList(1, 10)));
    assertThat(four.paired()).isTrue();
    assertThat(four.ratio().runs()).isEqualTo(4);
    List<ComparedRun> apart = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      apart.add(runs.get(i).made(new ComparedRun.Made(i + 1, 0, 180)));
    }
    assertThat(recovery(compare(apart)).paired()).as("no block has both").isFalse();
  }

  @Test
  void runsOnDifferentMachinesWereNotMadeSideBySide() {
    List<ComparedRun> runs = on("B", 3, study(run -> new ComparedRun.Made(run / 2 + 1, 0, 180)));
    Difference four = recovery(compare(runs));
    assertThat(four.paired()).isTrue();
    assertThat(four.ratio().runs()).isEqualTo(4);
    List<ComparedRun> turns = on("B", 3, study(run -> new ComparedRun.Made(0, 1000 + run, 0)));
    assertThat(recovery(compare(turns)).paired()).as("in turns, and not all on one").isFalse();
    assertThat(recovery(compare(on("A", 3, turns))).paired()).isTrue();
  }

  /** The same on machine A, but for one. */
  private static List<ComparedRun> on(String machine, int one, List<ComparedRun> runs) {
    List<ComparedRun> on = new ArrayList<>();
    for (ComparedRun run : runs) {
      String its = on.size() == one ? machine : "A";
      on.add(ComparedRunBuilder.builder(run).machine(its).copy());
    }
    return on;
  }

  private interface MadeThen {
    ComparedRun.Made of(int run);
  }

  /** Five runs of each of two engines in turns, of which the second takes 1.25 times as long. */
  private static List<ComparedRun> study(MadeThen then) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int block = 0; block < SLOWER.size(); block++) {
      double slower = SLOWER.get(block);
      runs.add(
          MadeUp.run("kill", "flink", "quick", 4000 * slower * OFF.get(block))
              .made(then.of(2 * block)));
      runs.add(
          MadeUp.run("kill", "kafka-streams", "quick", 4000 * 1.25 * slower * OFF.get(4 - block))
              .made(then.of(2 * block + 1)));
    }
    return runs;
  }

  private static Difference recovery(Comparison comparison) {
    return comparison.differences().stream()
        .filter(difference -> difference.metric().equals("recovery"))
        .findFirst()
        .orElseThrow();
  }
}
