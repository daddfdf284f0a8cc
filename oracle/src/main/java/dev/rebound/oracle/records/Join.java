package dev.rebound.oracle.records;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.perrecord.ContentAudit;
import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Fields;
import dev.rebound.oracle.sample.KeyHash;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.oracle.sample.UniqueId;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.Headers;
import dev.rebound.workload.Lazy;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.Placement;
import dev.rebound.workload.TaggedWorkload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code join}: two samples of a user's own records on two topics, such as orders and
 * payments, for programs that join them.
 *
 * <p>A record of the second sample belongs to the one of the first whose id it has. Both are sent
 * with that id, made unique, as their key, so that they are in the same partition of their topics.
 * Each such pair owes one output, unless the times of its records are too far apart; it is known by
 * the second one's id, or, where that has none, by the first one's.
 */
public final class Join implements TaggedWorkload, Oracle {
  private static final String WITH = "with";
  private static final String WITH_KEY = "with-key";
  private static final String WITH_ID = "with-id";
  private static final String WITH_TIME = "with-time";
  private static final String OUTPUT_WITH_ID = "output-with-id";
  private static final String WITHIN = "within";
  private static final String WITH_SAME = "with-same";

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("join", WorkloadKind.Shape.IN_PLACE, Join::new)
          .inputTopics(2)
          .check(Join::check)
          .options(
              RecordOptions.option("from"),
              RecordOptions.option("from-hash"),
              RecordOptions.option("format"),
              RecordOptions.option(RecordOptions.SEPARATOR),
              RecordOptions.option(RecordOptions.CHARSET),
              RecordOptions.option(RecordOptions.SKIP),
              RecordOptions.option("id"),
              RecordOptions.option("output-id"),
              RecordOptions.option("time"),
              RecordOptions.option(RecordOptions.TIME_FORMAT),
              WorkloadOption.of(WITH, new WorkloadOption.Sample(), "", "payments.jsonl")
                  .meaning(
                      "join: a second file of records, or a folder of them, which goes to a topic of its"
                          + " own."),
              WorkloadOption.of("with-hash", new WorkloadOption.HashOf(WITH), "", "")
                  .meaning("join: hash of the second sample, as it was when a run was planned."),
              path(
                  WITH_KEY,
                  "of the second sample that has the id of the record of the first that it belongs"
                      + " to.",
                  "$.order"),
              path(
                  WITH_ID,
                  "of the second sample that differs in every record, by which outputs are known;"
                      + " without it they are known by the first one's id.",
                  "$.paymentId"),
              path(
                  OUTPUT_WITH_ID,
                  "of outputs that has the second one's id; the one named as with-id if absent.",
                  "$.payment_id"),
              path(
                  WITH_TIME,
                  "of the second sample with a time, which becomes the time of sending.",
                  "$.paidAt"),
              WorkloadOption.of(
                      ContentEquality.OPTION,
                      ContentEquality.KIND,
                      "",
                      "[$.order.amount = $.amount]")
                  .meaning(
                      "join: what an output must say as the record of the first sample does: members,"
                          + " each with where the output has it, or key for the record's key."),
              WorkloadOption.of(
                      WITH_SAME, ContentEquality.KIND, "", "[$.shipped.carrier = $.carrier]")
                  .meaning(
                      "join: what an output must say as the record of the second sample does."),
              WorkloadOption.millis(WITHIN, 0, 86_400_000, "0", "30s")
                  .meaning(
                      "join: how far the times of two records may be apart that are joined; 0 for as far"
                          + " as you like."));

  private final WorkloadSpec spec;
  private final Sample.Said first;
  private final Sample.Said second;
  private final FieldPath outputId;
  private final @Nullable FieldPath outputWithId;
  private final ContentEquality same;
  private final ContentEquality withSame;
  private final Lazy<JoinedSamples> joined = new Lazy<>(this::read);

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Join(WorkloadSpec spec) {
    this.spec = spec;
    FieldPath id = required(spec, "id", "$.orderId");
    FieldPath withId = RecordOptions.path(spec, WITH_ID);
    this.first =
        new Sample.Said(
            Path.of(required(spec, "from")),
            RecordOptions.layout(spec),
            null,
            null,
            List.of(id),
            RecordOptions.path(spec, "time"),
            null,
            RecordOptions.timeForm(spec));
    this.second =
        new Sample.Said(
            Path.of(required(spec, WITH)),
            RecordOptions.layout(spec),
            null,
            required(spec, WITH_KEY, "$.order"),
            withId == null ? List.of() : List.of(withId),
            RecordOptions.path(spec, WITH_TIME),
            null,
            RecordOptions.timeForm(spec));
    FieldPath output = RecordOptions.path(spec, "output-id");
    FieldPath outputWith = RecordOptions.path(spec, OUTPUT_WITH_ID);
    this.same = ContentEquality.of(spec, ContentEquality.OPTION);
    this.withSame = ContentEquality.of(spec, WITH_SAME);
    this.outputId = output == null ? id : output;
    this.outputWithId = withId == null ? null : outputWith == null ? withId : outputWith;
  }

