package dev.rebound.lab.http;

import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.telemetry.ToolSettings;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a load process, but for its files and times; see {@link HttpGenerator}.
 *
 * @param targets addresses that requests go to in turn; one may have what stands for a request
 * @param ratePerSecond of an open model; infinite in a closed one
 * @param users of a closed model; 0 in an open one
 * @param think how long each user waits from one outcome to the next request
 * @param timeout of each request, from when it was due
 * @param inFlightMax requests in flight at most
 */
record HttpSettings(
    List<String> targets,
    RequestForm form,
    int generator,
    double ratePerSecond,
    int users,
    Duration think,
    Duration timeout,
    HttpClient.Version version,
    int inFlightMax) {
  private static final int OPEN_IN_FLIGHT = 1_000;

  /** As many streams as servers commonly allow on one connection. */
  private static final int HTTP_2_IN_FLIGHT = 100;

  private static final Duration CONNECT_MAX = Duration.ofSeconds(5);

  static HttpSettings of(ToolSettings settings) {
    int users = (int) settings.whole("users", 0);
    boolean two = settings.text("http", "1.1").equals("2");
    int usual = users > 0 ? users : two ? HTTP_2_IN_FLIGHT : OPEN_IN_FLIGHT;
    return new HttpSettings(
        List.of(settings.text("url").split(",", -1)),
        new RequestForm(
            settings.text("method", RequestForm.POST.method()),
            settings.text("headers", "").lines().toList()),
        settings.count("generator"),
        users > 0 ? Double.POSITIVE_INFINITY : Double.parseDouble(settings.text("rate")),
        users,
        Duration.ofMillis(settings.whole("thinkMillis", 0)),
        Duration.ofMillis(settings.whole("timeoutMillis", 30_000)),
        two ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1,
        (int) Math.min(usual, settings.whole("connections", usual)));
  }

  Duration connectTimeout() {
    return timeout.compareTo(CONNECT_MAX) < 0 ? timeout : CONNECT_MAX;
  }
}
