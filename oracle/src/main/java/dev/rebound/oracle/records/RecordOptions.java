package dev.rebound.oracle.records;

import dev.rebound.oracle.keyed.Aggregate;
import dev.rebound.oracle.keyed.Invariant;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.oracle.sample.SampleFormat;
import dev.rebound.oracle.sample.SampleLayout;
import dev.rebound.oracle.sample.TimeForm;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the workload {@link Records} can be told, and what of it does not go together. */
public final class RecordOptions {
  static final String ID = "id";
  static final String OUTPUT_ID = "output-id";
  static final String SEPARATOR = "separator";
  static final String COLUMNS = "columns";
  static final String CHARSET = "charset";
  static final String STARTS = "starts";
  static final String SKIP = "skip";
  static final String TIME_FORMAT = "time-format";
  static final String RESULT = "reference-result";
  static final String VALUE = "value";
  static final String SUM_IN = "sum-in";
  static final String WINDOW = "tumbling";
  static final String OUT_OF_ORDER = "out-of-order";
  static final String OUTPUT_START = "output-window";
  static final String REWRITTEN = "both are rewritten when a record is sent";
  static final String OUTPUT_END = "output-window-end";

  private static final List<WorkloadOption> OWN =
      List.of(
          WorkloadOption.choice(
                  "oracle",
                  "count",
                  "echo",
                  "count",
                  "none",
                  "sum",
                  "min",
                  "max",
                  "last",
                  "gapless",
                  "not-negative",
                  "conserved",
                  ReferenceOracle.WORD)
              .meaning(
                  "records: what the program owes, one output for each input, an aggregate of the"
                      + " inputs of each key, what must be true of outputs alone, what a reference"
                      + " program makes of the inputs, or nothing that is judged."),
          WorkloadOption.of("from", new WorkloadOption.Sample(), "", "orders.jsonl")
              .meaning("records: a file of records, or a folder of them, which is replayed."),
          WorkloadOption.of(
                  "format",
                  new WorkloadOption.Choice(SampleFormat.words()),
                  SampleFormat.BY_NAME,
                  "json")
              .meaning(
                  "records: how records lie in files: a JSON object a line, CSV, lines, or bytes behind"
                      + " their number (4 bytes); auto goes by the name (.jsonl, .csv, .tsv, .bin,"
                      + " anything else)."),
          WorkloadOption.of(
                  SEPARATOR,
                  new WorkloadOption.TextForm(
                      "a separator",
                      "(auto|tab|[^A-Za-z0-9\"\\r\\n])",
                      "Write one character, as ';', or tab."),
                  SampleFormat.BY_NAME,
                  "';'")
              .meaning(
                  "records: what stands between the columns of CSV, a character or tab; auto finds it"
                      + " out, and the plan says it."),
          WorkloadOption.of(COLUMNS, new WorkloadOption.Texts(), "", "[id, amount]")
              .meaning(
                  "records: the names of the columns of CSV, whose first line is then a record; without"
                      + " it that line has them."),
          WorkloadOption.of(
                  CHARSET,
                  new WorkloadOption.Choice(SampleLayout.CHARSETS),
                  SampleLayout.CHARSETS.get(0),
                  "latin1")
              .meaning("records: what files are written in; records are sent in UTF-8."),
          WorkloadOption.text(STARTS, "'^\\d{4}-'")
              .meaning(
                  "records: of lines, a pattern of what the first line of each record begins with, where"
                      + " a record has several, such as a stack trace in a log."),
          WorkloadOption.choice(SKIP, "broken", "nothing", "broken")
              .meaning(
                  "records: records of the sample that are left out: nothing, or broken for what cannot"
                      + " be read, or has no key, id or time where they are named; the plan says how"
                      + " many, and nothing is due of them."),
          RecordFilter.OPTION,
          WorkloadOption.of(
                  ContentEquality.OPTION,
                  ContentEquality.KIND,
                  "",
                  "[$.amount, $.buyer = $.customer]")
              .meaning(
                  "records: of oracle echo, what an output must say as its input does: members, key"
                      + " for the record's key, value for the whole value. A member that an output has"
                      + " elsewhere is written as $.buyer = $.customer."),
          WorkloadOption.of("reference", new WorkloadOption.Command(), "", "python3 reference.py")
              .meaning(
                  "records: of oracle equals, a program that reads the inputs, one a line, and prints"
                      + " what is due of them. Words that name a file are relative to the experiment"
                      + " file."),
          WorkloadOption.of(
                  TopicOptions.REFERENCE_FILES, new WorkloadOption.Files(), "", "rules/*.json")
              .meaning(
                  "records: of oracle equals, what belongs to the reference beside the files that its"
                      + " command names: files, folders or patterns, relative to the experiment file."),
          WorkloadOption.choice("per", "topic", "key", "topic")
              .meaning(
                  "records: of oracle equals, whether the last output of each key counts, for which the"
                      + " reference prints lines with key and value, or all outputs of the topic, of"
                      + " which it prints a line for each."),
          WorkloadOption.millis("reference-limit", 1_000, 86_400_000, "300000", "20m")
              .meaning("records: of oracle equals, how long the reference may take."),
          path(
              VALUE,
              "that is sent as the record's value, where a sample has it beside the key: key is"
                  + " looked for beside it, and all other paths begin in it. Without it all of a"
                  + " record is sent.",
              "$.value"),
          path("key", "whose value is the record's key; without it there is none.", "$.customer"),
          paths(
              ID,
              "that differs in every record: it is made unique when the sample is replayed"
                  + " again, and outputs are known by it; of several that differ together the first"
                  + " is made unique. Without it they are known by the header rebound-id.",
              "$.orderId"),
          paths(
              OUTPUT_ID,
              "of outputs that has the id's value, or as many as it has; those named as id if absent.",
              "$.order_id"),
          path("of", "that sum, min, max or last is of.", "$.amount"),
          WorkloadOption.choice(SUM_IN, "float", "double", "float")
              .meaning(
                  "records: of oracle sum, the numbers that the program adds in: doubles, or floats of 4"
                      + " bytes, whose sums are held to no more than these can hold."),
          WorkloadOption.text("total", "0")
              .meaning(
                  "records: of oracle conserved, what the last outputs of all keys add up to in the"
                      + " end."),
          path(
              "output-key",
              "of outputs that has the key that an oracle is of, or the word key for the record's own,"
                  + " which it is if absent. Where it is given, outputs are updates of keys, also"
                  + " with an id.",
              "$.customer"),
          path(
              "output-value",
              "of outputs that has the value; if absent the whole value, a text or a"
                  + " number of 4 or 8 bytes.",
              "$.total"),
          WorkloadOption.millis(WINDOW, 0, 86_400_000, "0", "15s")
              .meaning(
                  "records: of sum, count, min, max or last of a key, the length of windows by time, one"
                      + " after the other, of each of which updates say it; 0 for one from start to end."),
          WorkloadOption.millis(OUT_OF_ORDER, 0, 86_400_000, "0", "2s")
              .meaning(
                  "records: of windows, how far records may be out of order and are still taken into"
                      + " their window."),
          path(
              OUTPUT_START,
              "of outputs that has the beginning of their window, or any time in it; or the word"
                  + " key for a window in the record's key, behind it as 8 bytes with its"
                  + " beginning in ms, as Kafka Streams writes it.",
              "$.windowStart"),
          path(
              OUTPUT_END,
              "of outputs that has the end of their window, in place of the beginning.",
              "$.windowEnd"),
          path(
              "time",
              "with a time, which becomes the time of sending; what is out of order stays so.",
              "$.orderTime"),
          WorkloadOption.text(TIME_FORMAT, "dd.MM.yyyy HH:mm in Europe/Berlin")
              .meaning(
                  "records: how time and pace are written, a pattern of Java's DateTimeFormatter, and"
                      + " behind the word in the zone of what names none, else UTC; without it dates as"
                      + " ISO 8601 has them, 11/21/2018 07:20:05 PM, and seconds or milliseconds since"
                      + " 1970, with a fraction or without."),
          path(
              "pace",
              "with a time by which records follow one another: they are sent in bursts and gaps"
                  + " as they came, at the load's rate in the mean.",
              "$.orderTime"),
          WorkloadOption.of(RESULT, new WorkloadOption.ResultOf("reference"), "", "")
              .meaning("records: what the reference printed, once it has run."),
          WorkloadOption.of("from-hash", new WorkloadOption.HashOf("from"), "", "")
              .meaning("records: hash of the sample, as it was when a run was planned."));

