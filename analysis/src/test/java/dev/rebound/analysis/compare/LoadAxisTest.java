package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.Cells;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Recoveries at several loads, beside a backlog that tells the capacity. */
class LoadAxisTest extends MadeUpComparison {
  private static final List<Study.Contrast> OVER_LOAD =
      List.of(
          new Study.Contrast("recovery", "load.rate"), new Study.Contrast("outage", "load.rate"));

  private static ComparedRun kill(String engine, int rate, double recovery, int block) {
    return MadeUp.run("kill", engine, "tuned", Map.of("load.rate", rate + "/s"), recovery)
        .made(new ComparedRun.Made(block, 0, 60));
  }

  private static ComparedRun backlog(String engine, double rate, int block, String more) {
    Map<String, String> settings =
        more.isEmpty()
            ? Map.of("load.rate", "max", "load.backlog", "true", "load.max-records", "300000")
            : Map.of("load.rate", "max", "load.backlog", "true", more, "1");
    return MadeUp.run(
            MadeUp.results(
                "capacity-" + engine + "-tuned",
                engine,
                "tuned",
                List.of(),
                Map.of(Metrics.BACKLOG_RATE, rate)),
            settings)
        .made(new ComparedRun.Made(block, 0, 60));
  }

  private static List<Axis> axes(List<ComparedRun> runs) {
    return COMPARER.compare(runs, brief(OVER_LOAD), List.of()).axes();
  }

  private static List<ComparedRun> study() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int block = 1; block <= 3; block++) {
      runs.add(backlog("flink", 10_000, block, ""));
      runs.add(backlog("kafka-streams", 20_000, block, ""));
      for (int share = 1; share <= 4; share++) {
        runs.add(kill("flink", 2000 * share, 4000 + 1000 * share, block));
        runs.add(kill("kafka-streams", 4000 * share, 8000 + 1000 * share, block));
      }
    }
    return runs;
  }

  @Test
  void enginesOfDifferentCapacityStandBesideEachOther() {
    List<Axis> axes = axes(study());
    assertThat(axes).extracting(Axis::key).containsOnly(Metrics.LOAD_TO_CAPACITY).hasSize(2);
    assertThat(axes).allMatch(Axis::ofLoad);
    List<AxisLine> lines = axes.get(0).lines();
    assertThat(lines)
        .extracting(AxisLine::label)
        .containsExactly("kill, Flink, tuned", "kill, Kafka Streams, tuned");
    for (AxisLine line : lines) {
      assertThat(line.points())
          .extracting(Point::text)
          .containsExactly("20 %", "40 %", "60 %", "80 %");
      assertThat(line.points()).allMatch(point -> point.figure().interval() != null);
    }
  }

  @Test
  void aQueueIsDrainedAtWhatTheLoadLeavesOfTheCapacity() {
    List<Axis> axes = axes(study());
    List<Point> predicted = axes.get(0).lines().get(0).predicted();
    // Outages are half as long as recoveries.
    assertThat(predicted).extracting(Point::at).containsExactly(0.2, 0.4, 0.6, 0.8);
    assertThat(predicted.get(0).figure().value().low()).isCloseTo(2500 / 0.8, within(1.0));
    assertThat(predicted.get(3).figure().value().low()).isCloseTo(4000 / 0.2, within(1.0));
    assertThat(axes.get(1).lines()).allMatch(line -> line.predicted().isEmpty());
  }

  @Test
  void theCapacityOfTheSameBlockCountsOnAMachineOfUnevenSpeed() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int block = 1; block <= 2; block++) {
      runs.add(backlog("flink", 10_000 * block, block, ""));
      runs.add(kill("flink", 2000, 5000, block));
      runs.add(kill("flink", 4000, 6000, block));
    }
    assertThat(COMPARER.compare(runs, brief(OVER_LOAD), List.of()).cells())
        .filteredOn(cell -> cell.label().contains("2000/s"))
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.loadToCapacity().least()).isCloseTo(0.1, within(1e-9));
              assertThat(cell.loadToCapacity().greatest()).isCloseTo(0.2, within(1e-9));
            });
  }

  @Test
  void withoutABlockAllRunsOfTheBacklogTellIt() {
    List<ComparedRun> runs =
        List.of(
            backlog("flink", 5_000, 0, ""),
            backlog("flink", 15_000, 0, ""),
            kill("flink", 2000, 5000, 0),
            kill("flink", 4000, 6000, 0));
    assertThat(axes(runs).get(0).lines().get(0).points())
        .extracting(Point::text)
        .containsExactly("20 %", "40 %");
  }

  @Test
  void aBacklogOfOtherSettingsTellsNothing() {
    List<ComparedRun> runs =
        List.of(
            backlog("flink", 10_000, 1, "engine.workers"),
            kill("flink", 2000, 5000, 1),
            kill("flink", 4000, 6000, 1));
    assertThat(axes(runs)).extracting(Axis::key).as("rates as they are").containsOnly("load.rate");
    assertThat(axes(runs).get(0).lines().get(0).predicted()).isEmpty();
  }

  @Test
  void whatAJobMakesItselfTellsNoCapacity() {
    ComparedRun generated =
        MadeUp.run(
                MadeUp.results(
                    "generated-flink-tuned",
                    "flink",
                    "tuned",
                    List.of(),
                    Map.of(Metrics.BACKLOG_RATE, 70_000.0)),
                Map.of("load.rate", "max", "load.generated", "true", "load.max-records", "300000"))
            .made(new ComparedRun.Made(1, 0, 60));
    List<ComparedRun> kills = List.of(kill("flink", 2000, 5000, 1), kill("flink", 4000, 6000, 1));
    List<ComparedRun> runs = new ArrayList<>(kills);
    runs.add(0, generated);
    assertThat(axes(runs)).extracting(Axis::key).containsOnly("load.rate");
    runs.add(backlog("flink", 10_000, 1, ""));
    assertThat(axes(runs).get(0).lines().get(0).points())
        .extracting(Point::text)
        .containsExactly("20 %", "40 %");
  }

  @Test
  void whereNoRatesAreComparedABacklogTellsNoCapacity() {
    List<CellRuns> cells = Cells.of(study());
    assertThat(
            BacklogCapacity.told(cells, List.of(new Study.Contrast("recovery", "engine.workers"))))
        .isEqualTo(cells);
    assertThat(BacklogCapacity.told(cells, OVER_LOAD)).isNotEqualTo(cells);
  }
}
