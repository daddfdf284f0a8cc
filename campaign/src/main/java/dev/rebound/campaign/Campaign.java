package dev.rebound.campaign;

import java.util.Optional;
import java.util.function.Function;

/**
 * Decides what is done next by what became of everything before: the next run of a study, of a
 * promise, of several files, or the next trial of a search.
 *
 * @param <P> what it proposes
 * @param <E> how that ends
 */
public interface Campaign<P, E> {
  /** What is done next; empty if there is an answer, nothing left, or no use in going on. */
  Optional<P> next();

  /** Takes note of how the last one ended. */
  void ended(P proposed, E end);

  /** Carries out all that a campaign proposes, one after the other. */
  static <P, E> void carryOut(Campaign<P, E> campaign, Function<P, E> carriedOut) {
    for (Optional<P> next = campaign.next(); next.isPresent(); next = campaign.next()) {
      campaign.ended(next.get(), carriedOut.apply(next.get()));
    }
  }
}
