package dev.rebound.analysis.compare;

import java.util.List;

/**
 * The purpose of a comparison: its question, and what a paper has published on it.
 *
 * @param title name of the study, or what is compared
 * @param question what it is to answer; empty if nobody said
 * @param source where published figures and claims come from; empty without any
 * @param shortened what was made shorter in all runs, in words; empty if nothing
 * @param contrasts the comparisons wanted; if empty, outage and recovery time of every pair of
 *     cells that differ in one part
 * @param trades the trade-offs to draw
 * @param scalings over what numbers rates are to grow
 * @param published figures to print beside the measured ones
 * @param claims to be judged on the figures
 */
public record ComparisonRequest(
    String title,
    String question,
    String source,
    String shortened,
    List<Study.Contrast> contrasts,
    List<Study.Trade> trades,
    List<Study.Growth> scalings,
    List<Study.PublishedValue> published,
    List<Study.Claim> claims) {

  /** One that asks for no scaling. */
  public ComparisonRequest(
      String title,
      String question,
      String source,
      String shortened,
      List<Study.Contrast> contrasts,
      List<Study.Trade> trades,
      List<Study.PublishedValue> published,
      List<Study.Claim> claims) {
    this(title, question, source, shortened, contrasts, trades, List.of(), published, claims);
  }

  /** Runs that were only named. */
  public static ComparisonRequest of(String title) {
    return new ComparisonRequest(title, "", "", "", List.of(), List.of(), List.of(), List.of());
  }

  /** The brief of a study. */
  public static ComparisonRequest of(Study study, String shortened) {
    return new ComparisonRequest(
        study.name(),
        study.question(),
        study.source(),
        shortened,
        study.compare(),
        study.tradeOffs(),
        study.scaling(),
        study.published(),
        study.claims());
  }
}
