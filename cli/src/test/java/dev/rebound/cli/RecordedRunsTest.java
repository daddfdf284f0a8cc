package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small runs of real engines, recorded once: checking them again gives the figures beside them. To
 * write these anew after a wanted change of a rule: {@code ./mvnw -pl cli -am test
 * -Drebound.golden=write}, then read the difference.
 */
class RecordedRunsTest {
  @TempDir Path folder;

  static List<String> recordings() throws IOException {
    try (Stream<Path> files = Files.list(Recordings.FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".zip"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void checkGivesTheFiguresOfThen(String recording) throws IOException {
    Results results = Recordings.check(recording, folder).results();
    String figures = String.join("\n", lines(results)) + "\n";
    Path golden = Recordings.FOLDER.resolve(recording.replace(".zip", ".txt"));
    if ("write".equals(System.getProperty("rebound.golden"))) {
      Files.writeString(golden, figures);
    }
    assertThat(golden).as("figures (write them with -Drebound.golden=write)").exists();
    assertThat(figures).isEqualTo(Files.readString(golden));
  }

  @Test
  void rolesOfAnEngineCostTogetherWhatItCosts() throws IOException {
    Map<String, Double> metrics =
        Recordings.check("flink-exactly-once.zip", folder).results().metrics();
    assertThat(metrics)
        .containsKeys(
            Metrics.costInBaseline("broker"),
            Metrics.costInBaseline("generator"),
            Metrics.costInBaseline("observer"))
        .doesNotContainKey(Metrics.costInBaseline("tool"));
    assertThat(
            metrics.get(Metrics.costInBaseline("worker"))
                + metrics.get(Metrics.costInBaseline("jobmanager")))
        .isCloseTo(metrics.get(Metrics.COST_IN_BASELINE), within(1e-6));
  }

  private static List<String> lines(Results results) {
    List<String> lines = new ArrayList<>();
    lines.add(results.name() + ", " + results.guarantee() + ": " + results.verdict());
    results.judgements().forEach(j -> lines.add(j.metric() + " " + j.bound() + ": " + j.verdict()));
    results.warnings().forEach(w -> lines.add("warning " + w.code() + " " + w.touches()));
    new TreeMap<>(results.unjudged())
        .forEach((metric, why) -> lines.add("unknown " + metric + ": " + why));
    results.faults().forEach(fault -> fault(fault, lines));
    for (Results.Audit audit : results.audits()) {
      lines.add(
          audit.reader()
              + ": due "
              + audit.expected()
              + ", distinct "
              + audit.distinct()
              + ", observed "
              + audit.observed());
      for (Finding finding : audit.findings()) {
        if (finding.count() > 0) {
          lines.add(
              "  " + finding.kind() + " " + finding.count() + " " + sorted(finding.byFault()));
        }
      }
    }
    return lines;
  }

  private static Map<String, Long> sorted(Map<String, Long> counts) {
    return new TreeMap<>(counts);
  }

  private static void fault(FaultResult fault, List<String> lines) {
    lines.add("fault " + fault.fault() + " " + fault.kind() + " " + fault.impact());
    lines.add("  processing " + span(fault.processing()));
    Span visible = fault.visible();
    if (visible != null) {
      lines.add("  visible " + span(visible));
    }
    lines.add("  recovery " + span(fault.recovery()));
    lines.add("  disrupted " + span(fault.disrupted()));
    fault.secondStops().forEach(dip -> lines.add("  second stop " + dip(fault, dip)));
    fault.laterDips().forEach(dip -> lines.add("  later dip " + dip(fault, dip)));
    fault
        .steps()
        .forEach(s -> lines.add("  " + s.step() + " " + s.minMillis() + " to " + s.maxMillis()));
    fault.notApplicable().forEach((step, why) -> lines.add("  no " + step + ": " + why));
  }

  private static String span(Span span) {
    return span.state()
        + " "
        + span.millis()
        + " in "
        + span.lowMillis()
        + " to "
        + span.highMillis()
        + ", floor "
        + span.floorMillis();
  }

  private static String dip(FaultResult fault, Dip dip) {
    return "after "
        + (dip.atMicros() - fault.atMicros()) / 1000
        + " for "
        + dip.millis()
        + " on "
        + dip.lanes()
        + ": "
        + dip.cause();
  }
}
