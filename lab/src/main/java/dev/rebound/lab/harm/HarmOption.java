package dev.rebound.lab.harm;

import org.jspecify.annotations.Nullable;

/**
 * A key that a kind of fault takes beside the one that names it, as a plain declaration.
 *
 * @param byDefault as a file would write it; null if there is none
 * @param meaning one sentence
 * @param example as a file would write it
 */
public record HarmOption(
    String key, Form form, @Nullable String byDefault, String meaning, String example) {
  /** What its value looks like. */
  public enum Form {
    /** With its unit. */
    DURATION,
    /** From 1. */
    COUNT,
    /** A {@link Restart}, or never. */
    RESTART
  }

  static final HarmOption COUNT =
      new HarmOption(
          "count",
          Form.COUNT,
          "1",
          "How many victims each time, chosen by the seed among nodes that hold work.",
          "2");

  static final HarmOption RESTART =
      new HarmOption(
          "restart",
          Form.RESTART,
          "{}",
          "Where victims die: what happens after the death; by default all defaults below.",
          "{ after: 5s, disk: kept, as: same }");

  static HarmOption duration(
      String key, @Nullable String byDefault, String meaning, String example) {
    return new HarmOption(key, Form.DURATION, byDefault, meaning, example);
  }
}