  private static final List<WorkloadOption> OF_ONE_TOPIC =
      Stream.concat(OWN.stream(), SchemaOptions.ALL.stream()).toList();

  static final List<WorkloadOption> ALL =
      Stream.concat(OF_ONE_TOPIC.stream(), Stream.of(TopicOptions.option(OF_ONE_TOPIC))).toList();

  private static final Pattern TOTAL = Pattern.compile("-?\\d{1,18}([.]\\d{1,6})?");

  /** The word for the key of an output record. */
  private static final String OWN_KEY = "key";

  private RecordOptions() {}

  /** One of them, for another workload that has it, too. */
  static WorkloadOption option(String key) {
    return ALL.stream().filter(option -> option.key().equals(key)).findFirst().orElseThrow();
  }

  private static WorkloadOption path(String key, String meaning, String example) {
    return WorkloadOption.text(key, example).meaning("records: the field " + meaning);
  }

  private static WorkloadOption paths(String key, String meaning, String example) {
    return WorkloadOption.of(key, new WorkloadOption.Texts(), "", example)
        .meaning("records: the field " + meaning);
  }

  /** The path that an option is; null for none. An {@link OptionProblem} says if it is no path. */
  public static @Nullable FieldPath path(WorkloadSpec spec, String option) {
    boolean several = option.equals(ID) || option.equals(OUTPUT_ID);
    List<FieldPath> paths = several ? paths(spec, option) : List.of();
    OptionProblem.when(
        paths.size() > 1,
        option,
        option + " names several fields, and " + spec.name() + " takes one",
        "Name one.");
    // Evidence of earlier versions has not every option.
    String text = spec.options().getOrDefault(option, "");
    boolean ofRecord =
        (option.equals("output-key") && text.equals(OWN_KEY))
            || (option.equals(OUTPUT_START) && text.equals(OutputWindow.IN_KEY));
    return text.isEmpty() || ofRecord ? null : several ? paths.get(0) : path(option, text);
  }

