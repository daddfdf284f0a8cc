package dev.rebound.platform.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Platform.ProcessListener;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.Signal;
import dev.rebound.platform.local.Heard.Exit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that a node's own daemon starts, and starts again. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AdoptedNodeIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Starts a worker, and another a second after each death. */
  private static final String DAEMON =
      "while :; do sh -c 'echo working; exec sleep 600' > worker.log & "
          + "echo $! > part; mv part worker.pid; wait; sleep 1; done";

  /** Starts a worker, and does not ask what became of it. */
  private static final String CARELESS = "sleep 600 & echo $! > worker.pid; exec sleep 600";

  @TempDir Path run;
  private final String runId = "adopt-it-" + java.util.UUID.randomUUID();
  private final ProcessTable table = ProcessTable.ofThisSystem();
  private final Heard heard = new Heard();
  private LocalPlatform platform;

  @BeforeEach
  void open() {
    platform =
        new LocalPlatform(
            run, runId, Clock.systemUTC(), new OwnClassPath(), (code, message, remedy) -> {});
    platform.listen(heard);
  }

  @AfterEach
  void close() throws Exception {
    platform.close();
    assertThat(new RunProcesses(table, runId).find()).isEmpty();
  }

  static Node daemon(Platform platform, String script) {
    return platform.start(
        new ProcessSpec(
            "daemon-1",
            "daemon",
            Owner.SUBJECT,
            new Program.Command(List.of("/bin/sh", "-c", script)),
            0,
            0,
            Map.of(),
            Map.of(),
            new ProcessSpec.Readiness.UpAtOnce()));
  }

  static Adoption worker(Node daemon) {
    return new Adoption(
        "worker-1", "worker", Owner.SUBJECT, daemon, "worker.log", () -> told(daemon));
  }

  /** The pid in the daemon's file. */
  static OptionalLong told(Node daemon) {
    try {
      Path file = daemon.fetch("worker.pid").orElse(null);
      String pid = file == null ? "" : Files.readString(file).trim();
      return pid.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(pid));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private Node adopted(String script) throws InterruptedException {
    Node daemon = daemon(platform, script);
    await("the daemon to tell a pid", () -> told(daemon).isPresent());
    return platform.adopt(worker(daemon));
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for %s", what).isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  @Test
  void aKillIsConfirmedWithoutAStatusAndTheNextProcessIsAdopted() throws Exception {
    Node worker = adopted(DAEMON);
    Incarnation first = worker.current();
    assertThat(worker.alive()).isTrue();
    assertThat(worker.restartsItself()).isTrue();
    assertThat(platform.nodes()).extracting(Node::name).containsExactly("daemon-1", "worker-1");
    NodeTail log = worker.follow(Node.LOG);
    await("its first words", () -> polled(log).contains("working"));

    Confirmation kill = worker.signal(Signal.KILL);

    assertThat(kill.confirmed()).as(kill.detail()).isTrue();
    assertThat(kill.incarnation()).isEqualTo(first);
    assertThat(kill.detail()).matches("gone after \\d+ ms");
    assertThat(heard.exit())
        .isEqualTo(new Exit("worker-1", 1, ProcessListener.UNTOLD, true, List.of("working")));
    await("the next life", worker::alive);
    assertThat(worker.current().number()).isEqualTo(2);
    assertThat(worker.current().pid()).isNotEqualTo(first.pid()).isEqualTo(pid(worker));
    assertThat(worker.current().startMicros()).isGreaterThan(kill.signalledMicros());
    await("word of it", () -> heard.starts().contains("worker-1/2"));
    assertThat(heard.starts()).containsExactly("daemon-1/1", "worker-1/1", "worker-1/2");
    assertThat(worker.signal(Signal.KILL).confirmed()).as("the next life dies, too").isTrue();
    assertThat(heard.exit().number()).isEqualTo(2);
  }

  private static long pid(Node worker) {
    try {
      return Long.parseLong(Files.readString(worker.fetch("worker.pid").orElseThrow()).trim());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDeathThatNobodyAskedForIsToldAsSuch() throws Exception {
    Node worker = adopted(DAEMON);
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    Exit exit = heard.exit();
    assertThat(exit.expected()).isFalse();
    assertThat(exit.number()).isEqualTo(1);
    await("the next life", worker::alive);
  }

  @Test
  void whatItsParentDoesNotCollectIsDeadAllTheSame() throws Exception {
    Node worker = adopted(CARELESS);
    long pid = worker.current().pid();

    Confirmation kill = worker.signal(Signal.KILL);

    assertThat(table.state(pid)).as("nobody collects it").isEqualTo('Z');
    assertThat(kill.confirmed()).as(kill.detail()).isTrue();
    assertThat(worker.alive()).isFalse();
    assertThat(heard.exit().expected()).isTrue();
    Confirmation again = worker.signal(Signal.KILL);
    assertThat(again.confirmed()).isFalse();
    assertThat(again.detail()).isEqualTo("it was dead already");
    assertThatThrownBy(() -> worker.restart(true, false))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("is started again by daemon-1");
    assertThatThrownBy(() -> worker.awaitReady(Duration.ofSeconds(1)))
        .isInstanceOf(ReboundException.class)
        .hasMessage("worker-1 does not live; waited for daemon-1 for 1 s");
  }

  @Test
  void itIsPausedResumedTerminatedAndStopped() throws Exception {
    Node worker = adopted(DAEMON);
    assertThat(worker.signal(Signal.PAUSE).confirmed()).isTrue();
    assertThat(table.state(worker.current().pid())).isEqualTo('T');
    assertThat(worker.signal(Signal.RESUME).confirmed()).isTrue();
    assertThat(worker.signal(Signal.TERMINATE).confirmed()).isTrue();
    assertThat(heard.exit().expected()).isTrue();
    await("the next life", worker::alive);
    worker.stop(LIMIT);
    assertThat(heard.exit().expected()).isTrue();
  }

  @Test
  void aRestartWaitsForTheDaemon() throws Exception {
    Node worker = adopted(DAEMON);
    assertThatThrownBy(() -> worker.restart(false, false))
        .isInstanceOf(IllegalStateException.class);
    long first = worker.current().pid();
    worker.signal(Signal.KILL);

    Incarnation next = worker.restart(false, false);

    assertThat(next.number()).isEqualTo(2);
    assertThat(next.pid()).isNotEqualTo(first);
    assertThat(worker.alive()).isTrue();
  }

  @Test
  void aKillOfTheDaemonLeavesTheWorkerUntilThePlatformCloses() throws Exception {
    Node worker = adopted(DAEMON);
    Node daemon = platform.nodes().get(0);
    assertThat(daemon.signal(Signal.KILL).confirmed()).isTrue();
    assertThat(heard.exit().status()).as("of a child").isEqualTo(137);
    assertThat(worker.alive()).isTrue();
    platform.close();
    assertThat(worker.alive()).isFalse();
    assertThat(run.resolve("logs/worker-1.log")).content().startsWith("working");
    assertThat(heard.exit())
        .extracting(Exit::node, Exit::expected)
        .containsExactly("worker-1", true);
  }

  @Test
  void aDeathThatFollowsFromAnotherIsNoSurprise() throws Exception {
    Node daemon = daemon(platform, DAEMON);
    await("the daemon to tell a pid", () -> told(daemon).isPresent());
    Node other = other("sleep", "600");
    Node worker =
        platform.adopt(
            new Adoption(
                "worker-1",
                "worker",
                Owner.SUBJECT,
                daemon,
                "worker.log",
                () -> told(daemon),
                List.of(other)));
    other.signal(Signal.KILL);
    assertThat(heard.exit().node()).isEqualTo("other");
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    Exit followed = heard.exit();
    assertThat(followed.node()).isEqualTo("worker-1");
    assertThat(followed.expected()).as("the other one was killed").isTrue();
    await("the next life", () -> heard.starts().contains("worker-1/2"));

    other.restart(false, false);
    await("the other's next life", () -> heard.starts().contains("other/2"));
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    assertThat(heard.exit().expected()).as("it began without the other").isTrue();
    await("the next life", () -> heard.starts().contains("worker-1/3"));
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    assertThat(heard.exit().expected()).as("the other one lives as it did").isFalse();
  }

  @Test
  void whoeverIsAskedToEndMayEndOthersFirst() throws Exception {
    Node daemon = daemon(platform, DAEMON);
    await("the daemon to tell a pid", () -> told(daemon).isPresent());
    String script = "trap 'sleep 5; exit 0' TERM; touch ready; while :; do sleep 0.1; done";
    Node slow = other("sh", "-c", script);
    await("its trap", () -> slow.fetch("ready").isPresent());
    Node worker =
        platform.adopt(
            new Adoption(
                "worker-1",
                "worker",
                Owner.SUBJECT,
                daemon,
                "worker.log",
                () -> told(daemon),
                List.of(slow)));
    Thread stop = new Thread(() -> slow.stop(LIMIT));
    stop.start();
    await("the request", () -> stop.getState() == Thread.State.TIMED_WAITING);
    assertThat(slow.alive()).isTrue();
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    assertThat(heard.exit().expected()).isTrue();
    stop.join();
  }

  @Test
  void whoWasPausedMayBeEndedByItsDaemon() throws Exception {
    Node worker = adopted(DAEMON);
    assertThat(worker.signal(Signal.PAUSE).confirmed()).isTrue();
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    assertThat(heard.exit().expected()).as("it was taken for dead").isTrue();
    await("the next life", worker::alive);
    ProcessHandle.of(worker.current().pid()).orElseThrow().destroyForcibly();
    assertThat(heard.exit().expected()).as("nobody paused that one").isFalse();
  }

  private Node other(String... command) {
    return platform.start(
        new ProcessSpec(
            "other",
            "other",
            Owner.SUBJECT,
            new Program.Command(List.of(command)),
            0,
            0,
            Map.of(),
            Map.of(),
            new ProcessSpec.Readiness.UpAtOnce()));
  }

  @Test
  void onlyALivingProcessOfTheRunIsAdopted() throws Exception {
    Node daemon = daemon(platform, CARELESS);
    await("the daemon to tell a pid", () -> told(daemon).isPresent());
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try {
      refused(daemon, () -> OptionalLong.of(stranger.pid()));
    } finally {
      stranger.destroyForcibly().waitFor();
    }
    refused(daemon, () -> OptionalLong.of(stranger.pid()));
    refused(daemon, OptionalLong::empty);
    refused(daemon, () -> OptionalLong.of(daemon.current().pid()));
    Node worker = platform.adopt(worker(daemon));
    assertThatThrownBy(() -> platform.adopt(worker(daemon)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(worker.alive()).isTrue();
  }

  private void refused(Node daemon, Supplier<OptionalLong> pid) {
    Adoption adoption =
        new Adoption("worker-1", "worker", Owner.SUBJECT, daemon, "worker.log", pid);
    assertThatThrownBy(() -> platform.adopt(adoption))
        .isInstanceOf(ReboundException.class)
        .hasMessage("No process of this run lives that could be adopted as worker-1");
  }

  @Test
  void itsFilesAreThoseOfTheDaemon() throws Exception {
    Node worker = adopted(DAEMON);
    NodeTail log = worker.follow(Node.LOG);
    await("its first words", () -> polled(log).contains("working"));
    worker.put("note", new ByteArrayInputStream("read me".getBytes(UTF_8)));
    Node daemon = platform.nodes().get(0);
    assertThat(daemon.fetch("note").orElseThrow()).hasContent("read me");
    assertThat(worker.list("")).contains("note", "worker.pid");
  }

  private static List<String> polled(NodeTail tail) {
    try {
      return tail.poll();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
