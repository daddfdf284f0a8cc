package dev.rebound.campaign.study;

import dev.rebound.analysis.compare.Study;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a study: a part of it, or that one run is made again.
 *
 * @param only see {@link StudyChoice#only}
 * @param repetitions blocks instead of the study file's number; null for that
 * @param budget start no run that would not end within it; null for no limit
 * @param controls whether runs without faults are part of it
 * @param fresh begin anew, whatever was begun before
 * @param again the run that is made again, and nothing else; null for all that is left
 */
public record StudyRequest(
    List<String> only,
    @Nullable Integer repetitions,
    @Nullable Duration budget,
    boolean controls,
    boolean fresh,
    @Nullable Repeat again) {
  /** All that is left of the study that was begun, or of a new one. */
  public static final StudyRequest ALL = new StudyRequest(List.of(), null, null, true, false, null);

  /**
   * A run that is to be made again.
   *
   * @param label of the run, or a part of it that no other has
   * @param because why, on one line
   */
  public record Repeat(String label, String because) {}

  /** The part of a study that it chooses. */
  public StudyChoice choice(Study study) {
    int blocks = Objects.requireNonNullElse(repetitions, study.repetitions());
    return new StudyChoice(only, blocks, budget, controls);
  }
}
