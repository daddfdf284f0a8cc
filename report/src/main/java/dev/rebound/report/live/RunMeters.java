package dev.rebound.report.live;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.Series;
import dev.rebound.lab.probe.HostProbe;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The run that goes on, as metrics in Prometheus' text format: every sampled series as a gauge in
 * base units (seconds, bytes, ratios), faults, phase and processes as gauges that are 1 or 0, and
 * what happened as counters. A series without a value now is not a number. All of it is
 * provisional, and gone when the run ends. Listens to one run after the other; reading it is
 * thread-safe.
 */
public final class RunMeters implements JournalListener {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String PREFIX = "rebound.";
  private static final Double YES = 1.0;
  private static final Double NO = 0.0;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Series, AtomicReference<Double>> sampled = new HashMap<>();
  private final Map<String, AtomicReference<Double>> states = new HashMap<>();
  private final Map<Integer, Event.FaultStarted> faults = new HashMap<>();
  private List<AtomicReference<Double>> current = List.of();
  private Tags ofRun = Tags.empty();

  /** No run yet. */
  public RunMeters() {}

  /** The answer to a scrape. */
  String text() {
    return registry.scrape(CONTENT_TYPE);
  }

  @Override
  public synchronized void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.RunStarted e) {
      forget();
      ofRun =
          Tags.of("experiment", e.name(), "engine", e.engine() + " " + e.engineVersion())
              .and("run", e.runId());
    } else if (event instanceof Event.SeriesDeclared e) {
      List<AtomicReference<Double>> declared = new ArrayList<>();
      e.series().forEach(s -> declared.add(sampled.computeIfAbsent(s, this::gauge)));
      sampled.values().forEach(value -> value.set(Double.NaN));
      current = declared;
    } else if (event instanceof Event.Tick e) {
      for (int i = 0; i < Math.min(current.size(), e.values().size()); i++) {
        Double value = e.values().get(i);
        current.get(i).set(value == null ? Double.NaN : value);
      }
    } else if (event instanceof Event.PhaseStarted e) {
      state("phase.active", Tags.of("phase", e.phase()), YES);
    } else if (event instanceof Event.PhaseEnded e) {
      state("phase.active", Tags.of("phase", e.phase()), NO);
    } else {
      onOther(event);
    }
  }

  private void onOther(Event event) {
    if (event instanceof Event.ProcessStarted e) {
      state("process.up", Tags.of("node", e.node(), "role", e.role()), YES);
      count("process.starts", Tags.of("node", e.node(), "role", e.role()));
    } else if (event instanceof Event.ProcessExited e) {
      state("process.up", Tags.of("node", e.node(), "role", e.role()), NO);
      count(
          "process.exits",
          Tags.of("node", e.node(), "role", e.role())
              .and("planned", Boolean.toString(e.expected())));
    } else if (event instanceof Event.FaultStarted e) {
      faults.put(e.fault(), e);
      e.victims().forEach(victim -> fault(e, victim, YES));
      count("faults", Tags.of("kind", e.kind(), "role", e.role()));
    } else if (event instanceof Event.FaultHealed e) {
      Event.FaultStarted started = faults.get(e.fault());
      if (started != null) {
        fault(started, e.node(), NO);
      }
    } else if (event instanceof Event.EngineTransition e) {
      count("engine.transitions", Tags.of("step", e.step().name().toLowerCase(Locale.ROOT)));
    } else if (event instanceof Event.DoubtRaised e) {
      count("warnings", Tags.of("code", e.code()));
    }
  }

  private void fault(Event.FaultStarted fault, String victim, double active) {
    state(
        "fault.active",
        Tags.of("fault", Integer.toString(fault.fault()), "kind", fault.kind())
            .and("role", fault.role(), "node", victim),
        active);
  }

  private void state(String name, Tags tags, double value) {
    states.computeIfAbsent(name + tags, key -> gauge(name, new BaseUnit("", 1), tags)).set(value);
  }

  private void count(String name, Tags tags) {
    Counter.builder(PREFIX + name).tags(ofRun.and(tags)).register(registry).increment();
  }

  /**
   * Lag is told apart by topic and partition, cores by number, all else that has a label by node.
   */
  private AtomicReference<Double> gauge(Series series) {
    String label = series.label();
    int slash = label.lastIndexOf('/');
    Tags tags =
        label.isEmpty()
            ? Tags.empty()
            : slash > 0
                ? Tags.of(
                    Tag.of("topic", label.substring(0, slash)),
                    Tag.of("partition", label.substring(slash + 1)))
                : Tags.of(series.metric().equals(HostProbe.CORE_CPU) ? "core" : "node", label);
    return gauge(series.metric(), BaseUnit.of(series.unit()), tags);
  }

  /** A gauge in base units, whose value is not known yet. */
  private AtomicReference<Double> gauge(String name, BaseUnit base, Tags tags) {
    AtomicReference<Double> now = new AtomicReference<>(Double.NaN);
    Gauge.Builder<AtomicReference<Double>> gauge =
        Gauge.builder(
                PREFIX + name, now, value -> Objects.requireNonNull(value.get()) * base.factor())
            .tags(ofRun.and(tags))
            .strongReference(true);
    (base.unit().isEmpty() ? gauge : gauge.baseUnit(base.unit())).register(registry);
    return now;
  }

  /** The base unit that a unit of the journal becomes. */
  private record BaseUnit(String unit, double factor) {
    static BaseUnit of(String unit) {
      return switch (unit) {
        case "ms" -> new BaseUnit("seconds", 1e-3);
        case "ms/s" -> new BaseUnit("ratio", 1e-3);
        case "share" -> new BaseUnit("ratio", 1);
        case "bytes/s" -> new BaseUnit("bytes_per_second", 1);
        case "records/s" -> new BaseUnit("records_per_second", 1);
        default -> new BaseUnit(unit.replaceAll("[^A-Za-z0-9]+", "_"), 1);
      };
    }
  }

  private void forget() {
    registry.clear();
    sampled.clear();
    states.clear();
    faults.clear();
    current = List.of();
  }

  @Override
  public synchronized void end() {
    forget();
  }
}
