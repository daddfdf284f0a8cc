package dev.rebound.lab.fault;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key that a kind of fault takes beside the one that names it, as a plain declaration.
 *
 * @param byDefault as a file would write it; null if there is none
 * @param meaning one sentence
 * @param example as a file would write it
 */
public record FaultOption(
    String key, ValueForm form, @Nullable String byDefault, String meaning, String example) {
  /** The form of its value. */
  public sealed interface ValueForm {}

  /** A number with its unit, or without. */
  public enum PlainForm implements ValueForm {
    /** With its unit. */
    DURATION,
    /** From 1. */
    COUNT
  }

  /**
   * One of these.
   *
   * @param what such a word is
   */
  public record WordForm(String what, List<String> words) implements ValueForm {}

  /** A map of options, or one word instead of it. */
  public record PartForm(String word, List<FaultOption> options) implements ValueForm {}

  /** How many victims. */
  public static final FaultOption COUNT =
      new FaultOption(
          "count",
          PlainForm.COUNT,
          "1",
          "How many victims each time, chosen by the seed among nodes that hold work.",
          "2");

  /** {@link #WHICH}: whoever takes the records of a partition. */
  public static final String LEADER = "leader";

  /** {@link #WHICH}: whoever copies them from the leader. */
  public static final String FOLLOWERS = "followers";

  /** Of the members of a role only those that lead, or follow, when the fault begins. */
  public static final FaultOption WHICH =
      new FaultOption(
          "which",
          new WordForm("choice of brokers", List.of(LEADER, FOLLOWERS)),
          null,
          "Of brokers: only the leader, or only its followers, of partition 0 of the topic that the"
              + " load goes to, as it is when the fault begins, or was before if no broker says so"
              + " within 1 s.",
          "leader");

  /** One whose value is a duration. */
  public static FaultOption duration(
      String key, @Nullable String byDefault, String meaning, String example) {
    return new FaultOption(key, PlainForm.DURATION, byDefault, meaning, example);
  }

  /** The same key as another kind of fault has it, too. */
  FaultOption and(FaultOption other) {
    if (!form.equals(other.form) || !Objects.equals(byDefault, other.byDefault)) {
      throw new IllegalStateException("two kinds of fault mean different things by " + key);
    }
    return meaning.contains(other.meaning)
        ? this
        : new FaultOption(key, form, byDefault, meaning + " " + other.meaning, example);
  }
}
