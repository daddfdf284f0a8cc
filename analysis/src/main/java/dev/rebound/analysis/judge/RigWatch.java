package dev.rebound.analysis.judge;

import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.base.Series;
import java.util.ArrayList;
import java.util.List;

/** The rig's own doings, tick by tick, as the analysis needs them. */
final class RigWatch implements JournalListener {
  private final List<RigSample> samples = new ArrayList<>();
  private final Readings readings = new Readings();

  @Override
  public void on(Entry entry) {
    readings.on(entry.data());
    if (entry.data() instanceof Event.Tick tick) {
      samples.add(
          new RigSample(
              tick.atMicros(),
              value(Series.HOST_CPU),
              value(Series.STEAL),
              value("generator.slip"),
              value("observer.lag"),
              value(Series.SPEED),
              entry.wallMicros() - entry.monoNanos() / 1000));
    }
  }

  private double value(String metric) {
    Double value = readings.value(metric);
    return value == null ? Double.NaN : value;
  }

  /** The samples, in order of time. */
  List<RigSample> samples() {
    return samples;
  }
}
