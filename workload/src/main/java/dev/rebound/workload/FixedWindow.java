package dev.rebound.workload;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code fixed-window}: visits of clients to a web server, of which each address's are
 * gathered in windows that do not overlap, by count or by time. Each window comes out once, with
 * its address, its oldest and newest visit and their number (HiBench's Fixwindow, as Vianello et
 * al. 2019 measure it).
 *
 * <p>An output, see {@link WindowRecord}, lists its visits, and counts as the delivery of each of
 * them; or it has their number and a checksum, and is due itself.
 *
 * <p>Windows of time hold the visits with {@code n · length ≤ time < (n + 1) · length}, and close
 * once the least time that any input partition has come to is {@code lateness} past their end.
 */
public final class FixedWindow extends VisitWindows {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      new WorkloadKind(
          "fixed-window",
          WorkloadKind.Shape.WINDOWED,
          List.of(
              ADDRESSES,
              WorkloadOption.of(
                  "skew",
                  KeyDistribution.FORM,
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
              LATENESS,
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
              VISIT,
              RuleState.SIZE),
          FixedWindow::complaint,
          FixedWindow::byTime,
          FixedWindow::new);

  private static final long STREAM = 0x7A1D_0006L;

  private final WorkloadSpec spec;
  private final long key;
  private final KeyDistribution spread;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public FixedWindow(WorkloadSpec spec) {
    super(spec);
    this.spec = spec;
    this.key = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
    this.spread = KeyDistribution.of(addresses(), spec.text("skew"));
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
  public String describe() {
    return "windows of %s over %s addresses"
        .formatted(byTime() ? lengthMillis() + " ms" : windowVisits() + " visits", addresses());
  }

  private static boolean byTime(Function<String, @Nullable Object> option) {
    return "time".equals(option.apply("window"));
  }

  @Override
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

  @Override
  long openMillis() {
    return lengthMillis();
  }

  /** The last visit of a window by time waits for {@code lateness} alone. */
  @Override
  public long waitMillisMin() {
    return byTime() ? latenessMillis() : 0;
  }

  /** Windows by time end for all addresses at once. */
  @Override
  public long outputsEveryMillis() {
    return byTime() ? lengthMillis() : 0;
  }

  @Override
  public boolean listed() {
    return spec.text("members").equals("ids");
  }

  @Override
  public boolean byKey() {
    return spec.text("partition").equals("key");
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
    return Math.round(open * (addresses() * spec.stateBytes()));
  }

  @Override
  public int address(int generator, long sequence) {
    return spread.of(SplitMix.mix(SplitMix.key(key, generator, sequence)));
  }

  /** Where sums of windows by time come out, as many as there are records is more than enough. */
  @Override
  public double outputsPerRecord() {
    return listed() || byTime() ? 1 : 1.0 / windowVisits();
  }

  /** A visit in the window of its address. */
  @Override
  public ExpectedOutputs owed() {
    return (generator, sequence, sink) -> sink.accept(address(generator, sequence));
  }
}
