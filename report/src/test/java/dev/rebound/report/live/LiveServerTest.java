package dev.rebound.report.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.base.ReboundException;
import dev.rebound.report.SyntheticRun;
import dev.rebound.report.page.HtmlReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveServerTest {
  private static final String RUN = "/runs/some%20run/20261122-110351/";

  @TempDir Path folder;
  private Path runs;
  private Path run;
  private LiveServer server;

  @BeforeEach
  void start() throws IOException {
    runs = Files.createDirectories(folder.resolve("runs"));
    run = runs.resolve("some run").resolve("20261122-110351");
    server = LiveServer.start(runs, 0, new RunMeters());
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void whoCallsItByAnotherNameIsRefused() throws IOException {
    int port = server.address().getPort();
    for (String host :
        List.of("Host: evil.example:" + port, "Host: 127.0.0.1", "Host: 127.0.0.1:80", "X: y")) {
      assertThat(Asked.ask(server, "GET", "/", List.of(host)).status()).as(host).isEqualTo(421);
    }
    assertThat(
            Asked.ask(
                    server,
                    "GET",
                    "/",
                    List.of("Host: 127.0.0.1:" + port, "Host: evil.example:" + port))
                .status())
        .isNotEqualTo(200);
    assertThat(Asked.ask(server, "GET", "/", List.of("Host: localhost:" + port)).status())
        .isEqualTo(200);
  }

  @Test
  void nothingIsChangedByAnyone() throws IOException {
    String host = "Host: 127.0.0.1:" + server.address().getPort();
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      Asked.Answer answer =
          Asked.ask(server, method, "/", List.of(host, "Content-Length: 0", "Origin: http://x.y"));
      assertThat(answer.status()).as(method).isEqualTo(405);
      assertThat(answer.head().toLowerCase(Locale.ROOT)).doesNotContain("access-control-allow");
    }
  }

  @Test
  void noScriptRunsButItsOwn() throws IOException {
    SyntheticRun.judged(run);
    for (String path : List.of("/", RUN)) {
      Asked.Answer page = Asked.get(server, path);
      assertThat(page.status()).as(path).isEqualTo(200);
      assertThat(page.header("Content-Security-Policy"))
          .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(page.body()).doesNotContain("<script>", "<style", " style=", "{{");
    }
    for (String path : List.of(RUN + "results.json", RUN + "nothing", "/metrics")) {
      assertThat(Asked.get(server, path).header("Content-Security-Policy"))
          .contains("default-src 'none'", "sandbox");
      assertThat(Asked.get(server, path).header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
  }

  @Test
  void namesAreNeverMarkup() throws IOException {
    SyntheticRun.judged(run);
    SyntheticRun.judged(runs.resolve("<b>x'\"&amp;").resolve("20261122-110352"));
    String index = Asked.get(server, "/").body();
    assertThat(index)
        .contains("2 runs", "synthetic &lt;run&gt;", "&lt;b&gt;x&#39;&quot;&amp;amp;")
        .doesNotContain("<run>", "<b>");
    assertThat(Asked.get(server, RUN).body())
        .contains("<title>synthetic &lt;run&gt;</title>")
        .doesNotContain("<run>", "<lost>");
    assertThat(Asked.get(server, "/runs/compare?run=%3Cb%3E").body()).doesNotContain("<b>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/runs/../secret.json",
        "/runs/../../runs/../secret.json",
        "/runs/%2e%2e/secret.json",
        "/runs/..%2fsecret.json",
        "/runs/some%20run/20261122-110351/../../../secret.json",
        "/runs/some%20run/20261122-110351/link.json",
        "/runs/some%20run/20261122-110351/logs/link.log",
        "/runs/some%20run/20261122-110351/.hidden",
        "/runs/some%20run/20261122-110351/data/sent.bin",
        "/runs/some%20run/20261122-110351/metrics/../data/sent.bin",
        "/runs/beside.json",
        "/runs//etc/passwd",
        "//etc/passwd",
        "/assets/../report.html",
        "/assets/report.html",
        "/runs/compare?run=../outside",
        "/runs/%00",
      })
  void nothingElseIsServed(String path) throws IOException {
    SyntheticRun.judged(run);
    Files.writeString(folder.resolve("secret.json"), "secret");
    Files.writeString(runs.resolve("beside.json"), "secret");
    Files.writeString(run.resolve(".hidden"), "secret");
    Files.writeString(Files.createDirectories(run.resolve("data")).resolve("sent.bin"), "secret");
    Files.createSymbolicLink(run.resolve("link.json"), folder.resolve("secret.json"));
    Files.createSymbolicLink(
        Files.createDirectories(run.resolve("logs")).resolve("link.log"),
        folder.resolve("secret.json"));
    SyntheticRun.judged(folder.resolve("outside"));

    Asked.Answer answer = Asked.get(server, path);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).doesNotContain("secret", "root:");
  }

  @Test
  void filesOfARunAreServedAsText() throws IOException {
    SyntheticRun.judged(run);
    Asked.Answer answer = Asked.get(server, RUN + "results.json");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).startsWith("text/plain");
    assertThat(answer.body()).contains("synthetic <run>");
    assertThat(Asked.get(server, RUN + "report.html").header("Location")).isEqualTo("./");
    assertThat(Asked.get(server, RUN.substring(0, RUN.length() - 1)).header("Location"))
        .isEqualTo("20261122-110351/");
  }

  /** A recorded journal, appended to as if the run went on. */
  @Test
  void aRunIsDrawnAsItsJournalGrows() throws IOException {
    Path recorded = SyntheticRun.judged(folder.resolve("recorded"));
    List<String> lines = Files.readAllLines(recorded.resolve("journal.jsonl"));
    Files.createDirectories(run);
    append(lines.subList(0, lines.size() / 2));
    assertThat(Asked.get(server, "/").body()).contains("● running");

    try (Asked events = Asked.begin(server, RUN + "events")) {
      events.until("event: more");
      JsonNode half = data();
      assertThat(half.at("/verdict").asText()).isEqualTo("running");
      assertThat(half.at("/provisional").asBoolean()).isTrue();
      assertThat(half.at("/sentences").toString()).contains("Phase faults", "1 fault so far");

      append(lines.subList(lines.size() / 2, lines.size()));
      events.until("event: more");
      JsonNode whole = data();
      assertThat(whole.at("/time").size()).isGreaterThan(half.at("/time").size());
      assertThat(whole.at("/faults").size()).isEqualTo(2);
      assertThat(whole.at("/provisional").asBoolean()).isTrue();

      Files.copy(recorded.resolve("results.json"), run.resolve("results.json"));
      HtmlReport.write(run);
      events.until("event: end");
      JsonNode judged = data();
      assertThat(judged.at("/verdict").asText()).isEqualTo("pass");
      assertThat(judged.has("provisional")).isFalse();
      assertThat(judged.at("/faults/0/recovery/text").asText()).isNotEmpty();
    }
  }

  private void append(List<String> lines) throws IOException {
    Files.write(
        run.resolve("journal.jsonl"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private JsonNode data() throws IOException {
    Asked.Answer answer = Asked.get(server, RUN + "data.json");
    assertThat(answer.status()).isEqualTo(200);
    return new ObjectMapper().readTree(answer.body());
  }

  @Test
  void aReaderThatDoesNotReadIsDroppedAndHoldsUpNobody() throws Exception {
    SyntheticRun.judged(run);
    long length = 200L << 20;
    try (RandomAccessFile log =
        new RandomAccessFile(
            Files.createDirectories(run.resolve("logs")).resolve("worker-1.log").toFile(), "rw")) {
      log.setLength(length);
    }
    try (LiveServer impatient = LiveServer.start(runs, 0, null, Duration.ofSeconds(2));
        Asked slow = Asked.begin(impatient, RUN + "logs/worker-1.log")) {
      assertThat(slow.until("HTTP/1.1 ")).startsWith("200");
      assertThat(Asked.get(impatient, RUN + "data.json").status()).isEqualTo(200);
      await("the reader is dropped", () -> impatient.busy() == 0);
      assertThat(slow.rest()).isLessThan(length);
      assertThat(Asked.get(impatient, "/").status()).isEqualTo(200);
    }
  }

  @Test
  void readersBeyondItsStreamsAreRefused() throws IOException {
    SyntheticRun.interrupted(run, 60);
    List<Asked> readers = new ArrayList<>();
    try {
      for (int i = 0; i < LiveServer.STREAMS; i++) {
        Asked reader = Asked.begin(server, RUN + "events");
        reader.until("event: more");
        readers.add(reader);
      }
      assertThat(Asked.get(server, RUN + "events").status()).isEqualTo(503);
      assertThat(Asked.get(server, "/").status()).isEqualTo(200);
    } finally {
      for (Asked reader : readers) {
        reader.close();
      }
    }
  }

  @Test
  void itsEndIsToldAndLeavesNothing() throws Exception {
    SyntheticRun.interrupted(run, 60);
    try (Asked events = Asked.begin(server, RUN + "events")) {
      events.until("event: more");
      server.close();
      events.until("event: end");
    }
    assertThatThrownBy(() -> Asked.get(server, "/")).isInstanceOf(ConnectException.class);
    await(
        "all threads end",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("rebound-live")));
  }

  @Test
  void aDamagedJournalIsToldToWhoAsks() throws IOException {
    Files.createDirectories(run);
    append(List.of("{\"v\":1}", "x", "y"));
    Asked.Answer answer = Asked.get(server, RUN);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body()).contains("journal.jsonl, line 1");
  }

  @Test
  void aPortThatIsTakenAndAFolderThatIsNotThereAreRefusedWithARemedy() {
    int port = server.address().getPort();
    assertThatThrownBy(() -> LiveServer.start(runs, port, null))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("127.0.0.1:" + port);
    assertThatThrownBy(() -> LiveServer.start(runs, 70_000, null))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("70000");
    assertThatThrownBy(() -> LiveServer.start(folder.resolve("none"), 0, null))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("none");
  }

  /** Waits for something that ends by itself, with a limit that only a hang reaches. */
  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 600; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("never: " + what);
  }
}
