package dev.rebound.lab.telemetry;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import dev.rebound.platform.Tail;
import java.time.Clock;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/** Load processes as they tell of themselves each second, put together to one value per series. */
abstract class LoadProbe implements Probe {
  /**
   * One series.
   *
   * @param says what a single process says of it
   * @param together puts the next process's value to what there is so far
   * @param nothing what there is before the first
   */
  record Field(
      Series series,
      ToDoubleFunction<LastTwoLines> says,
      DoubleBinaryOperator together,
      double nothing) {}

  private final List<Field> fields;
  private final List<LastTwoLines> processes;
  private final Clock clock;

  /**
   * @param telemetry of each process
   */
  LoadProbe(List<Field> fields, List<Tail> telemetry, Clock clock) {
    this.fields = List.copyOf(fields);
    this.processes = telemetry.stream().map(LastTwoLines::new).toList();
    this.clock = clock;
  }

  /** How fast a counter grows in all of them; not known if one of them does not tell. */
  static Field rate(String metric, String unit, String counter) {
    return new Field(new Series(metric, unit, ""), says -> says.rate(counter), Double::sum, 0);
  }

  /** The sum over all of them; not known if one of them does not tell. */
  static Field sum(String metric, String unit, String field) {
    return new Field(new Series(metric, unit, ""), says -> says.value(field), Double::sum, 0);
  }

  @Override
  public final List<Series> series() {
    return fields.stream().map(Field::series).toList();
  }

  @Override
  public final double[] read() {
    long now = clock.millis() * 1000;
    double[] values = fields.stream().mapToDouble(Field::nothing).toArray();
    for (LastTwoLines process : processes) {
      process.follow(now);
      for (int i = 0; i < values.length; i++) {
        Field field = fields.get(i);
        values[i] = field.together().applyAsDouble(values[i], field.says().applyAsDouble(process));
      }
    }
    return values;
  }
}
