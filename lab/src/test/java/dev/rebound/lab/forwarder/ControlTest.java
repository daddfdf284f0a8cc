package dev.rebound.lab.forwarder;

import static dev.rebound.lab.forwarder.Wires.BROKER;
import static dev.rebound.lab.forwarder.Wires.WORKER;
import static dev.rebound.lab.forwarder.Wires.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.forwarder.Rule.Harm;
import dev.rebound.lab.forwarder.Rule.Way;
import dev.rebound.lab.forwarder.Wires.Pair;
import dev.rebound.platform.Platform.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ControlTest {
  private static final String TOKEN = "secret";

  private Wires wires;
  private Control control;

  @BeforeEach
  void open() throws IOException {
    wires = new Wires(1, false);
    control = Control.open(wires.relay(), 0, TOKEN);
  }

  @AfterEach
  void close() {
    control.close();
    wires.close();
  }

  private ForwarderControl connect() {
    return ForwarderControl.connect(address(), TOKEN);
  }

  private Address address() {
    return new Address(InetAddress.getLoopbackAddress().getHostAddress(), control.port());
  }

  @Test
  void whateverTheRelayDoesCanBeAskedFor() throws IOException {
    Pair pair = wires.pair();
    long pid = ProcessHandle.current().pid();
    try (ForwarderControl lab = connect()) {
      assertThat(lab.connections()).containsExactly("connection worker-1 " + pid + " broker-1");
      lab.node("worker-9", pid);
      assertThat(lab.connections()).containsExactly("connection worker-9 " + pid + " broker-1");
      lab.node("worker-1", pid);

      lab.rule(new Rule("1", WORKER, BROKER, Way.FORTH, new Harm.Hold()));
      Wires.say(pair.client(), "question");
      await(() -> lab.state(WORKER, BROKER).equals(new LinkState(1, 0, 8, 0, 0, 0)));
      assertThat(lab.probe("worker-1", "broker-1", Duration.ofMillis(100)))
          .isEqualTo(new TestWord(TestWord.NEVER, TestWord.NEVER, false));
      assertThat(lab.requests("1")).isZero();
      assertThat(lab.heal("1")).isZero();
      assertThat(Wires.heard(pair.server(), 8)).isEqualTo("question");
      assertThat(lab.probe("worker-1", "broker-1", Duration.ofSeconds(10)).backMillis())
          .isNotNegative();
      assertThat(lab.reset(WORKER, BROKER)).isEqualTo(1);
      assertThat(lab.connections()).isEmpty();
    }
  }

  @Test
  void whatIsWrongIsSaidAndTheNextCommandIsTaken() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), control.port())) {
      socket.setSoTimeout(20_000);
      Wires.say(
          socket,
          """
          token secret
          explode
          rule 1 worker-1
          node worker-1 many
          probe worker-1
          requests 5
          """);
      String said = "";
      while (said.chars().filter(one -> one == '\n').count() < 6) {
        said += Wires.heard(socket, 1);
      }
      assertThat(said.lines().toList())
          .satisfiesExactly(
              ok -> assertThat(ok).isEqualTo("ok"),
              unknown -> assertThat(unknown).startsWith("error forwarder: no command 'explode'"),
              rule -> assertThat(rule).startsWith("error forwarder: no rule: 1 worker-1: Write"),
              number -> assertThat(number).startsWith("error forwarder: many is no whole number"),
              word -> assertThat(word).startsWith("error forwarder: word 3 is missing"),
              requests -> assertThat(requests).isEqualTo("ok requests=0"));
    }
  }

  @Test
  void whoDoesNotKnowTheTokenIsNotHeard() {
    assertThatThrownBy(() -> ForwarderControl.connect(address(), "guess"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("no token");
  }

  @Test
  void aForwarderThatIsGoneIsSaidToBe() throws IOException {
    try (ForwarderControl lab = connect()) {
      control.close();
      await(() -> unheard().contains("does not answer (connecting)"));
      assertThat(lab.requests("1")).isZero();
    }
  }

  /** What is said of a forwarder that takes no connection; the system may take one more. */
  private String unheard() {
    try (ForwarderControl again = connect()) {
      return "requests: " + again.requests("1");
    } catch (ReboundException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void itIsAbandonedOnceNobodyIsConnectedForAWhile() throws Exception {
    ForwarderControl lab = connect();
    CompletableFuture<Void> abandoned =
        CompletableFuture.runAsync(
            () -> {
              try {
                control.awaitAbandoned(Duration.ofMillis(300));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> abandoned.get(800, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    lab.close();
    abandoned.get(10, TimeUnit.SECONDS);
  }
}
