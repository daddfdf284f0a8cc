package dev.rebound.lab.http;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.telemetry.ToolSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a load process, but for its files and times; see {@link HttpGenerator}.
 *
 * @param targets addresses that requests go to in turn; one may have what stands for a request
 * @param ratePerSecond of an open model; infinite in a closed one
 * @param users of a closed model; null in an open one
 * @param timeout of each request, from when it was due
 * @param inFlightMax requests in flight at most
 */
record HttpSettings(
    List<String> targets,
    RequestForm form,
    int generator,
    double ratePerSecond,
    @Nullable ClosedUsers users,
    Duration timeout,
    Duration connectTimeout,
    HttpClient.Version version,
    int inFlightMax,
    AnswerRule rule) {

  private static final int OPEN_IN_FLIGHT = 1_000;

  /** As many streams as servers commonly allow on one connection. */
  private static final int HTTP_2_IN_FLIGHT = 100;

  private static final int TARGETS_MAX = 65_535;

  /**
   * The users of a closed model.
   *
   * @param requestsPerUser {@link Long#MAX_VALUE} for no limit
   * @param think how long each waits from one outcome to the next request
   * @param ramp time over which their first requests are spread
   */
  record ClosedUsers(int count, long requestsPerUser, Duration think, Duration ramp) {
    /** Requests of all of them. */
    long requests() {
      return requestsPerUser > Long.MAX_VALUE / count ? Long.MAX_VALUE : requestsPerUser * count;
    }
  }

  static HttpSettings of(ToolSettings settings) {
    ClosedUsers users = settings.find("users") == null ? null : users(settings);
    boolean two = version(settings.text("http", "1.1")) == HttpClient.Version.HTTP_2;
    int usual = users != null ? users.count : two ? HTTP_2_IN_FLIGHT : OPEN_IN_FLIGHT;
    int inFlight = atLeast(settings, "inFlightMax", usual, 1);
    int connections = atLeast(settings, "connections", inFlight, 1);
    return new HttpSettings(
        targets(settings.text("url")),
        form(settings),
        settings.count("generator"),
        users == null ? rate(settings.text("rate")) : Double.POSITIVE_INFINITY,
        users,
        Duration.ofMillis(atLeast(settings, "timeoutMillis", 30_000, 1)),
        Duration.ofMillis(atLeast(settings, "connectTimeoutMillis", 5_000, 1)),
        two ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1,
        // with HTTP/1.1 a request has a connection to itself
        two ? inFlight : Math.min(inFlight, connections),
        new AnswerRule(
            settings.text("accepted", AnswerRule.ACCEPTED),
            settings.text("noEffect", AnswerRule.NO_EFFECT)));
  }

  private static ClosedUsers users(ToolSettings settings) {
    if (settings.find("rate") != null) {
      throw ReboundException.badInput(
          "both rate and users are set", "Set rate for an open model, or users for a closed one.");
    }
    long requests = settings.whole("requestsPerUser", Long.MAX_VALUE);
    if (requests < 1) {
      throw tooSmall("requestsPerUser", requests, 1);
    }
    return new ClosedUsers(
        atLeast(settings, "users", 1, 1),
        requests,
        Duration.ofMillis(atLeast(settings, "thinkMillis", 0, 0)),
        Duration.ofMillis(atLeast(settings, "rampMillis", 0, 0)));
  }

  private static int atLeast(ToolSettings settings, String key, int otherwise, int least) {
    long value = settings.whole(key, otherwise);
    if (value < least || value > Integer.MAX_VALUE) {
      throw tooSmall(key, value, least);
    }
    return (int) value;
  }

  private static ReboundException tooSmall(String key, long value, int least) {
    return ReboundException.badInput(
        key + " = " + value + " is out of range",
        String.format(Locale.ROOT, "Write a number from %d to %d.", least, Integer.MAX_VALUE));
  }

  private static double rate(String rate) {
    try {
      double perSecond = Double.parseDouble(rate);
      if (perSecond > 0 && Double.isFinite(perSecond)) {
        return perSecond;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw ReboundException.badInput(
        "rate = " + rate + " is no rate",
        "Write a number of requests per second above 0, or users instead.");
  }

  private static HttpClient.Version version(String http) {
    return switch (http) {
      case "1.1" -> HttpClient.Version.HTTP_1_1;
      case "2" -> HttpClient.Version.HTTP_2;
      default ->
          throw ReboundException.badInput("http = " + http + " is no version", "Write 1.1 or 2.");
    };
  }

  private static RequestForm form(ToolSettings settings) {
    String method = settings.text("method", RequestForm.POST.method());
    if (!RequestForm.METHODS.contains(method)) {
      throw ReboundException.badInput(
          "method = " + method + " is none that is sent",
          "Write one of " + String.join(", ", RequestForm.METHODS) + ".");
    }
    return new RequestForm(
        method, settings.text("headers", "").lines().filter(line -> line.contains(":")).toList());
  }

  private static List<String> targets(String urls) {
    List<String> targets = new ArrayList<>();
    for (String url : urls.split(",", -1)) {
      targets.add(target(url.strip()));
    }
    if (targets.size() > TARGETS_MAX) {
      throw ReboundException.badInput(
          "url names " + targets.size() + " targets", "Name up to " + TARGETS_MAX + ".");
    }
    return List.copyOf(targets);
  }

  private static String target(String url) {
    try {
      URI uri = new URI(Requests.address(url, Requests.ANY_ID));
      String scheme = uri.getScheme();
      if (uri.getHost() != null
          && scheme != null
          && (scheme.equals("http") || scheme.equals("https"))) {
        return url;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw ReboundException.badInput(
        "url = " + url + " is no address of a service",
        "Write such as http://127.0.0.1:8080/path; several with commas between them.");
  }
}
