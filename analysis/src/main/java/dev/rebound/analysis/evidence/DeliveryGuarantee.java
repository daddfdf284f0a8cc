package dev.rebound.analysis.evidence;

/**
 * A job's promises of its outputs and of its state: it is held to each by itself.
 *
 * @param delivery of its outputs, to readers of what is committed
 * @param state what it says of its state in them: exactly-once counts every input once,
 *     at-least-once every input once or more often, none may forget
 * @param transactional true if outputs are written in transactions, so that readers of two
 *     isolation levels can differ
 * @param visibleEveryMillis interval at which outputs become visible where they do so in batches; 0
 *     otherwise
 */
public record DeliveryGuarantee(
    Guarantee delivery, Guarantee state, boolean transactional, long visibleEveryMillis) {

  /**
   * That of a job whose state is as good as its outputs, and whose outputs are transactional if
   * they come exactly once.
   *
   * @param commitMillis interval of its commits
   */
  public static DeliveryGuarantee of(Guarantee guarantee, long commitMillis) {
    boolean transactional = guarantee == Guarantee.EXACTLY_ONCE;
    return new DeliveryGuarantee(
        guarantee, guarantee, transactional, transactional ? commitMillis : 0);
  }
}
