package dev.rebound.lab.forwarder;

import dev.rebound.lab.http.Ports;
import dev.rebound.platform.Platform.Address;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A relay of a test, with servers {@code broker-1, …} behind it. All of this JVM counts as the
 * member {@code worker-1}.
 */
final class Wires implements AutoCloseable {
  static final Set<String> WORKER = Set.of("worker-1");
  static final Set<String> BROKER = Set.of("broker-1");
  static final int PATIENCE_MILLIS = 20_000;

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final List<ServerSocket> servers = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<Socket> sockets = new ArrayList<>();
  private final Relay relay;

  /** Both ends of a connection through the relay. */
  record Pair(Socket client, Socket server) {
    /** Sends from one end, and reads so much at the other. */
    String forth(String text) throws IOException {
      return carried(client, server, text);
    }

    String back(String text) throws IOException {
      return carried(server, client, text);
    }

    private static String carried(Socket from, Socket to, String text) throws IOException {
      say(from, text);
      return heard(to, text.length());
    }
  }

  Wires(int count, boolean kafka) throws IOException {
    List<Listen> listens = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      ServerSocket server = new ServerSocket(0, 1000, LOOPBACK);
      server.setSoTimeout(PATIENCE_MILLIS);
      servers.add(server);
      ports.add(Ports.unused());
      Address to = new Address(LOOPBACK.getHostAddress(), server.getLocalPort());
      listens.add(new Listen(ports.get(i - 1), to, "broker-" + i, kafka));
    }
    relay = Relay.open(listens, SocketTable.ofThisSystem(), 42);
    relay.member("worker-1", ProcessHandle.current().pid());
  }

  Relay relay() {
    return relay;
  }

  /** The server behind one of the relay's ports, counted from 1. */
  ServerSocket server(int number) {
    return servers.get(number - 1);
  }

  int port(int number) {
    return ports.get(number - 1);
  }

  /** Connects to the relay, in the place of this server. */
  Socket connect(int number) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true); // not afterwards: it may be reset by then
    socket.connect(new InetSocketAddress(LOOPBACK, port(number)));
    return kept(socket);
  }

  private Socket kept(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    sockets.add(socket);
    return socket;
  }

  Socket accept(int number) throws IOException {
    Socket socket = server(number).accept();
    socket.setTcpNoDelay(true);
    return kept(socket);
  }

  Pair pair() throws IOException {
    return pair(1);
  }

  Pair pair(int number) throws IOException {
    Socket client = connect(number);
    Pair pair = new Pair(client, accept(number));
    // Until the relay knows who connected, no rule by name is on it.
    await(() -> relay.connections().stream().noneMatch(one -> one.startsWith("?")));
    return pair;
  }

  /** Puts a rule on worker-1 and broker-1. */
  void rule(String tag, Rule.Way way, Rule.Harm harm) {
    relay.add(new Rule(tag, WORKER, BROKER, way, harm));
  }

  LinkState state() {
    return relay.state(WORKER, BROKER);
  }

  TestWord word(Duration within) {
    return TestWord.send(relay, "worker-1", "broker-1", within);
  }

  static void say(Socket from, String text) throws IOException {
    from.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  static String heard(Socket at, int count) throws IOException {
    return new String(at.getInputStream().readNBytes(count), StandardCharsets.US_ASCII);
  }

  /** True if nothing comes, no end and no reset either, for a while. */
  static boolean isSilent(Socket at) throws IOException {
    at.setSoTimeout(150);
    try {
      at.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      at.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  /** A condition that comes about soon. */
  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it did not come about");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    relay.close();
    sockets.forEach(Wires::close);
    servers.forEach(Wires::close);
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
