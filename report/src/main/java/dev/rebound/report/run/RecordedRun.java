package dev.rebound.report.run;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.Series;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
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
public final class RecordedRun implements JournalListener {
  public static final int TICKS_MAX = 72_000;

  /** A phase; {@code endMicros} is the last entry's time while the phase has not ended. */
  public record RecordedPhase(
      String name,
      long startMicros,
      long endMicros,
      long limitMillis,
      boolean complete,
      String detail) {}

  /** A fault with all that was heard of it. */
  public record RecordedFault(
      Event.FaultStarted started,
      long atMicros,
      List<Event.FaultConfirmed> confirmed,
      List<TimedEvent<Event.FaultHealed>> healed) {
    /** First signal; the announcement's time as long as no signal was sent. */
    public long signalMicros() {
      return confirmed.stream()
          .mapToLong(Event.FaultConfirmed::signalledMicros)
          .min()
          .orElse(atMicros);
    }
  }

  /** An event and its wall-clock time. */
  public record TimedEvent<E extends Event>(long atMicros, E event) {}

  private final Map<Class<?>, List<TimedEvent<?>>> events = new HashMap<>();
  private final Map<Series, SeriesColumn> columns = new LinkedHashMap<>();
  private List<SeriesColumn> current = List.of();
  private long[] times = new long[1024];
  private int ticks;
  private long heard;

  /** How many ticks that were heard are one. */
  private long merged = 1;

  private long firstMicros;
  private long lastMicros;

  /** Reads a whole journal. */
  public static RecordedRun read(Path journal) {
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
    if (event instanceof Event.SeriesDeclared e) {
      declare(e.series());
    } else if (event instanceof Event.Tick e) {
      tick(e);
    } else {
      events
          .computeIfAbsent(event.getClass(), any -> new ArrayList<>())
          .add(new TimedEvent<>(lastMicros, event));
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

  /** The events of a kind with their times, in order. */
  @SuppressWarnings("unchecked") // Each list holds the events of its key alone.
  public <E extends Event> List<TimedEvent<E>> timed(Class<E> kind) {
    return (List<TimedEvent<E>>) (List<?>) events.getOrDefault(kind, List.of());
  }

  /** The events of a kind, in order. */
  public <E extends Event> List<E> events(Class<E> kind) {
    return timed(kind).stream().map(TimedEvent::event).toList();
  }

  /** The last event of a kind; null if there is none. */
  public <E extends Event> @Nullable E last(Class<E> kind) {
    List<E> all = events(kind);
    return all.isEmpty() ? null : all.get(all.size() - 1);
  }

  public Event.@Nullable RunStarted started() {
    return last(Event.RunStarted.class);
  }

  /** Time of the first entry. */
  public long firstMicros() {
    return firstMicros;
  }

  /** Time of the last entry. */
  public long lastMicros() {
    return lastMicros;
  }

  /** Phases in order; an open one ends with the journal. */
  public List<RecordedPhase> phases() {
    return timed(Event.PhaseStarted.class).stream().map(this::phase).toList();
  }

  private RecordedPhase phase(TimedEvent<Event.PhaseStarted> start) {
    String name = start.event().phase();
    long limit = start.event().limitMillis();
    return timed(Event.PhaseEnded.class).stream()
        .filter(end -> end.event().phase().equals(name))
        .findFirst()
        .map(
            end ->
                new RecordedPhase(
                    name,
                    start.atMicros(),
                    end.atMicros(),
                    limit,
                    end.event().complete(),
                    end.event().detail()))
        .orElseGet(
            () -> new RecordedPhase(name, start.atMicros(), lastMicros, limit, false, "not ended"));
  }

  public List<RecordedFault> faults() {
    return timed(Event.FaultStarted.class).stream()
        .map(
            start ->
                new RecordedFault(
                    start.event(),
                    start.atMicros(),
                    events(Event.FaultConfirmed.class).stream()
                        .filter(one -> one.fault() == start.event().fault())
                        .toList(),
                    timed(Event.FaultHealed.class).stream()
                        .filter(one -> one.event().fault() == start.event().fault())
                        .toList()))
        .toList();
  }

  public int ticks() {
    return ticks;
  }

  public long timeMicros(int tick) {
    return times[tick];
  }

  /** Every series that was declared, in order of its first declaration. */
  public Collection<SeriesColumn> columns() {
    return columns.values();
  }

  /** The values of one series. */
  public static final class SeriesColumn {
    private final Series series;
    private double[] values = new double[0];
    private double sum;
    private long count;

    SeriesColumn(Series series) {
      this.series = series;
    }

    public Series series() {
      return series;
    }

    /** The value at a tick, NaN where there was none. */
    public double at(int tick) {
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
