package dev.rebound.platform.local;

import dev.rebound.platform.Platform.Address;
import dev.rebound.platform.ProcessSpec.Readiness;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Function;

/** Asks one incarnation whether it is up. */
final class ReadinessProbe {
  private static final int ATTEMPT_MILLIS = 1_000;

  private final Readiness readiness;
  private final Function<String, Address> addresses;
  private final LogTail.LogSearch search;

  /**
   * @param addresses of the node's ports
   * @param offset where this incarnation's part of the log begins
   */
  ReadinessProbe(Readiness readiness, Function<String, Address> addresses, Path log, long offset) {
    this.readiness = readiness;
    this.addresses = addresses;
    String text = readiness instanceof Readiness.LogLine line ? line.contains() : "";
    this.search = new LogTail.LogSearch(log, offset, text);
  }

  /** One attempt, of at most a second or two. */
  boolean ready() {
    try {
      if (readiness instanceof Readiness.TcpPort port) {
        Address address = addresses.apply(port.port());
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(address.host(), address.port()), ATTEMPT_MILLIS);
          return true;
        }
      } else if (readiness instanceof Readiness.Http http) {
        return status(url(http)) == 200;
      } else if (readiness instanceof Readiness.LogLine) {
        return search.found();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The thing that is waited for, to complete "waited for …". */
  String waitedFor() {
    if (readiness instanceof Readiness.TcpPort port) {
      return "a TCP connection to " + addresses.apply(port.port());
    } else if (readiness instanceof Readiness.Http http) {
      return "status 200 from " + url(http);
    } else if (readiness instanceof Readiness.LogLine line) {
      return "\"" + line.contains() + "\" in its log";
    } else if (readiness instanceof Readiness.Ended) {
      return "its end with status 0";
    }
    return "the process to run";
  }

  private String url(Readiness.Http http) {
    return "http://" + addresses.apply(http.port()) + http.path();
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
