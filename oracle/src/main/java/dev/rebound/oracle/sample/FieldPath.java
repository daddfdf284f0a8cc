package dev.rebound.oracle.sample;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a field in a value: {@code $.customer}, {@code $.customer.name}, {@code
 * $.items[0].price}, {@code $['log.level']} where a name has dots; of CSV {@code $.column}, also
 * where its name has dots, or {@code $[2]}, counted from 0.
 *
 * @param text as it is written most shortly
 * @param steps from the whole value to the field
 */
public record FieldPath(String text, List<Step> steps) {
  private static final Pattern STEP =
      Pattern.compile("\\.([^.\\[\\]]+)|\\['([^']+)'\\]|\\[\"([^\"]+)\"\\]|\\[([0-9]{1,6})\\]");

  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  /** One step into a value. */
  public sealed interface Step {}

  /** To the member of an object, or to the column of a line. */
  public record Name(String name) implements Step {}

  /** To the element of an array, or to the column of a line, from 0. */
  public record Index(int index) implements Step {}

  /** Copies the steps. */
  public FieldPath {
    steps = List.copyOf(steps);
  }

  /** Reads a path; {@link IllegalArgumentException} if it is none. */
  public static FieldPath of(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 1;
    while (text.startsWith("$") && at < text.length() && step.find(at) && step.start() == at) {
      String name =
          step.group(1) != null
              ? step.group(1)
              : step.group(2) != null ? step.group(2) : step.group(3);
      steps.add(name == null ? new Index(Integer.parseInt(step.group(4))) : new Name(name));
      at = step.end();
    }
    if (steps.isEmpty() || at != text.length()) {
      throw new IllegalArgumentException("'" + text + "' is no path to a field");
    }
    StringBuilder written = new StringBuilder("$");
    steps.forEach(its -> written.append(text(its)));
    return new FieldPath(written.toString(), steps);
  }

  private static String text(Step step) {
    if (step instanceof Index index) {
      return "[" + index.index() + "]";
    }
    String name = ((Name) step).name();
    return name.matches("[^.\\[\\]]+")
        ? "." + name
        : name.contains("'") ? "[\"" + name + "\"]" : "['" + name + "']";
  }

  /** The path to a member of the whole value, as {@code $.customer} or {@code $['log.level']}. */
  static String member(String name) {
    return "$" + text(new Name(name));
  }

  /**
   * The same with the names that a schema of Protobuf has for those of its JSON, {@code $.span_id}
   * for {@code $.spanId}.
   */
  public FieldPath inProtobuf() {
    StringBuilder written = new StringBuilder("$");
    for (Step step : steps) {
      written.append(
          step instanceof Name name
              ? text(new Name(CAPITAL.matcher(name.name()).replaceAll("_$0").toLowerCase(ROOT)))
              : text(step));
    }
    return of(written.toString());
  }

  /** True if a field is the one at this path, or in it. */
  public boolean holds(FieldPath field) {
    return field.steps.size() >= steps.size() && field.steps.subList(0, steps.size()).equals(steps);
  }

  @Override
  public String toString() {
    return text;
  }
}
