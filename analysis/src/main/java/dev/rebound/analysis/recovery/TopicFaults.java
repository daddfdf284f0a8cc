package dev.rebound.analysis.recovery;

import dev.rebound.analysis.recovery.outage.OutageEnd;
import dev.rebound.analysis.recovery.outage.TimeBelow;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a fault did to several output topics, as one: nothing is back before all of them are. A
 * length is the longest of all topics, known as well as the ones before allow: where nothing is
 * known of one, it is as long as those of the others at least. Disrupted is all time in which any
 * topic was.
 *
 * @param each what one fault did to each topic
 * @param below when that topic was below
 */
record TopicFaults(List<String> topics, List<FaultResult> each, List<TimeBelow> below) {
  private static final String CAUGHT_UP = "caught up";
  private static final String FIRST_OUTPUT = "first output";

  /**
   * The faults of a run.
   *
   * @param ofTopics the same faults as each topic shows them
   * @param below when each topic was below, by fault
   */
  static List<FaultResult> faults(
      List<String> topics, List<List<FaultResult>> ofTopics, List<List<TimeBelow>> below) {
    return IntStream.range(0, ofTopics.get(0).size())
        .mapToObj(
            f ->
                new TopicFaults(
                        topics,
                        ofTopics.stream().map(faults -> faults.get(f)).toList(),
                        below.stream().map(its -> its.get(f)).toList())
                    .fault())
        .toList();
  }

  private FaultResult fault() {
    FaultResult last = each.get(longest(each.stream().map(FaultResult::outage).toList()));
    Span recovery = longest(FaultResult::recovery);
    boolean receipts = each.stream().anyMatch(fault -> fault.visible() != null);
    FaultResult loaded =
        each.stream().filter(fault -> fault.loadToCapacity() != null).findFirst().orElse(last);
    return last.toBuilder()
        .outage(longest(FaultResult::outage))
        .recovery(recovery)
        .processing(longest(FaultResult::processing))
        // Where one topic is told by offsets, what readers saw of it is what was appended.
        .visible(
            receipts
                ? longest(fault -> fault.visible() == null ? fault.outage() : fault.visible())
                : null)
        .disrupted(disrupted())
        .impact(impact(last))
        .lasted(lasted(last))
        .loadToCapacity(loaded.loadToCapacity())
        .loadAtMost(loaded.loadAtMost())
        .steps(steps(recovery))
        .secondStops(dips(FaultResult::secondStops))
        .laterDips(dips(FaultResult::laterDips))
        .notApplicable(notApplicable(last))
        .build();
  }

  /** The engine's word and what became of the victims is the same for every topic. */
  private @Nullable Lasted lasted(FaultResult last) {
    Lasted lasted = last.lasted();
    return lasted == null
        ? null
        : lasted.recoveredIn(
            longest(
                fault -> fault.lasted() == null ? fault.recovery() : fault.lasted().recovery()));
  }

  private Impact impact(FaultResult last) {
    return each.stream().anyMatch(fault -> fault.impact() == Impact.HIT)
        ? Impact.HIT
        : last.impact();
  }

  private Span longest(Function<FaultResult, Span> which) {
    List<Span> spans = each.stream().map(which).toList();
    int longest = longest(spans);
    Span last = spans.get(longest);
    int untold =
        IntStream.range(0, spans.size())
            .filter(t -> spans.get(t).state() == SpanState.UNKNOWN)
            .findFirst()
            .orElse(-1);
    String detail = topics.get(longest) + ": " + last.detail();
    boolean nothing = last.state() == SpanState.NO_DIP || last.state() == SpanState.UNKNOWN;
    if (untold >= 0 && nothing) {
      return Span.unknown(topics.get(untold) + ": " + spans.get(untold).detail());
    }
    long low = spans.stream().mapToLong(Span::lowMillis).max().orElse(0);
    long floor = spans.stream().mapToLong(Span::floorMillis).max().orElse(0);
    boolean open = untold >= 0 || spans.stream().anyMatch(span -> span.highMillis() == null);
    long high =
        spans.stream()
            .map(Span::highMillis)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .max()
            .orElse(0);
    return new Span(
        last.state(),
        Math.max(low, last.millis()),
        low,
        open ? null : (Long) high,
        floor,
        untold < 0
            ? detail
            : "%s; of %s nothing is known: %s"
                .formatted(detail, topics.get(untold), spans.get(untold).detail()));
  }

