package dev.rebound.lab.telemetry;

import dev.rebound.base.Series;
import dev.rebound.platform.Tail;
import java.time.Clock;
import java.util.List;

/**
 * Load generators as they tell of themselves each second: rate and slip of all of them together,
 * how long the brokers kept them waiting, and what is not answered for.
 */
public final class GeneratorProbe extends LoadProbe {
  private static final List<Field> FIELDS =
      List.of(
          rate("generator.rate", "records/s", "sent"),
          new Field(
              new Series("generator.slip", "ms", ""),
              says -> says.value("slipMillisMax"),
              Math::max,
              0),
          new Field(
              new Series("generator.blocked", "ms/s", ""),
              says -> says.rate("blockedMillis"),
              Math::max,
              0),
          sum("generator.unanswered", "records", "unknown"));

  /**
   * @param generators telemetry of each
   */
  public GeneratorProbe(List<Tail> generators) {
    this(generators, Clock.systemUTC());
  }

  GeneratorProbe(List<Tail> generators, Clock clock) {
    super(FIELDS, generators, clock);
  }
}
