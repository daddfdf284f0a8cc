package dev.rebound.analysis.compare.run;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One run as comparing needs it.
 *
 * @param scenario what it does to the engine
 * @param shortened what was made shorter in it, in words; empty if nothing
 * @param settings every value of its experiment by dotted key, defaults included, but for names,
 *     phases and expectations; these decide which runs count together. Empty if not known
 * @param phases length of each phase as the experiment gives it
 * @param machine processor, memory, system and Java, in one line; empty if not recorded
 * @param build of Rebound that made it, a hash; empty if not recorded
 * @param capacity highest rate that its job is known to sustain, in records/s; null if it was not
 *     measured
 * @param curves per curve, the traces around its faults that hit, in order
 * @param absent curve to the reason why the run has none
 * @param made when it was made, and beside which others
 * @param means as it recorded them
 */
@RecordBuilder
@RecordBuilder.Options(buildMethodName = "copy")
public record ComparedRun(
    Path folder,
    String scenario,
    Results results,
    int repetition,
    String shortened,
    Map<String, String> settings,
    Map<String, String> phases,
    String machine,
    String build,
    @Nullable Double capacity,
    Map<Curve, List<CurveBand.Trace>> curves,
    Map<Curve, String> absent,
    Made made,
    SubjectMeans means) {

  /**
   * When a run was made.
   *
   * @param block of its study, from 1: each has one run of every cell; 0 if none is recorded
   * @param atSeconds when it began, since 1970; 0 if that is not known
   * @param seconds that it took; 0 if that is not known
   * @param before runs that it was made again in place of, oldest first
   * @param repetitions how many runs the call was to make that made it; 0 if that is not known, or
   *     a study says it
   */
  public record Made(
      int block, long atSeconds, long seconds, List<Replaced> before, int repetitions) {
    /** Nothing is known of it. */
    public static final Made UNKNOWN = new Made(0, 0, 0);

    /** Of a run of a study. */
    public Made(int block, long atSeconds, long seconds, List<Replaced> before) {
      this(block, atSeconds, seconds, before, 0);
    }

    /** Of a run that was not made again. */
    public Made(int block, long atSeconds, long seconds) {
      this(block, atSeconds, seconds, List.of());
    }
  }

  /**
   * A run that does not count, as it was made again.
   *
   * @param because why it was
   * @param run null if its results are not there any more
   */
  public record Replaced(Verdict verdict, String because, @Nullable ComparedRun run) {}

  /** The same, made then. */
  public ComparedRun made(Made then) {
    return toBuilder().made(then).copy();
  }

  /** The same of a subject that had these means. */
  public ComparedRun having(SubjectMeans recorded) {
    return toBuilder().means(recorded).copy();
  }

  /** The same with these settings. */
  public ComparedRun set(Map<String, String> others) {
    return others.equals(settings) ? this : toBuilder().settings(others).copy();
  }

  /** The same as a run of another scenario, with that one's settings and lengths of phases. */
  public ComparedRun inNameOf(
      String scenario, Map<String, String> settings, Map<String, String> phases) {
    return toBuilder().scenario(scenario).settings(settings).phases(phases).copy();
  }

  /** The same of a job that is known to sustain so much; as it is if that is empty. */
  public ComparedRun sustaining(OptionalDouble rate) {
    return rate.isEmpty() ? this : toBuilder().capacity(rate.getAsDouble()).copy();
  }

  /**
   * The same with lengths as they fit best.
   *
   * @param unseen whether those that are too short to be seen count as the longest that are
   */
  public ComparedRun fitted(boolean unseen) {
    List<Results.FaultResult> faults =
        results.faults().stream()
            .map(
                fault ->
                    fault.toBuilder()
                        .recovery(fault.recovery().fitted(unseen))
                        .disrupted(fault.disrupted().fitted(unseen))
                        .build())
            .toList();
    return toBuilder().results(results.toBuilder().faults(faults).build()).copy();
  }

  private ComparedRunBuilder toBuilder() {
    return ComparedRunBuilder.builder(this);
  }

  /**
   * The scenario of a run, by the name of its experiment: that name without what a matrix, a
   * profile or a control added to it.
   */
  public static String scenario(Results results) {
    String name = results.name();
    String left = stripped(name, results);
    while (!left.equals(name)) {
      name = left;
      left = stripped(name, results);
    }
    return name;
  }

  private static String stripped(String name, Results results) {
    for (String word :
        List.of(
            "control",
            results.engine(),
            results.engineVersion(),
            "profile=" + results.profile(),
            results.profile())) {
      if (word.isEmpty()) {
        continue;
      }
      if (name.endsWith("-" + word)) {
        return name.substring(0, name.length() - word.length() - 1);
      }
      if (name.startsWith(word + "-") && !word.equals("control")) {
        return name.substring(word.length() + 1);
      }
      int within = name.indexOf("-" + word + "-");
      if (within > 0 && !word.equals("control")) {
        return name.substring(0, within) + name.substring(within + word.length() + 1);
      }
    }
    return name;
  }

  /** Whether it is a control that leaves its experiment's faults out. */
  public boolean withoutFaults() {
    return results.control() && results.differs().isEmpty();
  }

  /** Whether it had faults, or its experiment has some: it may have broken before the first. */
  public boolean faulted() {
    return !results.faults().isEmpty()
        || (!withoutFaults()
            && settings.keySet().stream().anyMatch(key -> key.startsWith(DottedKeys.FAULTS)));
  }

  /**
   * The settings in which a control differs from its run, by dotted key; empty for any other run.
   */
  public Map<String, String> controlled() {
    return results.control() ? results.differs() : Map.of();
  }

  /** Faults that hit, in order: the others say nothing of a recovery. */
  public List<Results.FaultResult> hits() {
    return results.faults().stream().filter(fault -> fault.impact() == Impact.HIT).toList();
  }
}
