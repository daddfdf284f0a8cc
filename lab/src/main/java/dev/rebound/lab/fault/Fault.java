package dev.rebound.lab.fault;

import dev.rebound.platform.Node;
import java.util.function.LongSupplier;

/**
 * A harmful act on a target of a member, as a value that carries itself out: it acts, with proof,
 * and heals, with proof. When it comes, whom it hits and what becomes of the proof is the caller's.
 * Immutable.
 *
 * @param <T> what it acts on
 */
public interface Fault<T extends Target> {
  /** The kind that it is of: its name, and what it does. */
  FaultKind kind();

  /** The act in words, as the journal has it: {@code kill (SIGKILL)}. */
  String words();

  /** Whom it is to hit, and for how long. */
  FaultPlan plan();

  /** The part of a member that it acts on. */
  T target(Node member);

  /**
   * Acts on a target; returns once that is proven or was given up, which may take long. Several
   * targets may be hit at once, each by a thread of its own.
   *
   * @param micros wall clock, microseconds since the epoch
   */
  ActProof apply(T target, LongSupplier micros);

  /**
   * Heals a target and says what was seen of it. Throws {@link dev.rebound.base.ReboundException}
   * if it cannot be tried.
   *
   * @param hit the proof of the act
   * @param micros wall clock, microseconds since the epoch
   */
  ActProof heal(T target, ActProof hit, LongSupplier micros);

  /** Acts on what is a member's. */
  default ActProof apply(Node victim, LongSupplier micros) {
    return apply(target(victim), micros);
  }

  /** Heals what is a member's. */
  default ActProof heal(Node victim, ActProof hit, LongSupplier micros) {
    return heal(target(victim), hit, micros);
  }

  /** Proof of nothing: it failed, as this says. */
  default ActProof failed(Node victim, String why, LongSupplier micros) {
    T target = target(victim);
    String words = "the " + target.act() + " failed: " + why;
    return new ActProof(target.life(), micros.getAsLong(), false, 0, words, null);
  }
}
