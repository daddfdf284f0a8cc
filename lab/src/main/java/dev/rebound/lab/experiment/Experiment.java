package dev.rebound.lab.experiment;

import dev.rebound.analysis.result.Expectation;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.CoresSpec;
import dev.rebound.workload.WorkloadSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything needed to repeat a measurement: a parsed, checked and resolved experiment file, all
 * defaults filled in.
 *
 * @param name from {@code name}; names the folder under {@code runs/}
 * @param description comment block at the top of the file, may be empty
 * @param seed decides records, matches and victims
 * @param repetitions how many runs
 * @param control also run a control, and report the difference: the same without faults, or the
 *     {@link #counterpart}
 * @param scale factor applied to the rate by {@code --scale}; 1 for none
 * @param shortened what {@code --short} made shorter, in words; empty for nothing. Then the next
 *     fault follows the last recovery, see {@link Shortening}
 * @param workload with the {@link #seed} filled in
 * @param phases limits of each phase
 * @param faults schedule, in file order
 * @param expect expectations: those of the file, and those that the engine's promise implies
 * @param sustain what {@code rebound sustain} takes for sustained
 * @param rig which doubts about the rig are allowed
 * @param cores which cores the engine and the rig run on; null if the system decides
 * @param incident that this is one of the two runs of; null if of none
 * @param resolvedYaml this experiment as a file that parses to itself
 * @param counterpart the control, where it differs from this in settings and not in its faults;
 *     else null
 * @param beside what the same cluster runs beside the workload of this, each with a load and an
 *     audit of its own: the same but for name, workload and load
 * @param places where the file names the program of the engine, and roles that run on the other
 *     cores, by key, as only the plan of a run can tell what is wrong with these
 */
@RecordBuilder
public record Experiment(
    String name,
    String description,
    long seed,
    int repetitions,
    boolean control,
    double scale,
    String shortened,
    KafkaSpec kafka,
    EngineSpec engine,
    WorkloadSpec workload,
    LoadSpec load,
    Phases phases,
    List<ScheduledFault> faults,
    List<Expectation> expect,
    SustainSpec sustain,
    RigSpec rig,
    @Nullable CoresSpec cores,
    @Nullable IncidentSpec incident,
    String resolvedYaml,
    @Nullable Counterpart counterpart,
    List<Experiment> beside,
    Map<String, LocatedYaml.SourcePlace> places) {

  /** One for each job of a run: this one, and those beside it. */
  public List<Experiment> jobs() {
    return Stream.concat(Stream.of(this), beside.stream()).toList();
  }

  /**
   * What the plan of a run finds wrong, at its place in the file.
   *
   * @param key of {@link #places}
   */
  public ReboundException wrong(String key, String problem, String remedy) {
    LocatedYaml.SourcePlace place = places.get(key);
    if (place == null) {
      return ReboundException.badInput(problem, remedy);
    }
    Problems problems = new Problems();
    problems.add(place, problem, remedy);
    return problems.asException("", List.of());
  }

  /**
   * A control that differs in settings.
   *
   * @param set in which: dotted key to the control's value
   */
  public record Counterpart(Map<String, String> set, Experiment experiment) {}

  /**
   * Length of each phase: warmup, baseline, faults and settle are spent in full; start and drain
   * are limits.
   *
   * @param start limit for brokers, engine and job to be up and the first output to arrive
   * @param drain limit for the output to complete after the load has stopped
   */
  public record Phases(
      Duration start,
      Duration warmup,
      Duration baseline,
      Duration faults,
      Duration settle,
      Duration drain) {
    /** The same with a faults phase of at most this length. */
    public Phases faultsAtMost(Duration most) {
      Duration length = faults.compareTo(most) > 0 ? most : faults;
      return new Phases(start, warmup, baseline, length, settle, drain);
    }
  }
}
