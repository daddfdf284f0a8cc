package dev.rebound.lab.http;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.base.ReboundException;
import java.net.http.HttpHeaders;
import java.util.BitSet;
import java.util.Set;

/**
 * The outcome of a request, as a whole answer tells it. Immutable.
 *
 * <p>Accepted by its status; refused if a header says that nothing happened, or by a status that a
 * server gives before it acts (400 to 499, but for {@link #PERHAPS_DONE}); unknown otherwise, as
 * any server error may come after the effect.
 */
final class AnswerRule {
  /** The statuses that are accepted unless something else is asked for. */
  static final String ACCEPTED = "2xx";

  /** The header that says that nothing happened, unless another one is asked for. */
  static final String NO_EFFECT = "Activation-Effect: none";

  /**
   * Timeout, conflict, too early, too many requests: a first attempt, or one in between, may have
   * had its effect.
   */
  static final Set<Integer> PERHAPS_DONE = Set.of(408, 409, 425, 429);

  private static final int STATUS_END = 600;

  private final BitSet accepted;
  private final String noEffectName;
  private final String noEffectValue;

  /**
   * @param accepted statuses, such as {@code 2xx} or {@code 200,202-204}
   * @param noEffect name and value of the header that says that nothing happened
   */
  AnswerRule(String accepted, String noEffect) {
    this.accepted = statuses(accepted);
    int colon = noEffect.indexOf(':');
    if (colon < 1) {
      throw ReboundException.badInput(
          "noEffect = " + noEffect + " is no header", "Write it as name: value.");
    }
    this.noEffectName = noEffect.substring(0, colon).strip();
    this.noEffectValue = noEffect.substring(colon + 1).strip();
  }

  /** Whether an answer's headers say that its request had no effect. */
  boolean saysNoEffect(HttpHeaders headers) {
    return headers.allValues(noEffectName).stream()
        .anyMatch(value -> value.strip().equalsIgnoreCase(noEffectValue));
  }

  /**
   * @param saysNoEffect see {@link #saysNoEffect}
   */
  RequestOutcome outcome(int status, boolean saysNoEffect) {
    if (status >= 0 && accepted.get(status)) {
      return RequestOutcome.ACCEPTED;
    }
    if (saysNoEffect) {
      return RequestOutcome.REFUSED;
    }
    return status >= 400 && status < 500 && !PERHAPS_DONE.contains(status)
        ? RequestOutcome.REFUSED
        : RequestOutcome.UNKNOWN;
  }

  private static BitSet statuses(String text) {
    BitSet statuses = new BitSet(STATUS_END);
    for (String part : text.split(",", -1)) {
      String one = part.strip();
      if (one.matches("[1-5]xx")) {
        int hundred = (one.charAt(0) - '0') * 100;
        statuses.set(hundred, hundred + 100);
      } else if (one.matches("[1-5]\\d\\d")) {
        statuses.set(Integer.parseInt(one));
      } else if (one.matches("[1-5]\\d\\d-[1-5]\\d\\d")) {
        int from = Integer.parseInt(one.substring(0, 3));
        int to = Integer.parseInt(one.substring(4));
        if (from > to) {
          throw wrongStatuses(text);
        }
        statuses.set(from, to + 1);
      } else {
        throw wrongStatuses(text);
      }
    }
    return statuses;
  }

  private static ReboundException wrongStatuses(String text) {
    return ReboundException.badInput(
        "accepted = " + text + " names no statuses", "Write such as 2xx, 200,202 or 200-204.");
  }
}
