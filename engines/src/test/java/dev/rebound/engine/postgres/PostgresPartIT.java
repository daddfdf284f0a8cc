package dev.rebound.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Probe;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Signal;
import dev.rebound.platform.local.LocalPlatform;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server: what is in it outlives its death, and nothing of it outlives the lab. */
@Tag("process")
@Tag("thorough")
class PostgresPartIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path run;
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private LocalPlatform platform() {
    return new LocalPlatform(
        run,
        "it-" + UUID.randomUUID(),
        Clock.systemUTC(),
        new ClassPath(Path.of(System.getProperty("rebound.home", "..")), new Artifacts(line -> {})),
        (code, message, remedy) -> warnings.add(code + ": " + message));
  }

  private static RunningPart started(LocalPlatform platform, Map<String, String> settings) {
    return PostgresPart.planned(settings, platform)
        .start(platform, Deadline.after(LIMIT), line -> {});
  }

  private static Node server(RunningPart running) {
    return running.nodes(PostgresPart.ROLE).get(0);
  }

  private static Connection connected(Node node) throws SQLException {
    return DriverManager.getConnection(
        PostgresPart.jdbcUrl(node.endpoint(PostgresPlan.SQL).outside()) + "&socketTimeout=20");
  }

  private static List<List<String>> ask(Node node, String sql) throws SQLException {
    try (Connection connection = connected(node)) {
      return ask(connection, sql);
    }
  }

  private static List<List<String>> ask(Connection connection, String sql) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        ResultSet row = statement.getResultSet();
        while (row.next()) {
          List<String> columns = new ArrayList<>();
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            columns.add(row.getString(i));
          }
          rows.add(columns);
        }
      }
    }
    return rows;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void until(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime() - end).as("waited for " + what).isNegative();
      Thread.sleep(20);
    }
  }

  private static boolean titled(ProcessHandle process, String title) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).contains(title);
    } catch (IOException e) {
      return false;
    }
  }

  private static void back(RunningPart running, Node node) throws Exception {
    node.awaitReady(LIMIT);
    until("the server to take queries", () -> running.missing(node).isEmpty());
  }

  /** The server and every process of it. */
  private static List<ProcessHandle> processes(long pid) {
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(server.descendants().toList());
    all.add(server);
    return all;
  }

  private static boolean gone(List<ProcessHandle> processes) {
    return processes.stream().noneMatch(PostgresPartIT::runs);
  }

  /** A dead process may wait for whoever collects orphans here. */
  private static boolean runs(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return process.isAlive() && !stat.contains(") Z ");
    } catch (NoSuchFileException e) {
      return process.isAlive();
    } catch (IOException e) {
      return false; // it ended while it was looked at
    }
  }

  /** Blocks of shared memory that a process made. */
  private static List<String> sharedMemory(long pid) throws IOException {
    Path blocks = Path.of("/proc/sysvipc/shm");
    return Files.exists(blocks)
        ? Files.readAllLines(blocks).stream()
            .filter(line -> line.trim().split(" +", -1)[4].equals(Long.toString(pid)))
            .toList()
        : List.of();
  }

  @Test
  void whatWasCommittedIsThereAfterAKill() throws Exception {
    try (LocalPlatform platform = platform()) {
      RunningPart running = started(platform, Map.of("max_connections", "50"));
      Node node = server(running);
      ask(node, "create table t (n int primary key, what text)");
      try (Connection wire = connected(node)) {
        for (int i = 0; i < 100; i++) {
          ask(wire, "insert into t values (" + i + ", 'row')");
        }
        assertThat(ask(wire, "show max_connections")).containsExactly(List.of("50"));
        assertThat(processes(node.current().pid()))
            .as("the node's pid is the postmaster's, with its children")
            .hasSizeGreaterThan(5);

        assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
        assertThat(running.missing(node))
            .hasValueSatisfying(why -> assertThat(why).contains("not take queries"));
        assertThatThrownBy(() -> ask(wire, "select 1")).isInstanceOf(SQLException.class);
      }
      assertThat(node.restart(false, false).number()).isEqualTo(2);
      back(running, node);
      assertThat(ask(node, "select count(*), min(n), max(n) from t"))
          .containsExactly(List.of("100", "0", "99"));

      assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
      node.restart(true, false);
      back(running, node);
      assertThatThrownBy(() -> ask(node, "select count(*) from t"))
          .as("on a wiped disk")
          .hasMessageContaining("does not exist");
      running.close();
      assertThat(node.alive()).isFalse();
      assertThat(node.fetch("data/database/postmaster.pid"))
          .as("it was stopped in order")
          .isEmpty();
    }
    assertThat(warnings).isEmpty();
  }

  /** As services with pools of connections are, which would keep a smart shutdown waiting. */
  @Test
  void whoIsAskedToEndDoesNotWaitForItsClients() throws Exception {
    try (LocalPlatform platform = platform()) {
      RunningPart running = started(platform, Map.of());
      Node node = server(running);
      ask(node, "create table t (n int)");
      try (Connection idle = connected(node);
          Connection busy = connected(node)) {
        ask(idle, "insert into t values (1)");
        ask(busy, "begin");
        ask(busy, "insert into t values (2)");

        Confirmation end = node.signal(Signal.TERMINATE);

        assertThat(end.confirmed()).as(end.detail()).isTrue();
        assertThat(end.detail()).contains("of SIGINT with status 0");
        assertThatThrownBy(() -> ask(idle, "select 1")).isInstanceOf(SQLException.class);
      }
      assertThat(node.fetch("data/database/postmaster.pid")).as("an end in order").isEmpty();
      node.restart(false, false);
      back(running, node);
      assertThat(ask(node, "select n from t")).containsExactly(List.of("1"));
      assertThat(node.follow(Node.LOG).poll())
          .anyMatch(line -> line.contains("received fast shutdown request"))
          .noneMatch(line -> line.contains("was not properly shut down"));
      running.close();
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void aNewLifeWaitsForTheLastProcessOfTheFormerOne() throws Exception {
    try (LocalPlatform platform = platform()) {
      RunningPart running = started(platform, Map.of());
      Node node = server(running);
      ProcessHandle postmaster = ProcessHandle.of(node.current().pid()).orElseThrow();
      // One that has its title holds the server's socket no more.
      ProcessHandle child =
          postmaster
              .children()
              .filter(one -> titled(one, "checkpointer"))
              .findFirst()
              .orElseThrow();
      // Not by the platform, which would end the child as well.
      signal("STOP", child);
      postmaster.destroyForcibly();
      until("the death of the postmaster", () -> !node.alive());

      node.restart(false, false);
      for (int i = 0; i < 10; i++) {
        Thread.sleep(200);
        assertThat(running.missing(node))
            .as("as long as a process of its former life lives")
            .isPresent();
      }
      assertThat(node.alive()).isTrue();
      signal("CONT", child);
      back(running, node);
      until("the end of that process", () -> gone(List.of(child)));
      running.close();
    }
    assertThat(warnings).isEmpty();
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    String pid = Long.toString(process.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }

  @Test
  void aPauseStopsEveryConnectionAndAResumeContinuesThem() throws Exception {
    try (LocalPlatform platform = platform()) {
      RunningPart running = started(platform, Map.of());
      Node node = server(running);
      Probe probe = running.probes().get(0);
      until("a reading", () -> Double.isFinite(probe.read()[1]));
      try (Connection wire = connected(node);
          Connection other = connected(node)) {
        assertThat(ask(wire, "select 1")).hasSize(1);
        until("both connections to be counted", () -> probe.read()[0] == 2);

        assertThat(node.signal(Signal.PAUSE).confirmed()).isTrue();
        other.setNetworkTimeout(Runnable::run, 500);
        assertThatThrownBy(() -> ask(other, "select 1"))
            .hasRootCauseInstanceOf(SocketTimeoutException.class);
        until("no reading of a server that stands still", () -> Double.isNaN(probe.read()[0]));
        assertThat(running.missing(node)).isPresent();

        assertThat(node.signal(Signal.RESUME).confirmed()).isTrue();
        assertThat(ask(wire, "select 2")).containsExactly(List.of("2"));
        until("a reading", () -> Double.isFinite(probe.read()[0]));
      }
      running.close();
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void nothingIsLeftOfAServerThatWasKilledAndStayedDead() throws Exception {
    List<ProcessHandle> all;
    long pid;
    try (LocalPlatform platform = platform()) {
      PostgresPart planned = PostgresPart.planned(Map.of(), platform);
      ProcessSpec process = planned.processes().get(0);
      PostgresPart withoutNamespaces =
          new PostgresPart(
              planned.settings(),
              List.of(
                  new ProcessSpec(
                      process.node(),
                      process.role(),
                      process.owner(),
                      process.program(),
                      process.heapBytes(),
                      process.overheadBytes(),
                      Map.of("LC_ALL", "C", "PATH", pathWithoutNamespaces()),
                      process.files(),
                      process.readiness())));
      RunningPart running = withoutNamespaces.start(platform, Deadline.after(LIMIT), line -> {});
      Node node = server(running);
      pid = node.current().pid();
      all = processes(pid);
      assertThat(sharedMemory(pid)).hasSize(1);
      assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
      running.close();
    }
    assertThat(gone(all)).isTrue();
    until("the sweep of its shared memory", () -> sharedMemory(pid).isEmpty());
    until("whoever else works in the run's folder to end", () -> inFolder().isEmpty());
    assertThat(warnings).isEmpty();
  }

  @Test
  void aServerThatCannotStartSaysWhy() {
    try (LocalPlatform platform = platform()) {
      assertThatThrownBy(() -> started(platform, Map.of("shared_buffers", "plenty")))
          .hasMessageContaining("database (incarnation 1")
          .hasMessageContaining("shared_buffers");
    }
  }

  @Test
  void itEndsWithALabThatIsKilled() throws Exception {
    endsWithItsLab(List.of(), Map.of());
  }

  @Test
  void itRunsForAnOrdinaryUserAndEndsWithALabThatIsKilled() throws Exception {
    assumeTrue(isRoot(), "an ordinary user is what the other tests are run by then");
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> nobody = List.of("--reuid=65534", "--regid=65534", "--clear-groups");
    // Class path and Maven cache are root's own.
    List<String> allowed = List.of("--inh-caps=+dac_override", "--ambient-caps=+dac_override");
    List<String> as = new ArrayList<>(List.of("setpriv"));
    as.addAll(nobody);
    as.addAll(allowed);
    endsWithItsLab(
        as,
        Map.of("XDG_CACHE_HOME", run.resolve("cache").toString(), "PATH", pathWithoutNamespaces()));
  }

  /** With what Docker leaves to root. */
  @Test
  void itEndsWithALabOfARootThatMayNeitherMakeNamespacesNorTrace() throws Exception {
    assumeTrue(isRoot(), "for root");
    endsWithItsLab(
        List.of(
            "setpriv",
            "--bounding-set=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid"
                + ",+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap"),
        Map.of("PATH", pathWithoutNamespaces()));
  }

  /** Where programs are looked for, so that none can make a namespace. */
  private String pathWithoutNamespaces() throws IOException {
    Path forbidden = Files.createDirectories(run.resolve("bin")).resolve("unshare");
    Files.writeString(forbidden, "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(forbidden, PosixFilePermissions.fromString("rwxr-xr-x"));
    return forbidden.getParent() + ":" + System.getenv("PATH");
  }

  private static boolean isRoot() throws Exception {
    return Files.getOwner(Path.of("/proc/self")).getName().equals("root");
  }

  /**
   * Kills a lab that has a server, and sees all that it started end.
   *
   * @param as what its command begins with
   */
  private void endsWithItsLab(List<String> as, Map<String, String> environment) throws Exception {
    List<String> command = new ArrayList<>(as);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-Duser.home=" + System.getProperty("user.home"),
            "-cp",
            System.getProperty("java.class.path"),
            DoomedDatabaseLab.class.getName(),
            run.resolve("run").toString(),
            "doomed-" + UUID.randomUUID()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process lab = builder.start();
    List<ProcessHandle> started = new ArrayList<>();
    long server;
    try (BufferedReader said = lab.inputReader()) {
      String line = said.readLine();
      assertThat(line).startsWith("up ");
      server = Long.parseLong(line.substring(3));
      assertThat(processes(server)).hasSizeGreaterThan(5);
      started.addAll(lab.descendants().toList());
    } finally {
      lab.destroyForcibly().waitFor();
    }
    until("server, its processes and the warden to end", () -> gone(started));
    until("whoever else works in the run's folder to end", () -> inFolder().isEmpty());
    assertThat(sharedMemory(server)).isEmpty();
  }

  private List<ProcessHandle> inFolder() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process.info().arguments().stream()
                    .flatMap(Stream::of)
                    .anyMatch(argument -> argument.contains(run.toString())))
        .toList();
  }
}
