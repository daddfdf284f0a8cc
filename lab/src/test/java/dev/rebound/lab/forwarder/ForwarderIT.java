package dev.rebound.lab.forwarder;

import static dev.rebound.lab.forwarder.Wires.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.forwarder.Rule.Harm;
import dev.rebound.lab.forwarder.Rule.Way;
import dev.rebound.lab.http.Ports;
import dev.rebound.platform.Platform.Address;
import dev.rebound.platform.PropertiesText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The forwarder as a process of its own, and a client that is the child of a member. */
@Tag("process")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ForwarderIT {
  private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  /** Connects to a port, and says a word each 20 ms. */
  static final class Talker {
    private Talker() {}

    public static void main(String[] arguments) throws Exception {
      try (Socket socket = new Socket(LOOPBACK, Integer.parseInt(arguments[0]))) {
        while (true) {
          socket.getOutputStream().write('w');
          Thread.sleep(20);
        }
      }
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.waitFor(30, TimeUnit.SECONDS);
    }
  }

  private Process start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log-" + started.size()).toFile())
            .start();
    started.add(process);
    return process;
  }

  private static List<String> java(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private Process forwarder(int control, Listen listen) throws IOException {
    Properties settings = Forwarder.settings(control, "secret", 42, List.of(listen));
    settings.setProperty("patience", "10000");
    Map<String, String> values = new HashMap<>();
    settings.stringPropertyNames().forEach(key -> values.put(key, settings.getProperty(key)));
    Path file = folder.resolve("config.properties");
    Files.writeString(file, PropertiesText.of(values));
    Process process = start(java(Forwarder.class, "--config", file.toString()));
    Path log = folder.resolve("log-" + (started.size() - 1));
    await(() -> said(log).contains(Forwarder.READY));
    return process;
  }

  private static String said(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRuleOnAMemberIsOnItsChildrenAndOnNobodyElse() throws Exception {
    int port = Ports.unused();
    int control = Ports.unused();
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(30_000);
      Address to = new Address(LOOPBACK, server.getLocalPort());
      Process forwarder = forwarder(control, new Listen(port, to, "broker-1", false));
      try (ForwarderControl lab =
          ForwarderControl.connect(new Address(LOOPBACK, control), "secret")) {
        List<String> shell = new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\"; :", "sh"));
        shell.addAll(java(Talker.class, Integer.toString(port)));
        Process member = start(shell);
        lab.node("worker-1", member.pid());
        Socket talker = server.accept();
        await(() -> lab.state(Set.of("worker-1"), Set.of("broker-1")).connections() == 1);
        long child = member.children().findFirst().orElseThrow().pid();
        assertThat(lab.connections()).containsExactly("connection worker-1 " + child + " broker-1");

        Socket other = new Socket(LOOPBACK, port);
        Socket accepted = server.accept();
        Wires.Pair pair = new Wires.Pair(other, accepted);
        await(() -> lab.connections().contains("connection ? " + own() + " broker-1"));
        lab.rule(new Rule("1", Set.of("worker-1"), Set.of("broker-1"), Way.BOTH, new Harm.Hold()));
        talker.getInputStream().skipNBytes(talker.getInputStream().available());
        assertThat(Wires.isSilent(talker)).isTrue();
        assertThat(pair.forth("question")).isEqualTo("question");
        assertThat(lab.probe("worker-1", "broker-1", Duration.ofMillis(200)).thereMillis())
            .isEqualTo(TestWord.NEVER);
        lab.heal("1");
        assertThat(talker.getInputStream().read()).isEqualTo('w');

        member.descendants().forEach(ProcessHandle::destroyForcibly);
        assertThat(talker.getInputStream().readAllBytes()).as("up to its end").isNotNull();
        talker.close();
        await(() -> lab.state(Set.of("worker-1"), Set.of("broker-1")).connections() == 0);
        other.close();
        accepted.close();
      }
      assertThat(forwarder.waitFor(30, TimeUnit.SECONDS)).as("its lab is gone").isTrue();
      assertThat(forwarder.exitValue()).isZero();
    }
  }

  private static long own() {
    return ProcessHandle.current().pid();
  }

  @Test
  void aPortThatIsTakenEndsIt() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Listen listen = new Listen(taken.getLocalPort(), new Address(LOOPBACK, 1), "broker-1", false);
      Properties settings = Forwarder.settings(Ports.unused(), "secret", 42, List.of(listen));
      Map<String, String> values = new HashMap<>();
      settings.stringPropertyNames().forEach(key -> values.put(key, settings.getProperty(key)));
      Path file = folder.resolve("config.properties");
      Files.writeString(file, PropertiesText.of(values));
      Process process = start(java(Forwarder.class, "--config", file.toString()));
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(70);
      assertThat(said(folder.resolve("log-0")))
          .contains("cannot listen at port " + taken.getLocalPort());
    }
  }
}
