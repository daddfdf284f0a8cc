package dev.rebound.oracle.request;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.perrecord.PerRecordDue;
import dev.rebound.oracle.records.Events;
import dev.rebound.oracle.records.RecordOptions;
import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Fields;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code requests}: requests to a service that is not ours. A record is the body of a
 * request, made by a pattern; its key is the request's identity, a {@link RecordIdHeader}. What
 * each accepted request owes is declared: one output ({@code echo}), or nothing that could be
 * judged ({@code none}).
 *
 * <p>An output is a row, or a record on a topic. Its key, the column that a row is known by, says
 * of which request it is; or a field of the record does: by the identity, the request's number, or
 * the UUID made of it.
 */
public final class Requests implements RequestedWorkload, Oracle {
  /** Stands in a pattern for the request's identity. */
  public static final String ID = "${id}";

  /** Stands for its number, from 0. */
  private static final String NUMBER = "${n}";

  /** Stands for a UUID that is made of its number. */
  private static final String UUID = "${uuid}";

  private static final String ORACLE = "oracle";
  private static final String BODY = "body";
  private static final String NONE = "none";

  /** The option that says where a record has what it is known by. */
  public static final String OUTPUT_ID = "output-id";

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("requests", WorkloadKind.Shape.REQUESTED, Requests::new)
          .check(Requests::check)
          .options(
              WorkloadOption.choice(ORACLE, "count", "echo", NONE)
                  .meaning(
                      "requests: what each request that was accepted owes, one row or record, or nothing"
                          + " that is audited (answers alone tell how the service fares)."),
              WorkloadOption.of(OUTPUT_ID, new WorkloadOption.Texts(), "", "$.order_id")
                  .meaning(
                      "requests: the field of a record on engine.topic that says of which request it is,"
                          + " by ${id}, ${n} or ${uuid}; the record's key if absent."),
              WorkloadOption.text(RowColumns.OPTION, "'amount=${n}, account=acct'")
                  .meaning(
                      "requests: what columns of a row on engine.table must hold in the end, as texts,"
                          + " with ${id}, ${n} and ${uuid} replaced; a row that holds something else is"
                          + " diverged. Only its key is looked at if absent."),
              WorkloadOption.of(
                      BODY,
                      new WorkloadOption.AnyText(),
                      "{\"id\":\"${id}\",\"n\":${n}}",
                      "'{\"order\":\"${uuid}\"}'")
                  .meaning(
                      "requests: the body of a request, with ${id} (its identity), ${n} (its number)"
                          + " and ${uuid} (a UUID of it) replaced."));

  /** The last group of a UUID has the number. */
  private static final Pattern UUID_FORM =
      Pattern.compile("5eb0d000-0000-4000-8000-([0-9a-f]{12})");

  private static final Pattern NUMBER_FORM = Pattern.compile("[0-9]{1,12}");

  /** As long as a number may be. */
  private static final long NUMBER_MAX = 999_999_999_999L;

  private final WorkloadSpec spec;
  private final String body;
  private final boolean owes;
  private final @Nullable FieldPath outputId;
  private final RowColumns row;

  /** An {@link OptionProblem} says if {@link #OUTPUT_ID} is no path. */
  public Requests(WorkloadSpec spec) {
    this.spec = spec;
    this.body = spec.text(BODY);
    this.owes = !spec.text(ORACLE).equals(NONE);
    this.outputId = RecordOptions.path(spec, OUTPUT_ID);
    this.row = RowColumns.of(spec);
  }

  private static void check(WorkloadSpec spec, int partitions) {
    var unused = RecordOptions.path(spec, OUTPUT_ID);
    OptionProblem.when(
        RowColumns.find(spec.text(RowColumns.OPTION)).isEmpty(),
        RowColumns.OPTION,
        "'" + spec.text(RowColumns.OPTION) + "' does not say what columns hold",
        "Write row: 'amount=${n}, account=acct', names of columns without quotes.");
    OptionProblem.when(
        spec.text(BODY).isBlank(),
        BODY,
        "an empty body: whether such a request was sent could not be told",
        "Write one, or leave it out.");
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "requests, " + (owes ? "one row or record each" : "judged by answers alone");
  }

