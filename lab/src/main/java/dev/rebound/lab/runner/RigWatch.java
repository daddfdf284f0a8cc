package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.Series;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.SpeedProbe;
import java.util.ArrayList;
import java.util.List;

/**
 * The rig's own doings, tick by tick, as the analysis needs them. Works on a live journal and on a
 * replayed one alike.
 */
public final class RigWatch implements JournalListener {
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

  /**
   * The samples that have come until now, in order of time. Where not all of it could be heard, the
   * journal gets a doubt: the analysis does not know then what else than a fault faltered.
   *
   * @param journal that this listens to
   */
  List<RigSample> followed(Journal journal) {
    if (!journal.settle(this)) {
      journal.append(
          Event.DoubtRaised.of(
              Doubt.RIG_NOT_FOLLOWED,
              "what the rig itself did was not worked out in time: dips of its own making may"
                  + " stand among those of the faults"));
    }
    return samples();
  }

  /** The samples that were heard until now, in order of time. */
  public synchronized List<RigSample> samples() {
    return List.copyOf(samples);
  }
}
