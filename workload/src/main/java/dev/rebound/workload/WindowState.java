package dev.rebound.workload;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a job of {@link VisitWindows} keeps the open window of an address: the bytes of its {@link
 * WindowRecord}, then padding up to a size. The padding is noise that the address decides, so that
 * nothing along its way makes it shorter; it never comes out.
 */
public final class WindowState implements Serializable {
  /**
   * Largest size, bytes: a state is one record of a changelog, of which brokers take 1 MiB at most
   * unless they are told otherwise.
   */
  public static final int BYTES_MAX = 1_000_000;

  private static final long serialVersionUID = 1L;

  private static final long STREAM = 0x7A1D_0007L;

  private final int stateBytes;
  private final boolean listed;

  private WindowState(int stateBytes, boolean listed) {
    this.stateBytes = stateBytes;
    this.listed = listed;
  }

  /** As a workload's option {@code state} says. */
  public static WindowState of(VisitWindows windows) {
    return new WindowState((int) windows.spec().stateBytes(), windows.listed());
  }

  /** True if states are padded. */
  public boolean padded() {
    return stateBytes > 0;
  }

  /**
   * The bytes to be kept once a visit has come: a new array.
   *
   * @param kept before it, unchanged; null or empty for the first visit
   */
  public byte[] with(byte @Nullable [] kept, WindowInput visit) {
    WindowRecord before = kept == null || kept.length == 0 ? null : window(kept);
    byte[] bytes = WindowRecord.with(before, visit, listed).bytes();
    if (bytes.length >= stateBytes) {
      return bytes;
    }
    byte[] state;
    if (kept != null && kept.length == stateBytes) {
      state = kept.clone();
    } else {
      state = new byte[stateBytes];
      RandomBytes.fill(SplitMix.mix(STREAM + visit.address()), state, 0, stateBytes);
    }
    System.arraycopy(bytes, 0, state, 0, bytes.length);
    return state;
  }

  /**
   * The bytes to be kept of two open windows of an address that have become one, without padding.
   *
   * @param one unchanged, as is the other; null or empty for none
   */
  public byte[] merged(byte @Nullable [] one, byte @Nullable [] other) {
    if (one == null || one.length == 0) {
      return other == null ? new byte[0] : other;
    }
    return other == null || other.length == 0
        ? one
        : WindowRecord.merged(window(one), window(other)).bytes();
  }

  /** Hears of a window that comes out. */
  public interface Closing {
    /**
     * @param full false if a closing record reads it out
     */
    void close(WindowRecord window, boolean full);
  }

  /**
   * What is kept of the open window of an address once an input has come, where windows end by the
   * number of their visits; null if none is open.
   *
   * @param kept before it, unchanged; null if none was open
   * @param visits of a full window
   * @param closing hears of the window that this input ends
   */
  public byte @Nullable [] next(
      byte @Nullable [] kept, WindowInput input, int visits, Closing closing) {
    byte[] now = input.closing() ? kept : with(kept, input);
    if (now == null) {
      return null;
    }
    WindowRecord window = window(now);
    boolean full = window.count() == visits;
    if (!full && !input.closing()) {
      return now;
    }
    closing.close(window, full);
    return null;
  }

  /** The window without its padding; {@link IllegalArgumentException} if there is none. */
  public WindowRecord window(byte[] kept) {
    if (!padded()) {
      return WindowRecord.of(kept);
    }
    int length = WindowRecord.length(kept, listed);
    return WindowRecord.of(length == kept.length ? kept : Arrays.copyOf(kept, length));
  }
}
