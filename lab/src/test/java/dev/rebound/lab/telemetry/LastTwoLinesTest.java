package dev.rebound.lab.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import dev.rebound.platform.local.FileTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generators and observer tell of themselves, as probes read it. */
class LastTwoLinesTest {
  @TempDir Path folder;
  private Path one;
  private Path two;
  private Path observer;

  @BeforeEach
  void files() {
    one = folder.resolve("one");
    two = folder.resolve("two");
    observer = folder.resolve("observer");
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String sent(double second, long sent, double slip) {
    return "{\"atMicros\":%d,\"sent\":%d,\"unknown\":3,\"slipMillisMax\":%s,\"blockedMillis\":0.0}\n"
        .formatted((long) (second * 1e6), sent, slip);
  }

  private static Clock clock(double[] second) {
    return new Clock() {
      @Override
      public ZoneOffset getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(java.time.ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.ofEpochMilli((long) (second[0] * 1000));
      }
    };
  }

  private Probe generators(double[] second) {
    return new TelemetryProbe(
        TelemetryProbe.GENERATORS, List.of(new FileTail(one), new FileTail(two)), clock(second));
  }

  private Probe observer(double[] second) {
    return new TelemetryProbe(
        TelemetryProbe.OBSERVER, List.of(new FileTail(observer)), clock(second));
  }

  private static Map<String, Double> read(Probe probe) {
    List<Series> series = probe.series();
    double[] values = probe.read();
    assertThat(values).hasSameSizeAs(series);
    Map<String, Double> named = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      named.put(series.get(i).metric(), values[i]);
    }
    return named;
  }

  @Test
  void filesThatAreNotThereGiveNoValues() {
    assertThat(read(generators(new double[] {1})).values()).containsOnly(Double.NaN);
    assertThat(read(observer(new double[] {1})).values()).containsOnly(Double.NaN);
  }

  @Test
  void generatorsAreSummedAndTheWorstSlipCounts() throws IOException {
    double[] now = {10};
    Probe probe = generators(now);
    write(one, sent(9, 1000, 0.5) + sent(10, 2000, 7.5));
    write(two, sent(9, 0, 0.1) + sent(10, 500, 0.2));

    assertThat(read(probe))
        .containsEntry("generator.rate", 1500.0)
        .containsEntry("generator.slip", 7.5)
        .containsEntry("generator.unanswered", 6.0);
  }

  private static String requests(double second, long accepted, long refused, String p99) {
    return ("{\"atMicros\":%d,\"accepted\":%d,\"refused\":%d,\"gaveUp\":1,\"inFlight\":4,"
            + "\"ackMillisP50\":1.5,\"ackMillisP99\":%s,\"ackMillisMax\":null}\n")
        .formatted((long) (second * 1e6), accepted, refused, p99);
  }

  @Test
  void requestsAreSummedAndTheSlowestProcessCounts() throws IOException {
    double[] now = {10};
    Probe probe =
        new TelemetryProbe(
            TelemetryProbe.REQUESTS, List.of(new FileTail(one), new FileTail(two)), clock(now));
    assertThat(read(probe).values()).containsOnly(Double.NaN);
    write(one, requests(9, 100, 5, "7.5") + requests(10, 300, 5, "3.5"));
    write(two, requests(9, 0, 0, "null") + requests(10, 10, 20, "9.5"));

    assertThat(read(probe))
        .containsEntry("requests.accepted", 210.0)
        .containsEntry("requests.refused", 20.0)
        .containsEntry("requests.unknown", 0.0)
        .containsEntry("requests.in-flight", 8.0)
        .containsEntry("requests.latency.p50", 1.5)
        .containsEntry("requests.latency.p99", 9.5)
        .containsEntry("requests.latency.max", Double.NaN);
    write(one, requests(11, 400, 5, "4.5"));
    write(two, requests(11, 10, 30, "null"));
    now[0] = 11;
    assertThat(read(probe)).containsEntry("requests.latency.p99", 4.5);
  }

  @Test
  void theSlipOfTwoLinesInOneTickIsTheWorseOne() throws IOException {
    Probe probe = generators(new double[] {10});
    write(one, sent(9, 0, 900) + sent(10, 1, 1));
    write(two, sent(9, 0, 0) + sent(10, 1, 0));
    assertThat(read(probe)).containsEntry("generator.slip", 900.0);
  }

  @Test
  void aTornLineWaitsForItsEnd() throws IOException {
    Probe probe = generators(new double[] {11});
    write(one, sent(9, 0, 0) + sent(10, 1000, 0));
    write(two, sent(9, 0, 0) + sent(10, 0, 0));
    String line = sent(11, 3000, 0);
    write(one, line.substring(0, 10));
    assertThat(read(probe)).containsEntry("generator.rate", 1000.0);
    write(one, line.substring(10));
    assertThat(read(probe)).containsEntry("generator.rate", 2000.0);
  }

  @Test
  void aValueStandsUntilItIsStale() throws IOException {
    double[] now = {10};
    Probe probe = observer(now);
    write(
        observer,
        "{\"atMicros\":10000000,\"records\":5,\"lagRecords\":12,\"frontierMicros\":9400000,"
            + "\"appendMillisP99\":41.5,\"visibleMillisP99\":null}\n");

    assertThat(read(probe))
        .containsEntry("observer.lag", 12.0)
        .containsEntry("frontier.age", 600.0)
        .containsEntry("latency.p99", 41.5)
        .containsEntry("latency.visible.p99", Double.NaN);
    now[0] = 12;
    assertThat(read(probe)).containsEntry("observer.lag", 12.0);
    now[0] = 13;
    assertThat(read(probe)).containsEntry("observer.lag", Double.NaN);
  }
}
