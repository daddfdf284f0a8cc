package dev.rebound.analysis.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rebound.analysis.evidence.Effect;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a run. The journal, which holds them all in order, is the source of
 * every output.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.RunStarted.class, name = "run-started"),
  @JsonSubTypes.Type(value = Event.ControlOf.class, name = "control-of"),
  @JsonSubTypes.Type(value = Event.SharesCluster.class, name = "shares-cluster"),
  @JsonSubTypes.Type(value = Event.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = Event.PhaseStarted.class, name = "phase-started"),
  @JsonSubTypes.Type(value = Event.PhaseEnded.class, name = "phase-ended"),
  @JsonSubTypes.Type(value = Event.ProcessStarted.class, name = "process-started"),
  @JsonSubTypes.Type(value = Event.ProcessExited.class, name = "process-exited"),
  @JsonSubTypes.Type(value = Event.FaultStarted.class, name = "fault-started"),
  @JsonSubTypes.Type(value = Event.FaultConfirmed.class, name = "fault-confirmed"),
  @JsonSubTypes.Type(value = Event.FaultHealed.class, name = "fault-healed"),
  @JsonSubTypes.Type(value = Event.FaultOver.class, name = "fault-over"),
  @JsonSubTypes.Type(value = Event.EngineTransition.class, name = "engine-transition"),
  @JsonSubTypes.Type(value = Event.SeriesDeclared.class, name = "series-declared"),
  @JsonSubTypes.Type(value = Event.MetricAbsent.class, name = "metric-absent"),
  @JsonSubTypes.Type(value = Event.Tick.class, name = "tick"),
  @JsonSubTypes.Type(value = Event.DoubtRaised.class, name = "warning"),
  @JsonSubTypes.Type(value = Event.FileWritten.class, name = "file-written"),
  @JsonSubTypes.Type(value = Event.ExpectationJudged.class, name = "judged"),
  @JsonSubTypes.Type(value = Event.RunEnded.class, name = "run-ended"),
  @JsonSubTypes.Type(value = Event.RunFailed.class, name = "run-failed"),
})
public sealed interface Event {
  /**
   * First event of every journal.
   *
   * @param runId unique, also in the environment of every process of the run
   * @param experimentYaml the resolved experiment file
   * @param plan lines of the plan as printed
   * @param shortened what {@code --short} made shorter, in words; empty for nothing
   */
  record RunStarted(
      String runId,
      String name,
      String engine,
      String engineVersion,
      boolean control,
      int repetition,
      String experimentYaml,
      List<String> plan,
      double scale,
      String shortened)
      implements Event {}

  /**
   * This run is a control.
   *
   * @param experiment whose runs it is held against
   * @param differs settings in which it differs from those; empty if it leaves their faults out
   */
  record ControlOf(String experiment, Map<String, String> differs) implements Event {}

  /**
   * The cluster of this run also runs the job of another one, under the same faults.
   *
   * @param with name of the other run's experiment
   * @param folder of the other run, relative to this one's
   */
  record SharesCluster(String with, String folder) implements Event {}

  /** The doings of a long step, for people: downloads, starting brokers, checking. */
  record Progress(String what) implements Event {}

  /**
   * @param limitMillis length of the phase, or the limit of one that ends by itself
   */
  record PhaseStarted(String phase, long limitMillis) implements Event {}

  record PhaseEnded(String phase, boolean complete, String detail) implements Event {}

  /**
   * @param owner on whose account it runs
   */
  record ProcessStarted(String node, String role, int incarnation, long pid, Owner owner)
      implements Event {
    public ProcessStarted {
      // What it cost could be laid to nobody's account.
      Objects.requireNonNull(owner, "owner");
    }
  }

  /**
   * @param expected true if the lab had asked for this death, or it was in order
   * @param restart number of the restart that follows by the restart policy, of all of the run; 0
   *     if none does
   * @param fault number of the fault that held it, of which it ended; 0 if none did, and in earlier
   *     files
   */
  record ProcessExited(
      String node,
      String role,
      int incarnation,
      int exitStatus,
      boolean expected,
      List<String> lastLines,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int restart,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int fault)
      implements Event {
    /** One that no fault held. */
    public ProcessExited(
        String node,
        String role,
        int incarnation,
        int exitStatus,
        boolean expected,
        List<String> lastLines,
        int restart) {
      this(node, role, incarnation, exitStatus, expected, lastLines, restart, 0);
    }

    /** One after which nobody starts it again by itself. */
    public ProcessExited(
        String node,
        String role,
        int incarnation,
        int exitStatus,
        boolean expected,
        List<String> lastLines) {
      this(node, role, incarnation, exitStatus, expected, lastLines, 0, 0);
    }

    /** Whether it is a death that nobody had asked for, no fault explains and nobody makes good. */
    public boolean unplanned() {
      return !expected && restart == 0 && fault == 0;
    }
  }

