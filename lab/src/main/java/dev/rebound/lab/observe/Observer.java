package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outputs while the run goes on, a topic or a table: what arrived, when, and how late.
 *
 * <p>A process of its own, {@code --config FILE} with these properties:
 *
 * <pre>
 * bootstrap, topic          where from; several topics with commas between
 * database, rows            instead: where from, see {@link TableSource}
 * database, copies          instead: where from, see {@link KeyedTable}
 * committed                 file of the read-committed reader, an {@link ObservedFile}; where there
 *                           are several topics that of the first, and beside it those of the others
 * uncommitted               optional: file of a second, read-uncommitted reader
 * workload.*                says which outputs a record holds, see {@link WorkloadSpec}
 * made                      optional: how many records the source of the job makes
 * latency                   file of histograms, see {@link LiveLatency}
 * telemetry, control        files, see below and {@link ProcessControl}
 * client.*, consumer.*      consumer settings, unchanged
 * </pre>
 *
 * Each telemetry line has, counted since the start: {@code atMicros, records, outputs} (a record
 * may hold several), {@code distinct} (of records that the source of the job makes, those with an
 * output), {@code bytes, unreadable} (bytes that are no output), {@code identitySum} (see {@link
 * IdentitySum}), {@code negative, repositioned, cpuSeconds}; now: {@code lagRecords} (end −
 * position, as the reader's isolation sees the end), {@code frontierMicros} (least over lanes of
 * the newest intended time delivered; lanes without output left out; topics with outputs of some
 * records alone only where others tell nothing; 0 without any), {@code lanes}; of the time since
 * the line before: {@code visibleMillisP50, P90, P95, P99, Max, appendMillisP50, P99, Max} (null
 * without outputs). The second reader adds {@code uncommittedRecords, uncommittedBytes,
 * uncommittedLagRecords, uncommittedUnreadable}. The last line has {@code drained} and {@code done:
 * true}.
 *
 * <p>All files are flushed every second. Brokers that are gone are waited for without end.
 */
public final class Observer {
  private static final WallClock CLOCK = WallClock.SYSTEM;

  /** Longest time spent on what is there when told to stop. */
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final ToolSettings settings;

  private Observer(ToolSettings settings) {
    this.settings = settings;
  }

  public static void main(String[] arguments) {
    ToolMain.run("observer", arguments, settings -> new Observer(settings).run());
  }

  private void run() throws Exception {
    try (ProcessControl control = new ProcessControl(settings.findPath("control"), () -> {});
        Telemetry telemetry = new Telemetry(settings.path("telemetry"))) {
      Path uncommittedFile = settings.findPath("uncommitted");
      Background second =
          uncommittedFile == null
              ? null
              : new Background(reading(IsolationLevel.READ_UNCOMMITTED, uncommittedFile, control));
      try (OutputReading first =
          reading(IsolationLevel.READ_COMMITTED, settings.path("committed"), control)) {
        try (LiveLatency latency =
            new LiveLatency(settings.path("latency"), first.lanes(), CLOCK.micros())) {
          first.measure(latency);
          first.countDistinct(settings.whole("made", 0));
          first.everySecond(
              () -> {
                if (second != null) {
                  second.check();
                }
                telemetry.write(line(first, latency, second));
              });
          boolean drained = first.run();
          if (second != null) {
            drained &= second.await(DRAIN.plusSeconds(10));
          }
          telemetry.write(line(first, latency, second).put("drained", drained).put("done", true));
        }
      }
    }
  }

  private OutputReading reading(IsolationLevel isolation, Path file, ProcessControl control)
      throws IOException {
    Workload workload = Workloads.create(WorkloadSpec.fromProperties(settings.properties()));
    return new OutputReading(
        OutputSources.of(settings, workload, isolation),
        file,
        CLOCK,
        control::stopRequested,
        DRAIN,
        workload);
  }

  private static Telemetry.TelemetryLine line(
      OutputReading first, LiveLatency latency, @Nullable Background second) {
    OutputReading.Counts counts = first.counts();
    Telemetry.TelemetryLine line =
        new Telemetry.TelemetryLine()
            .put("atMicros", CLOCK.micros())
            .put("records", counts.records())
            .put("outputs", counts.outputs())
            .put("distinct", counts.distinct())
            .put("bytes", counts.bytes())
            .put("lagRecords", counts.lagRecords())
            .put("unreadable", counts.unreadable())
            .put(IdentitySum.FIELD, IdentitySum.text(counts.identitySum()))
            .put("negative", latency.negative())
            .put("repositioned", counts.repositioned())
            .put("frontierMicros", first.frontierMicros(latency))
            .put("lanes", latency.lanes());
    latency.describe(line);
    if (second != null) {
      OutputReading.Counts others = second.reading.counts();
      line.put("uncommittedRecords", others.records())
          .put("uncommittedBytes", others.bytes())
          .put("uncommittedLagRecords", others.lagRecords())
          .put("uncommittedUnreadable", others.unreadable());
    }
    return line.put("cpuSeconds", Telemetry.cpuSeconds());
  }

  /** The second reader on a thread of its own. */
  private static final class Background {
    private final OutputReading reading;
    private final Thread thread;
    private volatile @Nullable Exception failure;
    private volatile boolean drained;

    Background(OutputReading reading) {
      this.reading = reading;
      thread = new Thread(this::run, "read-uncommitted");
      thread.setDaemon(true);
      thread.start();
    }

    private void run() {
      try (reading) {
        drained = reading.run();
      } catch (IOException | RuntimeException e) {
        failure = e;
      }
    }

    void check() {
      Exception e = failure;
      if (e instanceof ReboundException lab) {
        throw lab;
      } else if (e != null) {
        throw ReboundException.environment(
            "the read-uncommitted reader ended: " + e, "See the observer's log.", e);
      }
    }

    boolean await(Duration limit) throws InterruptedException {
      thread.join(TimeUnit.NANOSECONDS.toMillis(limit.toNanos()));
      check();
      return drained;
    }
  }
}
