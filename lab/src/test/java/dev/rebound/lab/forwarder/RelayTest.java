package dev.rebound.lab.forwarder;

import static dev.rebound.lab.forwarder.Wires.BROKER;
import static dev.rebound.lab.forwarder.Wires.WORKER;
import static dev.rebound.lab.forwarder.Wires.await;
import static dev.rebound.lab.forwarder.Wires.heard;
import static dev.rebound.lab.forwarder.Wires.isSilent;
import static dev.rebound.lab.forwarder.Wires.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.lab.forwarder.Rule.Harm;
import dev.rebound.lab.forwarder.Rule.Way;
import dev.rebound.lab.forwarder.Wires.Pair;
import dev.rebound.platform.Platform.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets, all of this JVM. */
@Timeout(120)
class RelayTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Duration BRIEFLY = Duration.ofMillis(150);
  private static final Duration NONE = Duration.ZERO;
  private static final Harm HOLD = new Harm.Hold();

  private Wires wires;

  @BeforeEach
  void open() throws IOException {
    wires = new Wires(2, false);
  }

  @AfterEach
  void close() {
    wires.close();
  }

  @Test
  void aTestWordUnderWayIsNoConnectionOfTheMemberItPassesFor() throws IOException {
    wires.pair();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket echo = new ServerSocket(0, 1, loopback);
        Socket word = new Socket()) {
      echo.setSoTimeout(Wires.PATIENCE_MILLIS);
      word.setSoTimeout(Wires.PATIENCE_MILLIS);
      word.bind(new InetSocketAddress(loopback, 0));
      Address arrival = new Address(loopback.getHostAddress(), echo.getLocalPort());
      Listen listen = new Listen(0, arrival, "broker-1", false);
      int port = wires.relay().expect(word.getLocalPort(), "worker-1", listen);
      word.connect(new InetSocketAddress(loopback, port), Wires.PATIENCE_MILLIS);
      try (Socket arrived = echo.accept()) {
        arrived.setSoTimeout(Wires.PATIENCE_MILLIS);
        say(word, "word");
        assertThat(heard(arrived, 4)).isEqualTo("word");
        assertThat(wires.relay().connections()).hasSize(1);
        assertThat(wires.state().connections()).isEqualTo(1);
        assertThat(wires.relay().reset(WORKER, BROKER)).isEqualTo(1);
        say(arrived, "back");
        assertThat(heard(word, 4)).as("it is not reset with them").isEqualTo("back");
      }
    }
  }

  // Nothing in force.

  @Test
  void allBytesOfBothWaysComeInTheirOrder() throws Exception {
    Pair pair = wires.pair();
    long bytes = 50_000_000;
    List<CompletableFuture<Long>> sums = carryBothWays(pair, bytes);

    assertThat(sums.get(2).get(60, TimeUnit.SECONDS)).isEqualTo(sums.get(0).get());
    assertThat(sums.get(3).get(60, TimeUnit.SECONDS)).isEqualTo(sums.get(1).get());
  }

  /** Sums of what client and server sent, and of what server and client were given. */
  private static List<CompletableFuture<Long>> carryBothWays(Pair pair, long bytes) {
    return List.of(
        CompletableFuture.supplyAsync(() -> send(pair.client(), bytes, 1)),
        CompletableFuture.supplyAsync(() -> send(pair.server(), bytes, 2)),
        CompletableFuture.supplyAsync(() -> receive(pair.server(), bytes)),
        CompletableFuture.supplyAsync(() -> receive(pair.client(), bytes)));
  }

  /** In pieces of random sizes. */
  private static long send(Socket to, long bytes, int seed) {
    Random random = new Random(seed);
    CRC32 sum = new CRC32();
    try {
      OutputStream out = to.getOutputStream();
      for (long left = bytes; left > 0; ) {
        int size = 1 + random.nextInt(random.nextBoolean() ? 300_000 : 300);
        byte[] piece = new byte[(int) Math.min(left, size)];
        random.nextBytes(piece);
        sum.update(piece);
        out.write(piece);
        left -= piece.length;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum.getValue();
  }

  private static long receive(Socket from, long bytes) {
    CRC32 sum = new CRC32();
    byte[] piece = new byte[100_000];
    try {
      InputStream in = from.getInputStream();
      for (long left = bytes; left > 0; ) {
        int count = in.read(piece, 0, (int) Math.min(left, piece.length));
        if (count < 0) {
          return -1;
        }
        sum.update(piece, 0, count);
        left -= count;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum.getValue();
  }

  @Test
  void anEndOfSendingIsPassedOnAndTheOtherWayGoesOn() throws IOException {
    Pair pair = wires.pair();
    say(pair.client(), "last");
    pair.client().shutdownOutput();

    assertThat(heard(pair.server(), 5)).isEqualTo("last");
    assertThat(pair.back("answer")).isEqualTo("answer");
    pair.server().shutdownOutput();
    assertThat(pair.client().getInputStream().read()).isEqualTo(-1);
    await(() -> wires.relay().connections().isEmpty());
  }

  @Test
  void aResetIsAReset() throws IOException {
    Pair first = wires.pair();
    first.client().setSoLinger(true, 0);
    first.client().close();
    isReset(first.server());

    Pair second = wires.pair();
    second.server().setSoLinger(true, 0);
    second.server().close();
    isReset(second.client());
    await(() -> wires.relay().connections().isEmpty());
  }

  private static void isReset(Socket socket) {
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }

  @Test
  void whereNobodyListensTheClientIsReset() throws IOException {
    wires.server(1).close();
    isReset(wires.connect(1));
    await(() -> wires.relay().connections().isEmpty());
  }

  @Test
  void aReaderThatTakesNothingStopsItsWriter() throws Exception {
    Pair pair = wires.pair();
    long bytes = 60_000_000;
    AtomicLong sent = new AtomicLong();
    byte[] piece = new byte[10_000];
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              try {
                while (sent.get() < bytes) {
                  pair.client().getOutputStream().write(piece);
                  sent.addAndGet(piece.length);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    AtomicLong before = new AtomicLong(-1);
    await(
        () -> {
          long now = sent.get();
          return now > 0 && before.getAndSet(now) == now && stillAfter(sent, now);
        });

    assertThat(sent.get()).isLessThan(bytes);
    assertThat(wires.state().waiting()).isBetween(1L, (long) Relay.READ_BYTES);
    assertThat(wires.state().heldForth()).isZero();
    pair.server().getInputStream().skipNBytes(bytes);
    writing.get(20, TimeUnit.SECONDS);
    await(() -> wires.state().waiting() == 0);
  }

  private static boolean stillAfter(AtomicLong sent, long value) {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return sent.get() == value;
  }

  @Test
  void manyConnectionsAreCarriedAtOnce() throws IOException {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Socket client = wires.connect(1);
      pairs.add(new Pair(client, wires.accept(1)));
    }
    for (Pair pair : pairs) {
      assertThat(pair.forth("question")).isEqualTo("question");
      assertThat(pair.back("answer")).isEqualTo("answer");
    }
    await(() -> wires.state().connections() == pairs.size());
  }

  @Test
  void whoConnectedIsTold() throws IOException {
    var unused = wires.pair(2);
    assertThat(wires.relay().connections())
        .containsExactly("worker-1 " + ProcessHandle.current().pid() + " broker-2");
  }

  // Held.

  @Test
  void whatIsHeldIsKeptAndComesOnHealing() throws IOException {
    Pair pair = wires.pair();
    wires.rule("1", Way.BOTH, HOLD);
    say(pair.client(), "question");
    say(pair.server(), "answer");

    await(() -> wires.state().heldForth() == 8 && wires.state().heldBack() == 6);
    assertThat(isSilent(pair.server())).isTrue();
    assertThat(isSilent(pair.client())).isTrue();
    assertThat(wires.state().connections()).isEqualTo(1);

    assertThat(wires.relay().heal("1")).isZero();
    assertThat(heard(pair.server(), 8)).isEqualTo("question");
    assertThat(heard(pair.client(), 6)).isEqualTo("answer");
    assertThat(wires.state()).isEqualTo(new LinkState(1, 0, 0, 0, 0, 0));
  }

  @Test
  void oneWayAloneIsHeldAsTheVictimSeesIt() throws IOException {
    Pair pair = wires.pair();
    wires.rule("1", Way.FORTH, HOLD);
    say(pair.client(), "question");
    assertThat(pair.back("answer")).isEqualTo("answer");
    assertThat(isSilent(pair.server())).isTrue();
    wires.relay().heal("1");
    assertThat(heard(pair.server(), 8)).isEqualTo("question");

    // The broker is the victim, although the worker has connected to it.
    wires.relay().add(new Rule("2", BROKER, WORKER, Way.FORTH, HOLD));
    say(pair.server(), "answer");
    assertThat(pair.forth("question")).isEqualTo("question");
    assertThat(isSilent(pair.client())).isTrue();
    assertThat(wires.relay().state(BROKER, WORKER).heldForth()).isEqualTo(6);
    assertThat(wires.state().heldBack()).isEqualTo(6);
    wires.relay().heal("2");
    assertThat(heard(pair.client(), 6)).isEqualTo("answer");
  }

  @Test
  void manyBytesAreHeldInBoundedRoomAndNoneIsLost() throws Exception {
    Pair pair = wires.pair();
    wires.rule("1", Way.BOTH, HOLD);
    long bytes = 30_000_000;
    List<CompletableFuture<Long>> sums = carryBothWays(pair, bytes);
    await(() -> wires.state().heldForth() > 200_000 && wires.state().heldBack() > 200_000);
    Thread.sleep(200);

    assertThat(wires.state().heldForth()).isLessThanOrEqualTo(256 << 10);
    assertThat(wires.state().heldBack()).isLessThanOrEqualTo(256 << 10);
    assertThat(sums.get(0)).isNotDone();
    wires.relay().heal("1");
    assertThat(sums.get(2).get(60, TimeUnit.SECONDS)).isEqualTo(sums.get(0).get());
    assertThat(sums.get(3).get(60, TimeUnit.SECONDS)).isEqualTo(sums.get(1).get());
  }

  @Test
  void anEndAndAResetWaitTooWhileTheyAreHeld() throws IOException {
    Pair ends = wires.pair();
    Pair resets = wires.pair();
    wires.rule("1", Way.BOTH, HOLD);
    say(ends.client(), "last");
    ends.client().close();
    resets.client().setSoLinger(true, 0);
    resets.client().close();
    assertThat(isSilent(ends.server())).isTrue();
    assertThat(isSilent(resets.server())).isTrue();

    wires.relay().heal("1");
    assertThat(heard(ends.server(), 5)).isEqualTo("last");
    isReset(resets.server());
  }

  @Test
  void theServerHearsOfANewConnectionOnHealing() throws IOException {
    wires.rule("1", Way.BACK, HOLD);
    Socket client = wires.connect(1);
    say(client, "question");
    Socket gaveUp = wires.connect(1);
    say(gaveUp, "nothing");
    await(() -> wires.state().connections() == 2);
    gaveUp.close();
    await(() -> wires.state().connections() == 1);
    wires.server(1).setSoTimeout(150);
    assertThatThrownBy(() -> wires.server(1).accept()).isInstanceOf(SocketTimeoutException.class);

    wires.relay().heal("1");
    wires.server(1).setSoTimeout(Wires.PATIENCE_MILLIS);
    Socket server = wires.accept(1);
    assertThat(heard(server, 8)).isEqualTo("question");
    assertThat(new Pair(client, server).back("answer")).isEqualTo("answer");
    wires.server(1).setSoTimeout(150);
    assertThatThrownBy(() -> wires.server(1).accept()).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void overlappingRulesHealInAnyOrder() throws IOException {
    Pair pair = wires.pair();
    for (List<String> order : List.of(List.of("1", "2"), List.of("2", "1"))) {
      wires.rule("1", Way.BOTH, HOLD);
      wires.rule("2", Way.FORTH, HOLD);
      say(pair.client(), "question");
      wires.relay().heal(order.get(0));
      assertThat(isSilent(pair.server())).isTrue();
      wires.relay().heal(order.get(1));
      assertThat(heard(pair.server(), 8)).isEqualTo("question");
      assertThat(pair.back("answer")).isEqualTo("answer");
    }
  }

  @Test
  void aRuleIsOnItsMembersAlone() throws IOException {
    Pair one = wires.pair(1);
    Pair other = wires.pair(2);
    wires.rule("1", Way.BOTH, HOLD);
    wires.relay().add(new Rule("2", Set.of("worker-2"), Set.of(Rule.ANY), Way.BOTH, HOLD));
    say(one.client(), "question");
    assertThat(other.forth("question")).isEqualTo("question");
    assertThat(isSilent(one.server())).isTrue();
    assertThat(wires.relay().state(WORKER, Set.of("broker-2")).heldForth()).isZero();

    wires.relay().add(new Rule("3", Set.of(Rule.ANY), Set.of("broker-2"), Way.BOTH, HOLD));
    say(other.client(), "question");
    assertThat(isSilent(other.server())).isTrue();
  }

  @Test
  void aMemberThatIsToldLaterIsUnderItsRulesFromThenOn() throws IOException {
    wires.relay().add(new Rule("1", Set.of("worker-2"), BROKER, Way.BOTH, HOLD));
    Pair pair = wires.pair();
    assertThat(pair.forth("question")).isEqualTo("question");
    wires.relay().member("worker-2", ProcessHandle.current().pid());
    say(pair.client(), "another");
    assertThat(isSilent(pair.server())).isTrue();
  }

  // Slow.

  @Test
  void delaysAddAndEndWithTheirRules() throws IOException {
    Pair pair = wires.pair();
    Harm slow = new Harm.Slow(Duration.ofMillis(400), NONE, 0, null);
    wires.rule("1", Way.BOTH, slow);
    wires.rule("2", Way.FORTH, slow);
    assertThat(millis(() -> pair.forth("question"))).isBetween(800L, 5000L);
    assertThat(millis(() -> pair.back("answer"))).isBetween(400L, 4000L);
    wires.relay().heal("1");
    assertThat(millis(() -> pair.forth("question"))).isBetween(400L, 4000L);
    assertThat(millis(() -> pair.back("answer"))).isLessThan(390);
    wires.relay().heal("2");
    assertThat(millis(() -> pair.forth("question"))).isLessThan(390);
  }

  @Test
  void whatIsDelayedComesAtOnceOnHealing() throws IOException {
    Pair pair = wires.pair();
    wires.rule("1", Way.BOTH, new Harm.Slow(Duration.ofHours(1), NONE, 0, null));
    say(pair.client(), "question");
    pair.client().shutdownOutput();
    await(() -> wires.state().heldForth() == 8);
    wires.relay().heal("1");
    assertThat(heard(pair.server(), 9)).isEqualTo("question");
  }

  @Test
  void jitterKeepsTheOrder() throws Exception {
    Pair pair = wires.pair();
    wires.rule("1", Way.BOTH, new Harm.Slow(Duration.ofMillis(5), Duration.ofMillis(5), 0, null));
    List<CompletableFuture<Long>> sums = carryBothWays(pair, 3_000_000);
    assertThat(sums.get(2).get(60, TimeUnit.SECONDS)).isEqualTo(sums.get(0).get());
    assertThat(sums.get(3).get(60, TimeUnit.SECONDS)).isEqualTo(sums.get(1).get());
  }

  @Test
  void connectionsUnderARuleShareItsRate() throws IOException {
    Pair one = wires.pair();
    Pair other = wires.pair();
    wires.rule("1", Way.FORTH, new Harm.Slow(NONE, NONE, 200_000, null));
    byte[] piece = new byte[100_000];
    long millis =
        millis(
            () -> {
              one.client().getOutputStream().write(piece);
              other.client().getOutputStream().write(piece);
              one.server().getInputStream().skipNBytes(piece.length);
              other.server().getInputStream().skipNBytes(piece.length);
              return "";
            });
    assertThat(millis).isBetween(900L, 4000L);
    one.server().getOutputStream().write(piece);
    assertThat(
            millis(
                () -> {
                  one.client().getInputStream().skipNBytes(piece.length);
                  return "";
                }))
        .isLessThan(450);
  }

  private interface Carrying {
    String run() throws IOException;
  }

  private static long millis(Carrying carrying) throws IOException {
    long start = System.nanoTime();
    carrying.run();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  // Reset, hung, refused.

  @Test
  void bothEndsFindTheirConnectionResetAndANewOneWorks() throws IOException {
    Pair pair = wires.pair();
    Pair other = wires.pair(2);
    assertThat(wires.relay().reset(BROKER, WORKER)).isEqualTo(1);
    isReset(pair.client());
    isReset(pair.server());
    assertThat(wires.pair().forth("question")).isEqualTo("question");
    assertThat(other.forth("question")).isEqualTo("question");
  }

  @Test
  void aHungConnectionIsSilentForGoodAndANewOneWorksAfterwards() throws IOException {
    Pair pair = wires.pair();
    wires.rule("1", Way.BOTH, new Harm.Hang());
    Socket meanwhile = wires.connect(1);
    say(meanwhile, "question");
    say(pair.client(), "question");
    await(() -> wires.state().hung() == 2);
    assertThat(isSilent(pair.server())).isTrue();
    pair.client().close();
    assertThat(isSilent(pair.server())).isTrue();

    wires.relay().heal("1");
    say(pair.server(), "answer");
    assertThat(isSilent(pair.server())).isTrue();
    assertThat(isSilent(meanwhile)).isTrue();
    assertThat(wires.state()).isEqualTo(new LinkState(2, 2, 0, 0, 0, 0));
    assertThat(wires.pair().forth("question")).isEqualTo("question");

    pair.server().close();
    meanwhile.close();
    await(() -> wires.state().hung() == 0);
  }

  @Test
  void newConnectionsAreRefusedAndOldOnesGoOn() throws IOException {
    Pair pair = wires.pair();
    wires.rule("1", Way.BOTH, new Harm.Refuse());
    isReset(wires.connect(1));
    assertThat(pair.forth("question")).isEqualTo("question");
    assertThat(wires.pair(2).forth("question")).isEqualTo("question");
    wires.relay().heal("1");
    assertThat(wires.pair().forth("question")).isEqualTo("question");
  }

  // Test words.

  @Test
  void aTestWordDoesNotComeThroughWhatIsHeld() {
    assertThat(wires.word(SOON).backMillis()).isBetween(0L, 5000L);
    wires.rule("1", Way.FORTH, HOLD);
    assertThat(wires.word(BRIEFLY)).isEqualTo(nothing(false));
    wires.relay().heal("1");
    assertThat(wires.word(SOON).backMillis()).isBetween(0L, 5000L);
    assertThat(TestWord.send(wires.relay(), "worker-1", "broker-2", SOON).reset()).isFalse();
  }

  @Test
  void aTestWordTellsOfADelay() {
    wires.rule("1", Way.BACK, new Harm.Slow(Duration.ofMillis(600), NONE, 0, null));
    TestWord late = wires.word(SOON);
    assertThat(late.thereMillis()).isBetween(0L, 590L);
    assertThat(late.backMillis()).isBetween(600L, 5000L);
  }

  @Test
  void aTestWordTellsOfWhatIsHungAndOfWhatIsRefused() {
    wires.rule("1", Way.BOTH, new Harm.Hang());
    assertThat(wires.word(BRIEFLY)).isEqualTo(nothing(false));
    wires.relay().heal("1");
    wires.rule("2", Way.BOTH, new Harm.Refuse());
    assertThat(wires.word(BRIEFLY)).isEqualTo(nothing(true));
    wires.relay().heal("2");
    assertThat(wires.word(SOON).backMillis()).isNotNegative();
  }

  private static TestWord nothing(boolean reset) {
    return new TestWord(TestWord.NEVER, TestWord.NEVER, reset);
  }
}
