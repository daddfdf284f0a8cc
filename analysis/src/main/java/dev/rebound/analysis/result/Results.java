package dev.rebound.analysis.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rebound.analysis.evidence.Effect;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run: the content of {@code results.json}. Every list is in time order; a null
 * means "could not be had", and a reason stands beside it or in {@link #warnings}.
 *
 * @param version of this format, {@link #VERSION}
 * @param metrics every number that an expectation can name, in base units (ms, records/s, bytes,
 *     counts)
 * @param unjudged metric name (or prefix) to the reason why it could not be judged
 * @param shortened what {@code --short} made shorter, in words; empty for nothing
 * @param bounds metric to what it is known to lie between, where its number is not exact
 * @param difference control runs: metric to (this run − control), filled in when both ran
 * @param differs of a control that differs from its runs in settings, or of a run that was held
 *     against such a one: the control's; empty where the control leaves the faults out, or there is
 *     none
 * @param controlVerdict of the control that this run was held against; unknown where that is due
 *     and missing, could not be carried out or ended early, null where there is none
 */
@RecordBuilder
public record Results(
    int version,
    String runId,
    String name,
    String engine,
    String engineVersion,
    String guarantee,
    String profile,
    boolean control,
    double scale,
    Verdict verdict,
    boolean interrupted,
    List<FaultResult> faults,
    List<Audit> audits,
    List<Latency> latencies,
    List<Judgement> judgements,
    List<RigDoubt> warnings,
    Map<String, Double> metrics,
    Map<String, String> unjudged,
    Map<String, Bounds> bounds,
    Map<String, Double> difference,
    String shortened,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> differs,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Verdict controlVerdict) {

  public Results {
    // Written where controls only left faults out.
    differs = Objects.requireNonNullElse(differs, Map.of());
  }

  /** The version that this Rebound writes, and the only one that it reads. */
  public static final int VERSION = 2;

  /** Whether the run was ended before its time, so that it counts for its verdict alone. */
  public boolean endedEarly() {
    return warnings.stream().anyMatch(w -> w.code().equals(Doubt.ENDED_EARLY.code()));
  }

  /**
   * Why a run with faults has measured none of them: of no fault that hit, neither outage nor
   * recovery is known. Empty if one is, or if none hit; also where requests tell what the faults
   * did, and where the load kept to no schedule, so that another run would tell no more.
   */
  public String unmeasured() {
    if (metrics.containsKey("requests.failed-share")
        || warnings.stream().anyMatch(w -> w.code().equals("flat-out"))) {
      return "";
    }
    List<FaultResult> hits = faults.stream().filter(f -> f.impact() == Impact.HIT).toList();
    boolean any =
        hits.stream()
            .anyMatch(
                f ->
                    f.outage().state() != SpanState.UNKNOWN
                        || f.recovery().state() != SpanState.UNKNOWN);
    return hits.isEmpty() || any
        ? ""
        : "it measured none of its faults: " + hits.get(0).outage().detail();
  }

  /**
   * The audit that the guarantee speaks of; the first one if it speaks of none, null if there is
   * none. Where there are several output topics, all of them together.
   */
  public @Nullable Audit judgedAudit() {
    return judgedAudit(audits);
  }

  /** The same of these audits. */
  public static @Nullable Audit judgedAudit(List<Audit> audits) {
    List<Audit> judged = audits.stream().filter(Audit::judged).toList();
    if (judged.isEmpty()) {
      return audits.isEmpty() ? null : audits.get(0);
    }
    return judged.size() == 1 ? judged.get(0) : AuditAggregate.of(judged);
  }

  /**
   * The verdict of the run together with its control: where that did not pass, what was to be
   * compared is not known, so that there is no pass.
   */
  public Verdict verdictWithControl() {
    boolean sure = controlVerdict == null || controlVerdict == Verdict.PASS;
    return sure ? verdict : verdict.and(Verdict.UNKNOWN);
  }

  /**
   * The results of a run of which nothing was found and nothing judged; its verdict is unknown.
   *
   * @param name of the run, and of its experiment
   */
  public static ResultsBuilder of(String name, String engine, String engineVersion) {
    return ResultsBuilder.builder()
        .version(VERSION)
        .runId(name)
        .name(name)
        .engine(engine)
        .engineVersion(engineVersion)
        .guarantee("")
        .profile("")
        .scale(1)
        .verdict(Verdict.UNKNOWN)
        .faults(List.of())
        .audits(List.of())
        .latencies(List.of())
        .judgements(List.of())
        .warnings(List.of())
        .metrics(Map.of())
        .unjudged(Map.of())
        .bounds(Map.of())
        .difference(Map.of())
        .shortened("");
  }

  /** The same, to be changed in some parts. */
  public ResultsBuilder toBuilder() {
    return ResultsBuilder.builder(this);
  }

  /**
   * The same with the difference to a control.
   *
   * @param differs settings in which the control differs; empty where it leaves the faults out
   */
  public Results against(Map<String, Double> difference, Map<String, String> differs) {
    return toBuilder().difference(difference).differs(differs).build();
  }

  /**
   * One fault and the recovery from it. Times are milliseconds from the first signal.
   *
   * @param atMicros first signal, microseconds since the epoch
   * @param confirmed every victim's fault was confirmed
   * @param outage the outage
   * @param recovery the recovery time
   * @param steps per step, from first to last lane or member; absent if unknown
   * @param loadToCapacity load divided by the rate reached while catching up; null if there was
   *     nothing to catch up
   * @param outage the headline: {@code visible} where there is one, else {@code processing}
   * @param processing outage by append times
   * @param visible outage for read-committed readers, where output is transactional; else null
   * @param disrupted all time in the fault's watch in which any lane was below
   * @param secondStops dips that began at a return or rebalance of this fault's members
   * @param laterDips any other dips before the next fault
   * @param notApplicable steps that this fault does not have, to the reason
   * @param effect what it does to its victims; absent where its kind tells
   * @param by what lengths are told by where outputs have no identities, {@code offsets} or {@code
   *     appends}; absent where they are told by identity
   * @param byOffsets what offsets and append times tell; absent where they were not sampled
   * @param away for how long a service accepted less than before; absent where none is asked
   * @param loadAtMost whether {@code loadToCapacity} may be lower, as what was left to catch up
   *     with bounded the rate; absent if not
   * @param lasted what is told besides of one that lasted and left its victims' processes to live;
   *     absent of others, and in earlier files
   */
  @RecordBuilder
  @RecordBuilder.Options(prefixEnclosingClassNames = false)
  public record FaultResult(
      int fault,
      String kind,
      String role,
      List<String> victims,
      long atMicros,
      boolean confirmed,
      Impact impact,
      Span outage,
      Span recovery,
      List<StepResult> steps,
      @Nullable Double loadToCapacity,
      Span processing,
      @Nullable Span visible,
      Span disrupted,
      List<Dip> secondStops,
      List<Dip> laterDips,
      Map<String, String> notApplicable,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Effect effect,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String by,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable OffsetView byOffsets,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Away away,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean loadAtMost,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Lasted lasted) {
    public FaultResult {
      effect = Effect.told(kind, effect);
    }

    /** The effect on its victims. */
    public Effect does() {
      return Effect.of(kind, effect);
    }

    /**
     * One that hit, was confirmed, and has no dip beside a single outage; nothing else is known.
     *
     * @param outage by append times, for readers, and all that was disrupted
     */
    public static FaultResultBuilder hit(
        int fault, String kind, String role, List<String> victims, Span outage, Span recovery) {
      return FaultResultBuilder.builder()
          .fault(fault)
          .kind(kind)
          .role(role)
          .victims(victims)
          .confirmed(true)
          .impact(Impact.HIT)
          .outage(outage)
          .processing(outage)
          .disrupted(outage)
          .recovery(recovery)
          .steps(List.of())
          .secondStops(List.of())
          .laterDips(List.of())
          .notApplicable(Map.of());
    }

    /** The same, to be changed in some parts. */
    public FaultResultBuilder toBuilder() {
      return FaultResultBuilder.builder(this);
    }
  }

  /**
   * What is told besides of a fault that lasted and left its victims' processes to live.
   *
   * @param millis from its first signal until its last victim was healed; null if not all were
   * @param recovery from then on until caught up
   * @param noticed from its first signal until what is under test first said anything of it, while
   *     it lasted; without an end if it said nothing
   * @param ended victims that ended by themselves while it held them, in order
   */
  public record Lasted(
      @Nullable Long millis,
      Span recovery,
      Span noticed,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Ending> ended) {
    public Lasted {
      ended = Objects.requireNonNullElse(ended, List.of());
    }

    /** The same with another recovery. */
    public Lasted recoveredIn(Span other) {
      return new Lasted(millis, other, noticed, ended);
    }
  }

  /**
   * The end of a victim by itself while a fault held it.
   *
   * @param afterMillis from the fault's first signal
   * @param exitStatus or -1 where nobody is told
   * @param again whether a restart policy had it started again; else its fault's healing did
   */
  public record Ending(String node, long afterMillis, int exitStatus, boolean again) {}

  /**
   * How long a service was away after a fault.
   *
   * @param millis the longest time in which it accepted nothing, though requests were due: from the
   *     first request that was due until the next answer that accepts one; until the last request
   *     was due, or waited while there was load, if none does
   * @param ended whether one does
   * @param failed requests that were due until the next fault and were not accepted
   * @param service all time in which it accepted fewer than before, or nothing; the upper end
   *     counts what was not sent as not accepted, what was accepted late likewise, and no hold that
   *     the next fault or the load's end cut short
   * @param instance the same of the instance of which it is most, whose name is the detail
   */
  public record Away(
      long millis,
      boolean ended,
      long failed,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Span service,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Span instance) {

    /** Whether the service, or one instance, was not as before any more while it was watched. */
    public boolean neverEnded() {
      return !ended || neverEnded(service) || neverEnded(instance);
    }

    private static boolean neverEnded(@Nullable Span span) {
      return span != null && span.state() == SpanState.UNENDED;
    }
  }

  /**
   * The view of a fault without identities.
   *
   * @param source {@code offsets} or {@code appends}
   * @param note how well it can be told, in words
   */
  public record OffsetView(String source, Span outage, Span recovery, String note) {
    /** Input partitions by committed offsets, output partitions by append times. */
    public static final String OFFSETS = "offsets";

    /** Output partitions alone, by append times. */
    public static final String APPENDS = "appends";
  }

  /**
   * A length from the first signal, as an interval that holds it.
   *
   * <p>{@code ended}: between {@code lowMillis} and {@code highMillis}. {@code no dip}: from 0 up
   * to {@code highMillis}. {@code unended}: {@code lowMillis} at least.
   *
   * @param millis the length as defined; the least that it can be if it is not {@code ended}
   * @param highMillis null if it has no upper bound
   * @param floorMillis what is shorter than this cannot be seen
   * @param detail such as the slowest lane
   */
  public record Span(
      SpanState state,
      long millis,
      long lowMillis,
      @Nullable Long highMillis,
      long floorMillis,
      String detail) {
    /** One that is known as well as its state allows: {@code ended} exactly at {@code millis}. */
    public Span(SpanState state, long millis, long floorMillis, String detail) {
      this(
          state,
          millis,
          state == SpanState.NO_DIP ? 0 : millis,
          state == SpanState.ENDED
              ? (Long) millis
              : state == SpanState.NO_DIP ? (Long) floorMillis : null,
          floorMillis,
          detail);
    }

    /** One that ended: {@code lowMillis <= millis <= highMillis}. */
    public static Span ended(
        long millis, long lowMillis, long highMillis, long floorMillis, String detail) {
      return new Span(SpanState.ENDED, millis, lowMillis, highMillis, floorMillis, detail);
    }

    /** One of which nothing was seen: up to {@code floorMillis}. */
    public static Span noDip(long floorMillis, String detail) {
      return new Span(SpanState.NO_DIP, 0, 0, floorMillis, floorMillis, detail);
    }

    /** One of which no end was seen: {@code lowMillis} or more. */
    public static Span unended(long lowMillis, long floorMillis, String detail) {
      return new Span(SpanState.UNENDED, lowMillis, lowMillis, null, floorMillis, detail);
    }

    /** One of which nothing is known, with the reason. */
    public static Span unknown(String why) {
      return new Span(SpanState.UNKNOWN, 0, 0, null, 0, why);
    }

    /** The same with another detail. */
    public Span detailed(String words) {
      return new Span(state, millis, lowMillis, highMillis, floorMillis, words);
    }

    /** The same that may be as long as this; null for any length. */
    public Span upTo(@Nullable Long millisAtMost) {
      return new Span(state, millis, lowMillis, millisAtMost, floorMillis, detail);
    }

    /** Whether it was seen: it ended, or did not while it was watched. */
    public boolean seen() {
      return state == SpanState.ENDED || state == SpanState.UNENDED;
    }

    /** The most that it can be; infinite if nothing bounds it. */
    public double highOrInfinite() {
      return highMillis == null ? Double.POSITIVE_INFINITY : highMillis;
    }

    /**
     * The same as it fits best, if its end was seen.
     *
     * @param unseen whether one that is too short to be seen, or fits none at all best, counts as
     *     the longest that is
     */
    public Span fitted(boolean unseen) {
      if (highMillis == null
          || (state != SpanState.ENDED && !(state == SpanState.NO_DIP && unseen))) {
        return this;
      }
      long longest = state == SpanState.NO_DIP ? highMillis : Math.min(floorMillis, highMillis);
      return new Span(
          SpanState.ENDED, unseen && millis == 0 ? longest : millis, floorMillis, detail);
    }

    /** The same, known less well by so much on each side. */
    public Span widened(long millisEachSide) {
      return switch (state) {
        case ENDED, NO_DIP, UNENDED ->
            new Span(
                state,
                millis,
                Math.max(0, lowMillis - millisEachSide),
                highMillis == null ? null : highMillis + millisEachSide,
                floorMillis + millisEachSide,
                detail);
        case UNKNOWN -> this;
      };
    }
  }

  /**
   * A time in which some lane was below and that is not the fault's first outage.
   *
   * @param atMicros start, microseconds since the epoch
   * @param cause of a second stop, what of the fault's members it began with; of a later dip, what
   *     faltered at that moment; empty if nothing is known
   */
  public record Dip(
      long atMicros, long millis, int lanes, String lane, boolean ended, String cause) {}

  /**
   * The bounds that a metric is known to lie between, where it is not known exactly.
   *
   * @param high may be infinite
   */
  public record Bounds(double low, double high) {}

  /**
   * @param step {@code detected}, {@code reassigned}, {@code restored}, {@code reassigned on
   *     return}, {@code restored on return}, {@code first output}, {@code caught up}
   * @param source {@code engine} or {@code topics}
   */
  public record StepResult(
      String step, long minMillis, long maxMillis, String source, String detail) {}

  /**
   * The audit of one reader.
   *
   * @param reader {@code read-committed} or {@code read-uncommitted}
   * @param judged whether the guarantee promises something to this reader
   * @param expected outputs due; {@code distinct} seen at least once; {@code observed} in all
   * @param findings one per kind, also those with count 0
   * @param topic that it is of, where there are several output topics; else absent
   * @param notJudged what of outputs was held against nothing; absent in earlier files
   */
  public record Audit(
      String reader,
      boolean judged,
      long expected,
      long distinct,
      long observed,
      List<Finding> findings,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String topic,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Unlooked> notJudged) {
    public Audit {
      notJudged = Objects.requireNonNullElse(notJudged, List.of());
    }

    /** The same of one of several topics, with findings of some kinds. */
    public Audit in(String name, Predicate<FindingKind> such) {
      List<Finding> its = findings.stream().filter(one -> such.test(one.kind())).toList();
      return new Audit(reader, judged, expected, distinct, observed, its, name, notJudged);
    }
  }

  /**
   * What of outputs was held against nothing, as nothing said what it must be.
   *
   * @param aspect of outputs: loss, duplicates, content, key, partition, order or time
   * @param what in words
   * @param kind of finding that nothing could be found of; absent if something could
   * @param remedy what would have it judged, a sentence; absent if nothing would
   */
  public record Unlooked(
      String aspect,
      String what,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable FindingKind kind,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String remedy) {
    public Unlooked {
      remedy = Objects.requireNonNullElse(remedy, "");
    }

    /** The same of a topic. */
    Unlooked in(String topic) {
      return new Unlooked(aspect, topic + ": " + what, kind, remedy);
    }

    /** A sentence. */
    public String words() {
      return "not judged: " + what + (remedy.isEmpty() ? "" : ". " + remedy);
    }
  }

  /**
   * What nothing could be found of, by kind of finding, to the reason; several output topics may
   * each be without, and all of them are.
   */
  public static Map<FindingKind, String> unlooked(List<Audit> audits) {
    Map<FindingKind, String> unlooked = new EnumMap<>(FindingKind.class);
    Audit judged = judgedAudit(audits);
    if (judged != null) {
      for (Unlooked one : judged.notJudged()) {
        if (one.kind() != null) {
          unlooked.putIfAbsent(one.kind(), one.words());
        }
      }
    }
    return unlooked;
  }

  /**
   * @param allowed true if the guarantee allows it, so that it is reported but fails nothing
   * @param byFault attribution: fault number, {@code before-first-fault}, {@code ambiguous} or
   *     {@code unattributed}, to count
   * @param examples the first ten, in words
   * @param exampleOf one of each attribution, where there are several; absent in earlier files
   * @param byCommit of copies of outputs, how many were {@code redelivered}, {@code beyond-commit},
   *     or unknown for which reason; absent of all others, and where commits were not read
   */
  public record Finding(
      FindingKind kind,
      long count,
      boolean allowed,
      Map<String, Long> byFault,
      List<String> examples,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> exampleOf,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> byCommit) {
    public Finding {
      exampleOf = Objects.requireNonNullElse(exampleOf, Map.of());
      byCommit = Objects.requireNonNullElse(byCommit, Map.of());
    }

    /** One that tells nothing of commits. */
    public Finding(
        FindingKind kind,
        long count,
        boolean allowed,
        Map<String, Long> byFault,
        List<String> examples,
        Map<String, String> exampleOf) {
      this(kind, count, allowed, byFault, examples, exampleOf, Map.of());
    }

    /** The same that tells of commits. */
    public Finding by(Map<String, Long> commits) {
      return new Finding(kind, count, allowed, byFault, examples, exampleOf, commits);
    }
  }

  /**
   * Latency percentiles of one phase, milliseconds.
   *
   * @param kind {@code append} or {@code visible}
   * @param p75 null, too, in what an earlier version wrote
   * @param undelivered outputs counted as infinite
   * @param negative outputs whose latency was negative, counted apart
   */
  public record Latency(
      String phase,
      String kind,
      long count,
      @Nullable Double p50,
      @Nullable Double p75,
      @Nullable Double p90,
      @Nullable Double p95,
      @Nullable Double p99,
      @Nullable Double p999,
      @Nullable Double max,
      long undelivered,
      long negative) {}

  /**
   * @param between what the metric is known to lie between; null if {@code observed} is exact
   */
  public record Judgement(
      String metric,
      String bound,
      @Nullable Double observed,
      @Nullable Bounds between,
      Verdict verdict,
      String why) {

    /** The same with another verdict. */
    Judgement with(Verdict other, String reason) {
      return new Judgement(metric, bound, observed, between, other, reason);
    }

    /** One of a number that is known exactly, or not at all. */
    public Judgement(
        String metric, String bound, @Nullable Double observed, Verdict verdict, String why) {
      this(metric, bound, observed, null, verdict, why);
    }
  }

  /**
   * A doubt about the rig.
   *
   * @param code as in the journal
   * @param remedy what to try
   * @param touches metrics, or parts of their names before a dot, that this makes unknown; {@code
   *     *} for all
   * @param allowed the experiment file allows it, so that it makes nothing unknown; to be printed
   *     wherever the figures are
   */
  public record RigDoubt(
      String code, String message, String remedy, List<String> touches, boolean allowed) {

    /** One that is only told. */
    public RigDoubt(String code, String message, String remedy) {
      this(code, message, remedy, List.of(), false);
    }
  }
}
