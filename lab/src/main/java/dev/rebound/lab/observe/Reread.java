package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.time.Duration;

/**
 * Reads the outputs once more after the drain: of a topic what is committed, from its beginning to
 * the last stable offsets at the start; or a whole table. An output that a live reader saw and this
 * one does not was uncommitted; one that this one sees and a live reader did not, that one missed.
 *
 * <p>Something that is gone before it was read ends it: what is left would look like all there was.
 *
 * <p>A process of its own, {@code --config FILE} with {@code bootstrap, topic} or {@code database,
 * all, strays} with {@code rows} or {@code copies}, {@code committed} (an {@link ObservedFile},
 * receipt being the time of this reading), {@code telemetry}, {@code limitMillis} (600000) and
 * {@code client.*, consumer.*, workload.*}. Telemetry has {@code atMicros, records, bytes,
 * unreadable, cpuSeconds}, the last line {@code done: true}, or {@code failed} with the reason.
 * Ends with status 0 if it reached the end.
 */
public final class Reread {
  private Reread() {}

  public static void main(String[] arguments) {
    ToolMain.run("second reading", arguments, Reread::run);
  }

  private static void run(ToolSettings settings) throws IOException {
    try (Telemetry telemetry = new Telemetry(settings.path("telemetry"))) {
      try {
        read(settings, telemetry);
      } catch (ReboundException e) {
        telemetry.write(
            new Telemetry.TelemetryLine().put("failed", String.valueOf(e.getMessage())));
        throw e;
      }
    }
  }

  private static void read(ToolSettings settings, Telemetry telemetry) throws IOException {
    Duration limit = Duration.ofMillis(settings.whole("limitMillis", 600_000));
    Workload workload = Workloads.create(WorkloadSpec.fromProperties(settings.properties()));
    try (OutputReading reading =
        new OutputReading(
            OutputSources.whole(settings, workload),
            settings.path("committed"),
            WallClock.SYSTEM,
            () -> true,
            limit,
            workload)) {
      reading.requireAll();
      reading.everySecond(() -> telemetry.write(line(reading)));
      if (!reading.run()) {
        throw ReboundException.environment(
            "waited " + limit.toSeconds() + " s for the end of the outputs",
            "Check that the brokers, or the database, run.");
      }
      telemetry.write(line(reading).put("done", true));
    }
  }

  private static Telemetry.TelemetryLine line(OutputReading reading) {
    return new Telemetry.TelemetryLine()
        .put("atMicros", WallClock.SYSTEM.micros())
        .put("records", reading.counts().records())
        .put("bytes", reading.counts().bytes())
        .put("unreadable", reading.counts().unreadable())
        .put("cpuSeconds", Telemetry.cpuSeconds());
  }
}
