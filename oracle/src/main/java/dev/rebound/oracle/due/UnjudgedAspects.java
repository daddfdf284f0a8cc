package dev.rebound.oracle.due;

import dev.rebound.oracle.due.NotJudged.Aspect;
import java.util.List;

/** What of outputs workloads hold against nothing. */
public final class UnjudgedAspects {
  private static final String HOW =
      "Say what must be as its input has it, such as same: [$.amount], or same: value.";

  public static final NotJudged CONTENT = NotJudged.all(Aspect.CONTENT, "what outputs say", HOW);

  public static final NotJudged CONTENT_OF_PAIR =
      NotJudged.all(
          Aspect.CONTENT,
          "what outputs say",
          "Name the second one's id, with-id: $.shipment, and what must be as its inputs have it,"
              + " such as same: [$.order.amount = $.amount].");

  public static final NotJudged SECOND_OF_PAIR =
      NotJudged.part(
          Aspect.CONTENT,
          "what outputs say of the second record",
          "Name its id, with-id: $.shipment, or what must be as it has it, such as with-same:"
              + " [$.shipped.carrier = $.carrier].");

  public static final NotJudged ROWS =
      NotJudged.all(
          Aspect.CONTENT,
          "what a row or record holds beside what it is known by",
          "Say what columns of a row must hold: row: 'amount=${n}'.");

  public static final NotJudged OTHER_COLUMNS =
      NotJudged.part(Aspect.CONTENT, "columns that row does not name");

  public static final NotJudged OF_WHICH_RUN_WITHOUT_ID =
      NotJudged.part(Aspect.TIME, "whether rows that are known by ${n} or ${uuid} are of this run");

  public static final NotJudged REQUEST_OF_ROW =
      NotJudged.part(Aspect.TIME, "the request's id in a row, which its user's name tells");

  public static final NotJudged STATE_TIMES =
      NotJudged.part(Aspect.CONTENT, "times that a state says beside its count");

  public static final List<NotJudged> DOUBTED_ALONE =
      List.of(
          NotJudged.part(
              Aspect.CONTENT,
              "sessions of visits alone that came late, or of which it is not known how often they"
                  + " are stored"),
          NotJudged.part(Aspect.PARTITION, "partitions that such sessions lie on"),
          NotJudged.part(Aspect.ORDER, "order of such sessions"));

  public static final NotJudged BETWEEN_READOUTS =
      NotJudged.part(
          Aspect.CONTENT,
          "counts of outputs that others lie between which do not come out",
          "Write output-every: 1.");

  /** Where an input may be counted more than once. */
  public static final NotJudged BEFORE_READOUT =
      NotJudged.part(Aspect.CONTENT, "counts of outputs that come before a final state");

  /** Where a session may take an event more than once. */
  public static final NotJudged MORE_EVENTS =
      NotJudged.part(Aspect.CONTENT, "outputs of sessions that hold more events than came");

  public static final NotJudged BESIDE_IDS =
      NotJudged.part(
          Aspect.CONTENT,
          "what outputs say beside their ids",
          "Say what must be as its input has it, such as same: [$.order.amount = $.amount].");

  public static final NotJudged BESIDE_SAME =
      NotJudged.part(Aspect.CONTENT, "what outputs say that same does not name");

  public static final NotJudged BESIDE_VALUE =
      NotJudged.part(Aspect.CONTENT, "what outputs say beside the value");

  public static final NotJudged KEYS = NotJudged.all(Aspect.KEY, "keys of outputs");

  public static final NotJudged KEYS_OF_ECHO =
      NotJudged.all(Aspect.KEY, "keys of outputs", "Write same: [key] if it must be the input's.");

  public static final NotJudged PARTITIONS =
      NotJudged.all(Aspect.PARTITION, "partitions that outputs lie on");

  public static final NotJudged ORDER = NotJudged.all(Aspect.ORDER, "order of outputs");

  public static final NotJudged ORDER_ACROSS =
      NotJudged.part(Aspect.ORDER, "order of outputs whose inputs lie on several partitions");

  public static final NotJudged ORDER_WITHOUT_KEY =
      NotJudged.all(
          Aspect.ORDER, "order of outputs", "Add key: within one, outputs have an order.");

  /** Beside what is missing for good, which shows in the value. */
  public static final NotJudged LOSS =
      NotJudged.all(
          Aspect.LOSS,
          "inputs that are lost behind others that were counted twice",
          "What is missing in the value is diverged; for each input, let outputs have its id.");

  public static final NotJudged REPEATS =
      NotJudged.all(
          Aspect.DUPLICATES,
          "updates that come twice: none says which input it is of, as an id would");

  /** Of outputs that are judged as a whole. */
  public static final NotJudged REPEATS_OF_WHOLE =
      NotJudged.all(
          Aspect.DUPLICATES, "outputs that come twice: what is there too often is diverged");

  public static final NotJudged BESIDE_INVARIANT =
      NotJudged.part(Aspect.CONTENT, "what outputs say beside what must be true of all");

  public static final NotJudged BEFORE_LAST =
      NotJudged.part(Aspect.CONTENT, "outputs that later ones replaced");

  /** Where an input may be counted more than once. */
  public static final NotJudged BEFORE_LAST_COUNTED_TWICE =
      NotJudged.part(
          Aspect.CONTENT,
          "updates that later ones replaced",
          "Let outputs have their input's id: each is then held to the inputs until then.");

  /** Where amounts are negative, too, and an input may be counted more than once. */
  public static final NotJudged BEFORE_LAST_OF_BOTH_SIGNS =
      NotJudged.part(
          Aspect.CONTENT,
          "sums before the last of a key, and what is lost behind others, as amounts are negative,"
              + " too",
          "Under exactly-once each value must be right.");

  public static final NotJudged OF_WHICH_RUN_BY_NUMBER =
      NotJudged.all(
          Aspect.TIME,
          "whether outputs are of this run",
          "Let the id be a text or a UUID: a whole number has no time in it.");

  public static final NotJudged OF_WHICH_RUN =
      NotJudged.all(Aspect.TIME, "whether outputs are of this run");

  private UnjudgedAspects() {}

  /**
   * Of keys whose values a replay may have brought back, or which are too rough to tell.
   *
   * @param keys how many there are
   */
  public static NotJudged lossBehindReplays(int keys) {
    return NotJudged.part(
        Aspect.LOSS,
        ("inputs that are lost behind others that were counted twice, of %s whose outputs"
                + " came again, or are rounded")
            .formatted(keys == 1 ? "a key" : keys + " keys"),
        "Under exactly-once each value must be right.");
  }
}
