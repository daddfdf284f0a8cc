package dev.rebound.lab.telemetry;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import dev.rebound.platform.Tail;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The observer as it tells of itself each second: lag, rate, frontier age and latency. */
public final class ObserverProbe implements Probe {
  /** Series name to the observer's field that it shows as it is. */
  private static final Map<String, String> MILLIS = new LinkedHashMap<>();

  static {
    MILLIS.put("latency.p50", "appendMillisP50");
    MILLIS.put("latency.p99", "appendMillisP99");
    MILLIS.put("latency.max", "appendMillisMax");
    MILLIS.put("latency.visible.p50", "visibleMillisP50");
    MILLIS.put("latency.visible.p99", "visibleMillisP99");
    MILLIS.put("latency.visible.max", "visibleMillisMax");
  }

  private final LastTwoLines observer;
  private final Clock clock;
  private final boolean tellsRate;

  /**
   * @param observer its telemetry
   * @param tellsRate whether what it sees is the rate of outputs, too
   */
  public ObserverProbe(Tail observer, boolean tellsRate) {
    this(observer, Clock.systemUTC(), tellsRate);
  }

  ObserverProbe(Tail observer, Clock clock, boolean tellsRate) {
    this.observer = new LastTwoLines(observer);
    this.clock = clock;
    this.tellsRate = tellsRate;
  }

  @Override
  public List<Series> series() {
    List<Series> series = new ArrayList<>();
    series.add(new Series("observer.lag", "records", ""));
    series.add(new Series("output.visible.rate", "records/s", ""));
    series.add(new Series("frontier.age", "ms", ""));
    MILLIS.keySet().forEach(metric -> series.add(new Series(metric, "ms", "")));
    if (tellsRate) {
      series.add(new Series("output.rate", "records/s", ""));
    }
    return series;
  }

  @Override
  public double[] read() {
    observer.follow(clock.millis() * 1000);
    double[] values = new double[3 + MILLIS.size() + (tellsRate ? 1 : 0)];
    values[0] = observer.value("lagRecords");
    values[1] = observer.rate("records");
    double frontier = observer.value("frontierMicros");
    values[2] = frontier > 0 ? (observer.value("atMicros") - frontier) / 1e3 : Double.NaN;
    int i = 3;
    for (String field : MILLIS.values()) {
      values[i++] = observer.value(field);
    }
    if (tellsRate) {
      values[i] = values[1];
    }
    return values;
  }
}
