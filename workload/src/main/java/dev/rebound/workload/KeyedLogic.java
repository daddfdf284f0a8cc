package dev.rebound.workload;

import java.io.Serializable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The second stage of every job whose workload is {@link WorkloadKind.Shape#KEYED keyed}: applies a
 * match to its key's state and says what to emit. Pure and immutable; the engine keeps the state,
 * as bytes that mean something here alone.
 */
public interface KeyedLogic extends Serializable {
  /**
   * Applies a match to the state of its key. A closing record leaves the state alone and reads it
   * out.
   *
   * @param kept the key's state, not to be changed; null if it has none yet
   * @param emitter who emits
   * @param keep takes the state from now on, if it has to be stored
   * @return what to emit; null for nothing
   */
  @Nullable OutputRecord apply(
      byte @Nullable [] kept, Match match, Emitter emitter, Consumer<byte[]> keep);

  /** The same of an encoded match: the encoded output, or null for nothing. */
  default byte @Nullable [] output(
      byte @Nullable [] kept, byte[] match, Emitter emitter, Consumer<byte[]> keep) {
    OutputRecord output = apply(kept, Match.decode(match), emitter, keep);
    return output == null ? null : output.encode();
  }

  /**
   * Who emits an output.
   *
   * @param node number of the node
   * @param incarnation of that node, from 1
   */
  record Emitter(int node, int incarnation) implements Serializable {}
}
