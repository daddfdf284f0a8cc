package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Cells of several numbers of workers and cores, and what is told of how their rates grow. */
class ScalingsTest {
  private static final List<Study.Growth> OVER_WORKERS =
      List.of(new Study.Growth(Metrics.BACKLOG_RATE, "engine.workers"));

  private final List<ComparedRun> runs = new ArrayList<>();

  private static double law(int number) {
    return 10_000.0 * number / (1 + 0.05 * (number - 1) + 0.01 * number * (number - 1));
  }

  /** A run of each of three blocks, of which the second is slow. */
  private void cell(String engine, Map<String, String> settings, double rate) {
    for (int block = 1; block <= 3; block++) {
      run(engine, settings, block, rate * (block == 2 ? 0.6 : 1) * (1 + 0.001 * block));
    }
  }

  private void run(String engine, Map<String, String> settings, int block, double rate) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("engine.name", engine);
    Results results =
        MadeUp.results(
            "grep-" + engine + "-tuned",
            engine,
            "tuned",
            List.of(),
            Map.of(Metrics.BACKLOG_RATE, rate));
    runs.add(MadeUp.run(results, all).made(new ComparedRun.Made(block, 0, 60)));
  }

  private List<Scaling> over(List<Study.Growth> growths) {
    return new Comparer()
        .compare(
            runs,
            new ComparisonRequest(
                "t", "", "", "", List.of(), List.of(), growths, List.of(), List.of()),
            List.of())
        .scalings();
  }

  private static Map<String, String> workers(int workers) {
    return Map.of(
        "engine.workers", Integer.toString(workers), "cores.subject", "1", "cores.rig", "1");
  }

  @Test
  void blocksOfUnlikeSpeedDoNotHideTheLaw() {
    for (int workers : new int[] {8, 1, 4, 2}) {
      cell("flink", workers(workers), law(workers));
      cell("storm", workers(workers), 5000);
    }
    Scaling scaling = over(OVER_WORKERS).get(0);

    assertThat(scaling.lines()).hasSize(2);
    Scaling.ScalingLine flink = scaling.lines().get(0);
    assertThat(flink.label()).isEqualTo("grep, Flink, tuned");
    assertThat(flink.points())
        .extracting(Scaling.ScalingPoint::at)
        .containsExactly(1.0, 2.0, 4.0, 8.0);
    Scaling.ScalingPoint last = flink.points().get(3);
    assertThat(last.speedUp().value().low()).isCloseTo(law(8) / law(1), within(1e-6));
    assertThat(last.speedUp().interval()).isNotNull();
    assertThat(last.efficiency().value().low()).isCloseTo(law(8) / law(1) / 8, within(1e-6));
    Scaling.ScalingLaw fit = flink.fit();
    assertThat(fit).isNotNull();
    assertThat(fit.blocks()).isTrue();
    assertThat(fit.sigma().value().low()).isCloseTo(0.05, within(1e-4));
    assertThat(fit.kappa().value().low()).isCloseTo(0.01, within(1e-4));
    assertThat(fit.peak().value().low()).isCloseTo(Math.sqrt(95), within(0.01));
    assertThat(fit.predictions()).extracting(Scaling.LawRate::at).containsExactly(16.0, 32.0);
    assertThat(fit.curve().get(0).at()).isEqualTo(1);
    assertThat(flink.threats())
        .singleElement()
        .asString()
        .startsWith("At 2, 4, 8: more workers than the engine has cores");
    Scaling.ScalingLaw storm = scaling.lines().get(1).fit();
    assertThat(storm).isNotNull();
    assertThat(storm.sigma().value().low()).as("no more of more").isCloseTo(1, within(1e-3));
  }

  @Test
  void threeNumbersAreNotFitted() {
    for (int workers : new int[] {1, 2, 4}) {
      cell("flink", workers(workers), law(workers));
    }
    Scaling.ScalingLine line = over(OVER_WORKERS).get(0).lines().get(0);
    assertThat(line.fit()).isNull();
    assertThat(line.noFit()).startsWith("3 numbers: ").contains("takes 4");
  }

  @Test
  void oneNumberIsNoLine() {
    cell("flink", workers(1), law(1));
    cell("flink", Map.of("engine.workers", "4", "cores.subject", "2", "cores.rig", "1"), law(4));
    assertThat(over(OVER_WORKERS)).as("they differ in cores, too").isEmpty();
  }

  @Test
  void twoCoresOfTwoLeaveNoneToTheRigAndItIsSaid() {
    cell("flink", Map.of("cores.subject", "1", "cores.rig", "1"), 10_000);
    cell("flink", Map.of("cores.subject", "2", "cores.rig", "0"), 15_000);
    Scaling.ScalingLine line =
        over(List.of(new Study.Growth(Metrics.BACKLOG_RATE, "cores.subject")))
            .get(0)
            .lines()
            .get(0);
    assertThat(line.points().get(1).speedUp().value().low()).isCloseTo(1.5, within(1e-9));
    assertThat(line.threats())
        .singleElement()
        .asString()
        .startsWith("At 2: brokers, instruments and the lab run on the engine's cores, too");
  }

  @Test
  void coresThatAreAlikeForTheRigTooAreALineFirst() {
    cell("flink", Map.of("cores.subject", "1", "cores.rig", "1"), 10_000);
    cell("flink", Map.of("cores.subject", "1", "cores.rig", "0"), 8_000);
    cell("flink", Map.of("cores.subject", "2", "cores.rig", "0"), 12_000);
    List<Scaling.ScalingLine> lines =
        over(List.of(new Study.Growth(Metrics.BACKLOG_RATE, "cores.subject"))).get(0).lines();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0).points().get(1).speedUp().value().low()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void aBlockWithoutARunOfEachIsLeftOutOfTheFit() {
    for (int workers : new int[] {1, 2, 4, 8}) {
      cell("flink", workers(workers), law(workers));
    }
    run("flink", workers(8), 4, 1);
    Scaling.ScalingLaw fit = over(OVER_WORKERS).get(0).lines().get(0).fit();
    assertThat(fit).isNotNull();
    assertThat(fit.sigma().value().low()).isCloseTo(0.05, within(1e-4));
  }

  /** Four blocks of unlike speed, each without a run of another number. */
  @Test
  void blocksThatLackRunsGiveNoIntervals() {
    int[] numbers = {1, 2, 4, 8};
    for (int block = 1; block <= 4; block++) {
      for (int workers : numbers) {
        if (workers != numbers[block - 1]) {
          run("flink", workers(workers), block, law(workers) * (1 + 0.2 * block));
        }
      }
    }
    Scaling.ScalingLaw fit = over(OVER_WORKERS).get(0).lines().get(0).fit();
    assertThat(fit).isNotNull();
    assertThat(fit.blocks()).isFalse();
    assertThat(fit.lambda().interval()).isNull();
    assertThat(fit.predictions()).allSatisfy(at -> assertThat(at.rate().interval()).isNull());
    assertThat(fit.curve()).allSatisfy(at -> assertThat(at.rate().interval()).isNull());
    assertThat(fit.sigma().note()).contains("3 blocks");
  }

  @Test
  void runsOfNoKnownBlockAreTakenToBeIndependent() {
    for (int workers : new int[] {1, 2, 4, 8}) {
      for (int run = 1; run <= 3; run++) {
        run("flink", workers(workers), 0, law(workers) * (1 + 0.01 * run));
      }
    }
    Scaling.ScalingLaw fit = over(OVER_WORKERS).get(0).lines().get(0).fit();
    assertThat(fit).isNotNull();
    assertThat(fit.blocks()).isFalse();
    assertThat(fit.lambda().interval()).isNotNull();
  }

  @Test
  void numbersBelowOneAreMeasuredAndNotFitted() {
    for (String quota : List.of("0.05", "0.5", "1", "2")) {
      cell("flink", Map.of("cores.quota", quota), 10_000 * Double.parseDouble(quota));
    }
    Scaling.ScalingLine line =
        over(List.of(new Study.Growth(Metrics.BACKLOG_RATE, "cores.quota"))).get(0).lines().get(0);
    assertThat(line.points()).hasSize(4);
    assertThat(line.fit()).isNull();
    assertThat(line.noFit()).startsWith("0.05 is below 1: ");
  }
}
