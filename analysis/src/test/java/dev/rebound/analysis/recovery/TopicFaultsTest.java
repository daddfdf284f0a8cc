package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.outage.TimeBelow;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicFaultsTest {
  private static final Span SHORT = Span.ended(1_000, 900, 1_200, 100, "input partition 1");
  private static final Span LONG = Span.ended(4_000, 3_500, 4_100, 200, "input partition 2");
  private static final Span CALM = Span.noDip(300, "all flowed");
  private static final Span UNTOLD = Span.unknown("too little output in the baseline");

  private static FaultResult fault(Span outage, Span recovery) {
    return FaultResult.hit(1, "kill", "worker", List.of("worker-1"), outage, recovery).build();
  }

  private static FaultResult together(FaultResult... each) {
    return together(Collections.nCopies(each.length, TimeBelow.NONE), each);
  }

  private static FaultResult together(List<TimeBelow> below, FaultResult... each) {
    List<String> topics = List.of("priced", "rejected", "totals").subList(0, each.length);
    return TopicFaults.faults(
            topics,
            List.of(each).stream().map(fault -> List.of(fault)).toList(),
            below.stream().map(its -> List.of(its)).toList())
        .get(0);
  }

  /** Below in these stretches, from and to, in seconds. */
  private static TimeBelow below(int... seconds) {
    List<TimeRange> ranges = new ArrayList<>();
    for (int i = 0; i < seconds.length; i += 2) {
      ranges.add(new TimeRange(seconds[i] * 1_000_000L, seconds[i + 1] * 1_000_000L));
    }
    return new TimeBelow(ranges, ranges, ranges);
  }

  @Test
  void disruptedIsAllTimeInWhichAnyTopicWasBelow() {
    Span seven = Span.ended(7_000, 7_000, 7_000, 200, "of 30 s watched");
    List<TimeBelow> apart = List.of(below(0, 4, 20, 23), below(0, 4, 25, 28));
    assertThat(together(apart, fault(seven, seven), fault(seven, seven)).disrupted())
        .isEqualTo(Span.ended(10_000, 10_000, 10_000, 200, "priced: of 30 s watched"));
    FaultResult byClock = fault(seven.widened(100), seven);
    assertThat(together(apart, fault(seven, seven), byClock).disrupted())
        .as("known as well as the least known")
        .isEqualTo(Span.ended(10_000, 9_900, 10_100, 300, "priced: of 30 s watched"));
    assertThat(together(apart, byClock, byClock).disrupted())
        .as("what each is known less well may lie at another time")
        .isEqualTo(Span.ended(10_000, 9_800, 10_200, 300, "priced: of 30 s watched"));
    List<TimeBelow> once = List.of(below(0, 4, 20, 23), below(0, 4, 20, 23));
    assertThat(together(once, fault(seven, seven), fault(seven, seven)).disrupted().millis())
        .isEqualTo(7_000);
    Span open = together(apart, fault(seven, seven), fault(UNTOLD, UNTOLD)).disrupted();
    assertThat(open.lowMillis()).isEqualTo(7_000);
    assertThat(open.highMillis()).isNull();
  }

  @Test
  void aTopicThatNeverCameBackHasNoFirstOutput() {
    FaultResult silent = fault(SHORT, SHORT);
    FaultResult back =
        fault(SHORT, SHORT).toBuilder()
            .steps(List.of(new StepResult("first output", 100, 900, "topics", "")))
            .build();
    FaultResult byOffsets =
        fault(SHORT, SHORT).toBuilder().notApplicable(Map.of("first output", "no ids")).build();
    assertThat(together(silent, back).steps()).isEmpty();
    assertThat(together(silent, back).notApplicable()).isEmpty();
    assertThat(together(back, byOffsets).steps()).hasSize(1);
    assertThat(together(back, byOffsets).notApplicable()).isEmpty();
    assertThat(together(byOffsets, byOffsets).notApplicable()).containsKey("first output");
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
  void fromTheHealingOfAFaultThatLastedAllTopicsAreWaitedForToo() {
    FaultResult shortly = lasted(SHORT);
    assertThat(together(shortly, lasted(LONG)).lasted())
        .isEqualTo(
            new Lasted(
                9_000L,
                Span.ended(4_000, 3_500, 4_100, 200, "rejected: input partition 2"),
                CALM,
                List.of()));
    assertThat(together(fault(SHORT, LONG), fault(LONG, SHORT)).lasted()).isNull();
  }

  private static FaultResult lasted(Span recovery) {
    return fault(SHORT, LONG).toBuilder()
        .lasted(new Lasted(9_000L, recovery, CALM, List.of()))
        .build();
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