  private static WorkloadOption path(String key, String meaning, String example) {
    return WorkloadOption.text(key, example).meaning("join: the field " + meaning);
  }

  private static String required(WorkloadSpec spec, String option) {
    OptionProblem.when(
        spec.text(option).isEmpty(),
        "name",
        "join replays two samples, and workload." + option + " names none",
        "Add from: orders.jsonl and with: payments.jsonl.");
    return spec.text(option);
  }

  private static FieldPath required(WorkloadSpec spec, String option, String example) {
    FieldPath path = RecordOptions.path(spec, option);
    if (path == null) {
      throw new OptionProblem(
          "name",
          "join does not know which records belong together: there is no workload." + option,
          "Add " + option + ": " + example + ".");
    }
    return path;
  }

  private static void check(WorkloadSpec spec, int partitions) {
    requireTogether(spec);
    new Join(spec).requireSame();
  }

  private static void requireTogether(WorkloadSpec spec) {
    RecordOptions.apart(spec, "id", "time", RecordOptions.REWRITTEN);
    Join join = new Join(spec);
    OptionProblem.when(
        join.outputId.equals(join.outputWithId),
        spec.text(OUTPUT_WITH_ID).isEmpty() ? WITH_ID : OUTPUT_WITH_ID,
        "outputs would have both ids at " + join.outputId,
        "Say where outputs have them: output-id: $.order.id and output-with-id: $.payment.id.");
    int within = spec.whole(WITHIN);
    if (within > 0 && within <= JoinDue.UNIT_MICROS / 1000) {
      throw new OptionProblem(
          WITHIN,
          ("within is %s ms, and of pairs that are apart by that, give or take a second,"
                  + " nothing is judged")
              .formatted(within),
          "Write more than 1s, or leave it out.");
    }
    RecordOptions.apart(spec, WITH_KEY, WITH_ID, RecordOptions.REWRITTEN);
    RecordOptions.apart(spec, WITH_KEY, WITH_TIME, RecordOptions.REWRITTEN);
    RecordOptions.apart(spec, WITH_ID, WITH_TIME, RecordOptions.REWRITTEN);
    OptionProblem.when(
        spec.text(WITH_ID).isEmpty() && !spec.text(OUTPUT_WITH_ID).isEmpty(),
        OUTPUT_WITH_ID,
        OUTPUT_WITH_ID + " is where an output has the second one's id, and there is none",
        "Add with-id, or remove it.");
    OptionProblem.when(
        spec.text("time").isEmpty() != spec.text(WITH_TIME).isEmpty(),
        spec.text("time").isEmpty() ? WITH_TIME : "time",
        "records of one sample have a time, and those of the other none",
        "Give both time and with-time, or none of them.");
  }

  /** An {@link OptionProblem} says what outputs cannot be held to. */
  private void requireSame() {
    requireSame(ContentEquality.OPTION, same, first, joined().first());
    requireSame(WITH_SAME, withSame, second, joined().second());
  }

  private static void requireSame(
      String option, ContentEquality same, Sample.Said said, Sample sample) {
    OptionProblem.when(
        same.has(ContentEquality.WholeValue.class)
            || (same.has(ContentEquality.RecordKey.class) && option.equals(WITH_SAME)),
        option,
        "an output of two records is not the whole of one of them",
        "Name members: " + option + ": [$.order.amount = $.amount].");
    for (FieldPath path : same.inputs()) {
      FieldPath time = said.time();
      FieldPath rewritten =
          said.ids().contains(path) || path.equals(said.key())
              ? path
              : time != null && path.holds(time) ? time : null;
      if (rewritten != null || !sample.any(path)) {
        throw new OptionProblem(
            option,
            "%s names %s"
                .formatted(
                    option,
                    rewritten == null
                        ? path + ", which no record of the sample has"
                        : ContentEquality.rewritten(path, rewritten)),
            "Name another member of the records: " + option + ": [$.order.amount = $.amount].");
      }
    }
  }

  private JoinedSamples joined() {
    return joined.get();
  }

  private JoinedSamples read() {
    RecordOptions.requireSame(spec, "from");
    RecordOptions.requireSame(spec, WITH);
    return new JoinedSamples(
        Sample.read(first),
        ofSecond(() -> Sample.read(second)),
        first.time() != null,
        outputWithId == null);
  }

  /** What is wrong with the second sample is wrong with options of the second. */
  private static Sample ofSecond(Supplier<Sample> read) {
    try {
      return read.get();
    } catch (OptionProblem e) {
      String option =
          switch (e.option()) {
            case "from" -> WITH;
            case "key", "id", "time" -> "with-" + e.option();
            default -> e.option();
          };
      throw new OptionProblem(option, e.problem(), e.remedy());
    }
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "records of %s%s joined with those of %s%s"
        .formatted(
            first.from().getFileName(),
            joined().first().found(),
            second.from().getFileName(),
            joined().second().found());
  }

