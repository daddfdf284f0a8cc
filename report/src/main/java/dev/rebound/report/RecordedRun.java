package dev.rebound.report;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.Series;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as its journal recorded it: the events by kind, and every series as a column of values.
 *
 * <p>A column holds one double per tick, NaN where there was no value: 8 bytes × ticks × series, so
 * about 2 MB for 18 minutes, 50 partitions and 12 nodes. From {@value #TICKS_MAX} ticks on, which
 * are twenty hours, neighbours become one, which keeps the value farthest from the column's mean,
 * so that neither an outage nor a peak disappears. Not thread-safe.
 */
final class RecordedRun implements JournalListener {
  static final int TICKS_MAX = 72_000;

  /** A phase; {@code endMicros} is the last entry's time while the phase has not ended. */
  record RecordedPhase(
      String name,
      long startMicros,
      long endMicros,
      long limitMillis,
      boolean complete,
      String detail) {}

  /** A fault with all that was heard of it. */
  record RecordedFault(
      Event.FaultStarted started,
      long atMicros,
      List<Event.FaultConfirmed> confirmed,
      List<TimedEvent<Event.FaultHealed>> healed) {
    /** First signal; the announcement's time as long as no signal was sent. */
    long signalMicros() {
      return confirmed.stream()
          .mapToLong(Event.FaultConfirmed::signalledMicros)
          .min()
          .orElse(atMicros);
    }
  }

  /** An event and its wall-clock time. */
  record TimedEvent<E extends Event>(long atMicros, E event) {}

  private final List<RecordedPhase> phases = new ArrayList<>();
  private final Map<Integer, RecordedFault> faults = new LinkedHashMap<>();
  private final List<TimedEvent<Event.ProcessStarted>> processesStarted = new ArrayList<>();
  private final List<TimedEvent<Event.ProcessExited>> processesExited = new ArrayList<>();
  private final List<Event.EngineTransition> transitions = new ArrayList<>();
  private final Map<String, String> absent = new LinkedHashMap<>();
  private final List<TimedEvent<Event.DoubtRaised>> warnings = new ArrayList<>();
  private final List<Event.FileWritten> files = new ArrayList<>();
  private final List<Event.ExpectationJudged> judged = new ArrayList<>();
  private final Map<Series, SeriesColumn> columns = new LinkedHashMap<>();
  private Event.@Nullable RunStarted started;
  private Event.@Nullable RunEnded ended;
  private Map<String, String> differs = Map.of();
  private final List<Event.SharesCluster> shares = new ArrayList<>();
  private List<SeriesColumn> current = List.of();
  private long[] times = new long[1024];
  private int ticks;
  private long heard;

  /** How many ticks that were heard are one. */
  private long merged = 1;

  private long firstMicros;
  private long lastMicros;

  /** Reads a whole journal. */
  static RecordedRun read(Path journal) {
    RecordedRun recorded = new RecordedRun();
    JournalFile.replay(journal, recorded);
    return recorded;
  }

  @Override
  public void on(Entry entry) {
    lastMicros = entry.wallMicros();
    if (firstMicros == 0) {
      firstMicros = lastMicros;
    }
    Event event = entry.data();
    if (event instanceof Event.RunStarted e) {
      started = e;
    } else if (event instanceof Event.RunEnded e) {
      ended = e;
    } else if (event instanceof Event.PhaseStarted e) {
      phases.add(new RecordedPhase(e.phase(), lastMicros, -1, e.limitMillis(), false, ""));
    } else if (event instanceof Event.PhaseEnded e) {
      endPhase(e);
    } else if (event instanceof Event.FaultStarted e) {
      faults.put(e.fault(), new RecordedFault(e, lastMicros, new ArrayList<>(), new ArrayList<>()));
    } else if (event instanceof Event.FaultConfirmed e) {
      RecordedFault heard = faults.get(e.fault());
      if (heard != null) {
        heard.confirmed().add(e);
      }
    } else if (event instanceof Event.FaultHealed e) {
      RecordedFault heard = faults.get(e.fault());
      if (heard != null) {
        heard.healed().add(new TimedEvent<>(lastMicros, e));
      }
    } else if (event instanceof Event.SeriesDeclared e) {
      declare(e.series());
    } else if (event instanceof Event.Tick e) {
      tick(e);
    } else {
      onOther(event);
    }
  }

  private void onOther(Event event) {
    if (event instanceof Event.ControlOf e) {
      differs = e.differs();
    } else if (event instanceof Event.SharesCluster e) {
      shares.add(e);
    } else if (event instanceof Event.ProcessStarted e) {
      processesStarted.add(new TimedEvent<>(lastMicros, e));
    } else if (event instanceof Event.ProcessExited e) {
      processesExited.add(new TimedEvent<>(lastMicros, e));
    } else if (event instanceof Event.EngineTransition e) {
      transitions.add(e);
    } else if (event instanceof Event.MetricAbsent e) {
      absent.put(e.metric(), e.reason());
    } else if (event instanceof Event.DoubtRaised e) {
      warnings.add(new TimedEvent<>(lastMicros, e));
    } else if (event instanceof Event.FileWritten e) {
      files.add(e);
    } else if (event instanceof Event.ExpectationJudged e) {
      judged.add(e);
    }
  }

  private void endPhase(Event.PhaseEnded e) {
    for (int i = phases.size() - 1; i >= 0; i--) {
      RecordedPhase p = phases.get(i);
      if (p.name().equals(e.phase())) {
        phases.set(
            i,
            new RecordedPhase(
                p.name(), p.startMicros(), lastMicros, p.limitMillis(), e.complete(), e.detail()));
        return;
      }
    }
  }

  private void declare(List<Series> series) {
    List<SeriesColumn> declared = new ArrayList<>(series.size());
    for (Series s : series) {
      declared.add(columns.computeIfAbsent(s, SeriesColumn::new));
    }
    current = declared;
  }

  private void tick(Event.Tick e) {
    if (heard / merged == TICKS_MAX) {
      halve();
    }
    int tick = (int) (heard / merged);
    boolean begins = heard++ % merged == 0;
    if (tick == times.length) {
      times = Arrays.copyOf(times, tick * 2);
    }
    if (begins) {
      times[tick] = e.atMicros();
      ticks = tick + 1;
    }
    int known = Math.min(current.size(), e.values().size());
    for (int i = 0; i < known; i++) {
      Double value = e.values().get(i);
      if (value != null && !value.isNaN()) {
        current.get(i).set(tick, value);
      }
    }
  }

  private void halve() {
    ticks = TICKS_MAX / 2;
    merged *= 2;
    for (int tick = 0; tick < ticks; tick++) {
      times[tick] = times[2 * tick];
    }
    columns.values().forEach(SeriesColumn::halve);
  }

  Event.@Nullable RunStarted started() {
    return started;
  }

  Event.@Nullable RunEnded ended() {
    return ended;
  }

  /** Time of the first entry. */
  long firstMicros() {
    return firstMicros;
  }

  /** Time of the last entry. */
  long lastMicros() {
    return lastMicros;
  }

  /** Phases in order; an open one ends with the journal. */
  List<RecordedPhase> phases() {
    return phases.stream()
        .map(
            p ->
                p.endMicros() >= 0
                    ? p
                    : new RecordedPhase(
                        p.name(), p.startMicros(), lastMicros, p.limitMillis(), false, "not ended"))
        .toList();
  }

  Collection<RecordedFault> faults() {
    return faults.values();
  }

  List<TimedEvent<Event.ProcessStarted>> processesStarted() {
    return processesStarted;
  }

  List<TimedEvent<Event.ProcessExited>> processesExited() {
    return processesExited;
  }

  List<Event.EngineTransition> transitions() {
    return transitions;
  }

  /** Metric to the reason why it cannot be had. */
  Map<String, String> absent() {
    return absent;
  }

  List<TimedEvent<Event.DoubtRaised>> warnings() {
    return warnings;
  }

  List<Event.FileWritten> files() {
    return files;
  }

  /** The other runs on its cluster. */
  List<Event.SharesCluster> shares() {
    return shares;
  }

  /** The settings in which a control differs from its run. */
  Map<String, String> differs() {
    return differs;
  }

  List<Event.ExpectationJudged> judged() {
    return judged;
  }

  int ticks() {
    return ticks;
  }

  long timeMicros(int tick) {
    return times[tick];
  }

  /** Every series that was declared, in order of its first declaration. */
  Collection<SeriesColumn> columns() {
    return columns.values();
  }

  /** The values of one series. */
  static final class SeriesColumn {
    private final Series series;
    private double[] values = new double[0];
    private double sum;
    private long count;

    SeriesColumn(Series series) {
      this.series = series;
    }

    Series series() {
      return series;
    }

    /** The value at a tick, NaN where there was none. */
    double at(int tick) {
      return tick < values.length ? values[tick] : Double.NaN;
    }

    private void set(int tick, double value) {
      if (tick >= values.length) {
        int before = values.length;
        values = Arrays.copyOf(values, Math.max(64, tick + 1 + tick / 2));
        Arrays.fill(values, before, values.length, Double.NaN);
      }
      sum += value;
      count++;
      values[tick] = farther(values[tick], value);
    }

    private double farther(double one, double other) {
      double mean = sum / count;
      return Double.isNaN(one) || Math.abs(other - mean) > Math.abs(one - mean) ? other : one;
    }

    private void halve() {
      for (int tick = 0; tick < values.length; tick++) {
        double first = 2 * tick < values.length ? values[2 * tick] : Double.NaN;
        double second = 2 * tick + 1 < values.length ? values[2 * tick + 1] : Double.NaN;
        values[tick] = farther(first, second);
      }
    }
  }
}
