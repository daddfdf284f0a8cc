package dev.rebound.lab.experiment;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load of requests over HTTP: at a rate, whatever the answers do (an open model), or by users who
 * wait for their answers (a closed one).
 *
 * @param urls addresses that requests go to in turn
 * @param generators number of load processes; each has its share of the rate, or of the users
 * @param users of a closed model, of all processes together; null for an open one, whose rate is
 *     the load's
 * @param timeout of each request
 * @param connectTimeout of each connection
 * @param inFlightMax requests in flight of each process at most; 0 for the usual number, see {@link
 *     dev.rebound.lab.http.HttpGenerator}
 * @param connections of each process at most, with HTTP/1.1; 0 for one per request in flight
 * @param http version, {@code 1.1} or {@code 2}
 * @param accepted statuses that accept a request, such as {@code 2xx} or {@code 200,202}
 * @param noEffect header that says that a request had no effect, {@code name: value}; empty for the
 *     usual one
 * @param form of requests
 */
public record HttpLoadSpec(
    List<String> urls,
    int generators,
    @Nullable Users users,
    Duration timeout,
    Duration connectTimeout,
    int inFlightMax,
    int connections,
    String http,
    String accepted,
    String noEffect,
    RequestForm form) {

  /** Copies the addresses. */
  public HttpLoadSpec {
    urls = List.copyOf(urls);
  }

  /** With the usual bounds: HTTP/1.1, 30 s for an answer, 5 s to connect, any 2xx accepts. */
  public static HttpLoadSpec of(List<String> urls, int generators, @Nullable Users users) {
    return new HttpLoadSpec(
        urls,
        generators,
        users,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        0,
        0,
        "1.1",
        "2xx",
        "",
        RequestForm.POST);
  }

  /**
   * Users who each send their next request when the outcome of the last is known.
   *
   * @param count of all processes together
   * @param requestsPerUser 0 for no limit
   * @param think how long each waits from an outcome to its next request
   * @param ramp time over which their first requests are spread
   */
  public record Users(int count, long requestsPerUser, Duration think, Duration ramp) {}
}
