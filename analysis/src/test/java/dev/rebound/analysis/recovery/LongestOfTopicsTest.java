package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import java.util.List;
import org.junit.jupiter.api.Test;

class LongestOfTopicsTest {
  private static final Span SHORT = Span.ended(1_000, 900, 1_200, 100, "input partition 1");
  private static final Span LONG = Span.ended(4_000, 3_500, 4_100, 200, "input partition 2");
  private static final Span CALM = Span.noDip(300, "all flowed");
  private static final Span UNTOLD = Span.unknown("too little output in the baseline");

  private static FaultResult fault(Span outage, Span recovery) {
    return FaultResult.hit(1, "kill", "worker", List.of("worker-1"), outage, recovery).build();
  }

  private static FaultResult together(FaultResult... each) {
    List<String> topics = List.of("priced", "rejected", "totals").subList(0, each.length);
    return LongestOfTopics.faults(
            topics, List.of(each).stream().map(fault -> List.of(fault)).toList())
        .get(0);
  }

  @Test
  void nothingIsBackBeforeAllTopicsAre() {
    FaultResult fault = together(fault(SHORT, LONG), fault(LONG, SHORT), fault(CALM, CALM));
    Span longest = new Span(SpanState.ENDED, 4_000, 3_500, 4_100L, 300, "");
    assertThat(fault.outage())
        .isEqualTo(Span.ended(4_000, 3_500, 4_100, 300, "rejected: input partition 2"));
    assertThat(fault.recovery())
        .isEqualTo(Span.ended(4_000, 3_500, 4_100, 300, "priced: input partition 2"));
    assertThat(fault.disrupted().millis()).isEqualTo(longest.millis());
  }

  @Test
  void oneThatNeverEndedHasNoUpperEnd() {
    Span span = together(fault(LONG, LONG), fault(Span.unended(2_000, 0, "cut"), LONG)).outage();
    assertThat(span.state()).isEqualTo(SpanState.UNENDED);
    assertThat(span.lowMillis()).isEqualTo(3_500);
    assertThat(span.highMillis()).isNull();
  }

  @Test
  void whereNothingIsKnownOfOneItIsAsLongAsTheOthersAtLeast() {
    Span span = together(fault(LONG, LONG), fault(UNTOLD, UNTOLD)).outage();
    assertThat(span.lowMillis()).isEqualTo(3_500);
    assertThat(span.highMillis()).isNull();
    assertThat(span.detail()).contains("priced: ", "of rejected nothing is known: too little");
    Span calm = together(fault(CALM, CALM), fault(UNTOLD, UNTOLD)).outage();
    assertThat(calm.state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(calm.detail()).isEqualTo("rejected: too little output in the baseline");
  }

  @Test
  void calmEverywhereIsCalm() {
    assertThat(together(fault(CALM, CALM), fault(CALM, CALM)).outage())
        .isEqualTo(Span.noDip(300, "priced: all flowed"));
  }

  @Test
  void aFaultThatOneTopicShowsHasHit() {
    FaultResult unseen = fault(CALM, CALM).toBuilder().impact(Impact.NOT_KNOWN).build();
    assertThat(together(unseen, fault(CALM, CALM)).impact()).isEqualTo(Impact.HIT);
    assertThat(together(unseen, unseen).impact()).isEqualTo(Impact.NOT_KNOWN);
  }

  @Test
  void stepsAreThoseOfTheLastAndDipsOfAll() {
    StepResult early = new StepResult("first output", 100, 800, "topics", "");
    StepResult late = new StepResult("first output", 100, 900, "topics", "");
    StepResult done = new StepResult("caught up", 1_000, 1_000, "topics", "");
    Dip dip = new Dip(5_000_000, 1_000, 2, "input partition 1", true, "");
    Dip same = new Dip(5_500_000, 1_000, 1, "input partition 1", true, "");
    Dip other = new Dip(2_000_000, 1_000, 1, "output partition 0", true, "");
    FaultResult fault =
        together(
            fault(SHORT, SHORT).toBuilder()
                .steps(List.of(early, done))
                .laterDips(List.of(dip))
                .build(),
            fault(LONG, LONG).toBuilder()
                .steps(List.of(late))
                .laterDips(List.of(other, same))
                .build());
    assertThat(fault.steps())
        .extracting(StepResult::step)
        .containsExactly("first output", "caught up");
    assertThat(fault.steps()).extracting(StepResult::maxMillis).containsExactly(900L, 4_000L);
    assertThat(fault.laterDips())
        .extracting(Dip::lane)
        .containsExactly("rejected, output partition 0", "priced, input partition 1");
  }
}
