package dev.rebound.lab.forwarder;

import org.jspecify.annotations.Nullable;

/** A rule since it was added, with what it has done so far. Of the relay's thread. */
final class RuleInForce {
  private final Rule rule;
  private final @Nullable Bucket forth;
  private final @Nullable Bucket back;
  private long requests;

  RuleInForce(Rule rule, long now) {
    this.rule = rule;
    long rate = rule.harm() instanceof Rule.Harm.Slow slow ? slow.bytesPerSecond() : 0;
    this.forth = rate == 0 ? null : new Bucket(rate, now);
    this.back = rate == 0 ? null : new Bucket(rate, now);
  }

  Rule rule() {
    return rule;
  }

  /** What limits bytes that one sends to the other; null without a limit. */
  @Nullable Bucket bucket(@Nullable String sender, @Nullable String receiver) {
    return rule.isVictims(sender, receiver) ? forth : back;
  }

  /** How many requests it has answered or delayed. */
  long requests() {
    return requests;
  }

  void countRequest() {
    requests++;
  }
}