  @Override
  public double outputsPerRecord() {
    return (double) joined().pairs() / joined().size();
  }

  @Override
  public int inputTopics() {
    return KIND.inputTopics();
  }

  @Override
  public Placement placement() {
    return (generator, sequence, partitions) -> {
      int each = partitions / 2;
      int hash = KeyHash.of(key(generator, sequence));
      return hash % each + (joined().ofSecond(sequence) ? each : 0);
    };
  }

  @Override
  public int recordBytes() {
    Sample one = joined().first();
    Sample other = joined().second();
    long bytes =
        (long) one.bytesPerRecord() * one.rows() + (long) other.bytesPerRecord() * other.rows();
    return (int) (bytes / joined().size());
  }

  @Override
  public byte[] value(int generator, long sequence, long intendedMicros) {
    return joined().value(generator, sequence, intendedMicros);
  }

  @Override
  public byte[] key(int generator, long sequence) {
    return joined().key(generator, sequence).getBytes(StandardCharsets.UTF_8);
  }

  /** A value without an id that a record with a partner could have is none. */
  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    UniqueId one = id(value, outputId, joined()::ofFirstId);
    UniqueId other = id(value, outputWithId, joined()::ofSecondId);
    JoinedSamples.Pair pair =
        outputWithId == null
            ? one == null ? null : joined().onlyPairOf(one)
            : other == null ? null : joined().pairOf(other);
    if (pair == null) {
      return;
    }
    boolean right = outputWithId == null || (one != null && joined().has(pair, one));
    sink.accept(
        OutputRecord.of(
                OutputRecord.OutputKind.MATCH,
                pair.generator(),
                pair.number(),
                pair.sequence(),
                0,
                right ? JoinDue.RIGHT : JoinDue.WRONG,
                same.isEmpty() && withSame.isEmpty() ? 0 : held(pair, headers, value))
            .encode());
  }

  private @Nullable UniqueId id(
      byte @Nullable [] value,
      @Nullable FieldPath path,
      Function<String, @Nullable UniqueId> records) {
    Field field =
        value == null || path == null ? null : joined().first().fields().findInOutput(value, path);
    return field == null ? null : records.apply(field.text());
  }

  /** The word on what an output of a pair says. */
  private long held(JoinedSamples.Pair pair, Headers headers, byte @Nullable [] value) {
    Fields fields = joined().first().fields();
    ContentEquality.Content output = new ContentEquality.Content(headers.key(), value);
    long ofFirst = same.held(fields, output, joined().content(pair, false), 0);
    return ofFirst == ContentEquality.SAME
        ? withSame.held(fields, output, joined().content(pair, true), same.parts().size())
        : ofFirst;
  }

  /** What of an output is wrong, in words; null if nothing is. */
  private @Nullable String wrong(Observation seen) {
    if (seen.evidenceHigh() != JoinDue.RIGHT) {
      return "";
    }
    if ((same.isEmpty() && withSame.isEmpty()) || !ContentEquality.differs(seen)) {
      return null;
    }
    int part = ContentEquality.part(seen);
    boolean ofSecond = part >= same.parts().size();
    ContentEquality.Content its =
        joined()
            .content(
                new JoinedSamples.Pair(seen.generator(), seen.sequence(), seen.key()), ofSecond);
    return (ofSecond ? withSame : same)
            .words(
                seen, joined().first().fields(), its, ofSecond ? part - same.parts().size() : part)
        + ", in ";
  }

  private List<NotJudged> notJudged() {
    boolean members = !same.inputs().isEmpty() || !withSame.inputs().isEmpty();
    List<NotJudged> all = new ArrayList<>();
    all.add(
        members
            ? UnjudgedAspects.BESIDE_SAME
            : outputWithId == null ? UnjudgedAspects.CONTENT_OF_PAIR : UnjudgedAspects.BESIDE_IDS);
    if (members && outputWithId == null && withSame.isEmpty()) {
      all.add(UnjudgedAspects.SECOND_OF_PAIR);
    }
    if (!same.has(ContentEquality.RecordKey.class)) {
      all.add(UnjudgedAspects.KEYS_OF_ECHO);
    }
    all.addAll(
        List.of(UnjudgedAspects.PARTITIONS, UnjudgedAspects.ORDER, UnjudgedAspects.OF_WHICH_RUN));
    return all;
  }

  /** What each record completes, whatever the times. */
  @Override
  public ExpectedOutputs owed() {
    return (generator, sequence, sink) -> {
      int pairs = joined().completes(sequence).length;
      for (int number = 0; number < pairs; number++) {
        sink.accept(number);
      }
    };
  }

  @Override
  public Due due(Ledger ledger) {
    return new JoinDue(
        joined(),
        spec.whole(WITHIN) * 1000L,
        ledger,
        diverged -> new ContentAudit(ContentAudit.OF_INPUT, this::wrong, diverged),
        notJudged());
  }
}
