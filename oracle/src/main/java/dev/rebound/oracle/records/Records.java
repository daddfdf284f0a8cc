package dev.rebound.oracle.records;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.InputKeys;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.keyed.Aggregate;
import dev.rebound.oracle.keyed.AggregateAudit;
import dev.rebound.oracle.keyed.DecimalAmounts;
import dev.rebound.oracle.keyed.Invariant;
import dev.rebound.oracle.keyed.InvariantAudit;
import dev.rebound.oracle.keyed.KeyedInputs;
import dev.rebound.oracle.keyed.TumblingKeys;
import dev.rebound.oracle.perrecord.ContentAudit;
import dev.rebound.oracle.perrecord.PerRecordDue;
import dev.rebound.oracle.perrecord.UpdatesDue;
import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.RecordCondition;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.oracle.sample.UniqueId;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.Headers;
import dev.rebound.workload.Lazy;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.TaggedWorkload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code records}: a sample of a user's own records, replayed in order and from its
 * start again, for programs that are not ours.
 *
 * <p>Each record is sent with a {@link RecordIdHeader}, which says which input it is. If a field is
 * named as {@code id}, it is made unique ({@link UniqueId}), and an output is known by its value
 * there, or at {@code output-id}; else by the tag. Of several fields, the first is made unique in
 * each round, and an output is known by all of them. With {@code key}, records of one key are in
 * one partition.
 *
 * <p>Where the oracle is an aggregate per key and there is no id, outputs are updates of keys, and
 * the last one of each must be right. With an id, each input owes an output with the aggregate
 * after it. An invariant is of updates, too, and so is what a reference program says.
 *
 * <p>Of several output topics, each has an oracle of its own, and what is due in it is asked of
 * {@link #outputTopics}.
 *
 * <p>With a schema, values are encoded when they are sent, and outputs are decoded before anything
 * is looked for in them ({@link ValueCodec}). What is due needs neither.
 */
public final class Records implements TaggedWorkload, Oracle {
  /** Property with the file of the schema that records are sent in; empty for none. */
  public static final String SCHEMA = "schema";

  /** Property with the folder that imports of schemas are looked for in; empty for their own. */
  public static final String SCHEMA_ROOT = "schema-root";

  /** Property with the address of the schema registry, once a run is planned. */
  public static final String REGISTRY = "registry";

  /**
   * Property with the variable of the environment that has user and password for the registry, once
   * a run is planned; empty for a registry that asks for none.
   */
  public static final String REGISTRY_USER = "registry-user";

  /** Property with the subject that the registry has the schema under, once a run is planned. */
  public static final String SUBJECT = "subject";

  /** Property with the file of the schema that keys are sent in; empty for texts. */
  public static final String KEY_SCHEMA = "key-schema";

  /** Property with the subject that the registry has that schema under, once a run is planned. */
  public static final String KEY_SUBJECT = "key-subject";

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("records", WorkloadKind.Shape.IN_PLACE, Records::new)
          .check(Records::check)
          .options(RecordOptions.ALL.toArray(WorkloadOption[]::new));

  private final WorkloadSpec spec;
  private final Sample.Said said;
  private final List<FieldPath> outputIds;

  /** Ids of outputs are in members that may be called as the schema has them. */
  private final boolean protobuf;

  private final @Nullable FieldPath outputKey;
  private final @Nullable FieldPath outputValue;
  private final @Nullable Aggregate aggregate;
  private final @Nullable Invariant invariant;
  private final @Nullable ReferenceOracle equality;
  private final boolean updates;
  private final @Nullable OutputWindow window;
  private final @Nullable Encoding encoding;
  private final @Nullable RecordCondition where;
  private final ContentEquality same;
  private final List<OutputTopic> topics;
  private final @Nullable FieldPath of;
  private final @Nullable Supplier<Sample> shared;
  private final Lazy<Replay> replay = new Lazy<>(this::read);

  /**
   * The sample, how amounts in it and in outputs are read, the amount of each of its rows, and
   * which rows owe something.
   *
   * @param owing null for all
   */
  private record Replay(
      Sample sample, DecimalAmounts amounts, LongUnaryOperator amountOf, @Nullable BitSet owing) {}

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Records(WorkloadSpec spec) {
    this(spec, null);
  }

  /**
   * What is due in one of several topics.
   *
   * @param shared the sample that is theirs, too; null to read it
   */
  private Records(WorkloadSpec spec, @Nullable Supplier<Sample> shared) {
    this.spec = spec;
    this.said = RecordOptions.said(spec);
    List<FieldPath> others = RecordOptions.paths(spec, RecordOptions.OUTPUT_ID);
    this.outputIds = others.isEmpty() ? said.ids() : others;
    String schema = SchemaOptions.text(spec, SchemaOptions.OUTPUT_SCHEMA);
    if (schema.isEmpty()) {
      schema = SchemaOptions.text(spec, SCHEMA);
    }
    this.protobuf = others.isEmpty() && schema.endsWith(".proto");
    this.outputKey = RecordOptions.path(spec, "output-key");
    this.outputValue = RecordOptions.path(spec, "output-value");
    this.aggregate = Aggregate.of(spec.text("oracle")).orElse(null);
    this.invariant = Invariant.of(spec.text("oracle")).orElse(null);
    boolean told = said.ids().isEmpty() || !spec.text("output-key").isEmpty();
    this.equality =
        spec.text("oracle").equals(ReferenceOracle.WORD)
            ? ReferenceOracle.of(spec, outputKey, outputValue)
            : null;
    this.window = OutputWindow.of(spec);
    this.encoding = Encoding.of(spec);
    this.where = RecordFilter.of(spec);
    this.same = ContentEquality.of(spec, ContentEquality.OPTION);
    this.of = RecordOptions.path(spec, "of");
    this.shared = shared;
    List<String> names = TopicOptions.topics(spec);
    List<WorkloadSpec> specs = TopicOptions.specs(spec);
    this.topics =
        IntStream.range(0, names.size())
            .mapToObj(i -> new OutputTopic(names.get(i), new Records(specs.get(i), this::sample)))
            .toList();
    this.updates =
        topics.isEmpty()
            ? equality != null || invariant != null || (aggregate != null && told)
            : topics.stream().anyMatch(topic -> ((Records) topic.workload()).updates());
  }

  /** Reads the sample when it is first asked for. */
  private Replay read() {
    FieldPath its = of;
    Supplier<Sample> theirs = shared;
    if (theirs == null) {
      RecordOptions.requireSame(spec, "from");
    }
    Sample sample = theirs == null ? Sample.read(said) : theirs.get();
    RecordOptions.requireInOrder(spec, sample);
    BitSet owing = where == null ? null : where.rows(sample);
    DecimalAmounts amounts =
        its != null
            ? DecimalAmounts.of(sample, its, owing, "of", aggregate == Aggregate.LAST)
            : invariant != null ? DecimalAmounts.FINE : DecimalAmounts.WHOLE;
    return new Replay(sample, amounts, amounts.of(sample, its, owing), owing);
  }

  private static void check(WorkloadSpec spec, int partitions) {
    TopicOptions.requireTogether(spec);
    if (TopicOptions.topics(spec).isEmpty()) {
      RecordOptions.requireTogether(spec);
      new Records(spec).requireUsable();
    }
  }

  /** Reads the sample; an {@link OptionProblem} says what is wrong with it, or cannot be sent. */
  private void requireUsable() {
    Sample sample = sample();
    if (encoding != null) {
      encoding.requireAll(sample, this);
    }
    BitSet owing = replay.get().owing();
    OptionProblem.when(
        owing != null && owing.isEmpty(),
        RecordFilter.WHERE,
        "where: " + spec.text(RecordFilter.WHERE) + " is true of no record of the sample",
        "Change it, or take a sample with such records.");
    requireSame(sample);
  }

  /** An {@link OptionProblem} says what an output cannot be held to. */
  private void requireSame(Sample sample) {
    FieldPath time = said.time();
    boolean timeless = !sample.idsTellTimes() && time != null;
    OptionProblem.when(
        timeless && same.has(ContentEquality.WholeValue.class),
        ContentEquality.OPTION,
        "an id that is a whole number, or several fields, does not say with which "
            + time
            + " a record was sent",
        "Name members in place of value: same: [$.amount].");
    for (FieldPath path : same.inputs()) {
      if (!said.ids().isEmpty() && path.equals(said.ids().get(0))) {
        throw new OptionProblem(
            ContentEquality.OPTION,
            "same names " + ContentEquality.rewritten(path, path),
            "Remove it: outputs are known by it.");
      }
      if (time != null && timeless && path.holds(time)) {
        throw new OptionProblem(
            ContentEquality.OPTION,
            "same names " + ContentEquality.rewritten(path, time),
            "Name other members, or let the id be a text or a UUID, which says when.");
      }
      if (!sample.any(path)) {
        throw new OptionProblem(
            ContentEquality.OPTION,
            "same names " + path + ", which no record of the sample has",
            "Write $.output = $.input where an output has a member elsewhere.");
      }
    }
  }

  private Sample sample() {
    return replay.get().sample();
  }

  /** What is wrong with a sample is told where it is checked. */
  private String found() {
    try {
      return sample().found();
    } catch (OptionProblem e) {
      return "";
    }
  }

  /** True if records are lines; else each stands in a file behind its number of bytes. */
  public boolean lines() {
    return sample().lines();
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "records of %s%s%s%s"
        .formatted(
            said.from().getFileName(),
            found(),
            encoding == null ? "" : encoding.describe(),
            TopicOptions.describe(spec));
  }

  @Override
  public List<OutputTopic> outputTopics() {
    return topics;
  }

  @Override
  public boolean judgedAsWhole() {
    return equality != null;
  }

  /** Mean number of outputs per record. */
  @Override
  public double outputsPerRecord() {
    if (!topics.isEmpty()) {
      return topics.stream().mapToDouble(topic -> topic.workload().outputsPerRecord()).sum();
    }
    BitSet owing = where == null ? null : replay.get().owing();
    return owing == null ? 1 : (double) owing.cardinality() / sample().rows();
  }

  private boolean owes(long sequence) {
    BitSet owing = where == null ? null : replay.get().owing();
    return owing == null || owing.get((int) (sequence % sample().rows()));
  }

  @Override
  public ExpectedOutputs owed() {
    if (topics.isEmpty()) {
      return (generator, sequence, sink) -> {
        if (owes(sequence)) {
          sink.accept(0);
        }
      };
    }
    List<ExpectedOutputs> each = topics.stream().map(topic -> topic.workload().owed()).toList();
    return (generator, sequence, sink) ->
        each.forEach(owed -> owed.expected(generator, sequence, sink));
  }

  @Override
  public Placement placement() {
    return said.key() == null
        ? Placement.IN_TURN
        : (generator, sequence, partitions) -> sample().keyHash(sequence) % partitions;
  }

  @Override
  public double turn(long sequence) {
    return said.pace() == null ? (double) sequence : sample().turn(sequence);
  }

  @Override
  public int unevenOver() {
    return said.pace() == null ? 0 : sample().rows();
  }

  @Override
  public int heldBytesPerRecord() {
    // One topic is checked after the other.
    int most =
        topics.stream()
            .mapToInt(topic -> ((Records) topic.workload()).heldBytesPerRecord())
            .max()
            .orElse(0);
    return !topics.isEmpty()
        ? most
        : equality != null
            ? ReferenceOracle.BYTES_PER_INPUT
            : aggregate == null
                ? 0
                : KeyedInputs.BYTES_PER_INPUT
                    + (window == null ? 0 : TumblingKeys.BYTES_PER_WINDOW);
  }

  @Override
  public int recordBytes() {
    return encoding == null ? sample().bytesPerRecord() : encoding.bytesPerRecord(sample(), this);
  }

  @Override
  public byte[] value(int generator, long sequence, long intendedMicros) {
    byte[] plain = plain(generator, sequence, intendedMicros);
    return encoding == null ? plain : encoding.value(plain);
  }

  /** The value of a record as it is sent, but not encoded: in the form that the sample has. */
  public byte[] plain(int generator, long sequence, long intendedMicros) {
    return sample().value(sequence, new UniqueId(generator, sequence, intendedMicros));
  }

  @Override
  public byte @Nullable [] key(int generator, long sequence) {
    return encoding == null ? sample().key(sequence) : encoding.key(sample(), sequence);
  }

  /**
   * A value without an id that a record could have, or without a key of the sample, is none, and
   * neither is one that is not encoded as the schema says.
   */
  @Override
  public void outputs(Headers headers, byte @Nullable [] raw, Consumer<byte[]> sink) {
    byte[] value = raw == null || encoding == null ? raw : encoding.read(raw);
    if (raw != null && value == null) {
      return;
    }
    OutputRecord output =
        equality != null
            ? equality.output(sample(), key(headers.key()), value)
            : updates
                ? update(headers.key(), value)
                : outputIds.isEmpty() ? tagged(headers) : known(value);
    if (output != null) {
      sink.accept((same.isEmpty() ? output : held(output, headers, value)).encode());
    }
  }

  /** An output with the word on what it says. */
  private OutputRecord held(OutputRecord output, Headers headers, byte @Nullable [] value) {
    ContentEquality.Content its =
        input(output.generator(), output.sequence(), output.intendedMicros(), true);
    return output.containing(
        0,
        same.held(
            sample().fields(), new ContentEquality.Content(key(headers.key()), value), its, 0));
  }

  /**
   * What a record says.
   *
   * @param encoded as whoever decodes it reads it, where it is sent in a schema
   */
  private ContentEquality.Content input(
      int generator, long sequence, long intendedMicros, boolean encoded) {
    byte[] plain = plain(generator, sequence, intendedMicros);
    return new ContentEquality.Content(
        sample().key(sequence), encoded && encoding != null ? encoding.asRead(plain) : plain);
  }

  private byte @Nullable [] key(byte @Nullable [] raw) {
    return encoding == null ? raw : encoding.readKey(raw);
  }

  private static @Nullable OutputRecord tagged(Headers headers) {
    byte[] tagged = RecordIdHeader.output(headers.last(RecordIdHeader.HEADER));
    return tagged == null ? null : OutputRecord.decode(tagged);
  }

  /** An output that has the id of its input. */
  private @Nullable OutputRecord known(byte @Nullable [] value) {
    List<String> texts = new ArrayList<>(outputIds.size());
    for (FieldPath path : outputIds) {
      String text = text(value, path);
      if (text == null && protobuf) {
        text = text(value, path.inProtobuf());
      }
      if (text == null) {
        return null;
      }
      texts.add(text);
    }
    UniqueId id = sample().ofId(texts);
    if (id == null || value == null) {
      return null;
    }
    return output(OutputRecord.OutputKind.MATCH, id, 0, aggregate == null ? null : said(value));
  }

  /** An output that says what a key's aggregate is now, or, as a tombstone, that it has none. */
  private @Nullable OutputRecord update(byte @Nullable [] raw, byte @Nullable [] value) {
    byte[] recordKey = key(window == null ? raw : window.key(raw));
    String key =
        outputKey != null
            ? text(value, outputKey)
            : recordKey == null ? null : new String(recordKey, StandardCharsets.UTF_8);
    int number = key == null ? -1 : sample().keyNumber(key);
    String said = number < 0 || value == null ? null : said(value);
    Long its = window == null ? Long.valueOf(0) : window.number(raw, value, sample().fields());
    if (number < 0 || its == null || (said == null && value != null)) {
      return null;
    }
    UniqueId id = new UniqueId(0, its, 0);
    OutputRecord output = output(OutputRecord.OutputKind.READOUT, id, number, said);
    // What is not added is as it was, and a float of 4 bytes says it.
    boolean single =
        aggregate == Aggregate.SUM
            && outputValue == null
            && value != null
            && replay.get().amounts().isFloat(value);
    return single ? output.containing(output.count(), AggregateAudit.said(0, true)) : output;
  }

  /** The amount of an output, as a text; null if it has none. */
  private @Nullable String said(byte[] value) {
    DecimalAmounts amounts = replay.get().amounts();
    String text = outputValue == null ? amounts.text(value) : text(value, outputValue);
    return text == null || amounts.read(text) == null ? null : text;
  }

  private @Nullable String text(byte @Nullable [] value, @Nullable FieldPath path) {
    Field field =
        value == null || path == null ? null : sample().fields().findInOutput(value, path);
    return field == null ? null : field.text();
  }

  /**
   * @param said its amount; null for none
   */
  private OutputRecord output(
      OutputRecord.OutputKind kind, UniqueId id, int rule, @Nullable String said) {
    DecimalAmounts amounts = said == null ? DecimalAmounts.WHOLE : replay.get().amounts();
    Long amount = said == null ? null : amounts.read(said);
    long count = amount == null ? 0 : amount;
    long checksum =
        said == null || amount == null ? 0 : AggregateAudit.said(amounts.off(said), false);
    return OutputRecord.of(
        kind, id.generator(), rule, id.sequence(), id.intendedMicros(), count, checksum);
  }

  @Override
  public boolean updates() {
    return updates;
  }

  private @Nullable InputKeys ordered() {
    return said.key() == null
        ? null
        : new InputKeys(
            sample().keys().size(), (generator, sequence) -> sample().keyNumber(sequence));
  }

  private List<NotJudged> notJudged() {
    List<NotJudged> all = new ArrayList<>();
    if (updates) {
      ofUpdates(all);
      return all;
    }
    if (aggregate == null) {
      all.addAll(same.notJudged());
    } else {
      all.addAll(
          List.of(UnjudgedAspects.BESIDE_VALUE, UnjudgedAspects.KEYS, UnjudgedAspects.PARTITIONS));
    }
    if (said.key() == null) {
      all.add(UnjudgedAspects.ORDER_WITHOUT_KEY);
    }
    if (!outputIds.isEmpty() && !sample().idsTellTimes()) {
      all.add(UnjudgedAspects.OF_WHICH_RUN_BY_NUMBER);
    }
    return all;
  }

  private void ofUpdates(List<NotJudged> all) {
    boolean whole = equality != null && !equality.perKey();
    if (aggregate != null && aggregate.grows()) {
      all.add(UnjudgedAspects.LOSS);
    }
    if (invariant != null) {
      all.add(UnjudgedAspects.BESIDE_INVARIANT);
    } else if (equality != null && equality.perKey()) {
      all.add(UnjudgedAspects.BEFORE_LAST);
    }
    if (equality == null ? invariant == null : equality.outputValue() != null) {
      all.add(UnjudgedAspects.BESIDE_VALUE);
    }
    all.add(whole ? UnjudgedAspects.REPEATS_OF_WHOLE : UnjudgedAspects.REPEATS);
    if (outputKey != null || whole) {
      all.add(UnjudgedAspects.KEYS);
    }
    all.addAll(
        List.of(UnjudgedAspects.PARTITIONS, UnjudgedAspects.ORDER, UnjudgedAspects.OF_WHICH_RUN));
  }

  @Override
  public Due due(Ledger ledger) {
    if (!topics.isEmpty()) {
      throw new IllegalStateException("what is due is asked of each output topic");
    }
    if (spec.text("oracle").equals("none")) {
      return Due.nothing(ledger, Events.NONE);
    }
    if (equality != null) {
      return equality.due(ledger, sample(), notJudged());
    }
    StateAudit.Maker states = states(ledger);
    return updates && states != null
        ? new UpdatesDue(
            ledger,
            states,
            notJudged(),
            seen -> "an update of key " + sample().keys().get(seen.key()),
            "a value that is no update of a key of the sample%s"
                .formatted(window == null ? "" : window.missing()))
        : new PerRecordDue(this, ledger, notJudged(), states, ordered(), null);
  }

  /** What of an output that is held against its input differs, in words; null if nothing does. */
  private @Nullable String differing(Observation seen, Ledger ledger) {
    if (!ContentEquality.differs(seen)) {
      return null;
    }
    int generator = seen.generator();
    long sequence = seen.sequence();
    ContentEquality.Content its =
        input(generator, sequence, ledger.intendedMicros(generator, sequence), false);
    return same.words(seen, sample().fields(), its, ContentEquality.part(seen)) + ", in ";
  }

  /** What judges the values of outputs; null for nothing. */
  private StateAudit.@Nullable Maker states(Ledger ledger) {
    List<String> names = sample().keys();
    if (!same.isEmpty()) {
      return (exact, diverged) ->
          new ContentAudit(ContentAudit.OF_INPUT, seen -> differing(seen, ledger), diverged);
    }
    if (invariant != null) {
      Invariant its = invariant;
      BigDecimal total = RecordOptions.total(spec);
      return (exact, diverged) ->
          new InvariantAudit(its, total, names::get, names.size(), exact, diverged);
    }
    if (aggregate == null) {
      return null;
    }
    DecimalAmounts amounts = replay.get().amounts();
    TumblingKeys windows =
        window == null
            ? null
            : new TumblingKeys(
                sample(),
                window.sizeMicros(),
                RecordOptions.micros(spec, RecordOptions.OUT_OF_ORDER),
                ledger);
    KeyedInputs inputs =
        new KeyedInputs(
            aggregate,
            windows == null ? names.size() : windows.count(),
            windows == null
                ? (generator, sequence) -> owes(sequence) ? sample().keyNumber(sequence) : -1
                : windows::of,
            replay.get().amountOf(),
            RecordOptions.addsFloats(spec),
            ledger);
    return (exact, diverged) ->
        new AggregateAudit(
            inputs, amounts, names, updates || windows != null, windows, exact, diverged);
  }
}
