package dev.rebound.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.CellFiguresBuilder;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.MetricByRun;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Comparison.RunValues;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.CellLabels;
import dev.rebound.report.picture.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartsTest {
  @TempDir Path folder;

  @Test
  void anAxisBeginsAtNothingUnlessOneValueWouldFlattenTheOthers() {
    AxisScale near =
        AxisScale.of(List.of(BoundedValue.of(200), BoundedValue.of(300)), List.of(), 100);
    assertThat(near.isLogarithmic()).isFalse();
    assertThat(near.at(0)).isZero();
    assertThat(near.marks("recovery")).containsExactly(0.0, 100.0, 200.0, 300.0);

    AxisScale wide =
        AxisScale.of(List.of(BoundedValue.of(200), BoundedValue.of(2000)), List.of(), 100);
    assertThat(wide.isLogarithmic()).isTrue();
    assertThat(wide.at(2000) - wide.at(632)).isCloseTo(wide.at(632) - wide.at(200), within());

    AxisScale far =
        AxisScale.of(
            List.of(BoundedValue.of(200), BoundedValue.of(300)),
            List.of(new BoundedValue(100, 9e5)),
            100);
    assertThat(far.isLogarithmic()).isTrue();
    assertThat(far.isAbove(9e5)).isTrue();
    assertThat(far.isAbove(300)).isFalse();

    assertThat(
            AxisScale.of(List.of(BoundedValue.of(0), BoundedValue.of(9)), List.of(), 100)
                .isLogarithmic())
        .isFalse();
  }

  private static Offset<Double> within() {
    return Offset.offset(0.1);
  }

  @Test
  void marksAreShortAndRound() {
    assertThat(Stream.of(0.0, 250.0, 1000.0, 1500.0, 200_000.0))
        .extracting(value -> AxisScale.said("recovery", value))
        .containsExactly("0", "250 ms", "1 s", "1.5 s", "200 s");
    assertThat(AxisScale.logarithmic(1 << 20, 1 << 30, 100).marks("checkpoint.written"))
        .hasSizeBetween(3, 7)
        .contains((double) (1 << 20), (double) (1 << 24));
    assertThat(AxisScale.logarithmic(1, 1000, 100).marks("lost"))
        .containsExactly(1.0, 10.0, 100.0, 1000.0);
  }

  /** A stretch of a line of which an end is known by bounds alone. */
  private static final String UNSURE = "class=\"a bounds\" d=\"M[\\d. ]+L";

  @Test
  void aBoundIsNoDot() {
    assertThat(chart(BoundedValue.of(900)).marks())
        .contains("<circle class=\"a\"", "Dot: the figure.");
    assertThat(chart(new BoundedValue(0, 900)).marks())
        .contains("<circle class=\"a open\"", "Ring: at most that.")
        .containsPattern(UNSURE)
        .doesNotContain("NaN", "Infinity");
    assertThat(chart(new BoundedValue(700, 900)).marks())
        .contains("Two short lines: it lies between.")
        .doesNotContain("open");
    assertThat(chart(BoundedValue.atLeast(900)).marks())
        .contains("Triangle: at least that.")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aLineBetweenFiguresThatAreNearlyKnownIsSure() {
    assertThat(chart(new BoundedValue(895, 905)).marks())
        .contains("Two short lines: it lies between.")
        .doesNotContainPattern(UNSURE);
    assertThat(chart(BoundedValue.atLeast(900)).marks()).containsPattern(UNSURE);
  }

  private static Chart chart(BoundedValue value) {
    Estimate known = new Estimate(BoundedValue.of(800), new BoundedValue(700, 1000), 3, 3, "");
    List<Point> points =
        List.of(
            new Point(1, "1s", known),
            new Point(5, "5s", new Estimate(value, null, 1, 1, "1 run; needs 3 runs")));
    return AxisPicture.of(
        new Axis(
            "engine.commit-interval",
            "recovery",
            List.of(new AxisLine("Flink", points, List.of()))));
  }

  @Test
  void anAxisOfLoadReachesFromNothingToAllOfTheCapacityAndHasWhatAQueuePredicts() {
    List<Point> points = List.of(load(0.2, 5000), load(0.8, 9000));
    List<Point> predicted = List.of(load(0.2, 5000), load(0.8, 20_000));
    AxisLine line = new AxisLine("Flink", points, predicted);
    Chart chart = AxisPicture.of(new Axis("load-to-capacity", "recovery", List.of(line)));
    assertThat(chart.name()).isEqualTo("recovery-over-load-to-capacity");
    assertThat(chart.title()).isEqualTo("Recovery time over load ÷ capacity");
    assertThat(chart.marks())
        .contains(">0 %<", ">20 %<", ">100 %<", "a dashed", "Dashed: what a queue predicts")
        .contains("plus the time to do half a commit interval's work again")
        .doesNotContain("NaN", "Infinity");
    List<List<Double>> curve = AxisPicture.curve(predicted);
    assertThat(curve).hasSize(9);
    assertThat(curve.get(0)).containsExactly(0.2, 5000.0);
    assertThat(curve.get(4).get(1))
        .as("an outage of 4 s at half load")
        .isCloseTo(8000, Offset.offset(1.0));
    assertThat(curve.get(8).get(1)).isCloseTo(20_000, Offset.offset(1.0));
  }

  @Test
  void aLongLegendIsBrokenIntoLines() {
    Point most = new Point(0.5, "", new Estimate(new BoundedValue(0, 900), null, 1, 1, "1 run"));
    Point least = new Point(0.6, "", new Estimate(BoundedValue.atLeast(9000), null, 1, 1, "1 run"));
    AxisLine line = new AxisLine("Flink", List.of(most, least), List.of(load(0.2, 5000)));
    Chart chart = AxisPicture.of(new Axis("load-to-capacity", "recovery", List.of(line)));
    assertThat(chart.marks().lines().filter(mark -> mark.contains("<text")))
        .allSatisfy(mark -> assertThat(mark).hasSizeLessThan(230));
    assertThat(chart.marks()).contains("commit interval's work again.");
  }

  private static Point load(double share, double millis) {
    return new Point(share, "", new Estimate(BoundedValue.of(millis), null, 1, 1, "1 run"));
  }

  @Test
  void everyChartIsAFileOfItsOwn() throws Exception {
    Comparison comparison = SyntheticStudy.overWorkers(folder);
    ComparisonFiles.pictures(comparison, folder.resolve("pictures"));
    List<Path> files = files();
    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .contains("recoveries.svg", "recovery-over-engine.workers.svg", "ratio-of-recovery.svg");
    for (Path file : files) {
      DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
      assertThat(Files.readString(file)).doesNotContain("NaN", "Infinity", "<1>");
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("pictures"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void whatStatesExceedByIsDrawnOfEachRunWhereThereIsAny() throws IOException {
    CellFigures cell = SyntheticStudy.compared(folder, 1).cells().get(0);
    assertThat(CountPicture.of(List.of(exceeding(cell, 0, 0)))).isEmpty();
    List<Chart> charts = CountPicture.of(List.of(exceeding(cell, 0, 426), exceeding(cell, 0, 0)));
    assertThat(charts).hasSize(1);
    assertThat(charts.get(0).name()).startsWith("excess-");
    assertThat(charts.get(0).marks())
        .contains("by how much states exceed in the end, by run", ">0 · 426<", ">0 · 0<")
        .containsOnlyOnce("<circle class=\"r\"")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aRunOfWhichNothingIsKnownIsNotLeftUnsaid() throws IOException {
    CellFigures cell = SyntheticStudy.compared(folder, 1).cells().get(0);
    assertThat(CountPicture.of(List.of(exceeding(cell, 7, Double.NaN, 0))).get(0).marks())
        .contains(">7 · – · 0<");
  }

  /** Each run's count; NaN of one of which nothing is known. */
  private static CellFigures exceeding(CellFigures cell, double... counts) {
    List<RunValues> runs =
        DoubleStream.of(counts)
            .mapToObj(
                count ->
                    new RunValues(
                        Double.isNaN(count) ? List.of() : List.of(BoundedValue.of(count)),
                        List.of()))
            .toList();
    return CellFiguresBuilder.builder(cell)
        .byRun(List.of(new MetricByRun(Metrics.EXCESS, runs)))
        .build();
  }

  @Test
  void labelsKeepToTheirRoom() {
    assertThat(CellLabels.wrapped("endpoint kafka", 200)).containsExactly("endpoint kafka");
    assertThat(
            CellLabels.wrapped(
                "config.spring.kafka.producer.acks 0, kafka.brokers 1, kafka.replication 1", 250))
        .containsExactly("producer.acks 0, kafka.brokers 1,", "kafka.replication 1");
    assertThat(
            CellLabels.wrapped(
                "config.heartbeat.interval.ms 500, config.session.timeout.ms 6000", 250))
        .containsExactly("heartbeat.interval.ms 500,", "session.timeout.ms 6000");
  }

  @Test
  void wordsOfBarsHaveRoomBesideEachOther() throws IOException {
    Comparison.CellFigures cell = SyntheticStudy.compared(folder, 1).cells().get(0);
    Estimate figure = new Estimate(BoundedValue.of(2_400_000), null, 1, 1, "");
    String words = "1,800,000 [1,570,000 to 2,070,000], published 1,500,000";
    BarPicture.Bar bar = new BarPicture.Bar(cell, figure, words, "");
    BarPicture.Group group =
        new BarPicture.Group("g", "t", "backlog.rate", List.of(bar), "Bar: one.");
    assertThat(BarPicture.charts(List.of(group)).get(0).marks())
        .contains(">1,000,000/s<", ">2,000,000/s<", ">published 1,500,000<")
        .doesNotContain(">500,000/s<", ">1,500,000/s<");

    BarPicture.Group alarmed =
        new BarPicture.Group(
            "g", "t", "backlog.rate", List.of(new BarPicture.Bar(cell, figure, words, "lost")), "");
    assertThat(BarPicture.charts(List.of(alarmed)).get(0).marks())
        .as("no figure is cut within")
        .contains(">1,800,000 [1,570,000 to 2,070,000],<")
        .doesNotContain("published");
  }
}
