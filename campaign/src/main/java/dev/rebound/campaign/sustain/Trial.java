package dev.rebound.campaign.sustain;

import dev.rebound.lab.runner.TrialTick;
import java.util.List;

/**
 * One rate that was tried, and what came of it.
 *
 * @param number from 1
 * @param startedSeconds since the search began
 * @param windowSeconds since the trial's load began, from which on it was judged
 * @param ticks all its seconds
 */
public record Trial(
    int number,
    double ratePerSecond,
    double startedSeconds,
    double windowSeconds,
    List<TrialTick> ticks,
    TrialJudgement judgement) {
  /** For the journal. */
  String words() {
    return "trial %s: %s/s %s: %s"
        .formatted(number, ratePerSecond, judgement.outcome(), judgement.reason());
  }
}
