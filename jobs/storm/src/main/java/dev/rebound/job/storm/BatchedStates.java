package dev.rebound.job.storm;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states of keys, each with the batch that changed it last and what it was before that batch:
 * one that comes again, with the same records or with others, is applied to what was before, and
 * what it does not change any more is again as it was. So each counts once, and outputs come again
 * as they were. For one thread.
 */
final class BatchedStates implements KeyedStep.States {
  /**
   * The state of a key, as the changelog has it: number of the batch, length of the state before it
   * (-1 if there was none), that, and the state since, where there is any.
   */
  private static final class BatchedState {
    private final long batch;
    private final byte @Nullable [] before;
    private final byte @Nullable [] since;

    BatchedState(long batch, byte @Nullable [] before, byte @Nullable [] since) {
      this.batch = batch;
      this.before = before;
      this.since = since;
    }

    static BatchedState decode(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return new BatchedState(in.getLong(), part(in), part(in));
    }

    private static byte @Nullable [] part(ByteBuffer in) {
      int length = in.getInt();
      if (length < 0) {
        return null;
      }
      byte[] part = new byte[length];
      in.get(part);
      return part;
    }

    byte[] encode() {
      int length = (before == null ? 0 : before.length) + (since == null ? 0 : since.length);
      ByteBuffer out = ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + length).putLong(batch);
      put(out, before);
      put(out, since);
      return out.array();
    }

    private static void put(ByteBuffer out, byte @Nullable [] part) {
      out.putInt(part == null ? -1 : part.length);
      if (part != null) {
        out.put(part);
      }
    }

    /** What this batch, or one that comes again, has to begin with. */
    byte @Nullable [] forBatch(long number) {
      return batch == number ? before : since;
    }

    /** As it was before its batch. */
    BatchedState undone() {
      return new BatchedState(batch, before, before);
    }
  }

  private final Map<Integer, BatchedState> states = new HashMap<>();
  private final Map<Integer, BatchedState> changed = new HashMap<>();
  private long batch;

  /**
   * @param stored states by key, as {@link #commit} gave them
   */
  BatchedStates(Map<Integer, byte[]> stored) {
    stored.forEach((key, state) -> states.put(key, BatchedState.decode(state)));
  }

  /** A batch begins, perhaps once more. */
  void begin(long number) {
    batch = number;
    changed.clear();
  }

  /**
   * The batch is whole here; what is to be stored of it, by key. It may come again all the same, as
   * it failed elsewhere or this is not stored.
   */
  Map<Integer, byte[]> commit() {
    states.forEach(
        (key, state) -> {
          if (state.batch == batch && !changed.containsKey(key)) {
            changed.put(key, state.undone());
          }
        });
    states.putAll(changed);
    Map<Integer, byte[]> stored = new HashMap<>();
    changed.forEach((key, state) -> stored.put(key, state.encode()));
    return stored;
  }

  @Override
  public byte @Nullable [] get(int key) {
    BatchedState now = changed.get(key);
    return now == null ? before(key) : now.since;
  }

  private byte @Nullable [] before(int key) {
    BatchedState stored = states.get(key);
    return stored == null ? null : stored.forBatch(batch);
  }

  @Override
  public void put(int key, byte @Nullable [] state) {
    changed.put(key, new BatchedState(batch, before(key), state));
  }
}
