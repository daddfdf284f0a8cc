package dev.rebound.lab.telemetry;

import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.probe.Probe;
import java.time.Clock;
import java.util.List;

/**
 * What load generators say of themselves each second: rate and slip of all of them together, how
 * long the brokers kept them waiting, and what is not answered for.
 */
public final class GeneratorProbe implements Probe {
  private static final List<Series> SERIES =
      List.of(
          new Series("generator.rate", "records/s", ""),
          new Series("generator.slip", "ms", ""),
          new Series("generator.blocked", "ms/s", ""),
          new Series("generator.unanswered", "records", ""));

  private final List<Says> generators;
  private final Clock clock;

  /**
   * @param generators telemetry of each
   */
  public GeneratorProbe(List<Tail> generators) {
    this(generators, Clock.systemUTC());
  }

  GeneratorProbe(List<Tail> generators, Clock clock) {
    this.generators = generators.stream().map(Says::new).toList();
    this.clock = clock;
  }

  @Override
  public List<Series> series() {
    return SERIES;
  }

  @Override
  public double[] read() {
    long now = clock.millis() * 1000;
    double[] values = new double[SERIES.size()];
    for (Says generator : generators) {
      generator.follow(now);
      values[0] += generator.rate("sent");
      values[1] = Math.max(values[1], generator.value("slipMillisMax"));
      values[2] = Math.max(values[2], generator.rate("blockedMillis"));
      values[3] += generator.value("unknown");
    }
    return values;
  }
}
