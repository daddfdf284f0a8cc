package dev.rebound.analysis.recovery.charts;

import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.recovery.latency.StepCounts;
import dev.rebound.analysis.recovery.outage.IdentitySignal.WatchedFault;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.timeline.FaultTimeline.SceneLane;
import dev.rebound.analysis.timeline.FaultTimeline.SceneStop;
import dev.rebound.analysis.timeline.FaultTimelineBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/** Counts what one {@link FaultTimeline} shows. */
public final class FaultTimelineDraft {
  /** Fewer outputs than this have no 99th percentile of their own. */
  private static final int ENOUGH = 100;

  private static final int[] MULTIPLES = {1, 2, 5, 10};
  private static final long UNIT_MICROS = 100;

  /** One in so many that is late makes a bucket one of catching up. */
  private static final int LATE_SHARE = 4;

  private final FaultResult fault;
  private final List<UncertainInterval> own;
  private final List<UncertainInterval> below;
  private final long watchedMillis;
  private final long fromMillis;
  private final long bucketMillis;
  private final int buckets;
  private final long startMicros;
  private final int[][] due;
  private final int[][] seen;
  private final int[][] late;
  private final long[] ageMicros;
  private final @Nullable IntCountsHistogram[] waits;
  private final int[] never;

  /**
   * @param fromMillis start of the first bucket; {@code untilMillis} is in the last one
   */
  public FaultTimelineDraft(
      WatchedFault watched,
      long watchedMillis,
      long fromMillis,
      long bucketMillis,
      long untilMillis,
      int lanes) {
    this.fault = watched.result();
    this.own = watched.outage().own();
    this.below = Stream.concat(own.stream(), watched.outage().others().stream()).toList();
    this.watchedMillis = watchedMillis;
    this.fromMillis = fromMillis;
    this.bucketMillis = bucketMillis;
    this.buckets = (int) ((untilMillis - fromMillis) / bucketMillis) + 1;
    this.startMicros = fault.atMicros() + fromMillis * 1000;
    this.due = new int[lanes][buckets];
    this.seen = new int[lanes][buckets];
    this.late = new int[lanes][buckets];
    this.ageMicros = new long[buckets];
    this.waits = new IntCountsHistogram[buckets];
    this.never = new int[buckets];
  }

  public long startMicros() {
    return startMicros;
  }

  public long endMicros() {
    return startMicros + buckets * bucketMillis * 1000;
  }

  private int bucket(long micros) {
    return (int) ((micros - startMicros) / (bucketMillis * 1000));
  }

  /**
   * @param output −1 where outputs have no lane of their own
   */
  public void due(int input, int output, long micros) {
    int bucket = bucket(micros);
    due[input][bucket]++;
    if (output >= 0) {
      due[output][bucket]++;
    }
  }

  /** How long readers waited for an output; for ever if it was not received. */
  public void waited(long dueMicros, long receiptMicros) {
    int bucket = bucket(dueMicros);
    if (receiptMicros == Long.MAX_VALUE) {
      never[bucket]++;
      return;
    }
    IntCountsHistogram counts = waits[bucket];
    if (counts == null) {
      counts = StepCounts.counts();
      waits[bucket] = counts;
    }
    counts.recordValue(Math.max(0, receiptMicros - dueMicros) / UNIT_MICROS);
  }

  public void seen(int input, boolean inputLate, int output, boolean outputLate, long micros) {
    int bucket = bucket(micros);
    seen[input][bucket]++;
    late[input][bucket] += inputLate ? 1 : 0;
    if (output >= 0) {
      seen[output][bucket]++;
      late[output][bucket] += outputLate ? 1 : 0;
    }
  }

  /** An input that was due at a time was the oldest from one moment to another. */
  public void age(long from, long until, long dueMicros) {
    int last = bucket(Math.min(until, endMicros() - 1));
    for (int b = bucket(Math.max(from, startMicros)); b <= last; b++) {
      long end = Math.min(until, startMicros + (b + 1) * bucketMillis * 1000);
      ageMicros[b] = Math.max(ageMicros[b], end - dueMicros);
    }
  }

  /** The scene that was counted. Counts of latencies are given away, so it is asked for once. */
  public FaultTimeline scene(
      boolean batches, double bandMillis, int inputs, IntFunction<String> name) {
    int[] withDue =
        IntStream.range(0, due.length).filter(l -> Arrays.stream(due[l]).sum() > 0).toArray();
    long[] belowMillis = new long[due.length];
    below.forEach(s -> belowMillis[s.lane()] += 1 + s.micros() / 1000);
    List<SceneLane> lanes =
        IntStream.of(withDue)
            .boxed()
            .sorted(Comparator.comparingLong(l -> -belowMillis[l]))
            .limit(FaultTimelines.LANES_MAX)
            .sorted()
            .map(l -> lane(l, name.apply(l), batches))
            .toList();
    int multiple = multiple(inputs);
    List<List<Double>> percentiles = percentiles(multiple);
    return FaultTimelineBuilder.builder()
        .fault(fault.fault())
        .signalMicros(fault.atMicros())
        .fromMillis(fromMillis)
        .bucketMillis(bucketMillis)
        .watchedMillis(watchedMillis)
        .batches(batches)
        .outageMillis(ended(fault.outage()))
        .caughtUpMillis(ended(fault.recovery()))
        .bandMillis(rounded(bandMillis * 1000))
        .lanesDue(withDue.length)
        .lanesBelow((int) own.stream().mapToInt(UncertainInterval::lane).distinct().count())
        .lanes(lanes)
        .due(sums(due, inputs))
        .seen(sums(seen, inputs))
        .ageMillis(Arrays.stream(ageMicros).mapToObj(FaultTimelineDraft::rounded).toList())
        .latencyMillis(bucketMillis * multiple)
        .p50(percentiles.get(0))
        .p99(percentiles.get(1))
        .build();
  }

