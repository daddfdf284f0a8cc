package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.outage.TimeBelow;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.WorkloadSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a run of several output topics is judged by. */
class TopicAggregateTest {
  private static final WorkloadSpec SPEC = WorkloadSpec.of(Records.KIND, 1);
  private static final OutputTopic PRICED = new OutputTopic("priced", new Records(SPEC));
  private static final OutputTopic REJECTED = new OutputTopic("rejected", new Records(SPEC));
  private static final OutputTopic TOTALS =
      new OutputTopic(
          "totals", new Records(SPEC.with("oracle", "equals").with("reference", "cat")));
  private static final Measures NOTHING = Measures.NONE;

  private static TopicFindings found(
      double outputsPerRecord,
      Measures measures,
      Map<String, String> unchecked,
      FaultResult... faults) {
    AnalysisResult result =
        new AnalysisResult(
            List.of(faults),
            List.of(),
            List.of(),
            new Timeline(0, List.of(), List.of(), List.of(), 1),
            outputsPerRecord,
            measures,
            null);
    return new TopicFindings(
        result,
        IntStream.range(0, faults.length).mapToObj(f -> TimeBelow.NONE).toList(),
        unchecked);
  }

  private static Measures together(List<OutputTopic> topics, List<TopicFindings> findings) {
    Evidence evidence =
        Evidence.of(
                topics.get(0).workload(),
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0),
                1,
                List.of(),
                Path.of("observed.bin"))
            .faults(
                findings.get(0).result().faults().stream()
                    .map(f -> FaultTimes.of(f.fault(), "kill", "worker", f.victims(), 0).build())
                    .toList())
            .build();
    return new TopicAggregate(evidence, topics, findings).result().measures();
  }

  private static FaultResult fault(Impact impact) {
    Span second = Span.ended(1_000, 900, 1_100, 0, "lane 1");
    return FaultResult.hit(1, "kill", "worker", List.of("worker-1"), second, second)
        .impact(impact)
        .build();
  }

  @Test
  void aLatencyIsTheGreatestOfAllTopics() {
    Measures fast =
        new Measures(
            Map.of("faults.latency.p99", 100.0, "output.rate.faults", 9.0),
            Map.of("faults.latency.p99", new Bounds(50, 150)),
            Map.of());
    Measures slow =
        new Measures(
            Map.of("faults.latency.p99", 120.0, "output.rate.faults", 20.0),
            Map.of("faults.latency.p99", new Bounds(110, 130)),
            Map.of("settle.visible", "3 records were missed"));
    Measures undue = new Measures(Map.of("faults.latency.p99", 500.0), Map.of());
    Measures run =
        together(
            List.of(PRICED, REJECTED, PRICED),
            List.of(
                found(1, fast, Map.of()), found(0.2, slow, Map.of()), found(0, undue, Map.of())));
    assertThat(run.metrics())
        .containsEntry("faults.latency.p99", 120.0)
        .containsEntry("output.rate.faults", 9.0);
    assertThat(run.bounds()).containsEntry("faults.latency.p99", new Bounds(110, 150));
    assertThat(run.unjudged()).containsEntry("settle.visible", "rejected: 3 records were missed");
  }

  /** Bounds that were known of another topic would keep a limit that was broken. */
  @Test
  void whereOneTopicNeverCameTheLatencyHasNoBoundsOfAnother() {
    Measures fast =
        new Measures(
            Map.of("faults.latency.p99", 100.0),
            Map.of("faults.latency.p99", new Bounds(50, 150)),
            Map.of());
    double never = Double.POSITIVE_INFINITY;
    Measures lost =
        new Measures(
            Map.of("faults.latency.p99", never),
            Map.of("faults.latency.p99", new Bounds(never, never)),
            Map.of());
    Measures run =
        together(
            List.of(PRICED, REJECTED), List.of(found(1, fast, Map.of()), found(1, lost, Map.of())));
    assertThat(run.metrics()).containsEntry("faults.latency.p99", never);
    assertThat(run.bounds()).doesNotContainKey("faults.latency.p99");
  }

  @Test
  void aTopicThatOwesNothingInAPhaseLeavesItToTheOthers() {
    Measures due = new Measures(Map.of("settle.latency.p99", 100.0), Map.of());
    Measures rare = new Measures(Map.of(), Map.of("settle.latency.p99", RunMeasures.NOTHING_DUE));
    for (boolean first : new boolean[] {true, false}) {
      Measures run =
          together(
              List.of(PRICED, REJECTED),
              List.of(
                  found(1, first ? due : rare, Map.of()), found(1, first ? rare : due, Map.of())));
      assertThat(run.metrics()).containsEntry("settle.latency.p99", 100.0);
      assertThat(run.unjudged()).doesNotContainKey("settle.latency.p99");
    }
    Measures nowhere =
        together(
            List.of(PRICED, REJECTED), List.of(found(1, rare, Map.of()), found(1, rare, Map.of())));
    assertThat(nowhere.unjudged()).containsKey("settle.latency.p99");
  }

  @Test
  void excessIsUnknownWhereATopicDoesNotTellIt() {
    Measures told = new Measures(Map.of("excess", 0.0), Map.of());
    Measures both =
        together(
            List.of(PRICED, REJECTED), List.of(found(1, told, Map.of()), found(1, told, Map.of())));
    assertThat(both.unjudged()).doesNotContainKey("excess");
    Measures one =
        together(
            List.of(PRICED, REJECTED),
            List.of(found(1, told, Map.of()), found(1, NOTHING, Map.of())));
    assertThat(one.unjudged().get("excess")).startsWith("rejected: ");
  }

  @Test
  void whatOneTopicDoesNotShowOfAFaultAnotherMay() {
    Measures unknown =
        new Measures(
            Map.of(), Map.of("outage", "nobody tells", "first-output", "no fault has this step"));
    FaultResult seen =
        fault(Impact.HIT).toBuilder()
            .steps(List.of(new StepResult("first output", 100, 900, "topics", "")))
            .build();
    FaultResult unseen =
        fault(Impact.NOT_KNOWN).toBuilder()
            .notApplicable(Map.of("first output", "only identities tell"))
            .build();
    Measures run =
        together(
            List.of(PRICED, REJECTED),
            List.of(found(1, NOTHING, Map.of(), seen), found(1, unknown, Map.of(), unseen)));
    assertThat(run.metrics())
        .containsEntry("first-output.max", 900.0)
        .containsEntry("outage.max", 1_000.0);
    assertThat(run.unjudged()).doesNotContainKeys("outage", "disrupted", "first-output");
  }

  @Test
  void whatTheAuditOfOneTopicLeavesOpenStaysOpen() {
    Map<String, String> missed = Map.of("outage", "3 records were missed");
    Measures run =
        together(
            List.of(PRICED, REJECTED),
            List.of(
                found(1, NOTHING, Map.of(), fault(Impact.HIT)),
                found(1, NOTHING, missed, fault(Impact.HIT))));
    assertThat(run.unjudged()).containsEntry("outage", "rejected: 3 records were missed");
  }

  /** A sum over topics that passes for a number hides what one of them leaves open. */
  @Test
  void aSumIsTheLeastThatThereIsIfThatOfOneTopicIs() {
    Bounds open = new Bounds(2, Double.POSITIVE_INFINITY);
    Measures whole = new Measures(Map.of("lost", 3.0), Map.of());
    Measures least = new Measures(Map.of("lost", 2.0), Map.of("lost", open), Map.of());
    Measures run =
        together(
            List.of(PRICED, REJECTED),
            List.of(found(1, least, Map.of()), found(1, whole, Map.of())));
    assertThat(run.metrics()).containsEntry("lost", 5.0);
    assertThat(run.bounds()).containsEntry("lost", new Bounds(5, Double.POSITIVE_INFINITY));
  }

  @Test
  void outputsThatAreJudgedAsAWholeAreNotAskedForWhereOthersAre() {
    Measures whole =
        new Measures(
            Map.of("lost", 0.0, "diverged", 0.0), Map.of("lost", "not asked", "diverged", "late"));
    Measures single = new Measures(Map.of("lost", 2.0, "diverged", 1.0), Map.of());
    Measures alone = together(List.of(TOTALS), List.of(found(0, whole, Map.of())));
    assertThat(alone.unjudged()).containsKeys("lost", "diverged");
    Measures both =
        together(
            List.of(PRICED, TOTALS),
            List.of(found(1, single, Map.of()), found(0, whole, Map.of())));
    assertThat(both.unjudged()).doesNotContainKey("lost").containsEntry("diverged", "totals: late");
    assertThat(both.metrics()).containsEntry("lost", 2.0).containsEntry("diverged", 1.0);
  }
}
