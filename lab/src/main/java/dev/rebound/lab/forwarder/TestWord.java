package dev.rebound.lab.forwarder;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Platform.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What became of a word that was sent through the forwarder as if one member had connected to
 * another, and of the answer to it: proof that a rule is in force, and that it is healed.
 *
 * @param thereMillis after which the word had arrived, or {@link #NEVER} within the time given
 * @param backMillis after which its answer had come, both counted from the begin
 * @param reset whether the connection was reset
 */
public record TestWord(long thereMillis, long backMillis, boolean reset) {
  /** In place of a time. */
  public static final long NEVER = -1;

  private static final int WORD = 'w';
  private static final String THERE = "there";
  private static final String BACK = "back";
  private static final String RESET = "reset";

  /** Sends one, and waits as long as this for both ways together. */
  static TestWord send(Relay relay, String client, String server, Duration within) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    long there = NEVER;
    try (ServerSocket echo = new ServerSocket(0, 1, loopback);
        Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(loopback, 0));
      Address arrival = new Address(loopback.getHostAddress(), echo.getLocalPort());
      int port = relay.expect(socket.getLocalPort(), client, new Listen(0, arrival, server, false));
      long start = System.nanoTime();
      long end = start + within.toNanos();
      socket.setTcpNoDelay(true);
      try {
        socket.connect(new InetSocketAddress(loopback, port), leftMillis(end));
        socket.getOutputStream().write(WORD);
        echo.setSoTimeout(leftMillis(end));
        try (Socket arrived = echo.accept()) {
          arrived.setTcpNoDelay(true);
          arrived.setSoTimeout(leftMillis(end));
          int word = arrived.getInputStream().read();
          there = word == WORD ? millisSince(start) : NEVER;
          arrived.getOutputStream().write(word);
          socket.setSoTimeout(leftMillis(end));
          boolean answered = socket.getInputStream().read() == WORD;
          return new TestWord(there, answered ? millisSince(start) : NEVER, false);
        }
      } catch (SocketTimeoutException e) {
        return new TestWord(there, NEVER, isReset(socket));
      } catch (SocketException e) {
        return new TestWord(there, NEVER, true);
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "forwarder: a test word could not be sent: " + e, "Free ports of this machine.", e);
    }
  }

  /** True if a connection, from which nothing came, has been reset. */
  private static boolean isReset(Socket socket) throws IOException {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  private static int leftMillis(long endNanos) {
    return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()));
  }

  String text() {
    return THERE + "=" + thereMillis + " " + BACK + "=" + backMillis + " " + RESET + "=" + reset;
  }

  static TestWord parse(List<String> words) {
    Map<String, String> values = Rule.values(words);
    return new TestWord(
        Rule.whole(values, THERE),
        Rule.whole(values, BACK),
        Boolean.parseBoolean(values.get(RESET)));
  }
}
