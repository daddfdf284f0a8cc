package dev.rebound.campaign.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rebound.analysis.compare.run.Variants;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a study, planned or executed.
 *
 * @param number place in the order of execution, from 1
 * @param experiment name of the experiment, as in its results; a control's has {@code -control}
 * @param control a run without faults, or with other settings
 * @param repetition the block that it belongs to, from 1
 * @param folder of the run, relative to the study's folder; empty until the run has started
 * @param state what became of it
 * @param verdict {@code pass}, {@code fail} or {@code unknown}; empty until it is done
 * @param attempts how often it was started
 * @param seconds that the last attempt took; 0 until it has ended
 * @param note what a person should know, such as why it failed; may be empty
 * @param alsoFor of a control: further scenarios of the same engine and profile whose control would
 *     be the same run, so that this one stands for them too
 * @param differs of a control with other settings: those, by dotted key; else empty
 * @param earlier runs that it was made again in place of, oldest first; they do not count
 * @param repeats runs that were begun in its place and are not done; they do not count
 */
@RecordBuilder
public record PlannedRun(
    int number,
    PlannedCell cell,
    String experiment,
    boolean control,
    int repetition,
    String folder,
    RunState state,
    String verdict,
    int attempts,
    long seconds,
    String note,
    List<String> alsoFor,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> differs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OtherRun> earlier,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OtherRun> repeats) {

  public PlannedRun {
    // Written before controls could be shared, or differ in settings, and runs be made again.
    alsoFor = Objects.requireNonNullElse(alsoFor, List.of());
    differs = Objects.requireNonNullElse(differs, Map.of());
    earlier = Objects.requireNonNullElse(earlier, List.of());
    repeats = Objects.requireNonNullElse(repeats, List.of());
  }

  /**
   * A run that does not count: one that was made again, or was begun in place of one and is not
   * done.
   *
   * @param folder relative to the study's folder
   * @param verdict {@code pass}, {@code fail} or {@code unknown}; empty of one that is not done
   * @param because why a run was to be made again, as a person said it
   */
  public record OtherRun(String folder, String verdict, String because) {}

  /**
   * A run, or a control without faults that stands for its own scenario alone. It has no place in
   * the order yet, and was not started.
   */
  public static PlannedRun of(
      PlannedCell cell, String experiment, boolean control, int repetition) {
    return of(cell, experiment, control, repetition, List.of(), Map.of());
  }

  /** The same of a control that stands for other scenarios too, or differs in settings. */
  static PlannedRun of(
      PlannedCell cell,
      String experiment,
      boolean control,
      int repetition,
      List<String> alsoFor,
      Map<String, String> differs) {
    return PlannedRunBuilder.builder()
        .cell(cell)
        .experiment(experiment)
        .control(control)
        .repetition(repetition)
        .folder("")
        .state(RunState.PENDING)
        .verdict("")
        .note("")
        .alsoFor(alsoFor)
        .differs(differs)
        .build();
  }

  /** The state of a planned run. */
  public enum RunState {
    /** Not started yet. */
    PENDING,
    /** It ended and was judged; a verdict of fail is a result. */
    DONE,
    /**
     * It is of no use, twice, as its rig broke: its results, if there are any, are not to be
     * counted. A run that twice measured none of its faults is done: what is unknown counts as
     * that.
     */
    FAILED,
    /** It was ended before its time; it is done again when the study goes on. */
    INTERRUPTED
  }

  /** True if it ended and was judged. */
  public boolean done() {
    return state == RunState.DONE;
  }

  /** True if it still has to be executed. */
  public boolean open() {
    return state == RunState.PENDING || state == RunState.INTERRUPTED;
  }

  /**
   * For people: {@code kill 2 of 8, flink 2.3.0, quick, run 1}, or {@code control 1}, or {@code
   * control 1 with guarantee exactly-once}.
   */
  public String label() {
    return cell.label()
        + (control ? ", control " : ", run ")
        + repetition
        + (differs.isEmpty() ? "" : " with " + Variants.words(differs));
  }

  /** The same, with what became of it. */
  public PlannedRun with(RunState state, String verdict, long seconds, String note) {
    return but().state(state).verdict(verdict).seconds(seconds).note(note).build();
  }

  /** The same in another place of the order. */
  public PlannedRun numbered(int place) {
    return but().number(place).build();
  }

  /** True if both are the same run of the study, whatever became of it. */
  boolean same(PlannedRun other) {
    return control == other.control
        && repetition == other.repetition
        && experiment.equals(other.experiment);
  }

  /** Cells that it says something of. */
  public List<PlannedCell> cells() {
    return Stream.concat(Stream.of(cell), alsoFor.stream().map(cell::under)).toList();
  }

  /** The same, as if it had never been started. Earlier ones stay told. */
  PlannedRun anew() {
    return with(RunState.PENDING, "", 0, "").but().folder("").attempts(0).build();
  }

  /** The same, which is done, made again in place of one that was done. */
  public PlannedRun inPlaceOf(PlannedRun replaced, String because) {
    return but()
        .earlier(and(replaced.earlier, new OtherRun(replaced.folder, replaced.verdict, because)))
        .repeats(replaced.repeats.stream().filter(run -> !run.folder().equals(folder)).toList())
        .build();
  }

  /** The same, which counts until what was begun in its place is done. */
  public PlannedRun begunAgain(String folder, String because) {
    return but().repeats(and(repeats, new OtherRun(folder, "", because))).build();
  }

  private static List<OtherRun> and(List<OtherRun> some, OtherRun one) {
    return Stream.concat(some.stream(), Stream.of(one)).toList();
  }

  /** {@code UNKNOWN (a backup ran)}: the earlier ones; empty if it was not made again. */
  public String before() {
    return earlier.stream()
        .map(run -> run.verdict().toUpperCase(Locale.ROOT) + " (" + run.because() + ")")
        .collect(Collectors.joining(", "));
  }

  /** The same, started once more in this folder. */
  public PlannedRun started(String folder) {
    return but().folder(folder).attempts(attempts + 1).seconds(0).note("").build();
  }

  private PlannedRunBuilder but() {
    return PlannedRunBuilder.builder(this);
  }
}
