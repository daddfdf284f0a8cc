package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.platform.PropertiesText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The generator as a process of its own. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HttpGeneratorIT {
  private static final String RETRY = "-Djdk.httpclient.enableAllMethodRetry=true";

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly();
      process.waitFor(30, TimeUnit.SECONDS);
    }
  }

  private Process java(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log-" + started.size()).toFile())
            .start();
    started.add(process);
    return process;
  }

  private String config(Properties p) throws IOException {
    Map<String, String> settings = new HashMap<>();
    p.stringPropertyNames().forEach(key -> settings.put(key, p.getProperty(key)));
    settings.put("workload.name", "rule-match");
    settings.put("workload.seed", "42");
    Path file = folder.resolve("config.properties");
    Files.writeString(file, PropertiesText.of(settings));
    return file.toString();
  }

  private Sent sent() throws IOException {
    return Sent.read(
        folder.resolve("sendlog.bin"),
        folder.resolve("requests.bin"),
        folder.resolve("telemetry.jsonl"));
  }

  private static void ends(Process process, int status) throws InterruptedException {
    assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(status);
  }

  @Test
  void aBodyLeavesOnceEvenIfTheClientIsToldToTryAgain() throws Exception {
    // what must not happen does happen without OnceBody: this test can fail
    try (RawServer raw = new RawServer(false)) {
      ends(java(RETRY, PlainPost.class.getName(), "http://127.0.0.1:" + raw.port() + "/"), 0);
      assertThat(raw.seen().get(0L).get()).isGreaterThan(1);
    }
    try (RawServer raw = new RawServer(false)) {
      String config =
          config(
              Sent.properties(
                  folder, "http://127.0.0.1:" + raw.port() + "/", "rate", "50", "records", "20"));
      ends(java(RETRY, HttpGenerator.class.getName(), "--config", config), 0);
      assertThat(raw.seen()).hasSize(20);
      assertThat(raw.seen().values()).allSatisfy(times -> assertThat(times).hasValue(1));
      assertThat(sent().requests())
          .hasSize(20)
          .allMatch(
              r -> r.outcome() == RequestOutcome.UNKNOWN && r.ending() == RequestEnding.BROKEN);
    }
  }

  @Test
  void aRequestWithoutABodyIsSentOnceThoughItsConnectionCloses() throws Exception {
    try (RawServer raw = new RawServer(false)) {
      String config =
          config(
              Sent.properties(
                  folder,
                  "http://127.0.0.1:" + raw.port() + "/",
                  "rate",
                  "50",
                  "records",
                  "20",
                  "method",
                  "GET"));
      ends(java(HttpGenerator.class.getName(), "--config", config), 0);
      assertThat(raw.withoutBody()).isEqualTo(20);
      assertThat(sent().requests())
          .hasSize(20)
          .allMatch(
              r -> r.outcome() == RequestOutcome.UNKNOWN && r.ending() == RequestEnding.BROKEN);
    }
  }

  @Test
  void theLogsOutliveAKilledGenerator() throws Exception {
    try (RawServer raw = new RawServer(true)) {
      String config =
          config(Sent.properties(folder, "http://127.0.0.1:" + raw.port() + "/", "rate", "300"));
      Process process = java(HttpGenerator.class.getName(), "--config", config);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (raw.seen().size() < 200 && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
      process.destroyForcibly();
      ends(process, 137);
      Sent sent = sent();

      assertThat(sent.inOrder()).isFalse();
      assertThat(sent.requests()).hasSizeGreaterThanOrEqualTo(200);
      for (int n = 0; n < sent.requests().size(); n++) {
        Request request = sent.requests().get(n);
        boolean seen = raw.seen().containsKey((long) n);
        switch (request.settled()) {
          case ACCEPTED -> assertThat(seen).as("request " + n).isTrue();
          case REFUSED, NOT_SENT -> assertThat(seen).as("request " + n).isFalse();
          case UNKNOWN, IN_FLIGHT -> {
            // either may be
          }
        }
      }
      assertThat(raw.seen().keySet()).allMatch(n -> n < sent.requests().size());
    }
  }

  @Test
  void wrongSettingsAreToldWithoutAStackTrace() throws Exception {
    Properties p = Sent.properties(folder, "nowhere", "rate", "1");
    p.remove("url");
    ends(java(HttpGenerator.class.getName(), "--config", config(p)), 64);
    assertThat(Files.readString(folder.resolve("log-0")))
        .contains("url is missing")
        .doesNotContain("at dev.rebound");
  }
}
