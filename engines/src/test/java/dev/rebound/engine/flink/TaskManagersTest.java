package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rebound.engine.TellingNode;
import dev.rebound.engine.adapter.Members;
import dev.rebound.platform.Incarnation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as Flink's REST interface does. */
class TaskManagersTest {
  private final TellingNode first = new TellingNode("worker-1", FlinkEngine.WORKER);
  private final TellingNode second = new TellingNode("worker-2", FlinkEngine.WORKER);
  private final TellingNode spare = new TellingNode("spare-1", FlinkEngine.WORKER);
  private final HttpServer server = server();
  private final TaskManagers all =
      new TaskManagers(
          new Members(List.of(first, second, spare)),
          new FlinkRest(() -> "127.0.0.1:" + server.getAddress().getPort()));
  private volatile String known = "";

  private static HttpServer server() {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void answers() {
    server.createContext(
        "/taskmanagers",
        exchange -> {
          byte[] bytes = ("{\"taskmanagers\":[" + known + "]}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stops() {
    server.stop(0);
  }

  private void known(String... managers) {
    known = String.join(",", managers);
  }

  private static String manager(String id, int port, long heardMillis) {
    return "{\"id\":\"%s\",\"dataPort\":%s,\"timeSinceLastHeartbeat\":%s}"
        .formatted(id, port, heardMillis);
  }

  private static FlinkJob job(TaskManagerLife... lives) {
    return new FlinkJob(
        "RUNNING",
        Arrays.stream(lives)
            .map(life -> new FlinkJob.Subtask("match", 0, 0, "RUNNING", life, 1, 2))
            .toList(),
        List.of());
  }

  private static TaskManagerLife life(String id, int port) {
    return TaskManagerLife.at(id, "127.0.0.1:" + port);
  }

  private void again(TellingNode node, int number) {
    node.life = new Incarnation(number, number, number * 1_000_000L);
    node.alive = true;
  }

  /** The JobManager takes a while to miss a life that is over, whose id is the new one's, too. */
  @Test
  void aNewLifeHasNoneOfTheSubtasksOfTheOneBefore() {
    FlinkJob job = job(life("worker-1", 11), life("worker-2", 21));
    assertThat(all.holding(job)).containsExactly("worker-1", "worker-2");
    first.alive = false;
    assertThat(all.holding(job)).containsExactly("worker-2");
    again(first, 2);
    assertThat(all.holding(job)).containsExactly("worker-2");
    assertThat(all.holding(job(life("worker-1", 12), life("worker-2", 21))))
        .containsExactly("worker-1", "worker-2");
  }

  @Test
  void oneThatIsListedUnderItsNameIsBackOnceTheListedOneIsItsNewLife() throws IOException {
    known(manager("worker-1", 11, 0));
    assertThat(all.registered(first)).isTrue();
    again(first, 2);
    assertThat(all.registered(first)).isFalse();
    known(manager("worker-1", 12, 0));
    assertThat(all.registered(first)).isTrue();
  }

  @Test
  void aNewIdentityIsTheSameNodeAndTheOldOneBesideItIsNot() throws IOException {
    known(manager("worker-1", 11, 0));
    assertThat(all.registered(first)).isTrue();
    again(first, 2);
    assertThat(all.registered(first)).isFalse();
    known(manager("worker-1", 11, 0), manager("worker-1-i2", 12, 0));
    assertThat(all.registered(first)).isTrue();
    assertThat(all.registered(second)).isFalse();
  }

  /** A data port that the experiment's config fixes is the same in each life. */
  @Test
  void whoWasHeardOfSinceItsProcessStartedIsThatProcess() throws IOException {
    known(manager("worker-1", 11, 500));
    assertThat(all.registered(first)).isTrue();
    again(first, 2);
    assertThat(all.registered(first)).isFalse();
    known(manager("worker-1", 11, 2_500));
    assertThat(all.registered(first)).isTrue();
  }

  @Test
  void aJobManagerWhoseClockIsSlowHasHeardOfItAllTheSame() throws IOException {
    known(manager("worker-1", 11, 500));
    assertThat(all.registered(first)).isTrue();
    again(first, 2);
    assertThat(all.registered(first)).as("the word of before").isFalse();
    known(manager("worker-1", 11, 700));
    assertThat(all.registered(first)).as("a word that is new since the last look").isTrue();
  }

  @Test
  void theyAreCompleteOnceAllThatLiveAreKnownAsTheyAreNow() throws IOException {
    known(manager("worker-1", 11, 0), manager("worker-2", 21, 0), manager("spare-1", 31, 0));
    assertThat(all.complete(all.known())).isTrue();
    spare.alive = false;
    known(manager("worker-1", 11, 0), manager("worker-2", 21, 0));
    assertThat(all.complete(all.known())).isTrue();
    again(second, 2);
    assertThat(all.complete(all.known())).isFalse();
  }
}
