package dev.rebound.service.activation.front;

import dev.rebound.service.activation.front.rest.ActivationClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Stands for the activation service: it does to each connection in turn what a test wants, the last
 * of which it repeats.
 */
public final class ScriptedService implements AutoCloseable {
  /** How long silence is waited for; a busy machine may take longer for an answer. */
  private static final Duration SILENCE_LIMIT = Duration.ofSeconds(1);

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  /** The acts that it can answer a request with. */
  public enum Act {
    CREATED("201 Created"),
    REFUSED("400 Bad Request"),
    FAILED("500 Internal Server Error"),
    /** Reads the request, and closes the connection. */
    RESET(null),
    /** Reads the request, and says nothing. */
    SILENCE(null);

    private final String status;

    Act(String status) {
      this.status = status;
    }
  }

  private final ServerSocket server;
  private final List<Act> acts;
  private final AtomicInteger requests = new AtomicInteger();

  public ScriptedService(Act... acts) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.acts = List.of(acts);
    Thread thread = new Thread(this::serve, "scripted-service");
    thread.setDaemon(true);
    thread.start();
  }

  /** The service is away: nobody listens on port 1. */
  public static ActivationClient unreachable() {
    return client(1, ANSWER_LIMIT);
  }

  public ActivationClient client() {
    return client(server.getLocalPort(), acts.contains(Act.SILENCE) ? SILENCE_LIMIT : ANSWER_LIMIT);
  }

  private static ActivationClient client(int port, Duration readTimeout) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(http);
    factory.setReadTimeout(readTimeout);
    return new ActivationClient(
        RestClient.builder().baseUrl("http://127.0.0.1:" + port).requestFactory(factory).build());
  }

  /** How many came. */
  public int requests() {
    return requests.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void serve() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        int n = requests.getAndIncrement();
        answer(connection, acts.get(Math.min(n, acts.size() - 1)));
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static void answer(Socket connection, Act act) throws IOException {
    readRequest(connection.getInputStream());
    if (act == Act.SILENCE) {
      return;
    }
    if (act != Act.RESET) {
      String head = "HTTP/1.1 " + act.status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      connection.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }
    connection.close();
  }

  /** Up to the last chunk of a body, or to its length's end: requests here are small. */
  private static void readRequest(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] some = new byte[8192];
    int read;
    while ((read = in.read(some)) >= 0) {
      text.append(new String(some, 0, read, StandardCharsets.UTF_8));
      boolean chunked = text.indexOf("\r\n0\r\n\r\n") > 0;
      boolean whole = text.indexOf("\"channel\"") > 0 && text.toString().strip().endsWith("}}");
      if (chunked || whole) {
        return;
      }
    }
  }
}
