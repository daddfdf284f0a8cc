package dev.rebound.platform.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.ProcessSpec.Readiness;
import dev.rebound.platform.Program;
import dev.rebound.platform.Signal;
import dev.rebound.platform.local.Heard.Exit;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class LocalPlatformIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path run;
  private final String runId = "it-" + java.util.UUID.randomUUID();
  private final Heard heard = new Heard();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private LocalPlatform platform;

  @BeforeEach
  void open() {
    platform =
        new LocalPlatform(
            run,
            runId,
            Clock.systemUTC(),
            new OwnClassPath(),
            (code, message, remedy) -> warnings.add(code + ": " + message));
    platform.listen(heard);
  }

  @Test
  void aDebuggerReachesTheProcessesOfARole() throws Exception {
    List<Platform.Address> told = new CopyOnWriteArrayList<>();
    platform.debug("worker", (node, address) -> told.add(address));
    Node node = platform.start(spec("w-1", new Readiness.LogLine("up"), "say=up", "sleep=100000"));
    node.awaitReady(LIMIT);

    Platform.Address at = told.get(0);
    try (Socket debugger = new Socket(at.host(), at.port())) {
      byte[] hello = "JDWP-Handshake".getBytes(UTF_8);
      debugger.getOutputStream().write(hello);
      assertThat(debugger.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
    }
  }

  @AfterEach
  void close() throws Exception {
    platform.close();
    assertThat(new RunProcesses(ProcessTable.ofThisSystem(), runId).find()).isEmpty();
    assertThat(warnings).isEmpty();
  }

  static ProcessSpec spec(String node, Readiness readiness, String... arguments) {
    return spec(node, "worker", readiness, arguments);
  }

  private static ProcessSpec spec(
      String node, String role, Readiness readiness, String... arguments) {
    return new ProcessSpec(
        node,
        role,
        role.equals("broker") ? Owner.SUPPORT : Owner.SUBJECT,
        new Program.Java(
            List.of("lab:"),
            Child.class.getName(),
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            List.of(arguments)),
        16 << 20,
        0,
        Map.of(),
        Map.of(),
        readiness);
  }

  private static Readiness.LogLine says(String text) {
    return new Readiness.LogLine(text);
  }

  @Test
  void aKillIsConfirmedOnceAndADeadVictimIsNot() throws Exception {
    Node node = platform.start(spec("w-1", says("up"), "say=up", "sleep=60000"));
    node.awaitReady(LIMIT);

    Confirmation kill = node.signal(Signal.KILL);
    assertThat(kill.confirmed()).isTrue();
    assertThat(kill.detail()).contains("137");
    assertThat(kill.incarnation()).isEqualTo(node.current());
    assertThat(kill.signalledMicros()).isGreaterThan(node.current().startMicros());
    assertThat(heard.exit()).isEqualTo(new Exit("w-1", 1, 137, true, List.of("up")));

    Confirmation again = node.signal(Signal.KILL);
    assertThat(again.confirmed()).isFalse();
    assertThat(again.detail()).isEqualTo("it was dead already with status 137");
    assertThat(node.signal(Signal.PAUSE).confirmed()).isFalse();
  }

  @Test
  void anyExecutableRunsAndIsKilledLikeAJvm() throws Exception {
    Node node =
        platform.start(
            new ProcessSpec(
                "w-1",
                "worker",
                Owner.SUBJECT,
                new Program.Command(
                    List.of("/bin/sh", "-c", "cat note; echo $WHO $TMPDIR; exec sleep 60")),
                0,
                16 << 20,
                Map.of("WHO", "life ${incarnation} in"),
                Map.of("note", "I am ${identity}\n"),
                says("life")));
    node.awaitReady(LIMIT);
    assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
    assertThat(heard.exit())
        .isEqualTo(
            new Exit(
                "w-1",
                1,
                137,
                true,
                List.of("I am w-1", "life 1 in " + run.resolve("nodes/w-1/tmp"))));
    assertThat(node.restart(false, true).number()).isEqualTo(2);
    node.awaitReady(LIMIT);
    assertThat(node.owner()).isEqualTo(Owner.SUBJECT);
    node.stop(LIMIT);
    assertThat(heard.exit().lines()).first().isEqualTo("I am w-1-i2");
  }

  @Test
  void whatIsStartedToEndIsReadyOnceItHasEndedWithStatusZero() throws Exception {
    Node good = platform.start(spec("w-1", new Readiness.Ended(), "say=done", "exit=0"));
    good.awaitReady(LIMIT);
    assertThat(good.alive()).isFalse();
    assertThat(heard.exit()).isEqualTo(new Exit("w-1", 1, 0, true, List.of("done")));

    Node bad = platform.start(spec("w-2", new Readiness.Ended(), "say=no space", "exit=3"));
    assertThatThrownBy(() -> bad.awaitReady(LIMIT))
        .hasMessageContainingAll("ended with status 3", "waited for its end with status 0")
        .hasMessageContaining("no space");
    assertThat(heard.exit()).isEqualTo(new Exit("w-2", 1, 3, true, List.of("no space")));

    Node slow = platform.start(spec("w-3", new Readiness.Ended(), "sleep=60000"));
    assertThatThrownBy(() -> slow.awaitReady(Duration.ofMillis(200)))
        .hasMessageContaining("was not ready within 200 ms");
    slow.stop(Duration.ZERO);
  }

  @Test
  void aLauncherDiesWithTheProgramThatItStarted() throws Exception {
    Node node =
        platform.start(
            new ProcessSpec(
                "w-1",
                "worker",
                Owner.SUBJECT,
                new Program.Command(
                    List.of("/bin/sh", "-c", "while :; do :; done & echo up $!; wait")),
                0,
                16 << 20,
                Map.of(),
                Map.of(),
                says("up")));
    node.awaitReady(LIMIT);
    long started =
        ProcessHandle.of(node.current().pid())
            .orElseThrow()
            .descendants()
            .findFirst()
            .orElseThrow()
            .pid();
    assertThat(node.signal(Signal.PAUSE).confirmed()).isTrue();
    assertThat(ProcessTable.ofThisSystem().state(started)).isEqualTo('T');
    assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
    assertThat(ProcessTable.ofThisSystem().state(started))
        .as("gone, or dead and not collected yet")
        .isIn('?', 'Z');
  }

  /** A shell that is asked to end does so at once, and tells nobody. */
  @Test
  void whatALauncherLeavesIsAskedToEndAsWell() throws Exception {
    Node node =
        platform.start(
            new ProcessSpec(
                "w-1",
                "worker",
                Owner.SUBJECT,
                new Program.Command(
                    List.of(
                        "/bin/sh",
                        "-c",
                        "(trap 'echo bye; exit' TERM; echo up; while :; do sleep 0.1; done) &"
                            + " wait")),
                0,
                16 << 20,
                Map.of(),
                Map.of(),
                says("up")));
    node.awaitReady(LIMIT);
    long terminated = program(node);
    assertThat(node.signal(Signal.TERMINATE).confirmed()).isTrue();
    node.restart(false, false);
    node.awaitReady(LIMIT);
    long stopped = program(node);
    node.stop(LIMIT);
    for (long program : List.of(terminated, stopped)) {
      assertThat(ProcessTable.ofThisSystem().state(program)).isIn('?', 'Z');
    }
    assertThat(Files.readAllLines(node.fetch(Node.LOG).orElseThrow()))
        .filteredOn(line -> line.equals("bye"))
        .hasSize(2);
  }

  private static long program(Node launcher) {
    return ProcessHandle.of(launcher.current().pid())
        .orElseThrow()
        .children()
        .findFirst()
        .orElseThrow()
        .pid();
  }

  @Test
  void whatALauncherStartsInTheMidstOfAPauseStopsAsWell() {
    Node node =
        platform.start(
            new ProcessSpec(
                "w-1",
                "worker",
                Owner.SUBJECT,
                new Program.Command(
                    List.of("/bin/sh", "-c", "echo up; while :; do sleep 0.2 & sleep 0.002; done")),
                0,
                16 << 20,
                Map.of(),
                Map.of(),
                says("up")));
    node.awaitReady(LIMIT);
    ProcessTable table = ProcessTable.ofThisSystem();
    ProcessHandle launcher = ProcessHandle.of(node.current().pid()).orElseThrow();
    for (int i = 0; i < 10; i++) {
      Confirmation pause = node.signal(Signal.PAUSE);
      assertThat(pause.confirmed()).as(pause.detail()).isTrue();
      assertThat(launcher.descendants().map(child -> table.state(child.pid())))
          .isNotEmpty()
          .allMatch(state -> state == 'T' || state == 'Z' || state == '?');
      Confirmation resume = node.signal(Signal.RESUME);
      assertThat(resume.confirmed()).as(resume.detail()).isTrue();
    }
    assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
  }

  /**
   * The program that it starts waits for a pipe that nobody opens, before it is a program of its
   * own.
   */
  @Test
  void whoWaitsForOneThatStoppedBeforeItWasAProgramStandsStill() throws Exception {
    assumeTrue(ProcTable.exists(), "elsewhere a process that waits so has another state");
    Path pipe = run.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String start =
        "import os; print('up', flush=True); os.posix_spawn('/bin/true', ['true'], {},"
            + " file_actions=[(os.POSIX_SPAWN_OPEN, 0, '%s', os.O_RDONLY, 0)])".formatted(pipe);
    Node node =
        platform.start(
            new ProcessSpec(
                "w-1",
                "worker",
                Owner.SUBJECT,
                new Program.Command(List.of("python3", "-c", start)),
                0,
                16 << 20,
                Map.of(),
                Map.of(),
                says("up")));
    node.awaitReady(LIMIT);
    ProcessTable table = ProcessTable.ofThisSystem();
    long pid = node.current().pid();
    long until = System.nanoTime() + LIMIT.toNanos();
    while (table.state(pid) != 'D' && System.nanoTime() < until) {
      Thread.sleep(5);
    }
    Confirmation pause = node.signal(Signal.PAUSE);
    assertThat(pause.confirmed()).as(pause.detail()).isTrue();
    assertThat(pause.detail()).startsWith("state D");
    assertThat(ProcessHandle.of(pid).orElseThrow().children())
        .singleElement()
        .satisfies(child -> assertThat(table.state(child.pid())).isEqualTo('T'));
    Confirmation resume = node.signal(Signal.RESUME);
    assertThat(resume.confirmed()).as(resume.detail()).isTrue();
    assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
  }

  @Test
  void aPauseStopsAndAResumeContinues() {
    Node node = platform.start(spec("w-1", says("up"), "say=up", "sleep=60000"));
    node.awaitReady(LIMIT);
    ProcessTable table = ProcessTable.ofThisSystem();

    assertThat(node.signal(Signal.PAUSE).confirmed()).isTrue();
    assertThat(table.state(node.current().pid())).isEqualTo('T');
    Confirmation again = node.signal(Signal.PAUSE);
    assertThat(again.confirmed()).isFalse();
    assertThat(again.detail()).isEqualTo("it stood still already");
    assertThat(node.signal(Signal.RESUME).confirmed()).isTrue();
    assertThat(table.state(node.current().pid())).isNotEqualTo('T');

    node.signal(Signal.PAUSE);
    assertThat(node.signal(Signal.KILL).confirmed()).as("a kill of a paused process").isTrue();
  }

  @Test
  void aTerminatedOrStoppedProcessIsExpectedToEnd() throws Exception {
    Node node = platform.start(spec("w-1", says("up"), "say=up", "sleep=60000"));
    node.awaitReady(LIMIT);
    assertThat(node.signal(Signal.TERMINATE).confirmed()).isTrue();
    assertThat(heard.exit().expected()).isTrue();

    node.restart(false, false);
    node.awaitReady(LIMIT);
    node.signal(Signal.PAUSE);
    node.stop(LIMIT);
    assertThat(node.alive()).isFalse();
    assertThat(heard.exit()).isEqualTo(new Exit("w-1", 2, 143, true, List.of("up")));
  }

  @Test
  void aRestartKeepsOrWipesTheDiskAndTheAddress() throws Exception {
    int port = platform.reserve("w-1", "api").inside().port();
    Node node =
        platform.start(
            spec(
                "w-1",
                new Readiness.TcpPort("api"),
                "say=I am ${identity}, life ${incarnation}",
                "tell=${data}/file",
                "touch=${data}/file",
                "listen=" + port,
                "sleep=60000"));
    node.awaitReady(LIMIT);
    assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
    heard.exit();
    assertThat(node.restart(false, false).number()).isEqualTo(2);
    node.awaitReady(LIMIT);
    node.signal(Signal.KILL);
    assertThat(heard.exit().lines()).first().asString().isEqualTo("I am w-1, life 2");
    node.restart(true, true);
    node.awaitReady(LIMIT);

    Path file = node.fetch("data/file").orElseThrow();
    assertThat(node.follow(Node.LOG).poll())
        .filteredOn(line -> line.startsWith("I am") || line.contains(file.toString()))
        .containsExactly(
            "I am w-1, life 1",
            file + " gone",
            "I am w-1, life 2",
            file + " kept",
            "I am w-1-i2, life 3",
            file + " gone");
    assertThat(node.endpoint("api").outside().port()).isEqualTo(port);
    assertThat(heard.starts()).containsExactly("w-1/1", "w-1/2", "w-1/3");
  }

  @Test
  void filesOfANodeAreFollowedFetchedPutListedAndDiscarded() throws Exception {
    Node node =
        platform.start(
            spec("w-1", says("up"), "say=up", "touch=${data}/file", "touch=${shared}/x", "exit=0"));
    NodeTail lines = node.follow("notes");
    assertThat(lines.poll()).isEmpty();
    heard.exit();
    node.put("notes", new ByteArrayInputStream("one\ntwo\nthr".getBytes(UTF_8)));
    assertThat(lines.poll()).containsExactly("one", "two");
    assertThat(node.fetch("data/file"))
        .get()
        .satisfies(file -> assertThat(file).hasContent("here"));
    assertThat(node.fetch("data")).as("no file").isEmpty();
    assertThat(node.fetch("none")).isEmpty();
    assertThat(node.list("data")).containsExactly("file");
    assertThat(node.list("none")).isEmpty();
    assertThatThrownBy(() -> node.fetch("../w-2/file")).hasMessageContaining("leaves");
    platform.start(spec("w-2", new Readiness.UpAtOnce(), "exit=0"));
    heard.exit();

    platform.close();
    platform.discard(Set.of("w-1"));
    assertThat(run.resolve("nodes/w-1/data/file")).exists();
    assertThat(run.resolve("nodes/w-2")).doesNotExist();
    assertThat(run.resolve("shared")).doesNotExist();
    assertThat(run.resolve("logs/w-2.log")).exists();
    platform.discard(Set.of());
    assertThat(run.resolve("nodes")).doesNotExist();
  }

  @Test
  void anUnplannedExitIsToldWithItsLastLines() throws Exception {
    platform.start(spec("w-1", new Readiness.UpAtOnce(), "say=goodbye", "exit=3"));
    assertThat(heard.exit()).isEqualTo(new Exit("w-1", 1, 3, false, List.of("goodbye")));
  }

  @Test
  void readinessEndsWithTheProcessOrTheLimitAndSaysWhatItWaitedFor() {
    Node dead = platform.start(spec("w-1", says("never"), "say=cannot go on", "exit=4"));
    assertThatThrownBy(() -> dead.awaitReady(Duration.ofMinutes(5)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("w-1 (incarnation 1, pid " + dead.current().pid())
        .hasMessageContaining("ended with status 4")
        .hasMessageContaining("waited for \"never\" in its log")
        .hasMessageContaining("cannot go on");

    Node silent = platform.start(spec("w-2", new Readiness.Http("api", "/health"), "sleep=60000"));
    assertThatThrownBy(() -> silent.awaitReady(Duration.ofMillis(300)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("was not ready within 300 ms; waited for status 200 from http://");
  }

  @Test
  void closingEndsGrandchildrenToo() throws Exception {
    Node node = platform.start(spec("w-1", says("spawned"), "spawn=60", "sleep=60000"));
    node.awaitReady(LIMIT);
    RunProcesses processes = new RunProcesses(ProcessTable.ofThisSystem(), runId);
    assertThat(processes.find()).hasSize(2);
    node.signal(Signal.KILL);
    assertThat(processes.find()).as("the grandchild survives its parent").hasSize(1);
    Thread.currentThread().interrupt();
    platform.close();
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    assertThat(processes.find()).isEmpty();
    assertThatThrownBy(() -> platform.start(spec("w-2", says("up"))))
        .hasMessageContaining("closed");
  }

  @Test
  void ctrlCInTheTerminalDoesNotReachANode() throws Exception {
    Node node = platform.start(spec("w-1", says("up"), "say=up", "sleep=60000"));
    node.awaitReady(LIMIT);
    String pid = Long.toString(node.current().pid());
    assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
    assertThat(heard.nobodyDiesFor(300)).isTrue();
    assertThat(node.alive()).isTrue();
  }

  @Test
  void aWardenThatDiesIsToldAndReplaced() throws Exception {
    platform.start(spec("w-1", new Readiness.UpAtOnce(), "sleep=60000"));
    long first = platform.wardenPid();
    ProcessHandle.of(first).orElseThrow().destroyForcibly();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while ((platform.wardenPid() == first || platform.wardenPid() < 0)
        && System.nanoTime() - deadline < 0) {
      Thread.sleep(20);
    }
    long second = platform.wardenPid();
    assertThat(second).isNotEqualTo(first).isPositive();
    assertThat(warnings).hasSize(1).first().asString().startsWith("warden-died");
    warnings.clear();
    platform.close();
    assertThat(ProcessHandle.of(second).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void whatALivingLabStartedIsNoLeftover() throws Exception {
    Node node = platform.start(spec("w-1", new Readiness.UpAtOnce(), "sleep=60000"));
    assertThat(Leftovers.find())
        .extracting(Leftovers.Leftover::pid)
        .doesNotContain(node.current().pid());
  }

  @Test
  void psSeesWhatProcSees() throws Exception {
    Node node = platform.start(spec("w-1", says("up"), "say=up", "sleep=60000"));
    node.awaitReady(LIMIT);
    long pid = node.current().pid();
    ProcessTable table = new PsTable();
    assertThat(table.carrying(("REBOUND_RUN_ID=" + runId)::equals))
        .extracting(carrier -> carrier.process().pid())
        .containsExactly(pid);
    assertThat(node.signal(Signal.PAUSE).confirmed()).isTrue();
    assertThat(table.state(pid)).isEqualTo('T');
    assertThat(table.state(0)).isEqualTo('?');
  }

  @Test
  void aBusyPortIsNamedWithItsHolder() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> platform.reserve("w-1", "api", port))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("Port " + port + ", wanted as 'api' of w-1, is in use")
          .hasMessageContaining("pid " + ProcessHandle.current().pid());
    }
  }

  @Test
  void aLogThatCannotBeWrittenIsOneClearError() throws Exception {
    Files.writeString(run.resolve("logs"), "a file where a folder should be");
    assertThatThrownBy(() -> platform.start(spec("w-1", says("up"))))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("Cannot write")
        .hasMessageContaining("logs");
  }

  private static List<Integer> cores(long pid) throws Exception {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> Cores.numbers(line.substring(line.indexOf(':') + 1).trim()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theEngineUsesNoMoreOfItsCoreThanItsQuota() throws Exception {
    assumeTrue(cores(ProcessHandle.current().pid()).size() >= 2, "two cores");
    assumeTrue(Files.isWritable(CpuQuota.GroupPlace.here().folder()), "control groups");
    CpuQuota.GroupPlace place = CpuQuota.GroupPlace.here();

    assertThat(platform.pin(new CoresSpec(1, 1, 0.25, Map.of())))
        .endsWith("; the engine with 0.25 of their CPU at most");
    Node worker = platform.start(spec("w-1", says("up"), "say=up", "sleep=100000"));
    Node broker = platform.start(spec("b-1", "broker", says("up"), "say=up", "sleep=100000"));
    worker.awaitReady(LIMIT);
    broker.awaitReady(LIMIT);

    Path group = place.folder().resolve("rebound-" + ProcessHandle.current().pid());
    assertThat(Files.readAllLines(group.resolve("cgroup.procs")))
        .containsExactly(Long.toString(worker.current().pid()));
    if (!place.second()) {
      assertThat(Files.readString(group.resolve("cpu.cfs_quota_us")).trim()).isEqualTo("25000");
    }
    assertThat(worker.signal(Signal.KILL).confirmed()).as("the pid is the process's own").isTrue();
    worker.restart(false, false);
    worker.awaitReady(LIMIT);
    assertThat(Files.readAllLines(group.resolve("cgroup.procs")))
        .as("its next life")
        .containsExactly(Long.toString(worker.current().pid()));

    platform.close();
    assertThat(group).doesNotExist();
  }

  @Test
  void processesRunOnTheCoresThatTheyWereGiven() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/status")), "Linux");
    long lab = ProcessHandle.current().pid();
    List<Integer> before = cores(lab);
    assumeTrue(before.size() >= 2, "two cores");
    Cores cores = Cores.here(1, 1);

    assertThat(platform.pin(new CoresSpec(1, 1, 1, Map.of("front", Owner.SUPPORT))))
        .isEqualTo(cores.words() + "; front on the rig's");
    Node front = platform.start(spec("f-1", "front", says("up"), "say=up", "sleep=100000"));
    Node worker = platform.start(spec("w-1", says("spawned"), "spawn=100", "sleep=100000"));
    Node broker = platform.start(spec("b-1", "broker", says("up"), "say=up", "sleep=100000"));
    front.awaitReady(LIMIT);
    worker.awaitReady(LIMIT);
    broker.awaitReady(LIMIT);

    assertThat(front.owner()).isEqualTo(Owner.SUBJECT);
    assertThat(cores(front.current().pid())).isEqualTo(cores.rig());
    assertThat(cores(worker.current().pid())).isEqualTo(cores.subject());
    assertThat(cores(broker.current().pid())).isEqualTo(cores.rig());
    assertThat(cores(lab)).isEqualTo(cores.rig());
    List<ProcessHandle> children =
        ProcessHandle.of(worker.current().pid()).orElseThrow().children().toList();
    assertThat(children).isNotEmpty();
    for (ProcessHandle child : children) {
      assertThat(cores(child.pid())).as("what a worker starts").isEqualTo(cores.subject());
    }
    assertThat(worker.signal(Signal.KILL).confirmed()).as("the pid is the process's own").isTrue();
    worker.restart(false, false);
    worker.awaitReady(LIMIT);
    assertThat(cores(worker.current().pid())).as("its next life").isEqualTo(cores.subject());
    assertThat(front.signal(Signal.KILL).confirmed()).isTrue();
    front.restart(false, false);
    front.awaitReady(LIMIT);
    assertThat(cores(front.current().pid())).as("its next life").isEqualTo(cores.rig());

    platform.close();
    assertThat(cores(lab)).as("the lab, once the run is over").isEqualTo(before);
  }
}