  private static @Nullable Long ended(Span span) {
    return span.state() == SpanState.ENDED ? (Long) span.millis() : null;
  }

  private SceneLane lane(int lane, String name, boolean batches) {
    List<UncertainInterval> stops =
        below.stream()
            .filter(s -> s.lane() == lane)
            .sorted(Comparator.comparingLong(s -> began(s, batches)))
            .toList();
    StringBuilder states = new StringBuilder(buckets);
    for (int b = 0; b < buckets; b++) {
      states.append(state(lane, b, stops, batches));
    }
    return new SceneLane(
        name,
        stops.stream()
            .map(
                s ->
                    new SceneStop(
                        millis(began(s, batches)), millis(s.end()), !s.open(), own.contains(s)))
            .toList(),
        states.toString(),
        boxed(due[lane]),
        boxed(seen[lane]));
  }

  /**
   * From when on a stop is shown. A stop that may have begun with the signal did, as the outage has
   * it. Where output comes in batches, the outage's stops begin with the silence that they show in.
   */
  private long began(UncertainInterval stop, boolean batches) {
    long began = batches && own.contains(stop) ? stop.began().low() : stop.start();
    boolean withSignal = began < fault.atMicros() && fault.atMicros() <= stop.began().high();
    return withSignal ? fault.atMicros() : began;
  }

  private char state(int lane, int bucket, List<UncertainInterval> stops, boolean batches) {
    long from = startMicros + bucket * bucketMillis * 1000;
    long until = from + bucketMillis * 1000;
    boolean output = seen[lane][bucket] > 0;
    long inside =
        stops.stream()
            .mapToLong(
                s -> Math.max(0, Math.min(until, s.end()) - Math.max(from, began(s, batches))))
            .sum();
    if (2 * inside >= until - from) {
      return output ? FaultTimeline.BELOW : FaultTimeline.SILENT;
    }
    boolean catchesUp =
        from + bucketMillis * 1000 > fault.atMicros()
            && late[lane][bucket] * LATE_SHARE >= seen[lane][bucket];
    return !output
        ? FaultTimeline.WAITS
        : catchesUp ? FaultTimeline.CATCHES_UP : FaultTimeline.FLOWS;
  }

  private long millis(long micros) {
    return Math.floorDiv(micros - fault.atMicros(), 1000);
  }

  /** How many buckets it takes to have enough for a percentile. */
  private int multiple(int inputs) {
    long all = 0;
    for (int lane = 0; lane < inputs; lane++) {
      all += Arrays.stream(due[lane]).asLongStream().sum();
    }
    for (int multiple : MULTIPLES) {
      if (all * multiple >= (long) ENOUGH * buckets) {
        return multiple;
      }
    }
    return MULTIPLES[MULTIPLES.length - 1];
  }

  /** Medians, then 99th percentiles. */
  private List<List<Double>> percentiles(int multiple) {
    List<Double> median = new ArrayList<>();
    List<Double> high = new ArrayList<>();
    IntCountsHistogram counts = StepCounts.counts();
    for (int from = 0; from < buckets; from += multiple) {
      counts.reset();
      long missing = 0;
      for (int b = from; b < Math.min(buckets, from + multiple); b++) {
        missing += never[b];
        IntCountsHistogram of = waits[b];
        if (of != null) {
          counts.add(of);
        }
      }
      median.add(percentile(counts, missing, 0.5));
      high.add(percentile(counts, missing, 0.99));
    }
    return List.of(median, high);
  }

  private static double percentile(IntCountsHistogram counts, long missing, double share) {
    long all = counts.getTotalCount() + missing;
    if (all == 0) {
      return Double.NaN;
    }
    long rank = (long) Math.ceil(share * all);
    return rank > counts.getTotalCount()
        ? Double.POSITIVE_INFINITY
        : rounded(
            (double)
                (counts.getValueAtPercentile(100.0 * rank / counts.getTotalCount()) * UNIT_MICROS));
  }

  private List<Integer> sums(int[][] counts, int lanes) {
    int[] sums = new int[buckets];
    for (int lane = 0; lane < lanes; lane++) {
      for (int b = 0; b < buckets; b++) {
        sums[b] += counts[lane][b];
      }
    }
    return boxed(sums);
  }

  private static List<Integer> boxed(int[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /** Milliseconds to a tenth. */
  private static double rounded(double micros) {
    return Double.isNaN(micros) ? micros : Math.round(micros / 100) / 10.0;
  }
}
