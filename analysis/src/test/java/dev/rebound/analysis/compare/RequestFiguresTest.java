package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Requests and their fates, over the runs of a cell. */
class RequestFiguresTest {
  private static final RigDoubt BLIND =
      new RigDoubt("rows-unread", "rows were not read", "", List.of("lost"), false);

  private static ComparedRun run(int refused, int lost, Map<String, Double> more) {
    Map<String, Double> metrics = new HashMap<>();
    metrics.put("requests.samples", 10_000.0);
    metrics.put("requests.not-sent", 0.0);
    metrics.put("requests.accepted", 10_000.0 - refused - 3);
    metrics.put("requests.refused", (double) refused);
    metrics.put("requests.unknown", 3.0);
    metrics.put("requests.unknown-done", 1.0);
    metrics.put("requests.failed-share", (refused + 3) / 10_000.0);
    metrics.put("lost", (double) lost);
    metrics.putAll(more);
    return MadeUp.run(
        MadeUp.results("table-ii-activation-quick", "activation", "quick", List.of(), metrics),
        Map.of());
  }

  private static CellRequests of(ComparedRun... runs) {
    List<ComparedRun> all = new ArrayList<>(List.of(runs));
    all.add(MadeUp.run("kill", "flink", "quick", 2000));
    List<CellFigures> cells =
        new Comparer()
            .compare(
                all,
                new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), List.of()),
                List.of())
            .cells();
    assertThat(cells)
        .filteredOn(cell -> cell.cell().engine().equals("flink"))
        .singleElement()
        .satisfies(cell -> assertThat(cell.requests()).isNull());
    return cells.stream()
        .filter(cell -> cell.cell().engine().equals("activation"))
        .findFirst()
        .orElseThrow()
        .requests();
  }

  private static ComparedRun run(int refused, int lost) {
    return run(refused, lost, Map.of());
  }

  @Test
  void countsAreOfAllRunsAndFiguresOverThem() {
    CellRequests requests = of(run(1048, 0), run(939, 0), run(955, 0));

    assertThat(requests.due()).isEqualTo(30_000);
    assertThat(requests.accepted()).isEqualTo(30_000 - 1048 - 939 - 955 - 9);
    assertThat(requests.refused()).isEqualTo(1048 + 939 + 955);
    assertThat(requests.unknown()).isEqualTo(9);
    assertThat(requests.unknownDone()).isEqualTo(3);
    assertThat(requests.lost()).as("no run had a fault").isEqualTo("0 of 27,049");
    Estimate failed = requests.figure("requests.failed-share");
    assertThat(failed.value().low()).isBetween(0.094, 0.1051);
    assertThat(failed.interval().low()).isLessThan(0.0942);
    assertThat(failed.interval().high()).isGreaterThan(0.1051);
    assertThat(requests.figure("requests.rate")).as("that no run has").isNull();
  }

  @Test
  void anIntervalOfAShareStaysWithinNoneAndAll() {
    Estimate failed = of(run(0, 0), run(1, 0), run(900, 0)).figure("requests.failed-share");

    assertThat(failed.interval().low()).isNotNegative();
    assertThat(failed.interval().high()).isEqualTo(1);
    assertThat(failed.value().low())
        .as("the geometric mean, as the interval is of that")
        .isCloseTo(Math.cbrt(3e-4 * 4e-4 * 903e-4), Offset.offset(1e-6));
  }

  @Test
  void lossesAreToldWithWhatTheyShowAndOfRunsInDoubtOnlyThatMuch() {
    assertThat(of(run(0, 900)).lost()).startsWith("900 of 9,997: 9 % (");
    assertThat(of(run(0, 900), run(0, 1)).lost())
        .as("of one outage they are not independent")
        .isEqualTo("901 of 19,994: 900 · 1");
    ComparedRun pending = run(0, 0, Map.of("requests.pending", 5.0));
    assertThat(of(run(0, 0), pending).lost()).isEqualTo("0 of 9,997; unknown in a run");
    assertThat(of(pending).lost()).isEqualTo("unknown in a run");
    ComparedRun undrained = run(0, 1, Map.of("pending", 5.0));
    assertThat(of(undrained).lost()).isEqualTo("at least 1 in a run");
    ComparedRun blind = MadeUp.inDoubt(run(0, 7), BLIND);
    assertThat(of(run(0, 0), blind).lost()).isEqualTo("0 of 9,997; at least 7 in a run");
  }

  /** A fault may lose many together, so that it is one case however many were accepted. */
  @Test
  void whereNoneIsLostItIsToldInHowManyFaults() {
    assertThat(of(faults(1)).lost()).isEqualTo("0 of 9,997 in 1 fault");
    assertThat(of(faults(3), faults(3), faults(2)).lost()).isEqualTo("0 of 29,991 in 8 faults");
  }

  private static ComparedRun faults(int hits) {
    List<FaultResult> faults = new ArrayList<>();
    for (int number = 1; number <= hits; number++) {
      faults.add(MadeUp.fault(number, MadeUp.span(SpanState.ENDED, 2000), Impact.HIT));
    }
    faults.add(MadeUp.fault(hits + 1, MadeUp.span(SpanState.ENDED, 2000), Impact.NONE));
    ComparedRun run = run(0, 0);
    return MadeUp.run(run.results().toBuilder().faults(faults).build(), run.settings());
  }

  @Test
  void aRunInDoubtIsInNoCountAndTold() {
    RigDoubt starved =
        new RigDoubt("starved", "no CPU", "", List.of("requests", "availability"), false);
    CellRequests requests = of(run(100, 0), MadeUp.inDoubt(run(900, 0), starved));

    assertThat(requests.doubted()).isEqualTo(1);
    assertThat(requests.due()).isEqualTo(10_000);
    assertThat(requests.refused()).isEqualTo(100);
  }

  @Test
  void aRunWithoutRequestsHasNone() {
    Results run = run(0, 0).results();
    assertThat(run.metrics()).containsKey("requests.samples");
    assertThat(RequestReading.of(List.of(MadeUp.run("kill", "flink", "quick", 2000)))).isNull();
  }
}
