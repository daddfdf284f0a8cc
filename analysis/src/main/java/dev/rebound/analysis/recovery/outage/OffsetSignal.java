package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.RefusedInput;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.recovery.offsets.CommitLanes;
import dev.rebound.analysis.recovery.offsets.LoadRhythm;
import dev.rebound.analysis.recovery.offsets.OutputFlow;
import dev.rebound.analysis.recovery.outage.LaneSignal.FaultReading;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import dev.rebound.oracle.due.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signal of offsets, without a look at identities: input partitions by what the group had
 * committed ({@link CommitLanes}), output partitions by how much was appended to them ({@link
 * OutputFlow}).
 *
 * <p>A job that commits nothing is told from appends alone: where its inputs come out on any
 * partition, one that stands still need not show, so that no length has an upper end.
 */
public final class OffsetSignal implements LaneSignal {
  private final Evidence evidence;
  private final int inputs;
  private final long loadEndMicros;
  private final RigHistory rig;
  private final RefusedInput refused;
  private final OutputFlow flow;
  private final @Nullable CommitLanes commits;
  private final long holdMicros;
  private final long rhythmMicros;

  /** False where the load has bursts and gaps of its own, which outputs follow. */
  private final boolean even;

  public OffsetSignal(
      Evidence evidence,
      Ledger ledger,
      TimeRange load,
      TimeRange baseline,
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
            appends(evidence), evidence.partitions(), evidence.clocks().millis(), load, baseline);
    CommitLanes lanes =
        new CommitLanes(
            Objects.requireNonNull(evidence.commits(), "commits were sampled"),
            ledger,
            baseline,
            evidence.promise());
    this.commits = lanes.committed() ? lanes : null;
    this.holdMicros = Math.max(Math.max(LaneDips.HOLD_MICROS, rhythmMicros), lanes.commitMicros());
  }

  /** All that was appended, committed or not. */
  private static Path appends(Evidence evidence) {
    Path uncommitted = evidence.uncommitted();
    Path reread = evidence.reread();
    return uncommitted != null ? uncommitted : reread != null ? reread : evidence.committed();
  }

  private String laneName(int lane) {
    return LaneCounts.laneName(lane, inputs);
  }

  @Override
  public FaultReading read(int fault) throws IOException {
    FaultWatch watch = FaultWatch.of(evidence, fault, loadEndMicros, rig, true, this::laneName);
    FaultReading its = read(watch);
    if (watch.fault().lasting() == null) {
      return its;
    }
    FaultWatch healing = watch.fromHealing();
    Span recovery = healing == null ? null : read(healing).result().recovery();
    return new FaultReading(
        its.result().toBuilder().lasted(watch.lasted(recovery)).build(), its.below());
  }

  private FaultReading read(FaultWatch watch) throws IOException {
    CommitLanes.LanesInWatch told =
        commits == null || watch.time().micros() <= 0
            ? new CommitLanes.LanesInWatch(List.of(), List.of(), 0, 0, watch.signalMicros(), "")
            : commits.watch(watch.time(), this::lessUntil);
    String unknown =
        watch.time().micros() <= 0
            ? "nothing was due while it was watched"
            : flow.known() == 0
                ? "no output partition had 20 outputs in the baseline: let phases.baseline be"
                    + " longer"
                : told.unknown();
    if (!unknown.isEmpty()) {
      Span span = Span.unknown(unknown);
      return reading(watch, WatchOutcome.unknown(unknown), span, span, span, TimeBelow.NONE);
    }
    List<UncertainInterval> below =
        flow.below(watch.time(), inputs).stream().map(this::byLoad).toList();
    List<UncertainInterval> stopped =
        Stream.of(
                told.stalls().stream().map(s -> stillAt(watch.signalMicros(), s)),
                below.stream(),
                refused.between(watch.signalMicros(), watch.endMicros()).stream())
            .flatMap(s -> s)
            .toList();
    List<UncertainInterval> late =
        Stream.of(
                told.late().stream(),
                below.stream().map(this::delaying),
                flow.above(watch.time(), inputs, rhythmMicros).stream().map(this::byLoad))
            .flatMap(s -> s)
            .toList();
    long floor = Math.max(told.floorMicros(), flow.floorMicros());
    String calm = told.lanes() + flow.known() + " partitions flowed all the time";
    WatchOutcome outage = new OutageEnd(watch, holdMicros, 0).settle(stopped, 0, floor, calm);
    Span span = outage.span();
    long after = span.highMillis() == null ? 0 : span.highMillis() * 1000;
    Span settled = new OutageEnd(watch, holdMicros, 0).settle(late, after, floor, "").span();
    String mayBeHarm = watch.mayBeHarm(outage, holdMicros);
    Span recovery = recovery(span, settled, told.quietMicros() - watch.signalMicros(), watch);
    Disruption disruption = Disruption.of(stopped, outage.own(), watch, LaneDips.WINDOW_MICROS, 0);
    Span disrupted = disruption.span(floor, OutageEnd.ceilMillis(floor), calm);
    return reading(
        watch,
        outage,
        least(watch.doubted(FaultWatch.unless(mayBeHarm, detailed(outage)), false)),
        least(watch.doubted(FaultWatch.known(recovery, mayBeHarm), false)),
        least(watch.doubted(atLeast(disrupted, span), false)),
        disruption.below());
  }

  private FaultReading reading(
      FaultWatch watch,
      WatchOutcome outage,
      Span headline,
      Span recovery,
      Span disrupted,
      TimeBelow below) {
    FaultWatch.LaneFindings told =
        new FaultWatch.LaneFindings(
            outage,
            outage.span().seen() || recovery.seen(),
            (double) recovery.millis(),
            List.of(),
            "only identities tell which output is a first one");
    OffsetView view = view(headline, recovery);
    return new FaultReading(
        watch
            .result(headline, recovery, told)
            .disrupted(disrupted)
            .by(view.source())
            .byOffsets(view)
            .build(),
        below);
  }

  private OffsetView view(Span outage, Span recovery) {
    String flowing =
        flow.unknown() == 0
            ? ""
            : "; %s output partitions had too little output in the baseline to tell"
                .formatted(flow.unknown());
    String how =
        commits == null
            ? "by append times alone, as the program commits nothing: a length is at least so long"
            : "by committed offsets, read every %s%s, and by append times"
                .formatted(Words.seconds(commits.everyMicros() / 1e6), apart(commits));
    String uneven =
        even ? "" : "; the load is uneven, so that output partitions only bound lengths from above";
    String source = commits == null ? OffsetView.APPENDS : OffsetView.OFFSETS;
    return new OffsetView(source, outage, recovery, how + flowing + uneven);
  }

  private static String apart(CommitLanes commits) {
    return commits.commitMicros() == 0
        ? " and too few in the baseline to tell how far they are apart"
        : " and up to " + Words.seconds(commits.commitMicros() / 1e6) + " apart";
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
    return s.open() || s.ended().low() - s.began().high() > rhythmMicros ? s : s.asPerhaps();
  }

  /** Where the load is uneven, output that differs from the baseline's need be no harm. */
  private UncertainInterval byLoad(UncertainInterval s) {
    return even ? s : s.asPerhaps();
  }

  /** Until what lanes had left undone was done, and what commits may hide, too. */
  private static Span recovery(Span outage, Span settled, long quietMicros, FaultWatch watch) {
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
    if (quietMicros >= watch.time().micros()) {
      return Span.unended(
          settled.lowMillis(),
          settled.floorMillis(),
          "commits left more behind than in the baseline when the watch ended");
    }
    long quiet = OutageEnd.ceilMillis(quietMicros);
    return settled.upTo(Math.max(Math.max(high, quiet), Math.round(outage.highOrInfinite())));
  }

  /** No less than the outage may have been, and open or unknown where that is. */
  private static Span atLeast(Span disrupted, Span outage) {
    return switch (outage.state()) {
      case UNKNOWN -> outage;
      case UNENDED ->
          Span.unended(disrupted.lowMillis(), disrupted.floorMillis(), disrupted.detail());
      case NO_DIP, ENDED -> Disruption.atLeast(disrupted, outage);
    };
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
      case ENDED -> span.upTo(null);
      case UNENDED, UNKNOWN -> span;
    };
  }

  private Span detailed(WatchOutcome outage) {
    return UncertainInterval.last(outage.own())
        .map(
            last ->
                outage.detailed(
                    outage.lanes()
                        + " partitions were below, "
                        + laneName(last.lane())
                        + (last.open() ? " to the end" : " for the longest")))
        .orElse(outage)
        .span();
  }
}
