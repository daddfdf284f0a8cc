package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.HttpSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Probe;
import dev.rebound.platform.local.LocalPlatform;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WorkloadSpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Load over HTTP with real processes on the local platform. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HttpLoadIT {
  @TempDir Path run;
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  private HttpServer server() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          seen.add(RecordFormat.generator(body) + "-" + RecordFormat.sequence(body));
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private LocalPlatform platform() {
    return new LocalPlatform(
        run,
        "it-" + UUID.randomUUID(),
        Clock.systemUTC(),
        new ClassPath(Path.of(System.getProperty("rebound.home", "..")), new Artifacts(line -> {})),
        (code, message, remedy) -> warnings.add(code + ": " + message));
  }

  private static List<String> urls(HttpServer server) {
    return List.of("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private static Load load(HttpServer server, Rate rate, HttpSpec http) {
    return new HttpLoad(
        new LoadSpec(rate, 0, false, false, 1, "", Map.of(), http, null),
        new SubjectInterface.OverHttp.Requested(urls(server), List.of(), RequestForm.POST),
        WorkloadSpec.ruleMatch(42));
  }

  private static void await(java.util.function.BooleanSupplier what) {
    Deadline by = Deadline.after(Duration.ofSeconds(60));
    while (!what.getAsBoolean() && !by.passed()) {
      Time.real().sleep(Duration.ofMillis(50));
    }
    assertThat(what.getAsBoolean()).isTrue();
  }

  @Test
  void aRateIsSentUntilItIsStopped() throws Exception {
    HttpServer server = server();
    try (LocalPlatform platform = platform()) {
      Load load = load(server, new Rate(100), HttpSpec.DEFAULT);
      long start = Time.real().micros() + 3_000_000;
      RunningLoad sending = load.start(new Load.LoadTurn(0, new Rate(100), 0, start), platform);
      await(() -> seen.size() >= 150);
      for (Probe probe : sending.probes()) {
        assertThat(probe.read()).hasSameSizeAs(probe.series());
      }
      assertThat(sending.over()).isFalse();
      assertThat(sending.nodes("generator")).hasSize(1);
      sending.stop(Deadline.after(Duration.ofSeconds(30)));

      List<Path> logs = sending.sent().stream().map(of -> of.requests().orElseThrow()).toList();
      RequestFigures figures = RequestFigures.read(logs, List.of());
      assertThat(figures.all().samples()).isEqualTo(seen.size());
      assertThat(figures.all().accepted()).isEqualTo(seen.size());
      assertThat(figures.all().startMicros()).isEqualTo(start);
      assertThat(sending.sent()).hasSize(1);
      try (SendLog first = SendLog.open(sending.sent().get(0).log().orElseThrow())) {
        assertThat(first.slot(0)).isGreaterThanOrEqualTo(SendLog.ACKNOWLEDGED);
        assertThat(first.ratePerSecond()).isEqualTo(100);
      }
    } finally {
      server.stop(0);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void usersComeToTheirEnd() throws Exception {
    HttpServer server = server();
    try (LocalPlatform platform = platform()) {
      Load load =
          load(server, Rate.MAX, new HttpSpec(5, Duration.ZERO, Duration.ofSeconds(30), 0, "1.1"));
      RunningLoad sending =
          load.start(new Load.LoadTurn(0, Rate.MAX, 100, Time.real().micros()), platform);
      await(sending::over);
      sending.stop(Deadline.after(Duration.ofSeconds(30)));

      assertThat(seen).hasSize(100);
      List<Path> logs = sending.sent().stream().map(of -> of.requests().orElseThrow()).toList();
      assertThat(RequestFigures.read(logs, List.of()).all().accepted()).isEqualTo(100);
    } finally {
      server.stop(0);
    }
  }
}
