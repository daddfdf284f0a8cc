package dev.rebound.lab.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rebound.workload.RecordFormat;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server of HTTP/1.1 on bare sockets, so that tests can do to connections what a killed process
 * does. It knows each body that it read to its end, by the sequence number of its record.
 */
final class RawServer implements AutoCloseable {
  private static final byte[] ANSWER =
      "HTTP/1.1 201 \r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
          .getBytes(ISO_8859_1);

  private final Map<Long, AtomicInteger> seen = new ConcurrentHashMap<>();
  private final AtomicInteger withoutBody = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytesIn = new AtomicLong();
  private final AtomicLong bytesOut = new AtomicLong();
  private final boolean answers;
  private final InetSocketAddress address;
  private ServerSocket listening;

  /**
   * @param answers false to close each connection once a request was read
   */
  RawServer(boolean answers) throws IOException {
    this.answers = answers;
    this.listening = new ServerSocket();
    listening.setReuseAddress(true);
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.unused()));
    this.address = (InetSocketAddress) listening.getLocalSocketAddress();
    accept(listening);
  }

  int port() {
    return address.getPort();
  }

  /** How often each body was read, by its sequence number. */
  Map<Long, AtomicInteger> seen() {
    return seen;
  }

  /** How many requests had no body. */
  int withoutBody() {
    return withoutBody.get();
  }

  /** Bytes of requests that were read to their ends. */
  long bytesIn() {
    return bytesIn.get();
  }

  /** Bytes of answers. */
  long bytesOut() {
    return bytesOut.get();
  }

  /** Resets all connections, and refuses new ones. */
  void kill() throws IOException {
    listening.close();
    for (Socket socket : open) {
      reset(socket);
    }
  }

  void restart() throws IOException {
    ServerSocket again = new ServerSocket();
    again.setReuseAddress(true);
    again.bind(address);
    listening = again;
    accept(again);
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // it is closed already
    }
  }

  private void accept(ServerSocket from) {
    start(
        () -> {
          while (!from.isClosed()) {
            Socket socket = from.accept();
            open.add(socket);
            if (from.isClosed()) {
              reset(socket);
            }
            start(() -> serve(socket));
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // the connection, or the server, is closed
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket) throws IOException {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          int next = in.read();
          if (next < 0) {
            return;
          }
          head.append((char) next);
        }
        int length = length(head.toString());
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
          return;
        }
        bytesIn.addAndGet(head.length() + length);
        AtomicInteger times =
            length == 0
                ? withoutBody
                : seen.computeIfAbsent(RecordFormat.sequence(body), n -> new AtomicInteger());
        times.incrementAndGet();
        if (!answers) {
          return;
        }
        socket.getOutputStream().write(ANSWER);
        bytesOut.addAndGet(ANSWER.length);
      }
    } finally {
      open.remove(socket);
    }
  }

  private static int length(String head) {
    String name = "content-length:";
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name))
        .mapToInt(line -> Integer.parseInt(line.substring(name.length()).strip()))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
