package dev.rebound.analysis.result;

/**
 * A bound on a metric or finding.
 *
 * @param metric name as docs/reference/metrics.md lists it, for example {@code lost}, {@code
 *     recovery.max}
 * @param op how the observed value must compare to the bound
 * @param bound in the metric's base unit: milliseconds, records/s, bytes or a count
 * @param text the bound as the file writes it, for example {@code < 500ms}
 * @param line line in the experiment file, 0 for a default that follows from the guarantee
 * @param ifLookedAt whether it is a default of what the workload has nobody look at: what is found
 *     by the way fails it, and else it is told as not judged
 */
public record Expectation(
    String metric, Op op, double bound, String text, int line, boolean ifLookedAt) {
  /** One that is judged, come what may. */
  public Expectation(String metric, Op op, double bound, String text, int line) {
    this(metric, op, bound, text, line, false);
  }

  /** How a value has to stand to its bound. */
  public enum Op {
    LESS("<"),
    AT_MOST("<="),
    EQUAL("="),
    AT_LEAST(">="),
    GREATER(">");

    private final String text;

    Op(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }

    public boolean holds(double observed, double bound) {
      return switch (this) {
        case LESS -> observed < bound;
        case AT_MOST -> observed <= bound;
        case EQUAL -> observed == bound;
        case AT_LEAST -> observed >= bound;
        case GREATER -> observed > bound;
      };
    }
  }
}