  /**
   * All time in which any topic was below. What each is known less well than its stretches say,
   * such as by a clock or by what readers could not see, may lie at another time than that of the
   * others, so that the whole is known less well by all of it.
   */
  private Span disrupted() {
    Span longest = longest(FaultResult::disrupted);
    if (longest.state() == SpanState.UNKNOWN) {
      return longest;
    }
    List<TimeBelow> known = new ArrayList<>();
    long less = 0;
    long more = 0;
    for (int t = 0; t < each.size(); t++) {
      Span its = each.get(t).disrupted();
      TimeBelow when = below.get(t);
      if (its.state() != SpanState.UNKNOWN) {
        known.add(when);
        less += Math.max(0, when.leastMicros() / 1000 - its.lowMillis());
        long shown = Math.max(its.floorMillis(), OutageEnd.ceilMillis(when.mostMicros()));
        Long high = its.highMillis();
        more += high == null ? 0 : Math.max(0, high - shown);
      }
    }
    TimeBelow any = TimeBelow.all(known);
    long low = Math.max(longest.lowMillis(), any.leastMicros() / 1000 - less);
    long likely = longest.state() == SpanState.ENDED ? any.likelyMicros() / 1000 : 0;
    long millis = Math.max(Math.max(longest.millis(), low), likely);
    Long high = longest.highMillis();
    if (high != null) {
      high = Math.max(Math.max(high, millis), OutageEnd.ceilMillis(any.mostMicros()) + more);
    }
    return new Span(longest.state(), millis, low, high, longest.floorMillis(), longest.detail());
  }

  /** Number of the topic whose length is the longest that is known. */
  private static int longest(List<Span> spans) {
    return IntStream.range(0, spans.size())
        .boxed()
        .max(
            Comparator.comparingInt((Integer t) -> rank(spans.get(t).state()))
                .thenComparingLong(t -> spans.get(t).millis())
                // of several the first
                .thenComparing(Comparator.reverseOrder()))
        .orElse(0);
  }

  private static int rank(SpanState state) {
    return switch (state) {
      case UNKNOWN -> 0;
      case NO_DIP -> 1;
      case ENDED -> 2;
      case UNENDED -> 3;
    };
  }

  /** The latest of each; none is there, and none is caught up, before all are. */
  private List<StepResult> steps(Span recovery) {
    Map<String, StepResult> latest = new LinkedHashMap<>();
    for (FaultResult fault : each) {
      for (StepResult step : fault.steps()) {
        latest.merge(
            step.step(), step, (one, other) -> one.maxMillis() >= other.maxMillis() ? one : other);
      }
    }
    if (each.stream().anyMatch(TopicFaults::silentForGood)) {
      latest.remove(FIRST_OUTPUT);
    }
    @Nullable StepResult caughtUp = latest.remove(CAUGHT_UP);
    List<StepResult> steps = new ArrayList<>(latest.values());
    if (caughtUp != null && recovery.state() == SpanState.ENDED) {
      steps.add(
          new StepResult(
              CAUGHT_UP,
              recovery.millis(),
              recovery.millis(),
              caughtUp.source(),
              recovery.detail()));
    }
    return steps;
  }

  /** True if a lane of the topic had fallen silent, and never had output again. */
  private static boolean silentForGood(FaultResult fault) {
    return !fault.notApplicable().containsKey(FIRST_OUTPUT)
        && fault.steps().stream().noneMatch(step -> step.step().equals(FIRST_OUTPUT));
  }

  private Map<String, String> notApplicable(FaultResult last) {
    Map<String, String> not = new LinkedHashMap<>(last.notApplicable());
    if (each.stream().anyMatch(fault -> !fault.notApplicable().containsKey(FIRST_OUTPUT))) {
      not.remove(FIRST_OUTPUT);
    }
    return not;
  }

  /** In order of time; of those that several topics show at once, that of the first. */
  private List<Dip> dips(Function<FaultResult, List<Dip>> which) {
    List<Dip> dips = new ArrayList<>();
    for (int t = 0; t < each.size(); t++) {
      for (Dip dip : which.apply(each.get(t))) {
        if (dips.stream().noneMatch(before -> together(before, dip))) {
          dips.add(
              new Dip(
                  dip.atMicros(),
                  dip.millis(),
                  dip.lanes(),
                  topics.get(t) + ", " + dip.lane(),
                  dip.ended(),
                  dip.cause()));
        }
      }
    }
    dips.sort(Comparator.comparingLong(Dip::atMicros));
    return dips;
  }

  private static boolean together(Dip one, Dip other) {
    return one.atMicros() < other.atMicros() + other.millis() * 1000
        && other.atMicros() < one.atMicros() + one.millis() * 1000;
  }
}
