package dev.rebound.workload;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code session-window}: visits of clients to a web server, of which each address's
 * are gathered in sessions: a session ends where no visit comes for {@code gap} of event time
 * (Tzoumas et al. 2015 name such windows). Each session comes out once, with its address, its
 * oldest and newest visit, their number and a checksum, once the least time that any input
 * partition has come to is {@code gap} and {@code lateness} past its newest visit.
 *
 * <p>A quarter of the addresses has a session at a time, which takes visits in turn with the
 * others; after so many visits another address goes on. So the visits of a session are {@code
 * addresses / 4} records apart, and an address rests for three times as long as its session takes.
 *
 * <p>A share of the visits lies back in event time by up to half of {@code lateness}, and of {@code
 * gap}; another share by more than both together, so that an engine may drop it as late.
 */
public final class SessionWindow extends VisitWindows {
  private static final String VISITS = "session-events";
  private static final String GENERATORS = "generators";

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("session-window", WorkloadKind.Shape.WINDOWED, SessionWindow::new)
          .check(SessionWindow::check)
          .dropsLate(option -> true)
          .options(
              ADDRESSES,
              WorkloadOption.millis("gap", 10, 3_600_000, "1000", "5s")
                  .as("gap-ms")
                  .meaning("session-window: a session ends where no visit comes for so long."),
              LATENESS,
              WorkloadOption.whole(VISITS, 4, 10_000, "20", "100")
                  .meaning("session-window: how many visits a session has."),
              WorkloadOption.of("disorder", new WorkloadOption.Decimal(0, 1), "0.05", "0.1")
                  .meaning(
                      "session-window: which share of the visits lies back, by up to half of lateness, and"
                          + " of gap."),
              WorkloadOption.of("late", new WorkloadOption.Decimal(0, 1), "0.001", "0.01")
                  .meaning(
                      "session-window: which share of the visits lies back by more than gap and"
                          + " lateness together, so that an engine may drop it."),
              VISIT,
              WorkloadOption.of(GENERATORS, new WorkloadOption.Generators(), "1", "2")
                  .meaning("How many generators send."));

  /** How many addresses take turns in one place. */
  private static final int TURNS = 4;

  private static final long SHIFT_STREAM = 0x7A1D_000DL;
  private static final long SHARE_STREAM = 0x7A1D_000EL;
  private static final long BACK_STREAM = 0x7A1D_000FL;

  private final int generators;
  private final int places;
  private final int visits;
  private final long gapMillis;
  private final long lateBelow;
  private final long disorderBelow;
  private final long shiftKey;
  private final long shareKey;
  private final long backKey;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public SessionWindow(WorkloadSpec spec) {
    super(spec);
    this.generators = spec.whole(GENERATORS);
    this.places = addresses() / TURNS / generators;
    if (places == 0) {
      throw new IllegalArgumentException(
          "workload.addresses is %s, of %s generators; give %s or more"
              .formatted(addresses(), generators, TURNS * generators));
    }
    this.visits = spec.whole(VISITS);
    this.gapMillis = spec.whole("gap-ms");
    this.lateBelow = below(spec.decimal("late"));
    this.disorderBelow = lateBelow + below(spec.decimal("disorder"));
    long seed = SplitMix.mix(spec.seed());
    this.shiftKey = SplitMix.mix(seed + SHIFT_STREAM);
    this.shareKey = SplitMix.mix(seed + SHARE_STREAM);
    this.backKey = SplitMix.mix(seed + BACK_STREAM);
  }

  private static long below(double share) {
    return (long) StrictMath.rint(share * 0x1.0p53);
  }

  private static void check(WorkloadSpec spec, int partitions) {
    int addresses = spec.whole(ADDRESSES.property());
    int generators = spec.whole(GENERATORS);
    int least = TURNS * Math.max(partitions, generators);
    OptionProblem.when(
        addresses < least,
        ADDRESSES.key(),
        ("%s addresses, of which a quarter has a session at a time, on %s partitions and of"
                + " %s generators: some would have no visits for a while")
            .formatted(addresses, partitions, generators),
        "Write addresses: " + least + " or more.");
  }

  @Override
  public String describe() {
    return "sessions of " + visits + " visits, " + gapMillis + " ms apart or more";
  }

  @Override
  public boolean byKey() {
    return true;
  }

  @Override
  public boolean byTime() {
    return true;
  }

  @Override
  public boolean listed() {
    return false;
  }

  /** A session ends where no visit comes for so long; milliseconds. */
  public long gapMillis() {
    return gapMillis;
  }

  @Override
  long openMillis() {
    return gapMillis;
  }

  /** The last visit of a session waits for the gap, too; sessions end one by one. */
  @Override
  public long waitMillisMin() {
    return gapMillis + latenessMillis();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The first session of a place is shorter by a number of its own, so that not all of them end
   * at once.
   */
  @Override
  public int address(int generator, long sequence) {
    int place = (int) (sequence % places) * generators + generator % generators;
    long shift = Long.remainderUnsigned(SplitMix.mix(shiftKey + place * SplitMix.GAMMA), visits);
    long session = (sequence / places + shift) / visits;
    return place + places * generators * (int) (session % TURNS);
  }

  @Override
  public long visitMicros(int generator, long sequence, long intendedMicros) {
    long drawn = SplitMix.mix(SplitMix.key(shareKey, generator, sequence)) >>> 11;
    if (drawn >= disorderBelow) {
      return intendedMicros;
    }
    long bits = SplitMix.mix(SplitMix.key(backKey, generator, sequence));
    long millis =
        drawn < lateBelow
            ? latenessMillis() + gapMillis + 1 + Long.remainderUnsigned(bits, 2 * gapMillis)
            : Long.remainderUnsigned(bits, Math.min(latenessMillis(), gapMillis) / 2 + 1);
    return intendedMicros - 1000 * millis;
  }

  /** Two visits are of one session if they, and what lies between, are no further apart. */
  public boolean together(long micros, long laterMicros) {
    return millis(laterMicros) - millis(micros) <= gapMillis;
  }

  /** Times as engines have them. */
  public static long millis(long micros) {
    return Math.floorDiv(micros, 1000);
  }

  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    WindowRecord.session(headers.key(), value, sink);
  }
}
