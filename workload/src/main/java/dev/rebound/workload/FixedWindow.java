package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.FilledTable;
import dev.rebound.workload.due.Ledger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code fixed-window}: visits of clients to a web server, of which each address's are
 * gathered in windows that do not overlap, by count or by time. Each window comes out once, with
 * its address, its oldest and newest visit and their number (HiBench's Fixwindow, as Vianello et
 * al. 2019 measure it).
 *
 * <p>Values are text: time in microseconds since the epoch, address, and fields that nobody reads.
 * A {@link Tag} says which record it is. An output, see {@link WindowRecord}, lists its visits, and
 * counts as the delivery of each of them; or it has their number and a checksum, and is due itself.
 *
 * <p>Windows of time hold the visits with {@code n · length ≤ time < (n + 1) · length}, and close
 * once the least time that any input partition has come to is {@code lateness} past their end.
 */
public final class FixedWindow implements Workload {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      new WorkloadKind(
          "fixed-window",
          WorkloadKind.Shape.WINDOWED,
          List.of(
              WorkloadOption.of(
                  "addresses",
                  new WorkloadOption.Whole(1, Visit.ADDRESSES_MAX),
                  "1000",
                  "fixed-window: how many clients there are, each with a window of its own.",
                  "100000"),
              WorkloadOption.of(
                  "skew",
                  Spread.FORM,
                  "uniform",
                  "fixed-window: how visits are spread over the addresses.",
                  "zipf:1.2"),
              WorkloadOption.of(
                  "window",
                  new WorkloadOption.Choice(List.of("count", "time")),
                  "count",
                  "fixed-window: whether a window ends after so many visits, or after so long.",
                  "time"),
              WorkloadOption.of(
                  "visits",
                  new WorkloadOption.Whole(1, 10_000),
                  "30",
                  "fixed-window, window: count: visits of a window.",
                  "50"),
              new WorkloadOption(
                  "length",
                  "length-ms",
                  new WorkloadOption.TimeLength(10, 3_600_000),
                  "1000",
                  "fixed-window, window: time: length of a window.",
                  "5s"),
              new WorkloadOption(
                  "lateness",
                  "lateness-ms",
                  new WorkloadOption.TimeLength(0, 600_000),
                  "200",
                  "fixed-window, window: time: how far visits may be out of order.",
                  "1s"),
              WorkloadOption.of(
                  "partition",
                  new WorkloadOption.Choice(List.of("key", "round-robin")),
                  "key",
                  "fixed-window: whether all visits of an address go to one partition, or each to"
                      + " the next.",
                  "round-robin"),
              WorkloadOption.of(
                  "members",
                  new WorkloadOption.Choice(List.of("ids", "sum")),
                  "ids",
                  "fixed-window: whether an output lists its visits, or has their number and a"
                      + " checksum.",
                  "sum"),
              new WorkloadOption(
                  "visit",
                  "visit-bytes",
                  new WorkloadOption.Size(64, 1 << 20),
                  "200",
                  "fixed-window: size of a visit's value.",
                  "200B"),
              RuleState.SIZE),
          FixedWindow::complaint,
          FixedWindow::byTime,
          FixedWindow::new);

  private static final long STREAM = 0x7A1D_0006L;

  /** Times have 16 digits from 2001 to 2286. */
  private static final long MICROS = 1_700_000_000_000_000L;

  private final WorkloadSpec spec;
  private final int addresses;
  private final int bytes;
  private final long key;
  private final Spread spread;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public FixedWindow(WorkloadSpec spec) {
    this.spec = spec;
    this.addresses = spec.whole("addresses");
    this.bytes = spec.whole("visit-bytes");
    this.key = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
    this.spread = Spread.of(addresses, spec.text("skew"));
  }

