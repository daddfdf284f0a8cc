package dev.rebound.campaign.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
  private static final String STUDY =
      """
      name: s
      experiments: [{ file: one.yaml, scenario: kill }]
      """;

  private static final EngineDeclaration FLINK =
      EngineDeclaration.of(
          "flink",
          "1",
          new Capabilities(
              Set.of(Guarantee.EXACTLY_ONCE),
              EngineSpec.PROFILES,
              Set.of("worker"),
              Set.of(),
              List.of("rule-match"),
              1));

  @TempDir Path folder;

  @Test
  void sidesMayDifferInAnyKey() throws IOException {
    Study study =
        load(
            STUDY
                + """
                compare:
                  - { metric: recovery, between: engine }
                  - { metric: recovery, between: engine.profile }
                  - { metric: outage, between: faults.restart.after }
                  - { metric: lost, between: engine.config.num.stream.threads }
                claims:
                  - claim: more is faster
                    metric: recovery
                    less: { engine: flink, with: { engine.commit-interval: 2000ms } }
                    than: { with: { engine.name: flink, engine.commit-interval: 10s } }
                """);
    assertThat(study.compare())
        .extracting(Study.Contrast::between)
        .containsExactly(
            "engine", "profile", "faults.restart.after", "engine.config.num.stream.threads");
    assertThat(study.claims().get(0).less())
        .isEqualTo(new CellSelector("", "flink", "", "", Map.of("engine.commit-interval", "2s")));
    assertThat(study.claims().get(0).than())
        .isEqualTo(new CellSelector("", "flink", "", "", Map.of("engine.commit-interval", "10s")));
  }

  @Test
  void aTradeOffIsBetweenTwoMetricsOfWhichLessOrMoreIsBetter() throws IOException {
    Study study =
        load(STUDY + "trade-offs: [{ metric: recovery, against: baseline.latency.p95 }]\n");
    assertThat(study.tradeOffs())
        .containsExactly(new Study.Trade("recovery", "baseline.latency.p95", ""));
    assertThat(
            load(STUDY
                    + "trade-offs: [{ metric: backlog.rate, against: baseline.latency.p95, between:"
                    + " scenario }]\n")
                .tradeOffs())
        .containsExactly(new Study.Trade("backlog.rate", "baseline.latency.p95", "scenario"));
    assertThat(errors("trade-offs: [{ metric: recovery, against: lost, between: engine }]\n"))
        .contains("unknown difference 'engine'", "scenario");
    assertThat(errors("trade-offs: [{ metric: recovery, against: recovery }]\n"))
        .contains("a trade-off is between two metrics; both are recovery");
    assertThat(errors("trade-offs: [{ metric: load-to-capacity, against: recovery }]\n"))
        .contains("metric: of load-to-capacity neither more nor less is better");
    assertThat(errors("trade-offs: [{ metric: recovry, against: lost }]\n"))
        .contains("recovry", "recovery");
  }

  @Test
  void aRateGrowsOverANumber() throws IOException {
    assertThat(
            load(STUDY
                    + "scaling: [{ metric: backlog.rate, over: engine.workers }, { metric:"
                    + " backlog.rate, over: cores.subject }, { metric: backlog.rate, over:"
                    + " engine.config.num.stream.threads }]\n")
                .scaling())
        .extracting(Study.Growth::over)
        .containsExactly("engine.workers", "cores.subject", "engine.config.num.stream.threads");
    assertThat(errors("scaling: [{ metric: recovery, over: engine.workers }]\n"))
        .contains("study.yaml:3:21: metric: recovery is no rate of which more is better");
    assertThat(errors("scaling: [{ metric: backlog.rate, over: engine }]\n"))
        .contains("over: engine is no number", "engine.workers");
    assertThat(errors("scaling: [{ metric: backlog.rate, over: engine.guarantee }]\n"))
        .contains("engine.guarantee is no number", "cores.subject");
    assertThat(errors("scaling: [{ metric: backlog.rate, over: load.rate }]\n"))
        .contains("load.rate is no number");
    assertThat(errors("scaling: [{ metric: backlog.rate, over: engine.wrokers }]\n"))
        .contains("Did you mean 'workers'?");
    assertThat(errors("scaling: [{ metric: backlog.rate, over: engine.commit-interval }]\n"))
        .contains("engine.commit-interval is no number");
  }

  @Test
  void aKeyThatNoFileHas() {
    assertThat(errors("compare: [{ metric: recovery, between: engine.wrokers }]\n"))
        .isEqualTo(
            """
            study.yaml:3:47: unknown option 'wrokers' in engine
              3 | compare: [{ metric: recovery, between: engine.wrokers }]
                |                                               ^
              Did you mean 'workers'?
            """);
  }

  @Test
  void aKeyThatTellsNothingApart() {
    assertThat(errors("compare: [{ metric: recovery, between: phases.baseline }]\n"))
        .isEqualTo(
            """
            study.yaml:3:40: runs that differ in phases.baseline count together, so nothing can be compared by it
              3 | compare: [{ metric: recovery, between: phases.baseline }]
                |                                        ^
              Name a key of kafka, engine, workload, load or faults, such as engine.workers.
            """);
  }

  @Test
  void whatIsNoSingleValue() {
    assertThat(errors("compare: [{ metric: recovery, between: kafka }]\n"))
        .contains("kafka is no single value", "Name one of its keys, such as kafka.version.");
    assertThat(errors("compare: [{ metric: recovery, between: engine.jvm }]\n"))
        .contains("engine.jvm is no single value");
  }

  @Test
  void aSideWithAKeyThatNoFileHas() {
    String claim =
        "claims: [{ claim: c, metric: recovery, less: { with: { engine.wrokers: 4 } },"
            + " than: { engine: flink } }]\n";
    assertThat(errors(claim)).contains("unknown option 'wrokers' in engine", "study.yaml:3:");
  }

  @Test
  void aClaimMayHaveAFactorOrABound() throws IOException {
    List<Study.Claim> claims =
        load(STUDY
                + """
                claims:
                  - claim: at least double
                    metric: recovery
                    less: { profile: quick }
                    than: { profile: stock }
                    times: { from: 2 }
                  - claim: 3 to 10 times
                    metric: recovery
                    less: { profile: quick }
                    than: { profile: stock }
                    times: { from: 3, to: 10 }
                  - claim: below 200 ms
                    metric: baseline.latency.p75
                    less: { profile: stock }
                    below: 200ms
                  - claim: not back within 350 s
                    metric: recovery
                    than: { profile: stock }
                    above: 350s
                """)
            .claims();
    double most = Double.POSITIVE_INFINITY;
    assertThat(claims)
        .extracting(Study.Claim::times)
        .containsExactly(new BoundedValue(2, most), new BoundedValue(3, 10), null, null);
    assertThat(claims)
        .extracting(Study.Claim::bounds)
        .containsExactly(null, null, new BoundedValue(-most, 200), new BoundedValue(350_000, most));
    assertThat(claims.subList(2, 4))
        .allSatisfy(claim -> assertThat(claim.than()).isEqualTo(claim.less()))
        .allSatisfy(claim -> assertThat(claim.less().profile()).isEqualTo("stock"));
  }

  @Test
  void aClaimThatSpeaksOfTooFewOrTooManySidesIsRefused() {
    assertThat(claimErrors("recovery, less: { engine: flink }"))
        .contains("this claim has no than", "Add than: ");
    assertThat(claimErrors("recovery, less: { engine: flink }, above: 10s"))
        .contains("this claim has no than", "a claim that cells are above something has no less");
    assertThat(
            claimErrors("recovery, less: { profile: stock }, than: { profile: quick }, below: 10s"))
        .contains("a claim that cells are below something has no than");
    assertThat(claimErrors("recovery, less: { profile: stock }, than: { profile: stock }"))
        .contains("both sides of this claim are the same cells");
  }

  @Test
  void anAmountThatClaimsNothingIsRefused() {
    String sides = ", less: { profile: quick }, than: { profile: stock }, ";
    assertThat(claimErrors("lost" + sides + "times: { from: 2 }")).contains("times: lost may be 0");
    assertThat(claimErrors("recovery" + sides + "times: { from: 3, to: 2 }"))
        .contains("times: no factor is claimed by it");
    assertThat(claimErrors("recovery" + sides + "times: {}"))
        .contains("times: no factor is claimed by it");
    assertThat(claimErrors("recovery" + sides + "times: { from: 2 }, by: 10s"))
        .contains("by and times make two claims");
    assertThat(claimErrors("recovery" + sides + "by: 0s")).contains("is above 0");
    assertThat(claimErrors("recovery, less: { profile: stock }, below: soon"))
        .contains("study.yaml:3:", "below: ");
  }

  private String claimErrors(String rest) {
    return errors("claims: [{ claim: c, metric: " + rest + " }]\n");
  }

  private Study load(String text) throws IOException {
    Files.writeString(folder.resolve("one.yaml"), "name: one\n");
    Path file = Files.writeString(folder.resolve(Study.FILE), text);
    return StudyFile.load(file, Map.of("flink", FLINK));
  }

  private String errors(String more) {
    ReboundException thrown =
        catchThrowableOfType(ReboundException.class, () -> load(STUDY + more));
    assertThat(thrown).isNotNull();
    return String.valueOf(thrown.getMessage()).replace(folder + "/", "");
  }
}
