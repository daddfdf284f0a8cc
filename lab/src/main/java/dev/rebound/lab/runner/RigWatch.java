package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Listener;
import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.SpeedProbe;
import java.util.ArrayList;
import java.util.List;

/**
 * What the rig itself did, tick by tick, as the analysis needs it. Works on a live journal and on a
 * replayed one alike.
 */
public final class RigWatch implements Listener {
  private final List<RigSample> samples = new ArrayList<>();
  private List<Series> series = List.of();

  @Override
  public synchronized void on(Entry entry) {
    if (entry.data() instanceof Event.SeriesDeclared declared) {
      series = declared.series();
    } else if (entry.data() instanceof Event.Tick tick) {
      samples.add(
          new RigSample(
              tick.atMicros(),
              value(tick, HostProbe.CPU),
              value(tick, HostProbe.STEAL),
              value(tick, "generator.slip"),
              value(tick, "observer.lag"),
              value(tick, SpeedProbe.SPEED),
              entry.wallMicros() - entry.monoNanos() / 1000));
    }
  }

  private double value(Event.Tick tick, String metric) {
    Double value = LiveRecovery.value(tick, LiveRecovery.index(series, metric));
    return value == null ? Double.NaN : value;
  }

  /** What was heard until now, in order of time. */
  public synchronized List<RigSample> samples() {
    return List.copyOf(samples);
  }
}
