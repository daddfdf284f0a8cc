package dev.rebound.engine.postgres;

import static dev.rebound.engine.postgres.MadeServer.error;
import static dev.rebound.engine.postgres.MadeServer.heard;
import static dev.rebound.engine.postgres.MadeServer.integer;
import static dev.rebound.engine.postgres.MadeServer.row;
import static dev.rebound.engine.postgres.MadeServer.say;
import static dev.rebound.engine.postgres.MadeServer.text;
import static dev.rebound.engine.postgres.MadeServer.welcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.lab.platform.Platform;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WireTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  @Test
  void itIntroducesItselfAndReadsRowsPastWhatItDoesNotNeed() throws Exception {
    try (MadeServer server =
        new MadeServer(
            (in, out) -> {
              said.add(welcome(in, out));
              said.add(heard(in));
              say(out, 'N', error("NOTICE", "00000", "by the way"));
              say(out, 'T', new byte[2]);
              say(out, 'D', row("1", null));
              say(out, 'D', row("2", "zwölf"));
              say(out, 'C', text("SELECT 2"));
              say(out, 'Z', text("I"));
              said.add(heard(in));
            })) {
      try (Wire wire = Wire.open(server.address(), LIMIT)) {
        assertThat(wire.query("select a, b from c", LIMIT))
            .containsExactly(Arrays.asList("1", null), List.of("2", "zwölf"));
      }
      assertThat(said.take())
          .isEqualTo("\0\3\0\0user\0postgres\0database\0postgres\0application_name\0rebound\0\0");
      assertThat(said.take()).isEqualTo("Qselect a, b from c\0");
      assertThat(said.poll(20, TimeUnit.SECONDS)).as("a goodbye").isEqualTo("X");
    }
  }

  @Test
  void aServerThatIsStillStartingSaysSo() throws Exception {
    try (MadeServer server =
        new MadeServer(
            (in, out) ->
                say(out, 'E', error("FATAL", "57P03", "the database system is starting up")))) {
      assertThatThrownBy(() -> Wire.open(server.address(), LIMIT))
          .isInstanceOf(IOException.class)
          .hasMessage("the database system is starting up (57P03)");
    }
  }

  @Test
  void aRefusedQueryIsToldInTheServersWordsAndTheConnectionGoesOn() throws Exception {
    try (MadeServer server =
            new MadeServer(
                (in, out) -> {
                  welcome(in, out);
                  heard(in);
                  say(out, 'E', error("ERROR", "42P01", "relation \"c\" does not exist"));
                  say(out, 'Z', text("I"));
                  heard(in);
                  say(out, 'C', text("SELECT 0"));
                  say(out, 'Z', text("I"));
                  heard(in);
                });
        Wire wire = Wire.open(server.address(), LIMIT)) {
      assertThatThrownBy(() -> wire.query("select a from c", LIMIT))
          .isInstanceOf(IOException.class)
          .hasMessage("relation \"c\" does not exist (42P01)");
      assertThat(wire.query("select", LIMIT)).isEmpty();
    }
  }

  @Test
  void aServerThatEndsTheConnectionHasTheLastWordIfItSaidOne() throws Exception {
    try (MadeServer server =
            new MadeServer(
                (in, out) -> {
                  welcome(in, out);
                  heard(in);
                  say(out, 'E', error("FATAL", "57P01", "terminating connection"));
                });
        Wire wire = Wire.open(server.address(), LIMIT)) {
      assertThatThrownBy(() -> wire.query("select 1", LIMIT))
          .hasMessage("terminating connection (57P01)");
    }
    try (MadeServer server =
            new MadeServer(
                (in, out) -> {
                  welcome(in, out);
                  heard(in);
                });
        Wire wire = Wire.open(server.address(), LIMIT)) {
      assertThatThrownBy(() -> wire.query("select 1", LIMIT))
          .hasMessage("the server ended the connection");
    }
  }

  @Test
  void silenceEndsWithTheLimitAlsoWhereAFewBytesComeNowAndThen() throws Exception {
    try (MadeServer server = new MadeServer((in, out) -> Thread.sleep(60_000))) {
      assertThatThrownBy(() -> Wire.open(server.address(), SHORT))
          .isInstanceOf(SocketTimeoutException.class);
    }
    try (MadeServer server =
            new MadeServer(
                (in, out) -> {
                  welcome(in, out);
                  out.writeByte('D');
                  out.writeInt(100_000);
                  while (true) {
                    out.writeByte(0);
                    out.flush();
                    Thread.sleep(20);
                  }
                });
        Wire wire = Wire.open(server.address(), LIMIT)) {
      assertThatThrownBy(() -> wire.query("select 1", SHORT))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void whoeverElseAnswersIsRefused() throws Exception {
    try (MadeServer server =
        new MadeServer((in, out) -> out.writeBytes("HTTP/1.1 400 Bad Request\r\n\r\n"))) {
      assertThatThrownBy(() -> Wire.open(server.address(), LIMIT))
          .hasMessage("what answers does not speak PostgreSQL's protocol");
    }
    try (MadeServer server = new MadeServer((in, out) -> say(out, 'R', integer(10)))) {
      assertThatThrownBy(() -> Wire.open(server.address(), LIMIT))
          .hasMessage("the server asks for a password");
    }
    Platform.Address nobody;
    try (MadeServer server = new MadeServer((in, out) -> {})) {
      nobody = server.address();
    }
    assertThatThrownBy(() -> Wire.open(nobody, LIMIT)).isInstanceOf(ConnectException.class);
  }
}