  @Override
  public int recordBytes() {
    // Times have 16 digits from 2001 to 2286.
    return body(0, NUMBER_MAX, 1_700_000_000_000_000L).length;
  }

  @Override
  public byte[] body(int generator, long sequence, long intendedMicros) {
    String id =
        new String(
            RecordIdHeader.of(generator, sequence, intendedMicros), StandardCharsets.US_ASCII);
    return filled(body, id).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A pattern with the words that stand for a request replaced.
   *
   * @param id its identity, a {@link RecordIdHeader}
   */
  public static String filled(String pattern, String id) {
    if (pattern.indexOf("${") < 0) {
      return pattern;
    }
    String number = id.split(":", -1)[1];
    return pattern
        .replace(ID, id)
        .replace(NUMBER, number)
        .replace(UUID, uuid(Long.parseLong(number)));
  }

  private static String uuid(long number) {
    return String.format(Locale.ROOT, "5eb0d000-0000-4000-8000-%012x", number);
  }

  /** True if a pattern says which request it is of. */
  public static boolean tells(String pattern) {
    return pattern.contains(ID) || pattern.contains(NUMBER) || pattern.contains(UUID);
  }

  /** The number of the request that a column names; -1 if it names none. */
  public static long number(String column) {
    byte[] output = output(column);
    return output == null ? -1 : OutputRecord.decode(output).sequence();
  }

  /** Only an identity says when its request was meant for. */
  private static byte @Nullable [] output(String column) {
    byte[] tagged = RecordIdHeader.output(column.getBytes(StandardCharsets.UTF_8));
    if (tagged != null) {
      return tagged;
    }
    Matcher uuid = UUID_FORM.matcher(column.toLowerCase(Locale.ROOT));
    if (uuid.matches()) {
      return of(Long.parseLong(uuid.group(1), 16));
    }
    return NUMBER_FORM.matcher(column).matches() ? of(Long.parseLong(column)) : null;
  }

  private static byte[] of(long number) {
    return OutputRecord.of(OutputRecord.OutputKind.MATCH, 0, 0, number, 0, 0, 0).encode();
  }

  /** What names no request gives no output, nor does a tombstone. */
  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    String name = value == null ? null : name(headers, value);
    byte[] output = name == null ? null : output(name);
    if (output != null && value != null && !row.columns().isEmpty() && RowColumns.differs(value)) {
      RowColumns.output(OutputRecord.decode(output), value, sink);
    } else if (output != null) {
      sink.accept(output);
    }
  }

  private @Nullable String name(Headers headers, byte[] value) {
    if (outputId != null) {
      Field field = Fields.JSON.findInOutput(value, outputId);
      return field == null ? null : field.text();
    }
    byte[] key = headers.key();
    return key == null ? null : new String(key, StandardCharsets.UTF_8);
  }

  private List<NotJudged> notJudged() {
    List<NotJudged> all = new ArrayList<>();
    all.add(row.columns().isEmpty() ? UnjudgedAspects.ROWS : UnjudgedAspects.OTHER_COLUMNS);
    if (outputId != null) {
      all.add(UnjudgedAspects.KEYS);
    }
    all.addAll(
        List.of(
            UnjudgedAspects.PARTITIONS,
            UnjudgedAspects.ORDER,
            UnjudgedAspects.OF_WHICH_RUN_WITHOUT_ID));
    return all;
  }

  @Override
  public Due due(Ledger ledger) {
    return owes
        ? new PerRecordDue(
            this,
            ledger,
            notJudged(),
            (exact, diverged) -> new RowColumnAudit(row, ledger, diverged))
        : Due.nothing(ledger, Events.NONE);
  }
}