  /**
   * A fault is about to be carried out.
   *
   * @param fault number of this fault in the run, from 1
   * @param kind as experiment files name it: {@code kill}, say
   * @param holdsWork per victim, whether the engine said that it held work; empty if it does not
   *     tell
   * @param effect what it does to its victims; absent where its kind tells
   * @param declared the steps that the engine has of such a fault; absent if it did not say
   * @param lasting how it goes on, if it lasts and leaves its victims' processes to live; absent of
   *     others, and in earlier files
   */
  record FaultStarted(
      int fault,
      String kind,
      String role,
      List<String> victims,
      List<Boolean> holdsWork,
      String description,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Effect effect,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Set<Step> declared,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Lasting lasting)
      implements Event {
    /** One that does not last, or of which nobody says so. */
    public FaultStarted(
        int fault,
        String kind,
        String role,
        List<String> victims,
        List<Boolean> holdsWork,
        String description,
        @Nullable Effect effect,
        @Nullable Set<Step> declared) {
      this(fault, kind, role, victims, holdsWork, description, effect, declared, null);
    }

    public FaultStarted {
      effect = Effect.told(kind, effect);
    }

    /** The effect on its victims. */
    public Effect does() {
      return Effect.of(kind, effect);
    }
  }

  /**
   * The course of a fault that lasts and leaves its victims' processes to live.
   *
   * @param millis for how long it is to last
   * @param told whether what is under test says of itself whom it misses
   */
  record Lasting(long millis, boolean told) {}

  /**
   * @param incarnation of the process that was hit; 0 where none was
   * @param pid of that process; 0 where none was hit
   * @param signalledMicros wall clock just before it began, as a signal is sent; recovery is
   *     counted from the earliest one
   */
  record FaultConfirmed(
      int fault,
      String node,
      int incarnation,
      long pid,
      long signalledMicros,
      boolean confirmed,
      long afterMillis,
      String detail)
      implements Event {}

  /**
   * A victim is back (a new incarnation runs, or a paused process was resumed).
   *
   * @param beganMicros wall clock just before it was healed; absent where nobody noted that
   */
  record FaultHealed(
      int fault,
      String node,
      int incarnation,
      String detail,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long beganMicros)
      implements Event {}

  /** A fault that hit its victims in turns was carried out, or was cut short. */
  record FaultOver(int fault) implements Event {}

  record EngineTransition(long atMicros, Step step, String node, String detail) implements Event {}

  /** Gives the series from here on, in the order of the values of every later tick. */
  record SeriesDeclared(List<Series> series) implements Event {}

  /** A metric that cannot be had here, and why. */
  record MetricAbsent(String metric, String reason) implements Event {}

  /** One probe tick: a value per declared series, null where there was none. */
  record Tick(long atMicros, List<@Nullable Double> values) implements Event {}

  /**
   * A doubt about the rig.
   *
   * @param code see {@link Doubt}
   * @param remedy what to try
   * @param phase that it tells of; empty for the one in which it stands
   */
  record DoubtRaised(String code, String message, String remedy, String phase) implements Event {
    /** One of the phase in which it stands. */
    public DoubtRaised(String code, String message, String remedy) {
      this(code, message, remedy, "");
    }

    /** The warning of a doubt in the phase in which it stands. */
    public static DoubtRaised of(Doubt doubt, String message) {
      return of(doubt, message, "");
    }

    /** The warning of a doubt in this phase. */
    public static DoubtRaised of(Doubt doubt, String message, String phase) {
      return new DoubtRaised(doubt.code(), message, doubt.remedy(), phase);
    }
  }

  /** A bulk file was closed. */
  record FileWritten(String path, long bytes, String sha256) implements Event {}

  /**
   * An expectation was judged.
   *
   * @param observed value in the metric's base unit, null if it could not be judged
   */
  record ExpectationJudged(
      String metric, String bound, @Nullable Double observed, Verdict verdict, String why)
      implements Event {}

  /**
   * Last event of a run that ended in order.
   *
   * @param summary counts for the last line, for example {@code faults: 3}
   */
  record RunEnded(Verdict verdict, boolean interrupted, Map<String, String> summary)
      implements Event {}

  /**
   * Last event of a run that has no results.
   *
   * @param started whether the phase start was over
   * @param reason why it has none, in one line
   * @param remedy what to do
   */
  record RunFailed(boolean started, String reason, String remedy) implements Event {}
}
