package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.statistics.Estimate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a rate grows with a number in which cells differ.
 *
 * @param key of experiment files, such as {@code engine.workers}
 * @param metric a rate, one of {@link dev.rebound.analysis.result.Metrics}
 */
public record Scaling(String key, String metric, List<ScalingLine> lines) {
  /**
   * Cells that agree in all else.
   *
   * @param label of what they share, the scenario first
   * @param points by their numbers; two at least
   * @param fit the law that is fitted to them; null if there is none
   * @param noFit why there is none; empty if there is one
   * @param threats what else may make the rates what they are; sentences
   */
  public record ScalingLine(
      String scenario,
      String label,
      List<ScalingPoint> points,
      @Nullable ScalingLaw fit,
      String noFit,
      List<String> threats) {
    /** The greatest number that was measured. */
    public double last() {
      return points.get(points.size() - 1).at();
    }
  }

  /**
   * What was measured of one cell.
   *
   * @param at its number
   * @param figure the mean over runs
   * @param speedUp how many times the figure at the least number
   * @param efficiency that by how many times the least number this one is
   */
  public record ScalingPoint(double at, Estimate figure, Estimate speedUp, Estimate efficiency) {}

  /**
   * The Universal Scalability Law, λN ÷ (1 + σ(N − 1) + κN(N − 1)), as fitted: a model.
   *
   * @param blocks whether what a block's runs share was left out of σ and κ
   * @param lambda the rate of one
   * @param sigma contention: what all wait for
   * @param kappa coherency: what each pair has to agree on
   * @param peak the number beyond which more is less; infinite if there is none
   * @param misfit the figures lie off the curve by more than runs differ
   * @param predictions beyond what was measured
   * @param curve from the least number that was measured to the last prediction
   */
  public record ScalingLaw(
      boolean blocks,
      Estimate lambda,
      Estimate sigma,
      Estimate kappa,
      Estimate peak,
      boolean misfit,
      List<LawRate> predictions,
      List<LawRate> curve) {}

  /** A rate that the law says, at a number. */
  public record LawRate(double at, Estimate rate) {}
}
