package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/**
 * The workload {@code sessions}: events of many sessions at a time, which must come in the order of
 * {@link SessionStep} (the test program of Tzoumas et al. 2015). The job follows each session by a
 * state, writes an alert for each event that is out of order, and a receipt at the logout of one
 * session in k.
 *
 * <p>A key is a place for sessions: once one has ended there, the next begins. All its events are
 * of one generator and in one partition. One service use in so many is a token or a login instead:
 * an event that is invalid by construction, and changes nothing.
 *
 * <p>A value begins with the key, 4 bytes big-endian, and the number of the event, 1 byte; the rest
 * is random bytes.
 */
public final class Sessions extends KeyedWorkload {
  static final String TAKEN = "taken";

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("sessions", WorkloadKind.Shape.KEYED, Sessions::new)
          .check(Sessions::check)
          .logic(SessionLogic::of)
          .options(
              WorkloadOption.whole("sessions", 1, 10_000_000, "1200", "12000")
                  .meaning(
                      "sessions: how many there are at a time, a multiple of load.generators."),
              WorkloadOption.whole("session-events", 4, 10_000, "20", "100")
                  .meaning(
                      "sessions: how many events a session has: token, login, service uses, logout."),
              WorkloadOption.of("invalid", new WorkloadOption.Decimal(0, 1), "0.01", "0.001")
                  .meaning(
                      "sessions: which share of the service uses is a token or a login instead, and owes"
                          + " an alert."),
              WorkloadOption.whole("receipts", 1, 1_000_000, "1", "10")
                  .meaning("sessions: the logout of one session in how many owes a receipt."),
              WorkloadOption.choice("replays", "passed-over", TAKEN, "passed-over")
                  .meaning(
                      "sessions: whether the job takes an event again that its state has taken, or passes"
                          + " it over, be its alert written or not."),
              RuleMatch.RECORD,
              RuleState.SIZE,
              WorkloadOption.of("generators", new WorkloadOption.Generators(), "1", "2")
                  .meaning("How many generators send."));

  private static final long INVALID_STREAM = 0x7A1D_000AL;
  private static final long SHIFT_STREAM = 0x7A1D_000BL;
  private static final long PAYLOAD_STREAM = 0x7A1D_000CL;

  private final int generators;
  private final int places;
  private final int events;
  private final long invalidBelow;
  private final int receipts;
  private final long invalidKey;
  private final long shiftKey;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Sessions(WorkloadSpec spec) {
    super(spec, "sessions", PAYLOAD_STREAM);
    this.generators = spec.whole("generators");
    this.places = rules() / generators;
    if (places * generators != rules()) {
      throw new IllegalArgumentException(
          "workload.sessions is %s, of %s generators; give a multiple of these"
              .formatted(rules(), generators));
    }
    this.events = spec.whole("session-events");
    this.invalidBelow = (long) StrictMath.rint(spec.decimal("invalid") * 0x1.0p53);
    this.receipts = spec.whole("receipts");
    long seed = SplitMix.mix(spec.seed());
    this.invalidKey = SplitMix.mix(seed + INVALID_STREAM);
    this.shiftKey = SplitMix.mix(seed + SHIFT_STREAM);
  }

  private static void check(WorkloadSpec spec, int partitions) {
    int sessions = spec.whole("sessions");
    int generators = spec.whole("generators");
    OptionProblem.when(
        sessions % generators != 0,
        "sessions",
        sessions + " sessions of " + generators + " generators, each of one alone",
        "Write a multiple of load.generators, for example sessions: %s."
            .formatted((sessions / generators + 1) * generators));
    WorkloadKind.Check.enough("sessions").check(spec, partitions);
  }

  @Override
  public String describe() {
    return rules() + " sessions of " + events + " events";
  }

  @Override
  public String keyWord() {
    return "session";
  }

  @Override
  public double outputsPerRecord() {
    double alerts = (events - 3) * (double) invalidBelow / 0x1.0p53;
    return (alerts + 1.0 / receipts) / events;
  }

  /** Every event. */
  @Override
  public double shuffledPerRecord() {
    return 1;
  }

  /** The place of record (generator, sequence): each generator has places of its own, in turn. */
  @Override
  public int keyOf(int generator, long sequence) {
    return (int) (sequence % places) * generators + generator % generators;
  }

  @Override
  public Placement placement() {
    return (generator, sequence, partitions) ->
        RecordFormat.rulePartition(keyOf(generator, sequence), partitions);
  }

  /**
   * The event of record (generator, sequence). The first session of a place is shorter by a number
   * of its own, so that not all of them end at once.
   */
  public SessionStep.Event event(int generator, long sequence) {
    SessionStep.Event right = rightEvent(generator, sequence);
    if (right != SessionStep.Event.USE) {
      return right;
    }
    long drawn = SplitMix.mix(SplitMix.key(invalidKey, generator, sequence));
    if (drawn >>> 11 >= invalidBelow) {
      return right;
    }
    return (drawn & 1) == 0 ? SessionStep.Event.TOKEN : SessionStep.Event.LOGIN;
  }

  private SessionStep.Event rightEvent(int generator, long sequence) {
    long number = sequence / places;
    int key = keyOf(generator, sequence);
    long shift = Long.remainderUnsigned(SplitMix.mix(shiftKey + key * SplitMix.GAMMA), events - 3);
    long shifted = number + shift;
    int at = (int) (shifted % events);
    long sinceStart = shifted < events ? number : at;
    if (sinceStart == 0) {
      return SessionStep.Event.TOKEN;
    }
    if (sinceStart == 1) {
      return SessionStep.Event.LOGIN;
    }
    return at == events - 1 ? SessionStep.Event.LOGOUT : SessionStep.Event.USE;
  }

  /** What record (generator, sequence) owes where all inputs are stored in order. */
  public SessionLogic.What owes(int generator, long sequence) {
    SessionStep.Event right = rightEvent(generator, sequence);
    if (right == SessionStep.Event.LOGOUT) {
      return SessionLogic.receipt(generator, sequence, keyOf(generator, sequence), receipts)
          ? SessionLogic.What.RECEIPT
          : SessionLogic.What.NOTHING;
    }
    return right != event(generator, sequence)
        ? SessionLogic.What.ALERT
        : SessionLogic.What.NOTHING;
  }

  /** True if an output of a job is an alert. */
  public static boolean alert(OutputRecord output) {
    return output.kind() == OutputRecord.OutputKind.MATCH
        && SessionLogic.what(output.count()) == SessionLogic.What.ALERT;
  }

  /** The logout of one session in so many has a receipt. */
  public int receipts() {
    return receipts;
  }

  @Override
  void fields(int generator, long sequence, ByteBuffer value) {
    value.put((byte) event(generator, sequence).number());
  }

  @Override
  public Matcher newMatcher() {
    return new EventReader();
  }

  /** Gives each event to its session, and its number as the detail. */
  private final class EventReader extends KeyReader {
    @Override
    public int detail(byte[] record) {
      int at = RecordFormat.HEADER_BYTES + Integer.BYTES;
      return SessionStep.Event.of(record.length > at ? record[at] : -1).number();
    }

    /** Where all inputs are stored in order. */
    @Override
    public void expected(int generator, long sequence, IntConsumer sink) {
      if (owes(generator, sequence) != SessionLogic.What.NOTHING) {
        sink.accept(keyOf(generator, sequence));
      }
    }
  }
}
