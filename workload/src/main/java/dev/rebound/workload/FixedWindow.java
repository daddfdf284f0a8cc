package dev.rebound.workload;

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
      WorkloadKind.of("fixed-window", WorkloadKind.Shape.WINDOWED, FixedWindow::new)
          .check(FixedWindow::check)
          .dropsLate(FixedWindow::byTime)
          .options(
              ADDRESSES,
              WorkloadOption.of("skew", KeyDistribution.FORM, "uniform", "zipf:1.2")
                  .meaning("fixed-window: how visits are spread over the addresses."),
              WorkloadOption.choice("window", "time", "count", "time")
                  .meaning(
                      "fixed-window: whether a window ends after so many visits, or after so long."),
              WorkloadOption.whole("visits", 1, 10_000, "30", "50")
                  .meaning("fixed-window, window: count: visits of a window."),
              WorkloadOption.millis("length", 10, 3_600_000, "1000", "5s")
                  .as("length-ms")
                  .meaning("fixed-window, window: time: length of a window."),
              LATENESS,
              WorkloadOption.choice("partition", "round-robin", "key", "round-robin")
                  .meaning(
                      "fixed-window: whether all visits of an address go to one partition, or each to"
                          + " the next."),
              WorkloadOption.choice("members", "sum", "ids", "sum")
                  .meaning(
                      "fixed-window: whether an output lists its visits, or has their number and a"
                          + " checksum."),
              VISIT,
              RuleState.SIZE);

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

  private static void check(WorkloadSpec spec, int partitions) {
    OptionProblem.when(
        spec.text("members").equals("sum")
            && spec.text("window").equals("count")
            && spec.text("partition").equals("round-robin"),
        "members",
        "which visits of an address are together depends on their arrival where they come"
            + " from many partitions, so that sums of windows by count say nothing",
        "Write members: ids, or partition: key, or window: time.");
    OptionProblem.when(
        spec.whole(RuleState.SIZE.property()) > WindowState.BYTES_MAX,
        RuleState.SIZE.key(),
        "the state of a window is one record of Kafka Streams' changelog, and brokers take"
            + " none above 1 MB",
        "Write 900KB or less, and more addresses.");
    WorkloadKind.Check.enough("addresses").check(spec, partitions);
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