  /** The paths that an option is; an {@link OptionProblem} says which is none. */
  static List<FieldPath> paths(WorkloadSpec spec, String option) {
    return WorkloadOption.Texts.read(spec.options().getOrDefault(option, "")).stream()
        .map(text -> path(option, text.strip()))
        .toList();
  }

  private static FieldPath path(String option, String text) {
    try {
      return FieldPath.of(text);
    } catch (IllegalArgumentException e) {
      throw new OptionProblem(
          option,
          String.valueOf(e.getMessage()),
          "Write it from the whole value on: $.customer, $.customer.name, $.items[0] or"
              + " $['log.level'].");
    }
  }

  /** The sum that is conserved; an {@link OptionProblem} says if it is none. */
  static BigDecimal total(WorkloadSpec spec) {
    String text = spec.text("total").strip();
    OptionProblem.when(
        !text.isEmpty() && !TOTAL.matcher(text).matches(),
        "total",
        "total: '" + text + "' is no number of up to 18 digits and 6 decimals",
        "Write it as 0 or 1250.50.");
    return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
  }

  /** What is said of the sample's records. */
  static Sample.Said said(WorkloadSpec spec) {
    return new Sample.Said(
        Path.of(spec.text("from")),
        layout(spec),
        path(spec, VALUE),
        path(spec, "key"),
        paths(spec, ID),
        path(spec, "time"),
        path(spec, "pace"),
        timeForm(spec));
  }

  /** How records lie in files. */
  static SampleLayout layout(WorkloadSpec spec) {
    // Evidence of earlier versions has not every option.
    return new SampleLayout(
        spec.text("format"),
        spec.options().getOrDefault(SEPARATOR, SampleFormat.BY_NAME),
        WorkloadOption.Texts.read(spec.options().getOrDefault(COLUMNS, "")).stream()
            .map(String::strip)
            .toList(),
        spec.options().getOrDefault(CHARSET, SampleLayout.CHARSETS.get(0)),
        spec.options().getOrDefault(STARTS, ""),
        spec.options().getOrDefault(SKIP, "").equals("broken"));
  }

  /** How times are written; null where nothing says it. An {@link OptionProblem} if it is none. */
  static @Nullable TimeForm timeForm(WorkloadSpec spec) {
    String text = spec.options().getOrDefault(TIME_FORMAT, "");
    try {
      return text.isEmpty() ? null : TimeForm.of(text);
    } catch (IllegalArgumentException e) {
      throw new OptionProblem(
          TIME_FORMAT,
          TIME_FORMAT + ": " + e.getMessage(),
          "Write it as dd.MM.yyyy HH:mm:ss, or with a zone: dd.MM.yyyy HH:mm:ss in Europe/Berlin.");
    }
  }

