package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the events of each session: an event that must not come where its session stands makes an
 * alert, and changes nothing else. A logout may make a receipt.
 *
 * <p>A state is 24 bytes, big-endian, and padding: in one word where the session stands (the upper
 * byte) and how many events it has taken; the sum of {@link RuleState#identityHash} of these, mod
 * 2^64; and what comes after the greatest {@link RecordId input} among them. An output says in the
 * word of its count likewise {@link What} it is.
 *
 * @param receipts the logout of one session in so many makes a receipt
 * @param passOver whether an event is passed over that its session has taken
 * @param stateBytes size up to which a state is padded
 */
public record SessionLogic(int receipts, boolean passOver, int stateBytes) implements KeyedLogic {
  /** What an output is. */
  public enum What {
    NOTHING(0),
    ALERT(1),
    RECEIPT(2);

    private static final What[] ALL = {NOTHING, ALERT, RECEIPT};

    private final int number;

    What(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }
  }

  private static final int BYTES = 24;
  private static final int UPPER = 56;
  private static final long COUNT = (1L << UPPER) - 1;

  /** That of a workload's description. */
  static SessionLogic of(WorkloadSpec spec) {
    return new SessionLogic(
        spec.whole("receipts"), passesOver(spec), spec.whole(RuleState.SIZE.property()));
  }

  /** True if the job declares that it takes no event twice. */
  public static boolean passesOver(WorkloadSpec spec) {
    return !spec.text("replays").equals(Sessions.TAKEN);
  }

  /** What the word of an output's count says that it is. */
  public static What what(long word) {
    int number = (int) (word >>> UPPER);
    return number < What.ALL.length ? What.ALL[number] : What.NOTHING;
  }

  /** The count in the word of a state or an output. */
  public static long count(long word) {
    return word & COUNT;
  }

  /** A word. */
  public static long word(int upper, long count) {
    return (long) upper << UPPER | count;
  }

  /** True if a logout makes a receipt. */
  public static boolean receipt(int generator, long sequence, int key, int receipts) {
    return Long.remainderUnsigned(RuleState.identityHash(generator, sequence, key), receipts) == 0;
  }

  @Override
  public @Nullable OutputRecord apply(
      byte @Nullable [] kept, Match match, Emitter emitter, Consumer<byte[]> keep) {
    ByteBuffer state = ByteBuffer.wrap(kept == null ? new byte[BYTES] : kept);
    long word = state.getLong(0);
    long checksum = state.getLong(8);
    if (match.kind() == RecordFormat.RecordKind.CLOSING) {
      return output(OutputRecord.OutputKind.READOUT, match, word, checksum, emitter);
    }
    long next = state.getLong(16);
    long input = RecordId.of(match.generator(), match.sequence());
    if (passOver && input < next) {
      return null;
    }
    int before = (int) (word >>> UPPER);
    SessionStep.Event event = SessionStep.Event.of(match.detail());
    int after = SessionStep.after(before, event);
    boolean invalid = after == SessionStep.INVALID;
    long count = count(word) + 1;
    checksum += RuleState.identityHash(match.generator(), match.sequence(), match.rule());
    byte[] now = new byte[Math.max(BYTES, stateBytes)];
    ByteBuffer.wrap(now)
        .putLong(word(invalid ? before : after, count))
        .putLong(checksum)
        .putLong(Math.max(next, input + 1));
    keep.accept(now);
    What what =
        invalid
            ? What.ALERT
            : event == SessionStep.Event.LOGOUT
                    && receipt(match.generator(), match.sequence(), match.rule(), receipts)
                ? What.RECEIPT
                : What.NOTHING;
    return what == What.NOTHING
        ? null
        : output(
            OutputRecord.OutputKind.MATCH, match, word(what.number(), count), checksum, emitter);
  }

  private static OutputRecord output(
      OutputRecord.OutputKind kind, Match match, long word, long checksum, Emitter emitter) {
    RuleState state = new RuleState(word, checksum, match.intendedMicros(), match.intendedMicros());
    return OutputRecord.of(kind, match, state, emitter);
  }
}
