package dev.rebound.analysis.compare.statistics;

import dev.rebound.analysis.result.Metrics;

/** On which scale values of a metric spread evenly to both sides, so that intervals hold there. */
public enum Scale {
  /** The scale of lengths, rates and sizes: differences count as factors. */
  LOG {
    @Override
    public double to(double value) {
      return Math.log(value);
    }

    @Override
    public double from(double scaled) {
      return Math.exp(scaled);
    }
  },
  /** The scale of values that may be zero or negative. */
  PLAIN {
    @Override
    public double to(double value) {
      return value;
    }

    @Override
    public double from(double scaled) {
      return scaled;
    }
  };

  /** The scale of one of {@link Metrics}; the plain one of any other. */
  public static Scale of(String metric) {
    return Metrics.find(metric).map(m -> m.mayBeZero() ? PLAIN : LOG).orElse(PLAIN);
  }

  /** This scale; the plain one if some value cannot stand on this. */
  Scale fitting(Sample sample) {
    return this == LOG
            && sample.runs().stream().flatMap(run -> run.stream()).anyMatch(v -> v.high() <= 0)
        ? PLAIN
        : this;
  }

  /** The middle of two values. */
  public double between(double one, double other) {
    return one == other ? one : from((to(one) + to(other)) / 2);
  }

  public abstract double to(double value);

  public abstract double from(double scaled);
}