  /** True if sums are of floats of 4 bytes. */
  static boolean addsFloats(WorkloadSpec spec) {
    // Evidence of earlier versions has not every option.
    return spec.options().getOrDefault(SUM_IN, "double").equals("float");
  }

  /** A length of time, microseconds. */
  static long micros(WorkloadSpec spec, String option) {
    // Evidence of earlier versions has not every option.
    return Long.parseLong(spec.options().getOrDefault(option, "0")) * 1000L;
  }

  /** A record that comes too late for its window may be in it or not: nobody could say. */
  static void requireInOrder(WorkloadSpec spec, Sample sample) {
    long late = sample.outOfOrderMicros();
    if (micros(spec, WINDOW) > 0 && late > micros(spec, OUT_OF_ORDER)) {
      throw new OptionProblem(
          OUT_OF_ORDER,
          ("a record of %s is %s ms older than one before it, and a program may pass over what"
                  + " comes later than %s ms")
              .formatted(spec.text("from"), late / 1000, spec.text(OUT_OF_ORDER)),
          "Write out-of-order: %sms if the program waits so long, or take such records out."
              .formatted((late + 999) / 1000));
    }
  }

  private static void requireWindows(WorkloadSpec spec, boolean keyed) {
    boolean windows = micros(spec, WINDOW) > 0;
    boolean start = !spec.text(OUTPUT_START).isEmpty();
    boolean end = !spec.text(OUTPUT_END).isEmpty();
    OptionProblem.when(
        windows && !keyed,
        WINDOW,
        "%s has windows of a sum, count, min, max or last; the oracle is %s"
            .formatted(WINDOW, spec.text("oracle")),
        "Remove it, or write oracle: count.");
    OptionProblem.when(
        windows && !spec.text("id").isEmpty() && spec.text("output-key").isEmpty(),
        WINDOW,
        "outputs of windows are updates of keys, and with an id each input would owe one",
        "Remove id, or say where outputs have their key: output-key: key.");
    OptionProblem.when(
        windows && start == end,
        WINDOW,
        start
            ? "outputs have either the beginning of their window or its end"
            : "nothing says which window an output is of",
        start
            ? "Remove one of them."
            : "Add output-window: $.windowStart, or output-window-end; where the window stands in"
                + " the record's key, as Kafka Streams writes it, output-window: key.");
    for (String option : List.of(OUTPUT_START, OUTPUT_END)) {
      OptionProblem.when(
          !windows && !spec.text(option).isEmpty(),
          option,
          option + " is of windows, and there are none",
          "Add tumbling: 15s, or remove it.");
    }
    OptionProblem.when(
        !windows && spec.whole(OUT_OF_ORDER) > 0,
        OUT_OF_ORDER,
        OUT_OF_ORDER + " is of windows, and there are none",
        "Remove it.");
  }

