package dev.rebound.oracle.records;

import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Fields;
import dev.rebound.oracle.sample.ValueHash;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of an output must be as its input has it: members, the key of its record, or its whole
 * value.
 *
 * <p>A reader holds each output against its input, whose values follow from its identity. What it
 * keeps is one word: {@link #SAME}, or which part differs and the beginning of what it says.
 *
 * @param parts in the order in which they are looked at
 */
record ContentEquality(List<Part> parts) {
  /** The option that says it. */
  static final String OPTION = "same";

  /** The word on an output whose parts are all as its input has them. */
  static final long SAME = 1L << 56;

  static final WorkloadOption.Texts KIND = new WorkloadOption.Texts();

  private static final String KEY = "key";
  private static final String VALUE = "value";
  private static final int FIRST = 2;
  private static final int PARTS_MAX = 100;
  private static final int KEPT = Long.BYTES - 1;

  /** In place of what a part says that is there, and says nothing or begins with a byte 0. */
  private static final byte[] EMPTY = {0, 1};

  private static final byte[] FROM_ZERO = {0, 2};

  /** A part of an output; of its value, unless it is the record's key. */
  sealed interface Part {
    /** As a file has it. */
    String text();
  }

  /** The key of the record. */
  record RecordKey() implements Part {
    @Override
    public String text() {
      return KEY;
    }
  }

  /** All that it says. */
  record WholeValue() implements Part {
    @Override
    public String text() {
      return VALUE;
    }
  }

  /**
   * A member.
   *
   * @param output where the output has it
   * @param input where its input does
   */
  record Member(FieldPath output, FieldPath input) implements Part {
    @Override
    public String text() {
      return output.text();
    }
  }

  /** The key and the value of a record. */
  static final class Content {
    private final byte @Nullable [] key;
    private final byte @Nullable [] value;

    Content(byte @Nullable [] key, byte @Nullable [] value) {
      this.key = key;
      this.value = value;
    }
  }

  ContentEquality {
    parts = List.copyOf(parts);
  }

  /** What an option says; an {@link OptionProblem} says what is wrong with it. */
  static ContentEquality of(WorkloadSpec spec, String option) {
    List<Part> parts = new ArrayList<>();
    // Evidence of earlier versions has no such option.
    for (String text : WorkloadOption.Texts.read(spec.options().getOrDefault(option, ""))) {
      parts.add(part(option, text.strip()));
    }
    OptionProblem.when(
        parts.size() > PARTS_MAX,
        option,
        option + " names " + parts.size() + " parts of an output",
        "Name no more than " + PARTS_MAX + ", or write " + option + ": value.");
    return new ContentEquality(parts);
  }

  private static Part part(String option, String text) {
    if (text.equals(KEY)) {
      return new RecordKey();
    }
    if (text.equals(VALUE)) {
      return new WholeValue();
    }
    int equals = text.indexOf('=');
    try {
      FieldPath output = FieldPath.of(equals < 0 ? text : text.substring(0, equals).strip());
      return new Member(
          output, equals < 0 ? output : FieldPath.of(text.substring(equals + 1).strip()));
    } catch (IllegalArgumentException e) {
      throw new OptionProblem(
          option,
          option + ": " + e.getMessage(),
          ("Write %s: [$.amount, $.buyer = $.customer] for members, the output's before the"
                  + " input's; key for the record's key, or value for the whole value.")
              .formatted(option));
    }
  }

  /** An {@link OptionProblem} says if there is no one input that an output is held against. */
  static void requireEcho(WorkloadSpec spec, ContentEquality same) {
    OptionProblem.when(
        !same.isEmpty() && !spec.text("oracle").equals("echo"),
        OPTION,
        OPTION + " is of outputs of one input each; the oracle is " + spec.text("oracle"),
        "Remove it, or write oracle: echo.");
  }

  /** What of outputs that are each held against one input is held against nothing. */
  List<NotJudged> notJudged() {
    List<NotJudged> all = new ArrayList<>();
    boolean content = parts().size() > (has(RecordKey.class) ? 1 : 0);
    if (!content) {
      all.add(UnjudgedAspects.CONTENT);
    } else if (!has(WholeValue.class)) {
      all.add(UnjudgedAspects.BESIDE_SAME);
    }
    if (!has(RecordKey.class)) {
      all.add(UnjudgedAspects.KEYS_OF_ECHO);
    }
    all.add(UnjudgedAspects.PARTITIONS);
    return all;
  }

  /** The paths of the members of inputs. */
  List<FieldPath> inputs() {
    return parts.stream()
        .filter(Member.class::isInstance)
        .map(part -> ((Member) part).input())
        .toList();
  }

  boolean has(Class<? extends Part> kind) {
    return parts.stream().anyMatch(kind::isInstance);
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /**
   * That a member is not as the sample has it, in words.
   *
   * @param field what is written anew when a record is sent: the member, or in it
   */
  static String rewritten(FieldPath member, FieldPath field) {
    return member
        + (member.equals(field) ? ", which" : ", in which " + field)
        + " is rewritten when a record is sent";
  }

  /**
   * The word on an output.
   *
   * @param fields how members are found
   * @param before how many parts are of other inputs, and named before these
   */
  long held(Fields fields, Content output, Content input, int before) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (!same(part, fields, output, input)) {
        return differing(before + i, said(part, fields, output, false));
      }
    }
    return SAME;
  }

  private static boolean same(Part part, Fields fields, Content output, Content input) {
    if (part instanceof RecordKey) {
      return Arrays.equals(output.key, input.key);
    }
    if (part instanceof WholeValue) {
      return ValueHash.of(output.value).equals(ValueHash.of(input.value));
    }
    Member member = (Member) part;
    Field one = field(fields, output.value, member.output());
    Field other = field(fields, input.value, member.input());
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return sameField(one, output.value, other, input.value);
  }

  /** Numbers are compared as such, unless one of the two stands in quotes. */
  private static boolean sameField(
      Field one, byte @Nullable [] ofOne, Field other, byte @Nullable [] ofOther) {
    boolean nested = one.kind() == Field.FieldKind.NESTED;
    if (nested || other.kind() == Field.FieldKind.NESTED) {
      return ofOne != null
          && ofOther != null
          && ValueHash.of(one, ofOne).equals(ValueHash.of(other, ofOther));
    }
    if (one.text().equals(other.text())) {
      return true;
    }
    BigDecimal number = number(one);
    BigDecimal itsNumber = number(other);
    return number != null && itsNumber != null && number.compareTo(itsNumber) == 0;
  }

  private static @Nullable BigDecimal number(Field field) {
    return field.kind() == Field.FieldKind.QUOTED ? null : Field.number(field.text());
  }

  private static @Nullable Field field(Fields fields, byte @Nullable [] value, FieldPath path) {
    return value == null ? null : fields.findInOutput(value, path);
  }

  /** What a part of a record says, as a text; null if it is not there. */
  private static byte @Nullable [] said(Part part, Fields fields, Content of, boolean input) {
    if (part instanceof RecordKey) {
      return of.key;
    }
    if (part instanceof WholeValue) {
      return of.value;
    }
    Member member = (Member) part;
    Field field = field(fields, of.value, input ? member.input() : member.output());
    return field == null || of.value == null ? null : field.bytes(of.value);
  }

  private static long differing(int part, byte @Nullable [] said) {
    ByteBuffer word = ByteBuffer.allocate(Long.BYTES).put((byte) (FIRST + part));
    if (said != null) {
      byte[] kept = said.length == 0 ? EMPTY : said[0] == 0 ? FROM_ZERO : said;
      word.put(kept, 0, Math.min(KEPT, kept.length));
    }
    return word.getLong(0);
  }

  /**
   * True of an output that was held against its inputs, unless all parts are as these have them.
   */
  static boolean differs(Observation seen) {
    return seen.evidenceLow() != SAME;
  }

  /** The number of the part that differs. */
  static int part(Observation seen) {
    return (int) (seen.evidenceLow() >>> 56) - FIRST;
  }

  /**
   * The part of an output that differs, in words.
   *
   * @param input what its input says
   * @param number of the part among these
   */
  String words(Observation seen, Fields fields, Content input, int number) {
    if (number < 0 || number >= parts.size()) {
      return "nothing that tells was kept of it";
    }
    Part part = parts.get(number);
    byte[] its = said(part, fields, input, true);
    return "%s %s%s"
        .formatted(
            part.text(),
            beginning(seen.evidenceLow()),
            part instanceof WholeValue
                ? ", which is not its input's"
                : " where its input has "
                    + (its == null ? "none" : "'" + new String(its, StandardCharsets.UTF_8) + "'"));
  }

  /** What an output says, as far as a word on it kept that. */
  private static String beginning(long word) {
    byte[] kept = ByteBuffer.allocate(Long.BYTES).putLong(word).array();
    int end = 1;
    while (end < kept.length && kept[end] != 0) {
      end++;
    }
    if (end > 1) {
      String said = new String(kept, 1, end - 1, StandardCharsets.UTF_8);
      return "is '" + said + (end == kept.length ? "…'" : "'");
    }
    return kept[2] == EMPTY[1]
        ? "is empty"
        : kept[2] == FROM_ZERO[1] ? "begins with a byte 0" : "is missing";
  }
}
