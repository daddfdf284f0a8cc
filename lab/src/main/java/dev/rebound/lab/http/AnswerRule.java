package dev.rebound.lab.http;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import java.net.http.HttpHeaders;
import java.util.Set;

/**
 * The outcome of a request, as a whole answer tells it.
 *
 * <p>Accepted by a status of 2xx; refused if a header says that nothing happened, or by a status
 * that a server gives before it acts (400 to 499, but for {@link #PERHAPS_DONE}); unknown
 * otherwise, as any server error may come after the effect.
 */
final class AnswerRule {
  /** Name and value of the header that says that nothing happened. */
  private static final String EFFECT = "Activation-Effect";

  private static final String NONE = "none";

  /**
   * Timeout, conflict, too early, too many requests: a first attempt, or one in between, may have
   * had its effect.
   */
  private static final Set<Integer> PERHAPS_DONE = Set.of(408, 409, 425, 429);

  private AnswerRule() {}

  /** Whether an answer's headers say that its request had no effect. */
  static boolean saysNoEffect(HttpHeaders headers) {
    return headers.allValues(EFFECT).stream().anyMatch(it -> it.strip().equalsIgnoreCase(NONE));
  }

  /**
   * @param saysNoEffect see {@link #saysNoEffect}
   */
  static RequestOutcome outcome(int status, boolean saysNoEffect) {
    if (status / 100 == 2) {
      return RequestOutcome.ACCEPTED;
    }
    return saysNoEffect || (status / 100 == 4 && !PERHAPS_DONE.contains(status))
        ? RequestOutcome.REFUSED
        : RequestOutcome.UNKNOWN;
  }
}
