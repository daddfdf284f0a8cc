package dev.rebound.oracle.records;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.InputKeys;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.keyed.KeyCountAudit;
import dev.rebound.oracle.perrecord.ContentAudit;
import dev.rebound.oracle.perrecord.PerRecordDue;
import dev.rebound.oracle.sample.Fields;
import dev.rebound.oracle.sample.SampleProblem;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
public final class Events implements Workload, Oracle {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      new WorkloadKind(
          "events",
          WorkloadKind.Shape.IN_PLACE,
          List.of(
              WorkloadOption.of(
                  "oracle",
                  new WorkloadOption.Choice(List.of("echo", "count", "none")),
                  "echo",
                  "events: what the program owes, each input once, each with the count of its key,"
                      + " or nothing that is audited (outage and recovery are told by offsets).",
                  "count"),
              WorkloadOption.of(
                  ContentEquality.OPTION,
                  ContentEquality.KIND,
                  "",
                  "events: of oracle echo, what an output must say as its input does: members, key"
                      + " for the record's key, value for the whole value.",
                  "value"),
              WorkloadOption.of(
                  "keys",
                  new WorkloadOption.Whole(1, 10_000_000),
                  "1200",
                  "events: how many keys there are, a multiple of kafka.partitions.",
                  "1200"),
              new WorkloadOption(
                  "size",
                  "event-bytes",
                  new WorkloadOption.Size(128, 1 << 20),
                  "256",
                  "events: size of a value.",
                  "1KB")),
          Events::complaint,
          Events::new);

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

  private static Optional<WorkloadKind.OptionProblem> complaint(WorkloadSpec spec, int partitions) {
    try {
      ContentEquality.requireEcho(spec, ContentEquality.of(spec, ContentEquality.OPTION));
    } catch (SampleProblem e) {
      return Optional.of(new WorkloadKind.OptionProblem(e.option(), e.problem(), e.remedy()));
    }
    int keys = spec.whole("keys");
    int more = (keys / partitions + 1) * partitions;
    return keys % partitions == 0
        ? Optional.empty()
        : Optional.of(
            new WorkloadKind.OptionProblem(
                "keys",
                keys + " keys on " + partitions + " partitions: some keys would be on several",
                "Write a multiple of kafka.partitions, for example keys: " + more + "."));
  }

  @Override
  public Events workload() {
    return this;
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
  public int payloadBytes(int generator, long sequence) {
    return Math.max(bytes, head(generator, sequence, MICROS).length() + TAIL.length());
  }

  @Override
  public int payloadBytesMax() {
    return bytes;
  }

  private static final String TAIL = "\"}";

  /** Times have 16 digits from 2001 to 2286. */
  private static final long MICROS = 1_700_000_000_000_000L;

  private String head(int generator, long sequence, long intendedMicros) {
    return "{\"id\":\""
        + generator
        + ":"
        + sequence
        + ":"
        + intendedMicros
        + "\",\"key\":\"k"
        + key(sequence)
        + "\",\"n\":"
        + sequence
        + ",\"text\":\"";
  }

  private long key(long sequence) {
    return sequence % keys;
  }

  @Override
  public byte[] key(int generator, long sequence) {
    return ("k" + key(sequence)).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public int payload(int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    long micros = intendedMicros < MICROS / 2 ? MICROS : intendedMicros;
    byte[] head = head(generator, sequence, micros).getBytes(StandardCharsets.US_ASCII);
    int length = Math.max(bytes, head.length + TAIL.length());
    System.arraycopy(head, 0, target, offset, head.length);
    Arrays.fill(target, offset + head.length, offset + length - TAIL.length(), (byte) 'x');
    byte[] tail = TAIL.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(tail, 0, target, offset + length - tail.length, tail.length);
    return length;
  }

  private ContentEquality.Content input(int generator, long sequence, long micros) {
    byte[] value = new byte[payloadBytes(generator, sequence)];
    payload(generator, sequence, micros, value, 0);
    return new ContentEquality.Content(key(generator, sequence), value);
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

  @Override
  public InputKeys ordered() {
    return new InputKeys(keys, (generator, sequence) -> (int) key(sequence));
  }

  @Override
  public List<NotJudged> notJudged() {
    return oracle.equals("count")
        ? List.of(UnjudgedAspects.BESIDE_VALUE, UnjudgedAspects.KEYS, UnjudgedAspects.PARTITIONS)
        : same.notJudged();
  }

  private @Nullable String wrong(Observation seen, Ledger ledger) {
    if (seen.evidenceLow() == RecordIdHeader.CONTRADICTION) {
      return "";
    }
    if (!ContentEquality.differs(seen)) {
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
          new PerRecordDue(
              this,
              1,
              ledger,
              (exact, diverged) -> new KeyCountAudit(keys, ledger, exact, diverged));
      case "none" -> Due.nothing(ledger, NONE);
      default ->
          new PerRecordDue(
              this,
              1,
              ledger,
              (exact, diverged) -> new ContentAudit(seen -> wrong(seen, ledger), diverged));
    };
  }
}
