package dev.rebound.campaign.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The curves of one run, cut out around each fault that hit and put on a grid of one second.
 *
 * <p>A trace starts 20 s before the kill, or at the fault before it, and ends at the next fault or
 * when the load ends. A second has the value of the tick nearest to it, if one is within 0.75 s.
 * Not thread-safe; used for one run.
 */
final class Curves implements JournalListener {
  private static final int SECONDS_MAX = 600;
  private static final double NEAR_SECONDS = 0.75;

  private final Map<Curve, NavigableMap<Long, Double>> lines = new EnumMap<>(Curve.class);
  private final Map<Curve, String> absent = new EnumMap<>(Curve.class);
  private final Map<Curve, List<CurveBand.Trace>> traces = new EnumMap<>(Curve.class);
  private final Set<String> workers = new HashSet<>();
  private List<Series> series = List.of();
  private int repetition = 1;
  private long loadEndMicros;
  private long firstMicros;
  private long lastMicros;

  private Curves() {}

  /**
   * Reads journal and offsets of a run, or what was archived of them. Throws {@link
   * dev.rebound.base.ReboundException} if the archived file is damaged.
   */
  static Curves read(Path folder, Results results, long commitMillis) {
    Curves curves = new Curves();
    Path archived = folder.resolve(CurvesFile.NAME);
    if (!Files.isRegularFile(folder.resolve(RunFiles.JOURNAL)) && Files.isRegularFile(archived)) {
      CurvesFile.CurvesContent content = CurvesFile.read(archived);
      curves.repetition = content.repetition();
      curves.traces.putAll(content.curves());
      curves.absent.putAll(content.absent());
      return curves;
    }
    if (Files.isRegularFile(folder.resolve(RunFiles.JOURNAL))) {
      JournalFile.replay(folder.resolve(RunFiles.JOURNAL), curves);
      curves.intake(folder.resolve(EvidenceFile.NAME), commitMillis);
    }
    for (Curve curve : Curve.values()) {
      NavigableMap<Long, Double> line = curves.lines.get(curve);
      if (line == null) {
        curves.absent.putIfAbsent(curve, "the run has no such series");
      } else {
        curves.absent.remove(curve);
        curves.traces.put(curve, curves.cut(line, results));
      }
    }
    return curves;
  }

  int repetition() {
    return repetition;
  }

  /**
   * When the run was made, by its journal; not known of what was archived.
   *
   * @param repetitions how many runs its file asks for
   */
  ComparedRun.Made made(int repetitions) {
    return new ComparedRun.Made(
        0,
        firstMicros / 1_000_000,
        Math.round((lastMicros - firstMicros) / 1e6),
        List.of(),
        repetitions);
  }

  Map<Curve, List<CurveBand.Trace>> traces() {
    return traces;
  }

  Map<Curve, String> absent() {
    return absent;
  }

  @Override
  public void on(Entry entry) {
    lastMicros = entry.wallMicros();
    if (entry.data() instanceof Event.RunStarted e) {
      repetition = e.repetition();
      firstMicros = entry.wallMicros();
    } else if (entry.data() instanceof Event.ProcessStarted e) {
      if (e.role().equals("worker")) {
        workers.add(e.node());
      }
    } else if (entry.data() instanceof Event.PhaseStarted e) {
      if (e.phase().equals("drain")) {
        loadEndMicros = entry.wallMicros();
      }
    } else if (entry.data() instanceof Event.SeriesDeclared e) {
      series = e.series();
    } else if (entry.data() instanceof Event.MetricAbsent e) {
      for (Curve curve : Curve.values()) {
        if (metric(curve).startsWith(e.metric())) {
          absent.put(curve, e.reason());
        }
      }
    } else if (entry.data() instanceof Event.Tick e) {
      tick(e);
    }
  }