  /** An {@link OptionProblem} says what does not go together. */
  static void requireTogether(WorkloadSpec spec) {
    String oracle = spec.text("oracle");
    boolean keyed = Aggregate.of(oracle).isPresent();
    boolean counted = oracle.equals(Aggregate.COUNT.word());
    boolean invariant = Invariant.of(oracle).isPresent();
    boolean equal = oracle.equals(ReferenceOracle.WORD);
    boolean byId = !spec.text("id").isEmpty();
    OptionProblem.when(
        spec.text("from").isEmpty(),
        "name",
        "records replays a sample, and workload.from names none",
        "Add from: orders.jsonl.");
    OptionProblem.when(
        (keyed || invariant) && spec.text("key").isEmpty(),
        "oracle",
        oracle + " is of a key, and there is none",
        "Add key: $.customer.");
    OptionProblem.when(
        keyed && !counted && spec.text("of").isEmpty(),
        "oracle",
        "oracle: " + oracle + " does not say of what",
        "Add of: $.amount.");
    OptionProblem.when(
        equal && spec.text("reference").isEmpty(),
        "oracle",
        "oracle: equals does not say what outputs are to be equal to",
        "Add reference: \"python3 reference.py\", a program that reads the inputs and prints what"
            + " is due.");
    boolean conserved = oracle.equals(Invariant.CONSERVED.word());
    OptionProblem.when(
        conserved && spec.text("total").isEmpty(),
        "oracle",
        "oracle: conserved does not say what all keys add up to",
        "Add total: 0, or what there is in all.");
    refuse(spec, "total", !conserved, "is what conserved holds the sum of all keys against");
    var unused = total(spec);
    refuse(spec, "reference", !equal, "is the program that equals holds outputs against");
    refuse(
        spec,
        TopicOptions.REFERENCE_FILES,
        !equal,
        "are of the program that equals holds outputs against");
    apart(spec, "time", "id", REWRITTEN);
    apart(spec, "of", "id", "it is rewritten when a record is sent");
    apart(spec, "of", "time", "it is rewritten when a record is sent");
    boolean beside = !spec.options().getOrDefault(VALUE, "").isEmpty();
    OptionProblem.when(
        beside && !SchemaOptions.text(spec, Records.KEY_SCHEMA).isEmpty(),
        Records.KEY_SCHEMA,
        "key-schema encodes a field of the value, and value says that the key stands beside it",
        "Remove one of them.");
    if ((keyed || invariant) && !beside) {
      apart(spec, "key", "id", "each record would have a key of its own");
      apart(spec, "key", "time", "it is rewritten when a record is sent");
    }
    requireAsMany(spec);
    OptionProblem.when(
        !spec.options().getOrDefault(TIME_FORMAT, "").isEmpty()
            && spec.text("time").isEmpty()
            && spec.text("pace").isEmpty(),
        TIME_FORMAT,
        TIME_FORMAT + " says how time or pace is written, and there is none",
        "Remove it, or add time: $.orderTime.");
    refuse(spec, "output-id", !byId, "is where an output has the id, and there is no id");
    refuse(spec, "output-id", equal, "is where an output has the id, by which none is known here");
    OptionProblem.when(
        !equal && !spec.text("per").equals("key"),
        "per",
        "per is of oracle equals; the oracle is " + oracle,
        "Remove it.");
    ContentEquality same = ContentEquality.of(spec, ContentEquality.OPTION);
    ContentEquality.requireEcho(spec, same);
    OptionProblem.when(
        same.has(ContentEquality.RecordKey.class) && spec.text("key").isEmpty(),
        ContentEquality.OPTION,
        "same names the key of records, and they have none",
        "Add key: $.customer, or remove it.");
    SchemaOptions.requireTogether(spec);
    RecordFilter.requireTogether(spec, keyed);
    OptionProblem.when(
        addsFloats(spec) && !oracle.equals(Aggregate.SUM.word()),
        SUM_IN,
        SUM_IN + " is of oracle sum; the oracle is " + oracle,
        "Remove it.");
    refuse(spec, "of", !keyed || counted, "is what sum, min, max or last is of");
    requireWindows(spec, keyed);
    boolean valued = keyed || invariant || equal;
    refuse(spec, "output-value", !valued, "is where an output has what a key is held to");
    boolean whole = equal && !ReferenceOracle.perKey(spec);
    refuse(spec, "output-key", !valued || whole, "is where an output has its key");
  }

  private static void requireAsMany(WorkloadSpec spec) {
    int ids = paths(spec, ID).size();
    int outputs = paths(spec, OUTPUT_ID).size();
    OptionProblem.when(
        ids > 0 && outputs > 0 && ids != outputs,
        OUTPUT_ID,
        "output-id names %s, and id %s: an output has each of them"
            .formatted(outputs == 1 ? "1 field" : outputs + " fields", ids),
        "Name as many, in the same order.");
  }

  /** What is due depends on a sample: another one must not be taken for it. */
  static void requireSame(WorkloadSpec spec, String option) {
    String hash = spec.options().getOrDefault(option + "-hash", "");
    Path file = Path.of(spec.text(option));
    OptionProblem.when(
        !hash.isEmpty() && !hash.equals(Sample.hash(file)),
        option,
        file + " is no longer what it was when the run was planned",
        "Put the file back as it was, or run the experiment again.");
  }

  /** Two options may not name the same field. */
  static void apart(WorkloadSpec spec, String option, String other, String why) {
    List<FieldPath> others = other.equals(ID) ? paths(spec, ID) : all(path(spec, other));
    for (FieldPath path : option.equals(ID) ? paths(spec, ID) : all(path(spec, option))) {
      OptionProblem.when(
          others.contains(path),
          option,
          option + " and " + other + " name the same field, " + path + ": " + why,
          "Name another field.");
    }
  }

  private static List<FieldPath> all(@Nullable FieldPath path) {
    return path == null ? List.of() : List.of(path);
  }

  private static void refuse(WorkloadSpec spec, String option, boolean stray, String why) {
    OptionProblem.when(
        stray && !spec.text(option).isEmpty(),
        option,
        option + " " + why + "; the oracle is " + spec.text("oracle"),
        "Remove it.");
  }
}
