package dev.rebound.workload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A workload of visits of clients to a web server, of which each address's are gathered in windows.
 *
 * <p>Values are text: time in microseconds since the epoch, address, and fields that nobody reads.
 * A {@link RecordIdHeader} says which record it is. A window comes out as a {@link WindowRecord}.
 */
public abstract class VisitWindows implements TaggedWorkload {
  /** Clients that there are. */
  static final WorkloadOption ADDRESSES =
      WorkloadOption.whole("addresses", 1, Visit.ADDRESSES_MAX, "1000", "100000")
          .meaning(
              "fixed-window, session-window: how many clients there are, each with windows of its own.");

  /** How far visits may be out of order. */
  static final WorkloadOption LATENESS =
      WorkloadOption.millis("lateness", 0, 600_000, "200", "1s")
          .as("lateness-ms")
          .meaning(
              "fixed-window, session-window: how far visits may be out of order, where windows end by"
                  + " time.");

  /** Size of a visit. */
  static final WorkloadOption VISIT =
      WorkloadOption.of("visit", new WorkloadOption.Size(64, 1 << 20), "200", "200B")
          .as("visit-bytes")
          .meaning("fixed-window, session-window: size of a visit's value.");

  /** Times have 16 digits from 2001 to 2286. */
  private static final long MICROS = 1_700_000_000_000_000L;

  private final WorkloadSpec spec;
  private final int addresses;
  private final int bytes;

  VisitWindows(WorkloadSpec spec) {
    this.spec = spec;
    this.addresses = spec.whole(ADDRESSES.property());
    this.bytes = spec.whole(VISIT.property());
  }

  /** The workload of a description; {@link IllegalArgumentException} if it gathers no visits. */
  public static VisitWindows of(WorkloadSpec spec) {
    if (Workloads.create(spec) instanceof VisitWindows windows) {
      return windows;
    }
    throw new IllegalArgumentException(spec.name() + " has no windows");
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  /** Addresses that there are. */
  public int addresses() {
    return addresses;
  }

  /** Whose visit record (generator, sequence) is. */
  public abstract int address(int generator, long sequence);

  /** True if all visits of an address go to one partition. */
  public abstract boolean byKey();

  /** True if windows end by time, false if by the number of their visits. */
  public abstract boolean byTime();

  /** True if an output lists its visits; else it has their number and a checksum. */
  public abstract boolean listed();

  /** How long after its newest visit a window by time ends at the latest; milliseconds. */
  abstract long openMillis();

  /** How far visits may be out of order, where windows end by time; milliseconds. */
  public long latenessMillis() {
    return spec.whole(LATENESS.property());
  }

  /** By how much a closing record brings time on, beyond the end of every window; milliseconds. */
  public long laterMillis() {
    return 2 * (latenessMillis() + openMillis());
  }

  /**
   * The time that a visit says it was made.
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  long visitMicros(int generator, long sequence, long intendedMicros) {
    return intendedMicros;
  }

  @Override
  public Placement placement() {
    return byKey()
        ? (generator, sequence, partitions) ->
            RecordFormat.rulePartition(address(generator, sequence), partitions)
        : Placement.IN_TURN;
  }

  @Override
  public int recordBytes() {
    return RecordFormat.HEADER_BYTES + bytes;
  }

  @Override
  public byte[] value(int generator, long sequence, long intendedMicros) {
    long micros =
        visitMicros(generator, sequence, intendedMicros < MICROS / 2 ? MICROS : intendedMicros);
    String text =
        micros
            + ","
            + Visit.text(address(generator, sequence))
            + ",/page/"
            + sequence % 1000
            + ",Mozilla/5.0,";
    byte[] head = text.getBytes(StandardCharsets.US_ASCII);
    byte[] value = Arrays.copyOf(head, bytes);
    Arrays.fill(value, Math.min(bytes, head.length), bytes, (byte) 'x');
    return value;
  }

  @Override
  public byte @Nullable [] key(int generator, long sequence) {
    return byKey()
        ? Visit.text(address(generator, sequence)).getBytes(StandardCharsets.US_ASCII)
        : null;
  }

  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    WindowRecord.outputs(headers.key(), value, sink);
  }

  /**
   * The first stage of a job: what a record of the input topic says, for each address that it is
   * for. A closing record is for all the addresses of its partition. {@link
   * IllegalArgumentException} if these bytes are no record.
   *
   * @param tag the record's {@link RecordIdHeader}; null if it has none
   * @param inputPartition of the record
   * @param partitions of the input topic
   */
  public void inputs(
      byte @Nullable [] tag,
      byte[] value,
      int inputPartition,
      int partitions,
      Consumer<WindowInput> sink) {
    byte[] header = RecordIdHeader.input(tag);
    if (header != null) {
      Visit visit = Visit.of(value);
      sink.accept(
          new WindowInput(
              false,
              RecordFormat.generator(header),
              visit.address(),
              RecordFormat.sequence(header),
              visit.micros()));
      return;
    }
    checkClosing(value);
    long round = RecordFormat.sequence(value);
    long micros = RecordFormat.intendedMicros(value);
    for (int address = inputPartition; address < addresses; address += partitions) {
      sink.accept(new WindowInput(true, 0, address, round, micros));
    }
  }

  /**
   * The time that a record of the input topic brings, microseconds since the epoch: its visit's; a
   * closing record's is later than it was sent. {@link IllegalArgumentException} if these bytes are
   * no record.
   *
   * @param tag the record's {@link RecordIdHeader}; null if it has none
   * @param laterMillis see {@link #laterMillis}
   */
  public static long timeMicros(byte @Nullable [] tag, byte[] value, long laterMillis) {
    if (RecordIdHeader.input(tag) != null) {
      return Visit.of(value).micros();
    }
    checkClosing(value);
    return RecordFormat.intendedMicros(value) + 1000 * laterMillis;
  }

  private static void checkClosing(byte[] value) {
    if (RecordFormat.kind(value) != RecordFormat.RecordKind.CLOSING) {
      throw new IllegalArgumentException("a visit without the header " + RecordIdHeader.HEADER);
    }
  }
}