  private static String metric(Curve curve) {
    return switch (curve) {
      case INPUT_RATE -> "committed";
      case OUTPUT_RATE -> "output.rate";
      case LAG -> "lag";
      case CPU -> "node.cpu";
      case RECEIVED -> "node.received";
      case SENT -> "node.sent";
    };
  }

  private void tick(Event.Tick tick) {
    for (Curve curve : Curve.values()) {
      String metric = metric(curve);
      boolean perNode = metric.startsWith("node.");
      double sum = 0;
      boolean any = false;
      for (int i = 0; i < Math.min(series.size(), tick.values().size()); i++) {
        Double value = tick.values().get(i);
        if (value != null && series.get(i).metric().equals(metric)) {
          any = true;
          sum += !perNode || workers.contains(series.get(i).label()) ? value : 0;
        }
      }
      if (any) {
        lines.computeIfAbsent(curve, c -> new TreeMap<>()).put(tick.atMicros(), sum);
      }
    }
  }

  /**
   * The job's intake: growth of the sum of its committed input offsets over a commit interval and
   * one second, because commits come in steps.
   */
  private void intake(Path evidence, long commitMillis) {
    if (!Files.isRegularFile(evidence)) {
      return;
    }
    NavigableMap<Long, Double> committed = new TreeMap<>();
    try {
      for (JsonNode sample :
          new ObjectMapper().readTree(evidence.toFile()).path("committedOffsets")) {
        double sum = 0;
        for (JsonNode offset : sample.path("offsets")) {
          sum += Math.max(0, offset.asLong());
        }
        committed.put(sample.path("atMicros").asLong(), sum);
      }
    } catch (IOException e) {
      absent.put(Curve.INPUT_RATE, "evidence.json cannot be read: " + e.getMessage());
      return;
    }
    NavigableMap<Long, Double> rate = new TreeMap<>();
    long width = (commitMillis + 1000) * 1000;
    committed.forEach(
        (at, sum) -> {
          Map.Entry<Long, Double> from = committed.ceilingEntry(at - width);
          if (from.getKey() < at) {
            double seconds = (at - from.getKey()) / 1e6;
            rate.put(at, Math.max(0, sum - from.getValue()) / seconds);
          }
        });
    if (!rate.isEmpty()) {
      lines.put(Curve.INPUT_RATE, rate);
    }
  }

  /** The value that is nearest to an instant, the earlier one of two; NaN if none is near. */
  private static double near(NavigableMap<Long, Double> line, long atMicros) {
    return Stream.of(line.floorEntry(atMicros), line.higherEntry(atMicros))
        .filter(Objects::nonNull)
        .filter(entry -> Math.abs(entry.getKey() - atMicros) <= NEAR_SECONDS * 1e6)
        .min(Comparator.comparingLong(entry -> Math.abs(entry.getKey() - atMicros)))
        .map(Map.Entry::getValue)
        .orElse(Double.NaN);
  }

  private List<CurveBand.Trace> cut(NavigableMap<Long, Double> line, Results results) {
    List<CurveBand.Trace> cuts = new ArrayList<>();
    List<Results.FaultResult> faults = results.faults();
    for (int f = 0; f < faults.size(); f++) {
      if (faults.get(f).impact() != Impact.HIT) {
        continue;
      }
      long at = faults.get(f).atMicros();
      int from = -CurveBand.SECONDS_BEFORE;
      if (f > 0) {
        from = Math.max(from, -(int) ((at - faults.get(f - 1).atMicros()) / 1_000_000));
      }
      long end = f + 1 < faults.size() ? faults.get(f + 1).atMicros() : loadEndMicros;
      int to = end <= at ? SECONDS_MAX : (int) Math.min(SECONDS_MAX, (end - at) / 1_000_000);
      List<Double> values = new ArrayList<>();
      for (int second = from; second < to; second++) {
        values.add(near(line, at + second * 1_000_000L));
      }
      cuts.add(new CurveBand.Trace(from, values));
    }
    return cuts;
  }
}
