package dev.rebound.oracle.records;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.InputKeys;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.keyed.KeyCountAudit;
import dev.rebound.oracle.perrecord.ContentAudit;
import dev.rebound.oracle.perrecord.PerRecordDue;
import dev.rebound.oracle.sample.Fields;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.TaggedWorkload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code events}: small JSON objects with a key, for programs that are not ours. The
 * outputs that they owe are declared: each input once ({@code echo}), each input once with how many
 * of its key there have been ({@code count}), or nothing that could be judged ({@code none}).
 *
 * <pre>
 * {"id":"0:17:1700000000000000","key":"k17","n":17,"text":"xxxx"}
 * </pre>
 *
 * {@code id} is the record's {@link RecordIdHeader}, which stands in a header, too; {@code n} its
 * sequence. An output's tag is taken from the header, or else from {@code "id":"…"} in its value,
 * and its count from {@code "count":…} there. Where header and value name different records, the
 * output has diverged; so it has where it is to say {@code same} as its input and does not.
 */
public final class Events implements TaggedWorkload, Oracle {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("events", WorkloadKind.Shape.IN_PLACE, Events::new)
          .check(Events::check)
          .options(
              WorkloadOption.choice("oracle", "count", "echo", "count", "none")
                  .meaning(
                      "events: what the program owes, each input once, each with the count of its key,"
                          + " or nothing that is audited (outage and recovery are told by offsets)."),
              WorkloadOption.of(ContentEquality.OPTION, ContentEquality.KIND, "", "value")
                  .meaning(
                      "events: of oracle echo, what an output must say as its input does: members, key"
                          + " for the record's key, value for the whole value."),
              WorkloadOption.whole("keys", 1, 10_000_000, "1200", "1200")
                  .meaning("events: how many keys there are, a multiple of kafka.partitions."),
              WorkloadOption.of("size", new WorkloadOption.Size(128, 1 << 20), "256", "1KB")
                  .as("event-bytes")
                  .meaning("events: size of a value."));

  /** Why nothing is known of the outputs of a job that owes nothing. */
  public static final String NONE =
      "the workload's oracle is none: what must come out is not known";

  private final WorkloadSpec spec;
  private final String oracle;
  private final ContentEquality same;
  private final int keys;
  private final int bytes;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Events(WorkloadSpec spec) {
    this.spec = spec;
    this.oracle = spec.text("oracle");
    this.same = ContentEquality.of(spec, ContentEquality.OPTION);
    this.keys = spec.whole("keys");
    this.bytes = spec.whole("event-bytes");
  }

  private static void check(WorkloadSpec spec, int partitions) {
    ContentEquality.requireEcho(spec, ContentEquality.of(spec, ContentEquality.OPTION));
    int keys = spec.whole("keys");
    OptionProblem.when(
        keys % partitions != 0,
        "keys",
        keys + " keys on " + partitions + " partitions: some keys would be on several",
        "Write a multiple of kafka.partitions, for example keys: %s."
            .formatted((keys / partitions + 1) * partitions));
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "events, " + keys + " keys, oracle " + oracle;
  }

  @Override
  public int recordBytes() {
    return RecordFormat.HEADER_BYTES + bytes;
  }

  private static final String TAIL = "\"}";

  /** Times have 16 digits from 2001 to 2286. */
  private static final long MICROS = 1_700_000_000_000_000L;

  private String head(int generator, long sequence, long intendedMicros) {
    // Of each record that is sent: no format is to be read for it.
    return "{\"id\":\""
        + (generator + ":" + sequence + ":" + intendedMicros)
        + ("\",\"key\":\"k" + key(sequence) + "\",\"n\":" + sequence + ",\"text\":\"");
  }

  private long key(long sequence) {
    return sequence % keys;
  }

  @Override
  public byte[] key(int generator, long sequence) {
    return ("k" + key(sequence)).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public byte[] value(int generator, long sequence, long intendedMicros) {
    long micros = intendedMicros < MICROS / 2 ? MICROS : intendedMicros;
    String head = head(generator, sequence, micros);
    String text = "x".repeat(Math.max(0, bytes - head.length() - TAIL.length()));
    return (head + text + TAIL).getBytes(StandardCharsets.US_ASCII);
  }

  private ContentEquality.Content input(int generator, long sequence, long micros) {
    return new ContentEquality.Content(
        key(generator, sequence), value(generator, sequence, micros));
  }

  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    byte[] tagged = RecordIdHeader.output(headers.last(RecordIdHeader.HEADER), value);
    if (tagged == null) {
      return;
    }
    OutputRecord output = OutputRecord.decode(tagged);
    if (same.isEmpty() || output.checksum() == RecordIdHeader.CONTRADICTION) {
      sink.accept(tagged);
      return;
    }
    ContentEquality.Content its =
        input(output.generator(), output.sequence(), output.intendedMicros());
    long held = same.held(Fields.JSON, new ContentEquality.Content(headers.key(), value), its, 0);
    sink.accept(output.containing(output.count(), held).encode());
  }

  private InputKeys ordered() {
    return new InputKeys(keys, (generator, sequence) -> (int) key(sequence));
  }

  private List<NotJudged> notJudged() {
    return oracle.equals("count")
        ? List.of(UnjudgedAspects.BESIDE_VALUE, UnjudgedAspects.KEYS, UnjudgedAspects.PARTITIONS)
        : same.notJudged();
  }

  private @Nullable String wrong(Observation seen, Ledger ledger) {
    if (seen.evidenceLow() == RecordIdHeader.CONTRADICTION) {
      return "";
    }
    if (same.isEmpty() || !ContentEquality.differs(seen)) {
      return null;
    }
    int generator = seen.generator();
    long sequence = seen.sequence();
    ContentEquality.Content its =
        input(generator, sequence, ledger.intendedMicros(generator, sequence));
    return same.words(seen, Fields.JSON, its, ContentEquality.part(seen)) + ", in ";
  }

  @Override
  public Due due(Ledger ledger) {
    return switch (oracle) {
      case "count" ->
          due(ledger, (exact, diverged) -> new KeyCountAudit(keys, ledger, exact, diverged));
      case "none" -> Due.nothing(ledger, NONE);
      default ->
          due(
              ledger,
              (exact, diverged) ->
                  new ContentAudit(ContentAudit.OF_INPUT, seen -> wrong(seen, ledger), diverged));
    };
  }

  private Due due(Ledger ledger, StateAudit.Maker states) {
    return new PerRecordDue(this, ledger, notJudged(), states, ordered(), null);
  }
}
