package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.sample.Field;
import dev.rebound.workload.sample.FieldPath;
import dev.rebound.workload.sample.Sample;
import dev.rebound.workload.sample.SampleFormat;
import dev.rebound.workload.sample.SampleProblem;
import dev.rebound.workload.sample.UniqueId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code records}: a sample of a user's own records, replayed in order and from its
 * start again, for programs that are not ours.
 *
 * <p>Each record is sent with a {@link Tag}, which says which input it is. If a field is named as
 * {@code id}, it is made unique ({@link UniqueId}), and an output is known by its value there, or
 * at {@code output-id}; else by the tag. With {@code key}, records of one key are in one partition.
 */
public final class Records implements Workload {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      new WorkloadKind(
          "records",
          WorkloadKind.Shape.IN_PLACE,
          List.of(
              WorkloadOption.of(
                  "oracle",
                  new WorkloadOption.Choice(List.of("echo", "none")),
                  "echo",
                  "records: what the program owes, one output for each input, or nothing that is"
                      + " judged.",
                  "none"),
              WorkloadOption.of(
                  "from",
                  new WorkloadOption.Sample(),
                  "",
                  "records: a file of records, or a folder of them, which is replayed.",
                  "orders.jsonl"),
              WorkloadOption.of(
                  "format",
                  new WorkloadOption.Choice(SampleFormat.words()),
                  SampleFormat.BY_NAME,
                  "records: how records lie in files: a JSON object a line, CSV with a header,"
                      + " lines, or bytes behind their number (4 bytes); auto goes by the name"
                      + " (.jsonl, .csv, .bin, anything else).",
                  "json"),
              path("key", "whose value is the record's key; without it there is none."),
              path(
                  "id",
                  "that differs in every record: it is made unique when the sample is replayed"
                      + " again, and outputs are known by it; without it they are known by the"
                      + " header rebound-id."),
              path(
                  "output-id",
                  "of outputs that has the id's value; the one named as id if absent."),
              path(
                  "time",
                  "with a time, which becomes the time of sending; what is out of order stays so."),
              new WorkloadOption(
                  "from-hash",
                  "from-hash",
                  new WorkloadOption.HashOf("from"),
                  "",
                  "records: hash of the sample, as it was when a run was planned.",
                  "")),
          Records::complaint,
          Records::new);

  private final WorkloadSpec spec;
  private final Sample.Said said;
  private final @Nullable FieldPath outputId;
  private volatile @Nullable Sample sample;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Records(WorkloadSpec spec) {
    this.spec = spec;
    FieldPath id = path(spec, "id");
    this.said =
        new Sample.Said(
            Path.of(spec.text("from")),
            spec.text("format"),
            path(spec, "key"),
            id,
            path(spec, "time"));
    FieldPath other = path(spec, "output-id");
    this.outputId = other == null ? id : other;
  }

  private static WorkloadOption path(String key, String meaning) {
    return WorkloadOption.of(
        key, new WorkloadOption.AnyText(), "", "records: the field " + meaning, "$.orderId");
  }

  private static @Nullable FieldPath path(WorkloadSpec spec, String option) {
    String text = spec.text(option);
    if (text.isEmpty()) {
      return null;
    }
    try {
      return FieldPath.of(text);
    } catch (IllegalArgumentException e) {
      throw new SampleProblem(
          option,
          String.valueOf(e.getMessage()),
          "Write it from the whole value on: $.customer, $.customer.name or $.items[0].");
    }
  }

  private static Optional<WorkloadKind.OptionProblem> complaint(WorkloadSpec spec, int partitions) {
    try {
      if (spec.text("from").isEmpty()) {
        throw new SampleProblem(
            "name",
            "records replays a sample, and workload.from names none",
            "Add from: orders.jsonl.");
      }
      if (spec.text("id").isEmpty() && !spec.text("output-id").isEmpty()) {
        throw new SampleProblem(
            "output-id",
            "output-id is where an output has the id, and there is no id",
            "Add id: $.orderId.");
      }
      var unused = new Records(spec).sample();
      return Optional.empty();
    } catch (SampleProblem e) {
      return Optional.of(new WorkloadKind.OptionProblem(e.option(), e.problem(), e.remedy()));
    }
  }

  private Sample sample() {
    Sample current = sample;
    if (current == null) {
      synchronized (this) {
        current = sample;
        if (current == null) {
          requireSame();
          current = Sample.read(said);
          sample = current;
        }
      }
    }
    return current;
  }

  /** What is due depends on the sample: another one must not be taken for it. */
  private void requireSame() {
    String hash = spec.options().getOrDefault("from-hash", "");
    if (!hash.isEmpty() && !hash.equals(Sample.hash(said.from()))) {
      throw new SampleProblem(
          "from",
          said.from() + " is no longer what it was when the run was planned",
          "Put the file back as it was, or run the experiment again.");
    }
  }

  @Override
  public WorkloadKind.Shape shape() {
    return KIND.shape();
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "records of " + said.from().getFileName() + ", oracle " + spec.text("oracle");
  }

  @Override
  public Placement placement() {
    return said.key() == null
        ? Placement.IN_TURN
        : (generator, sequence, partitions) -> sample().keyHash(sequence) % partitions;
  }

  @Override
  public int recordBytes() {
    return sample().bytesPerRecord();
  }

  @Override
  public int payloadBytesMax() {
    return recordBytes();
  }

  @Override
  public int payloadBytes(int generator, long sequence) {
    return value(generator, sequence, 0).length;
  }

  @Override
  public int payload(int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    byte[] value = value(generator, sequence, intendedMicros);
    System.arraycopy(value, 0, target, offset, value.length);
    return value.length;
  }

  private byte[] value(int generator, long sequence, long intendedMicros) {
    return sample().value(sequence, new UniqueId(generator, sequence, intendedMicros));
  }

  @Override
  public byte @Nullable [] key(int generator, long sequence) {
    return sample().key(sequence);
  }

  @Override
  public void write(int generator, long sequence, long intendedMicros, RecordSink sink) {
    byte[] value = value(generator, sequence, intendedMicros);
    System.arraycopy(value, 0, sink.value(value.length), 0, value.length);
    sink.header(Tag.HEADER, Tag.of(generator, sequence, intendedMicros));
    byte[] key = key(generator, sequence);
    if (key != null) {
      sink.key(key);
    }
  }

  /** An output without an id that a record could have is none. */
  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    byte[] tagged = Tag.output(headers.last(Tag.HEADER));
    if (outputId == null) {
      if (tagged != null) {
        sink.accept(tagged);
      }
      return;
    }
    Field field = value == null ? null : sample().fields().find(value, outputId);
    UniqueId id = field == null ? null : UniqueId.read(field.text());
    if (id != null) {
      sink.accept(output(id).encode());
    }
  }

  private static OutputRecord output(UniqueId id) {
    return new OutputRecord(
        OutputRecord.OutputKind.MATCH,
        id.generator(),
        0,
        id.sequence(),
        id.intendedMicros(),
        0,
        0,
        0,
        0,
        0,
        0);
  }

  @Override
  public Due due(Ledger ledger) {
    return spec.text("oracle").equals("none")
        ? Due.nothing(ledger, Events.NONE)
        : new PerRecordDue(this, 1, ledger);
  }
}
