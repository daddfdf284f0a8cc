package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.recovery.Settling.Settlement;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import dev.rebound.oracle.due.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of each fault without a look at identities: input partitions by what the group had
 * committed ({@link CommitLanes}), output partitions by how much was appended to them ({@link
 * OutputFlow}).
 *
 * <p>A job that commits nothing is told from appends alone: where its inputs come out on any
 * partition, one that stands still need not show, so that no length has an upper end.
 */
final class OffsetRecoveries {
  private static final String FIRST_OUTPUT = "first output";

  private final Evidence evidence;
  private final int inputs;
  private final long loadEndMicros;
  private final RigHistory rig;
  private final RefusedInput refused;
  private final OutputFlow flow;
  private final @Nullable CommitLanes commits;
  private final long holdMicros;
  private final long rhythmMicros;
  private final String unknown;
  private final List<TimeBelow> below = new ArrayList<>();

  /** False where the load has bursts and gaps of its own, which outputs follow. */
  private final boolean even;

  OffsetRecoveries(
      Evidence evidence,
      Ledger ledger,
      Grid.TimeRange load,
      Grid.TimeRange baseline,
      long rhythmMicros,
      RigHistory rig)
      throws IOException {
    this.evidence = evidence;
    this.inputs = ledger.lanes();
    this.loadEndMicros = load.endMicros();
    this.rhythmMicros = rhythmMicros;
    this.rig = rig;
    this.refused = new RefusedInput(ledger);
    this.even = LoadRhythm.even(ledger, load);
    this.flow =
        new OutputFlow(
            appends(evidence),
            evidence.partitions(),
            evidence.clocks().millis(),
            load.startMicros(),
            load.endMicros(),
            baseline);
    CommitLanes lanes =
        new CommitLanes(
            Objects.requireNonNull(evidence.commits(), "commits were sampled"),
            ledger,
            baseline,
            evidence.promise());
    this.commits = lanes.committed() ? lanes : null;
    this.holdMicros = Math.max(Math.max(Outages.HOLD_MICROS, rhythmMicros), lanes.commitMicros());
    this.unknown =
        flow.known() > 0
            ? ""
            : "no output partition had 20 outputs in the baseline: let phases.baseline be longer";
  }

  /** All that was appended, committed or not. */
  private static Path appends(Evidence evidence) {
    Path uncommitted = evidence.uncommitted();
    Path reread = evidence.reread();
    return uncommitted != null ? uncommitted : reread != null ? reread : evidence.committed();
  }

  private String laneName(int lane) {
    return lane < inputs ? "input partition " + lane : "output partition " + (lane - inputs);
  }

  /** What is told of a fault, and how. */
  private record Told(
      Settlement outage,
      Span headline,
      Span recovery,
      Span disrupted,
      TimeBelow below,
      List<Dip> second,
      List<Dip> later) {}

  /** The view of each fault, beside what identities tell of it. */
  List<FaultResult> beside(List<FaultResult> results) throws IOException {
    List<FaultResult> both = new ArrayList<>();
    for (int f = 0; f < results.size(); f++) {
      Told told = told(f);
      both.add(
          results.get(f).toBuilder().byOffsets(view(told.headline(), told.recovery())).build());
    }
    return both;
  }

  /** The outcome of each fault where there are no identities. */
  List<FaultResult> instead(List<FaultResult> results) throws IOException {
    List<FaultResult> all = new ArrayList<>();
    for (int f = 0; f < results.size(); f++) {
      all.add(result(f, results.get(f)));
    }
    return all;
  }

  /** When partitions were below, in the order of the faults that {@link #instead} told. */
  List<TimeBelow> below() {
    return below;
  }

