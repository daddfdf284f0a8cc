package dev.rebound.lab.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The highest rate that a job was seen to sustain on this machine.
 *
 * @param recordsPerSecond highest rate that was sustained each time, or most times, it was tried
 * @param lowPerSecond lower end of the interval that holds the job's capacity
 * @param highPerSecond its upper end; null if nothing higher was found to fail
 * @param limitedByRig the load generators did not keep up at the upper end, so the job may sustain
 *     more
 * @param p99MillisMax bound on latency under which it was measured
 * @param measured when, ISO 8601
 * @param experiment name of the experiment that was searched
 * @param machine host, cores and memory
 * @param folder where the search is kept
 * @param program SHA-256 of the files of a user's own program that was searched; empty for none
 * @param unseen why it may have been another one all the same; empty if it was not
 */
public record Capacity(
    double recordsPerSecond,
    double lowPerSecond,
    @Nullable Double highPerSecond,
    boolean limitedByRig,
    long p99MillisMax,
    String measured,
    String experiment,
    String engine,
    String engineVersion,
    String profile,
    String machine,
    String folder,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String program,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unseen) {

  public Capacity {
    // Not written where they are empty.
    program = Objects.requireNonNullElse(program, "");
    unseen = List.copyOf(Objects.requireNonNullElse(unseen, List.of()));
  }

  /** A share of a capacity, as {@code load.rate: 60%} asks for it. */
  public record Share(double share, Capacity of) {
    /** In words, for a plan. */
    public String words() {
      return Words.percent(share) + " of " + of.words();
    }
  }

  /** In words: rate, interval, and when it was measured. */
  public String words() {
    return String.format(
        java.util.Locale.ROOT,
        "%,.0f/s, which %s %s (profile %s) sustains here (%s; measured %s%s)",
        recordsPerSecond,
        engine,
        engineVersion,
        profile,
        interval(),
        measured,
        unseen.isEmpty()
            ? ""
            : "; whether of the same program is not known: " + String.join("; ", unseen));
  }

  /** The interval in words. */
  public String interval() {
    return highPerSecond == null
        ? String.format(java.util.Locale.ROOT, "at least %,.0f/s", lowPerSecond)
        : String.format(
            java.util.Locale.ROOT, "between %,.0f and %,.0f/s", lowPerSecond, highPerSecond);
  }
}
