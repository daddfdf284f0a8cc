package dev.rebound.lab.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;

/**
 * Bytes of what stands before a body, as HTTP/1.1 writes it. Not counted are a status's reason and
 * the lengths of chunks; HTTP/2 writes less.
 */
final class HeaderBytes {
  /** The requests' word on who sends them. */
  static final String USER_AGENT = "Rebound";

  static final String CONTENT_TYPE = "application/json";

  private HeaderBytes() {}

  /**
   * @param headers all of them but for those of the connection and of the length
   */
  static int ofRequest(String method, URI target, int bodyBytes, Map<String, String> headers) {
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    int defaultPort = target.getScheme().equals("https") ? 443 : 80;
    boolean port = target.getPort() != -1 && target.getPort() != defaultPort;
    String host = target.getHost() + (port ? ":" + target.getPort() : "");
    int bytes = (method + " " + path + query + " HTTP/1.1\r\n").length() + line("Host", host) + 2;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      bytes += line(header.getKey(), header.getValue());
    }
    return bodyBytes == 0 ? bytes : bytes + line("Content-Length", Integer.toString(bodyBytes));
  }

  static int ofAnswer(HttpHeaders headers) {
    int bytes = "HTTP/1.1 200 \r\n".length() + 2;
    for (Map.Entry<String, List<String>> header : headers.map().entrySet()) {
      if (!header.getKey().startsWith(":")) {
        for (String value : header.getValue()) {
          bytes += line(header.getKey(), value);
        }
      }
    }
    return bytes;
  }

  private static int line(String name, String value) {
    return name.length() + ": ".length() + value.length() + "\r\n".length();
  }
}