  private FaultResult result(int f, FaultResult identities) throws IOException {
    FaultTimes fault = evidence.faults().get(f);
    Told told = told(f);
    below.add(told.below());
    Span recovery = told.recovery();
    boolean shown =
        !told.second().isEmpty()
            || Stream.of(told.outage().span(), recovery).anyMatch(FaultWatch::isHarm);
    long next = evidence.nextSignalMicros(f);
    boolean ended = recovery.state() == SpanState.ENDED;
    long until = ended ? fault.signalMicros() + Math.round(recovery.millis() * 1000.0) : next;
    List<StepResult> steps = new ArrayList<>(Steps.engine(fault, until));
    if (ended) {
      steps.add(
          new StepResult(
              "caught up", recovery.millis(), recovery.millis(), "topics", recovery.detail()));
    }
    Map<String, String> notApplicable = new LinkedHashMap<>(identities.notApplicable());
    notApplicable.put(FIRST_OUTPUT, "only identities tell which output is a first one");
    return identities.toBuilder()
        .outage(told.headline())
        .processing(told.headline())
        .visible(null)
        .recovery(recovery)
        .disrupted(told.disrupted())
        .impact(watch(f).impact(fault.signalMicros() < loadEndMicros, shown))
        .steps(steps)
        .loadToCapacity(null)
        .loadAtMost(false)
        .secondStops(told.second())
        .laterDips(told.later())
        .notApplicable(notApplicable)
        .by(source())
        .byOffsets(view(told.headline(), recovery))
        .build();
  }

  private String source() {
    return commits == null ? OffsetView.APPENDS : OffsetView.OFFSETS;
  }

  private OffsetView view(Span outage, Span recovery) {
    String flowing =
        flow.unknown() == 0
            ? ""
            : "; "
                + flow.unknown()
                + " output partitions had too little output in the baseline to tell";
    String how =
        commits == null
            ? "by append times alone, as the program commits nothing: a length is at least so long"
            : "by committed offsets, read every "
                + Words.seconds(commits.everyMicros() / 1e6)
                + apart(commits)
                + ", and by append times";
    String uneven =
        even ? "" : "; the load is uneven, so that output partitions only bound lengths from above";
    return new OffsetView(source(), outage, recovery, how + flowing + uneven);
  }

  private static String apart(CommitLanes commits) {
    return commits.commitMicros() == 0
        ? " and too few in the baseline to tell how far they are apart"
        : " and up to " + Words.seconds(commits.commitMicros() / 1e6) + " apart";
  }

  private FaultWatch watch(int f) {
    FaultTimes fault = evidence.faults().get(f);
    long end =
        Math.min(
            Math.min(evidence.nextSignalMicros(f), loadEndMicros),
            fault.signalMicros() + Recoveries.WATCH_MAX_MICROS);
    return new FaultWatch(
        fault, end, rig, evidence.clocks().uncertainMillis(), true, this::laneName);
  }

  private Told told(int f) throws IOException {
    FaultWatch watch = watch(f);
    long signal = watch.signalMicros();
    long end = watch.endMicros();
    if (end <= signal) {
      return unknown("nothing was due while it was watched");
    }
    if (!unknown.isEmpty()) {
      return unknown(unknown);
    }
    CommitLanes.LanesInWatch told =
        commits == null
            ? new CommitLanes.LanesInWatch(List.of(), List.of(), 0, 0, signal, "")
            : commits.watch(signal, end, this::lessUntil);
    if (!told.unknown().isEmpty()) {
      return unknown(told.unknown());
    }
    List<UncertainInterval> below =
        flow.below(signal, end, inputs).stream().map(this::byLoad).toList();
    List<UncertainInterval> stopped =
        Stream.of(
                told.stalls().stream().map(s -> stillAt(signal, s)).toList(),
                below,
                refused.between(signal, end))
            .flatMap(List::stream)
            .toList();
    List<UncertainInterval> late =
        Stream.of(
                told.late(),
                below.stream().map(this::delaying).toList(),
                flow.above(signal, end, inputs, rhythmMicros).stream().map(this::byLoad).toList())
            .flatMap(List::stream)
            .toList();
    long floor = Math.max(told.floorMicros(), flow.floorMicros());
    String calm = told.lanes() + flow.known() + " partitions flowed all the time";
    Settlement outage = watch.settling(holdMicros, 0).settle(stopped, holdMicros, 0, floor, calm);
    Settlement settled =
        watch.settling(holdMicros, 0).settle(late, holdMicros, afterMicros(outage), floor, "");
    String mayBeHarm = watch.mayBeHarm(outage, holdMicros);
    List<Dip> second = new ArrayList<>();
    List<Dip> later = new ArrayList<>();
    watch.sort(outage.others(), second, later);
    Span recovery =
        recovery(outage.span(), settled.span(), told.quietMicros() - signal, end - signal);
    Disruption disruption = Disruption.of(stopped, outage.own(), watch, floor, calm);
    return new Told(
        outage,
        least(watch.doubted(FaultWatch.unless(mayBeHarm, detailed(outage)), false)),
        least(watch.doubted(FaultWatch.known(recovery, mayBeHarm), false)),
        least(watch.doubted(disruption.atLeast(outage.span()), false)),
        disruption.below(),
        second,
        later);
  }

