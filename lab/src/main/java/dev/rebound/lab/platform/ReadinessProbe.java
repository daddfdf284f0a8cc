package dev.rebound.lab.platform;

import dev.rebound.lab.platform.ProcessSpec.Readiness;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;

/** Asks one incarnation whether it is up. */
final class ReadinessProbe {
  private static final int ATTEMPT_MILLIS = 1_000;

  private final Readiness readiness;
  private final LogTail.Search search;

  /**
   * @param offset where this incarnation's part of the log begins
   */
  ReadinessProbe(Readiness readiness, Path log, long offset) {
    this.readiness = readiness;
    String text = readiness instanceof Readiness.LogLine line ? line.contains() : "";
    this.search = new LogTail.Search(log, offset, text);
  }

  /** One attempt, of at most a second or two. */
  boolean ready() {
    try {
      if (readiness instanceof Readiness.TcpPort port) {
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(port.host(), port.port()), ATTEMPT_MILLIS);
          return true;
        }
      } else if (readiness instanceof Readiness.Http http) {
        return status(http.url()) == 200;
      } else if (readiness instanceof Readiness.LogLine) {
        return search.found();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** What is waited for, to complete "waited for …". */
  String waitedFor() {
    if (readiness instanceof Readiness.TcpPort port) {
      return "a TCP connection to " + port.host() + ":" + port.port();
    } else if (readiness instanceof Readiness.Http http) {
      return "status 200 from " + http.url();
    } else if (readiness instanceof Readiness.LogLine line) {
      return "\"" + line.contains() + "\" in its log";
    }
    return "the process to run";
  }

  private static int status(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(ATTEMPT_MILLIS);
    connection.setReadTimeout(ATTEMPT_MILLIS);
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }
}
