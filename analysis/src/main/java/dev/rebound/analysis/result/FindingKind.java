package dev.rebound.analysis.result;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of findings, in the order to print: each is a metric of the same name. All that is told
 * of a kind follows from its constant: what makes it unknown, what allows it, what is expected of
 * it by itself, and where reports have it.
 */
public enum FindingKind {
  LOST(
      "lost",
      "Expected outputs of acknowledged inputs that the output topic does not hold.",
      Guarantee.AT_LEAST_ONCE,
      Told.FIRST,
      1,
      Need.DUE,
      Need.DRAINED,
      Need.SECOND_READING,
      Need.FATES),
  DROPPED_LATE(
      "dropped-late",
      "Expected outputs that never came, as far as the engine says that it dropped inputs as late.",
      Guarantee.AT_LEAST_ONCE,
      Told.IF_ANY,
      4,
      Need.DUE,
      Need.DRAINED,
      Need.SECOND_READING),
  DUPLICATED(
      "duplicated",
      "Outputs seen more than once by a reader that is promised once.",
      Guarantee.EXACTLY_ONCE,
      Told.FIRST,
      2,
      Need.DUE,
      Need.DRAINED,
      Need.SECOND_READING,
      Need.FATES),
  REORDERED(
      "reordered",
      "First appearances behind a later input of the same partition and rule, or of the same key.",
      null,
      Told.ALWAYS,
      5,
      Need.DUE,
      Need.DRAINED,
      Need.TOPICS),
  DIVERGED(
      "diverged",
      "States, windows or contents of outputs that differ from what the inputs say.",
      Guarantee.AT_LEAST_ONCE,
      Told.ALWAYS,
      3,
      Need.DUE,
      Need.DRAINED),
  UNEXPECTED(
      "unexpected",
      "Outputs that no input explains.",
      Guarantee.NONE,
      Told.IF_ANY,
      6,
      Need.DUE,
      Need.DRAINED),
  UNCOMMITTED(
      "uncommitted",
      "Outputs that a live read-committed reader saw and a re-read did not.",
      Guarantee.NONE,
      Told.IF_ANY,
      7,
      Need.DRAINED,
      Need.SECOND_READING,
      Need.TRANSACTIONS),
  MISSED_LIVE(
      "missed-live",
      "Output records that the live reader missed and a re-read found.",
      null,
      Told.IF_ANY,
      11,
      Need.SECOND_READING),
  OPEN(
      "open",
      "Output partitions with an open transaction after the drain.",
      null,
      Told.IF_ANY,
      9,
      Need.TOPICS),
  HANGING(
      "hanging",
      "Output partitions whose transaction outlived its timeout.",
      Guarantee.NONE,
      Told.IF_ANY,
      10,
      Need.TOPICS,
      Need.TRANSACTIONS,
      Need.TIMEOUTS),
  PENDING(
      "pending",
      "Expected outputs that stand behind an open transaction after the drain.",
      null,
      Told.IF_ANY,
      8,
      Need.DUE),
  LOST_BY_KAFKA(
      "lost-by-kafka",
      "Acknowledged inputs that the input topic does not hold.",
      Guarantee.NONE,
      Told.IF_ANY,
      12,
      Need.TOPICS,
      Need.INPUT_TOPIC),
  REFUSED_INPUT(
      "refused-input",
      "Inputs that the brokers would not take, so that nothing is due of them.",
      Guarantee.NONE,
      Told.IF_ANY,
      13,
      Need.TOPICS,
      Need.INPUT_TOPIC),
  FROM_INPUT(
      "from-input",
      "Outputs of inputs that the topic holds twice, or that no generator of the run sent.",
      null,
      Told.IF_ANY,
      14,
      Need.TOPICS,
      Need.INPUT_TOPIC),
  MISLED(
      "misled",
      "Outputs that no input explains, of a state that is wrong, where exactly-once is not promised"
          + " of it.",
      null,
      Told.IF_ANY,
      15);

