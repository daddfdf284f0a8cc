package dev.rebound.workload;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A workload that can be named: what it can be told, and how it is made.
 *
 * @param name as experiment files write it
 * @param shape of a job that computes it
 * @param pipeline name of the workload whose pipeline in a job computes this one, too; as a rule
 *     its own
 * @param inputTopics how many input topics a job of it reads
 * @param options in the order to print
 * @param check finds what does not go together
 * @param dropsLate whether an engine may pass an input over because it came late, by the values of
 *     options; null where there is none
 * @param logic the second stage of a job, where the shape is {@link Shape#KEYED}
 * @param maker {@link IllegalArgumentException} says what is wrong with a description
 */
public record WorkloadKind(
    String name,
    Shape shape,
    String pipeline,
    int inputTopics,
    List<WorkloadOption> options,
    Check check,
    Predicate<Function<String, @Nullable Object>> dropsLate,
    Function<WorkloadSpec, KeyedLogic> logic,
    Function<WorkloadSpec, Workload> maker) {

  /** How a job that computes a workload is built, as far as a lab must know. */
  public enum Shape {
    /**
     * Matches are shuffled by key, such as a rule, each key keeps a state, and a closing record
     * reads it out. Records and outputs say in their values which they are.
     */
    KEYED(true, false, true),
    /**
     * Each output is made of one record, where that is, without a state; it may go to any output
     * partition. Records and outputs say in a {@link RecordIdHeader} which they are.
     */
    IN_PLACE(false, true, false),
    /**
     * Records are shuffled by key and gathered in windows, which are closed, or read out by a
     * closing record. Records say in a {@link RecordIdHeader} which they are; outputs list theirs.
     */
    WINDOWED(true, true, true),
    /**
     * Each record is a request to a service, which leaves a row or a record for it. Requests say
     * which they are in what they ask for, and so does what is left.
     */
    REQUESTED(false, false, false);

    private final boolean shuffled;
    private final boolean tagged;
    private final boolean closes;

    Shape(boolean shuffled, boolean tagged, boolean closes) {
      this.shuffled = shuffled;
      this.tagged = tagged;
      this.closes = closes;
    }

    /** True if a job has a second stage, by key, which decides the partition of each output. */
    public boolean shuffled() {
      return shuffled;
    }

    /**
     * True if a {@link RecordIdHeader} says which record or output this is; else the value does.
     */
    public boolean tagged() {
      return tagged;
    }

    /** True if {@link Workload#closing closing records} have a job read its state out. */
    public boolean closes() {
      return closes;
    }
  }

  /** Finds what does not go together. */
  @FunctionalInterface
  public interface Check {
    /**
     * Throws an {@link OptionProblem} if there is any.
     *
     * @param partitions of the input topic
     */
    void check(WorkloadSpec spec, int partitions);

    /**
     * That of fewer keys than partitions.
     *
     * @param option that says how many there are, named after them
     */
    static Check enough(String option) {
      return (spec, partitions) ->
          OptionProblem.when(
              spec.whole(option) < partitions,
              option,
              "%s %s on %s partitions: some partitions would have no output"
                  .formatted(spec.whole(option), option, partitions),
              "Write " + option + ": " + partitions + " or more, or lower kafka.partitions.");
    }
  }

  /** The problem of a description, if it has any. */
  public Optional<OptionProblem> complaint(WorkloadSpec spec, int partitions) {
    try {
      check.check(spec, partitions);
      return Optional.empty();
    } catch (OptionProblem e) {
      return Optional.of(e);
    }
  }

  /** One without options, with a single input topic, which counts matches, if anything. */
  public static WorkloadKind of(String name, Shape shape, Function<WorkloadSpec, Workload> maker) {
    return new WorkloadKind(
        name,
        shape,
        name,
        1,
        List.of(),
        (spec, partitions) -> {},
        option -> false,
        RuleLogic::of,
        maker);
  }

  /** The same with options. */
  public WorkloadKind options(WorkloadOption... its) {
    return new WorkloadKind(
        name, shape, pipeline, inputTopics, List.of(its), check, dropsLate, logic, maker);
  }

  /** The same with a check of its options. */
  public WorkloadKind check(Check its) {
    return new WorkloadKind(
        name, shape, pipeline, inputTopics, options, its, dropsLate, logic, maker);
  }

  /** The same where an input may be late. */
  WorkloadKind dropsLate(Predicate<Function<String, @Nullable Object>> its) {
    return new WorkloadKind(name, shape, pipeline, inputTopics, options, check, its, logic, maker);
  }

  /** The same with another second stage. */
  WorkloadKind logic(Function<WorkloadSpec, KeyedLogic> its) {
    return new WorkloadKind(
        name, shape, pipeline, inputTopics, options, check, dropsLate, its, maker);
  }

  /** The same of several input topics. */
  public WorkloadKind inputTopics(int number) {
    return new WorkloadKind(name, shape, pipeline, number, options, check, dropsLate, logic, maker);
  }

  /**
   * The same, computed by each job that computes another workload: it finds what records match, and
   * keeps states, as the workload tells it, whatever those are.
   */
  public WorkloadKind computedAs(WorkloadKind other) {
    return new WorkloadKind(
        name, shape, other.name, inputTopics, options, check, dropsLate, logic, maker);
  }

  /** The option that experiment files write so. */
  public Optional<WorkloadOption> option(String key) {
    return options.stream().filter(option -> option.key().equals(key)).findFirst();
  }

  /** True if records can be lines of a log. */
  public boolean replaysLog() {
    return options.stream().anyMatch(o -> o.kind() instanceof WorkloadOption.ReplayedFile);
  }

  /** True if records can be nothing else than lines of a log. */
  public boolean needsLog() {
    return options.stream()
        .anyMatch(o -> o.kind() instanceof WorkloadOption.ReplayedFile file && file.required());
  }
}