  /** Where the load is uneven, fewer outputs than in the baseline need be no harm. */
  private long lessUntil(long fromMicros, long untilMicros) {
    return even ? flow.lessUntil(fromMicros, untilMicros) : Long.MIN_VALUE;
  }

  /** What had ended by the signal, as estimated, may have gone on after it. */
  private static UncertainInterval stillAt(long signalMicros, UncertainInterval s) {
    return s.end() > signalMicros ? s : s.asPerhaps();
  }

  /** What stopped for no longer than a rhythm need have made nothing late. */
  private UncertainInterval delaying(UncertainInterval s) {
    return s.open() || s.endLow() - s.startHigh() > rhythmMicros ? s : s.asPerhaps();
  }

  /** Where the load is uneven, output that differs from the baseline's need be no harm. */
  private UncertainInterval byLoad(UncertainInterval s) {
    return even ? s : s.asPerhaps();
  }

  private static Told unknown(String why) {
    Span span = Span.unknown(why);
    return new Told(
        new Settlement(span, List.of(), List.of()),
        span,
        span,
        span,
        TimeBelow.NONE,
        List.of(),
        List.of());
  }

  private static long afterMicros(Settlement outage) {
    Long high = outage.span().highMillis();
    return high == null ? 0 : high * 1000;
  }

  /** Until what lanes had left undone was done, and what commits may hide, too. */
  private static Span recovery(Span outage, Span settled, long quietMicros, long watchedMicros) {
    Long high = settled.highMillis();
    if (outage.state() == SpanState.UNENDED) {
      return Span.unended(
          Math.max(outage.lowMillis(), settled.lowMillis()),
          settled.floorMillis(),
          outage.detail());
    }
    if (high == null) {
      return settled;
    }
    boolean hidden = quietMicros >= watchedMicros;
    long quiet = Settling.ceilMillis(quietMicros);
    if (hidden) {
      return Span.unended(
          settled.lowMillis(),
          settled.floorMillis(),
          "commits left more behind than in the baseline when the watch ended");
    }
    long most = Math.max(Math.max(high, quiet), Math.round(outage.highOrInfinite()));
    return new Span(
        settled.state(),
        settled.millis(),
        settled.lowMillis(),
        most,
        settled.floorMillis(),
        settled.detail());
  }

  /**
   * Where single inputs may stand still unseen, a length is at least so long, and no more is known.
   */
  private Span least(Span span) {
    if (commits != null) {
      return span;
    }
    return switch (span.state()) {
      case NO_DIP ->
          Span.unknown(
              "no output partition had less output for "
                  + Words.seconds(span.floorMillis() / 1000.0)
                  + ", which does not show that no input stood still: let the program commit to"
                  + " REBOUND_GROUP, or copy the header rebound-id");
      case ENDED ->
          new Span(
              span.state(),
              span.millis(),
              span.lowMillis(),
              null,
              span.floorMillis(),
              span.detail());
      case UNENDED, UNKNOWN -> span;
    };
  }

  private Span detailed(Settlement outage) {
    Span span = outage.span();
    UncertainInterval last =
        outage.own().stream()
            .max(
                Comparator.comparing(UncertainInterval::open)
                    .thenComparingLong(UncertainInterval::end))
            .orElse(null);
    if (last == null) {
      return span;
    }
    long lanes = outage.own().stream().mapToInt(UncertainInterval::lane).distinct().count();
    String which =
        lanes
            + " partitions were below, "
            + laneName(last.lane())
            + (last.open() ? " to the end" : " for the longest");
    return new Span(
        span.state(),
        span.millis(),
        span.lowMillis(),
        span.highMillis(),
        span.floorMillis(),
        span.detail().isEmpty() ? which : which + "; " + span.detail());
  }
}
