package dev.rebound.lab.experiment;

import org.jspecify.annotations.Nullable;

/**
 * One key of the experiment file. Reading, defaults, the resolved file, the JSON schema and its
 * help all follow from these.
 *
 * @param byDefault as the file would write it; null if there is none
 * @param required a file without it is wrong
 * @param meaning one sentence
 * @param example as the file would write it
 * @param following the default where other values make it; null if none do
 */
public record Option(
    String key,
    ValueType type,
    @Nullable String byDefault,
    boolean required,
    String meaning,
    String example,
    @Nullable DependentDefault following) {

  /** A key that every file must have. */
  public static Option required(String key, ValueType type, String example) {
    return new Option(key, type, null, true, "", example, null);
  }

  /** A key with a default. */
  public static Option of(String key, ValueType type, String byDefault, String example) {
    return new Option(key, type, byDefault, false, "", example, null);
  }

  /** A key whose default is a good example. */
  public static Option of(String key, ValueType type, String byDefault) {
    return of(key, type, byDefault, byDefault);
  }

  /** A key that may be absent. */
  public static Option optional(String key, ValueType type, String example) {
    return new Option(key, type, null, false, "", example, null);
  }

  /** The same key, which means this. */
  public Option meaning(String other) {
    return new Option(key, type, byDefault, required, other, example, following);
  }

  /** True if another declaration says the same of the same key. */
  boolean alike(Option other) {
    return type(other.type).equals(other)
        && type.getClass() == other.type.getClass()
        && type.json().equals(other.type.json())
        && (!(type instanceof ScalarType mine)
            || !(other.type instanceof ScalarType its)
            || mine.what().equals(its.what()));
  }

  private Option type(ValueType other) {
    return new Option(key, other, byDefault, required, meaning, example, following);
  }

  /** The same key, whose default other values make. */
  Option following(DependentDefault others) {
    return new Option(key, type, byDefault, required, meaning, example, others);
  }
}
