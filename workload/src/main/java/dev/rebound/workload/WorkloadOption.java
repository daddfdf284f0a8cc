package dev.rebound.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * One option of a workload, declared plainly: experiment files, jobs' command lines, their help and
 * their checks all follow from it.
 *
 * @param key as an experiment file writes it, under {@code workload}
 * @param property as it travels to processes, behind {@link WorkloadSpec#PREFIX}
 * @param byDefault as it travels: whole numbers, sizes in bytes, lengths of time in milliseconds,
 *     decimals, texts
 * @param example as an experiment file writes it
 * @param meaning one sentence
 */
public record WorkloadOption(
    String key, String property, ValueKind kind, String byDefault, String example, String meaning) {

  /** The kind of values that an option takes. */
  public sealed interface ValueKind {}

  /** A whole number. */
  public record Whole(long least, long most) implements ValueKind {}

  /** A number. */
  public record Decimal(double least, double most) implements ValueKind {}

  /** A size, bytes. */
  public record Size(long least, long most) implements ValueKind {}

  /** A length of time, milliseconds; it travels as their number. */
  public record TimeLength(long leastMillis, long mostMillis) implements ValueKind {}

  /** One of a few words. */
  public record Choice(List<String> words) implements ValueKind {}

  /**
   * A text of a form.
   *
   * @param what for example {@code a distribution}
   * @param remedy what to write instead, a sentence
   */
  public record TextForm(String what, String regex, String remedy) implements ValueKind {}

  /** Any text. */
  public record AnyText() implements ValueKind {}

  /** Texts, or one alone; they travel as one, with commas between, which none of them has. */
  public record Texts() implements ValueKind {
    private static final String BETWEEN = ", ";

    /** The text that they travel as. */
    public static String text(List<String> texts) {
      return String.join(BETWEEN, texts);
    }

    public static List<String> read(String text) {
      return text.isBlank() ? List.of() : List.of(text.split(",", -1));
    }
  }

  /** A file, relative to the experiment file; empty for none. */
  public record File() implements ValueKind {}

  /** A file or a folder, relative to the experiment file; empty for none. */
  public record Sample() implements ValueKind {}

  /**
   * A folder that files are looked for in, relative to the experiment file; empty for none. A run
   * copies the files that it takes from there.
   */
  public record Folder() implements ValueKind {}

  /** A command and its arguments; empty for none. */
  public record Command() implements ValueKind {}

  /** Files, folders and patterns of files, as words; empty for none. */
  public record Files() implements ValueKind {}

  /**
   * The file with what the command that another option gives printed. Experiment files do not give
   * it, and it is there once the command has run.
   *
   * @param option its key
   */
  public record ResultOf(String option) implements ValueKind {}

  /**
   * A hash of what another option names, so that a later change is seen. Experiment files do not
   * give it.
   *
   * @param option its key
   */
  public record HashOf(String option) implements ValueKind {}

  /**
   * Several of one kind, each told by options. They travel as one text.
   *
   * @param each the options of one; the first must be given
   */
  public record Several(List<WorkloadOption> each) implements ValueKind {}

  /** What is known of a run once it is planned. Experiment files do not give it. */
  public record Planned() implements ValueKind {}

  /** How many generators send. Experiment files give it as {@code load.generators}. */
  public record Generators() implements ValueKind {}

  /**
   * The log whose lines are replayed; empty for none. Experiment files give it as {@code
   * load.file}.
   *
   * @param required whether there must be one
   */
  public record ReplayedFile(boolean required) implements ValueKind {}

  /** True if experiment files give it in their section {@code workload}. */
  public boolean written() {
    return !(kind instanceof ReplayedFile
        || kind instanceof HashOf
        || kind instanceof Generators
        || kind instanceof ResultOf
        || kind instanceof Planned);
  }

  /**
   * Two of different workloads as one that files write, with what it means to each; {@link
   * IllegalStateException} if they take different values. Where both are one of a few words, it is
   * one of all of these.
   */
  public WorkloadOption and(WorkloadOption other) {
    if (equals(other)) {
      return this;
    }
    if (!property.equals(other.property) || !byDefault.equals(other.byDefault)) {
      throw different();
    }
    return new WorkloadOption(
        key, property, both(other.kind), byDefault, example, meaning + " " + other.meaning);
  }

  private ValueKind both(ValueKind other) {
    if (kind instanceof Choice one && other instanceof Choice two) {
      List<String> words = new ArrayList<>(one.words);
      two.words.stream().filter(word -> !words.contains(word)).forEach(words::add);
      return new Choice(words);
    }
    if (!kind.equals(other)) {
      throw different();
    }
    return kind;
  }

  private IllegalStateException different() {
    return new IllegalStateException("two workloads declare " + key + " and mean different things");
  }

  /** One that travels by the name that files write; what it means is still to be said. */
  public static WorkloadOption of(String key, ValueKind kind, String byDefault, String example) {
    return new WorkloadOption(key, key, kind, byDefault, example, "");
  }

  /** A text, by default an empty one. */
  public static WorkloadOption text(String key, String example) {
    return of(key, new AnyText(), "", example);
  }

  /** A whole number. */
  public static WorkloadOption whole(
      String key, long least, long most, String byDefault, String example) {
    return of(key, new Whole(least, most), byDefault, example);
  }

  /** A length of time. */
  public static WorkloadOption millis(
      String key, long least, long most, String byDefault, String example) {
    return of(key, new TimeLength(least, most), byDefault, example);
  }

  /** One of a few words, by default the first. */
  public static WorkloadOption choice(String key, String example, String... words) {
    return of(key, new Choice(List.of(words)), words[0], example);
  }

  /** The same travelling by another name. */
  public WorkloadOption as(String other) {
    return new WorkloadOption(key, other, kind, byDefault, example, meaning);
  }

  /** The same with what it means, a sentence. */
  public WorkloadOption meaning(String sentence) {
    return new WorkloadOption(key, property, kind, byDefault, example, sentence);
  }

  /**
   * Checks a value as it travels; {@link IllegalArgumentException} says what it should be.
   *
   * @param value with or without blanks around it
   */
  String checked(String value) {
    if (kind instanceof Whole whole) {
      return whole(value, whole.least, whole.most);
    }
    if (kind instanceof Size size) {
      return whole(value, size.least, size.most);
    }
    if (kind instanceof TimeLength span) {
      return whole(value, span.leastMillis, span.mostMillis);
    }
    if (kind instanceof Decimal) {
      try {
        return Double.toString(Double.parseDouble(value.trim()));
      } catch (NumberFormatException e) {
        throw wrong(value, "give a number such as 0.5");
      }
    }
    return value;
  }

  private String whole(String value, long least, long most) {
    try {
      long number = Long.parseLong(value.trim());
      if (number >= least && number <= most) {
        return Long.toString(number);
      }
    } catch (NumberFormatException e) {
      // told below, with what would be right
    }
    throw wrong(value, "give a whole number from " + least + " to " + most);
  }

  private IllegalArgumentException wrong(String value, String remedy) {
    return new IllegalArgumentException(
        WorkloadSpec.PREFIX + property + " is '" + value + "'; " + remedy);
  }
}