  /** Without which a kind cannot be judged, or is not looked for. */
  public enum Need {
    /** What is due, output by output. */
    DUE,
    /** A run that waited until all had come. */
    DRAINED,
    /** The output, read again after the drain. */
    SECOND_READING,
    /** What became of each send. */
    FATES,
    /** The input topic, read again. */
    INPUT_TOPIC,
    /** Topics: rows of a table are written in no order, and no topic of records is read. */
    TOPICS,
    /** Outputs that are written in transactions. */
    TRANSACTIONS,
    /** Which transactions outlived their timeout. */
    TIMEOUTS
  }

  private enum Told {
    /** In a place of its own. */
    FIRST,
    /** Also where there is none. */
    ALWAYS,
    IF_ANY
  }

  private final String text;
  private final String meaning;
  private final @Nullable Guarantee forbids;
  private final Told told;
  private final int rank;

  @SuppressWarnings("ImmutableEnumChecker") // List.of takes no element any more
  private final List<Need> needs;

  /**
   * @param forbids the least guarantee that does not allow it; null if all do
   * @param rank its place among the findings of a comparison
   */
  FindingKind(
      String text,
      String meaning,
      @Nullable Guarantee forbids,
      Told told,
      int rank,
      Need... needs) {
    this.text = text;
    this.meaning = meaning;
    this.forbids = forbids;
    this.told = told;
    this.rank = rank;
    this.needs = List.of(needs);
  }

  /** Those that cannot be judged without something. */
  public static List<FindingKind> needing(Need need) {
    return Arrays.stream(values()).filter(kind -> kind.needs(need)).toList();
  }

  /** Names of the same, as metrics. */
  static List<String> metricsNeeding(Need need) {
    return needing(need).stream()
        .flatMap(
            kind ->
                kind == DUPLICATED
                    ? Stream.of(kind.text, Metrics.BEYOND_COMMIT)
                    : Stream.of(kind.text))
        .toList();
  }

  /** Those that have a place of their own wherever a run is told in short. */
  public static List<FindingKind> first() {
    return Arrays.stream(values()).filter(kind -> kind.told == Told.FIRST).toList();
  }

  /** Those that are told of every run, also where there are none. */
  public static List<FindingKind> always() {
    return Arrays.stream(values()).filter(kind -> kind.told != Told.IF_ANY).toList();
  }

  /** All in the order of comparisons. */
  public static List<FindingKind> ranked() {
    return Arrays.stream(values()).sorted(Comparator.comparingInt(kind -> kind.rank)).toList();
  }

  /** Those that each cell of a comparison tells: what is told always, and promised by somebody. */
  public static List<FindingKind> ofCells() {
    return ranked().stream().filter(k -> k.told != Told.IF_ANY && k.forbids != null).toList();
  }

  /** True if it is found of inputs alone, whatever topic outputs are on. */
  public boolean ofInputs() {
    return this == LOST_BY_KAFKA || this == REFUSED_INPUT;
  }

  public boolean needs(Need need) {
    return needs.contains(need);
  }

  /** One sentence. */
  public String meaning() {
    return meaning;
  }

  /** What is counted. */
  public String noun() {
    return this == DIVERGED ? "state" : "output";
  }

  /** With a capital. */
  public String label() {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /**
   * Whether a promise allows it, so that it is reported and fails nothing: no guarantee promises
   * order, and what is open, pending or missed makes a verdict unknown.
   */
  public boolean allowedBy(DeliveryGuarantee promise) {
    Guarantee guarantee = this == DIVERGED ? promise.state() : promise.delivery();
    return forbids == null || guarantee.compareTo(forbids) < 0;
  }

  /**
   * Whether there must be none, even if nobody says so.
   *
   * @param requested whether a service is asked
   */
  public boolean expectedNone(DeliveryGuarantee promise, boolean dropsLate, boolean requested) {
    boolean transactional = promise.transactional() && promise.delivery() != Guarantee.NONE;
    return !allowedBy(promise)
        && (this != DROPPED_LATE || dropsLate)
        && (!needs(Need.TOPICS) || !requested)
        && (!needs(Need.TRANSACTIONS) || transactional);
  }

  /** As files and expectations name it. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
