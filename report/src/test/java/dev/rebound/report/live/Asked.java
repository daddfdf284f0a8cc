package dev.rebound.report.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One request over a plain socket, so that a test can say what a browser would not, and stop
 * reading. Every read has a limit.
 */
final class Asked implements AutoCloseable {
  private static final int LIMIT_MILLIS = 30_000;

  private final Socket socket;
  private final BufferedReader lines;

  private Asked(Socket socket) throws IOException {
    this.socket = socket;
    this.lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  /**
   * An answer, whole.
   *
   * @param head status line and headers
   */
  record Answer(int status, String head, String body) {
    String header(String name) {
      return head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT)))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    }
  }

  /** Gets a path, as it stands. */
  static Answer get(LiveServer server, String path) throws IOException {
    return ask(server, "GET", path, List.of("Host: 127.0.0.1:" + server.address().getPort()));
  }

  /** Asks with these headers. */
  static Answer ask(LiveServer server, String method, String path, List<String> headers)
      throws IOException {
    try (Asked asked = send(server, method, path, headers)) {
      byte[] all = asked.socket.getInputStream().readAllBytes();
      String text = new String(all, StandardCharsets.UTF_8);
      int end = text.indexOf("\r\n\r\n");
      String head = text.substring(0, end);
      return new Answer(Integer.parseInt(head.substring(9, 12)), head, text.substring(end + 4));
    }
  }

  /** Begins to get a path, and leaves the answer to be read. */
  static Asked begin(LiveServer server, String path) throws IOException {
    return send(server, "GET", path, List.of("Host: 127.0.0.1:" + server.address().getPort()));
  }

  private static Asked send(LiveServer server, String method, String path, List<String> headers)
      throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    socket.setSoTimeout(LIMIT_MILLIS);
    StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach(header -> request.append(header).append("\r\n"));
    request.append("Connection: close\r\n\r\n");
    socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
    return new Asked(socket);
  }

  /** Reads on until a line begins so; fails if the answer ends before. */
  String until(String start) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(start)) {
        return line.substring(start.length());
      }
    }
    throw new AssertionError("the answer ended before '" + start + "'");
  }

  /** Reads whatever comes until the answer ends; how many bytes that were. */
  long rest() throws IOException {
    InputStream in = socket.getInputStream();
    byte[] part = new byte[1 << 16];
    long all = 0;
    try {
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        all += n;
      }
    } catch (SocketException e) {
      // Cut off, which is an end as well.
      return all;
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