  private static Optional<WorkloadKind.OptionProblem> complaint(WorkloadSpec spec, int partitions) {
    if (spec.text("members").equals("sum")
        && spec.text("window").equals("count")
        && spec.text("partition").equals("round-robin")) {
      return Optional.of(
          new WorkloadKind.OptionProblem(
              "members",
              "which visits of an address are together depends on their arrival where they come"
                  + " from many partitions, so that sums of windows by count say nothing",
              "Write members: ids, or partition: key, or window: time."));
    }
    if (spec.whole(RuleState.SIZE.property()) > WindowState.BYTES_MAX) {
      return Optional.of(
          new WorkloadKind.OptionProblem(
              RuleState.SIZE.key(),
              "the state of a window is one record of Kafka Streams' changelog, and brokers take"
                  + " none above 1 MB",
              "Write 900KB or less, and more addresses."));
    }
    return WorkloadKind.OptionProblem.ofTooFew("addresses", spec.whole("addresses"), partitions);
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public WorkloadKind.Shape shape() {
    return KIND.shape();
  }

  @Override
  public String describe() {
    return "windows of "
        + (byTime() ? lengthMillis() + " ms" : windowVisits() + " visits")
        + " over "
        + addresses
        + " addresses";
  }

  private static boolean byTime(Function<String, @Nullable Object> option) {
    return "time".equals(option.apply("window"));
  }

  /** True if windows end by time, false if by the number of their visits. */
  public boolean byTime() {
    return byTime(spec.options()::get);
  }

  /** Visits of a window, where windows end by their number. */
  public int windowVisits() {
    return spec.whole("visits");
  }

  /** Length of a window, where windows end by time; milliseconds. */
  public long lengthMillis() {
    return spec.whole("length-ms");
  }

  /** How far visits may be out of order, where windows end by time; milliseconds. */
  public long latenessMillis() {
    return spec.whole("lateness-ms");
  }

  /** True if an output lists its visits; else it has their number and a checksum. */
  public boolean listed() {
    return spec.text("members").equals("ids");
  }

  /** True if all visits of an address go to one partition. */
  public boolean byKey() {
    return spec.text("partition").equals("key");
  }

  /** Addresses that there are. */
  public int addresses() {
    return addresses;
  }

  /**
   * The state that is open on average: of windows by count the share of each address, where visits
   * are spread evenly; of windows by time as many of each address as can be open at once.
   */
  @Override
  public long heldBytes() {
    double open =
        byTime()
            ? 2.0 + (double) latenessMillis() / lengthMillis()
            : (windowVisits() - 1.0) / windowVisits();
    return Math.round(open * (addresses * spec.stateBytes()));
  }

  /** Whose visit record (generator, sequence) is. */
  public int address(int generator, long sequence) {
    return spread.of(SplitMix.mix(SplitMix.key(key, generator, sequence)));
  }

  @Override
  public Placement placement() {
    return byKey()
        ? (generator, sequence, partitions) ->
            RecordFormat.rulePartition(address(generator, sequence), partitions)
        : Placement.IN_TURN;
  }

  /** Where sums of windows by time come out, as many as there are records is more than enough. */
  @Override
  public double outputsPerRecord() {
    return listed() || byTime() ? 1 : 1.0 / windowVisits();
  }

  @Override
  public int payloadBytesMax() {
    return bytes;
  }

  @Override
  public int payload(int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    long micros = intendedMicros < MICROS / 2 ? MICROS : intendedMicros;
    String text =
        micros
            + ","
            + Visit.text(address(generator, sequence))
            + ",/page/"
            + sequence % 1000
            + ",Mozilla/5.0,";
    byte[] head = text.getBytes(StandardCharsets.US_ASCII);
    int length = Math.min(bytes, head.length);
    System.arraycopy(head, 0, target, offset, length);
    Arrays.fill(target, offset + length, offset + bytes, (byte) 'x');
    return bytes;
  }

  @Override
  public byte @Nullable [] key(int generator, long sequence) {
    return byKey()
        ? Visit.text(address(generator, sequence)).getBytes(StandardCharsets.US_ASCII)
        : null;
  }

  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    WindowRecord.outputs(value, sink);
  }

  /**
   * The first stage of a job: what a record of the input topic says, for each address that it is
   * for. A closing record is for all the addresses of its partition. {@link
   * IllegalArgumentException} if these bytes are no record.
   *
   * @param tag the record's {@link Tag}; null if it has none
   * @param inputPartition of the record
   * @param partitions of the input topic
   */
  public void inputs(
      byte @Nullable [] tag,
      byte[] value,
      int inputPartition,
      int partitions,
      Consumer<WindowInput> sink) {
    byte[] header = Tag.input(tag);
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
   * @param tag the record's {@link Tag}; null if it has none
   * @param laterMillis see {@link #laterMillis}
   */
  public static long timeMicros(byte @Nullable [] tag, byte[] value, long laterMillis) {
    if (Tag.input(tag) != null) {
      return Visit.of(value).micros();
    }
    checkClosing(value);
    return RecordFormat.intendedMicros(value) + 1000 * laterMillis;
  }

  /** By how much a closing record brings time on, beyond the end of every window; milliseconds. */
  public long laterMillis() {
    return 2 * (latenessMillis() + lengthMillis());
  }

  private static void checkClosing(byte[] value) {
    if (RecordFormat.kind(value) != RecordFormat.RecordKind.CLOSING) {
      throw new IllegalArgumentException("a visit without the header " + Tag.HEADER);
    }
  }

  /** A visit in the window of its address. */
  @Override
  public Owed owed() {
    return (generator, sequence, sink) -> sink.accept(address(generator, sequence));
  }

  /** Each visit owes its place in one window; or, where these are only summed up, each is due. */
  @Override
  public Due due(Ledger ledger) {
    FilledTable windows = new WindowFilling(this, ledger).table();
    return listed() ? new WindowDue(this, windows) : new WindowSumDue(this, windows);
  }
}
