package dev.rebound.engine.postgres;

import static dev.rebound.engine.postgres.MadeServer.READY;
import static dev.rebound.engine.postgres.MadeServer.error;
import static dev.rebound.engine.postgres.MadeServer.heard;
import static dev.rebound.engine.postgres.MadeServer.say;
import static dev.rebound.engine.postgres.MadeServer.text;
import static dev.rebound.engine.postgres.MadeServer.welcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.platform.Platform;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PostgresServerTest {
  private static String refused(Platform.Address at) {
    return PostgresServer.words(
        catchThrowableOfType(
            SQLException.class, () -> PostgresServer.ask(at, "select 1", row -> row.getInt(1))));
  }

  private static String refused(MadeServer.Session session) throws IOException {
    try (MadeServer server = new MadeServer(session)) {
      return refused(server.address());
    }
  }

  /**
   * Any other statement that it sent would be counted among the commits that the server is asked
   * for.
   */
  @Test
  void itSendsOneQueryAndLeaves() throws Exception {
    BlockingQueue<String> said = new LinkedBlockingQueue<>();
    try (MadeServer server =
        new MadeServer(
            (in, out) -> {
              said.add(welcome(in, out));
              said.add(heard(in));
              say(out, 'T', MadeServer.columns("n"));
              say(out, 'D', MadeServer.row("12"));
              say(out, 'C', text("SELECT 1"));
              say(out, 'Z', READY);
              said.add(heard(in));
            })) {
      long n = PostgresServer.ask(server.address(), "select n", row -> row.getLong(1));
      assertThat(n).isEqualTo(12);
    }
    assertThat(said.take())
        .contains("\0user\0postgres\0", "\0database\0postgres\0", "\0application_name\0rebound\0");
    assertThat(said.take()).isEqualTo("Qselect n\0");
    assertThat(said.poll(20, TimeUnit.SECONDS)).as("a goodbye").isEqualTo("X");
  }

  @Test
  void aServerThatDoesNotAnswerSaysWhy() throws Exception {
    assertThat(
            refused(
                (in, out) ->
                    say(out, 'E', error("FATAL", "57P03", "the database system is starting up"))))
        .isEqualTo("the database system is starting up (57P03)");
    assertThat(
            refused(
                (in, out) -> {
                  welcome(in, out);
                  heard(in);
                  say(out, 'E', error("FATAL", "57P01", "terminating connection"));
                }))
        .isEqualTo("terminating connection (57P01)");
  }

  @Test
  void whoeverIsInterruptedIsToldWhy() throws Exception {
    Thread.currentThread().interrupt();
    assertThat(refused((in, out) -> Thread.sleep(60_000))).containsIgnoringCase("interrupt");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void silenceEndsWithTheLimitAndNobodyIsRefused() throws Exception {
    assertThat(refused((in, out) -> Thread.sleep(60_000))).isEqualTo("Read timed out");
    assertThat(refused((in, out) -> {})).isEqualTo("the connection broke off");
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      assertThat(refused(new Platform.Address("127.0.0.1", taken.getLocalPort())))
          .startsWith("Connection refused");
    }
  }
}
