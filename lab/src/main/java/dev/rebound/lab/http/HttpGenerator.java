package dev.rebound.lab.http;

import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.lab.load.SendSchedule;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends requests over HTTP, and notes what became of each. Open model: request n at start + n /
 * rate, or as soon after it as there is room for one more in flight; the time waited for room is
 * part of its latency and of its time, and one whose time is up by then is not sent. Closed model:
 * each user sends its next request when the outcome of the last is known.
 *
 * <p>A process of its own, {@code --config FILE} with these properties:
 *
 * <pre>
 * url                            address of the endpoint; several, with commas, are taken in turn
 * method                         POST, PUT, PATCH, or GET or DELETE without a body (POST)
 * headers                        optional: more headers, a line each, {@code name: value}
 * generator                      number of this generator, from 0
 * rate                           open model: requests per second
 * users                          closed model: how many
 * thinkMillis                    closed model: from an outcome to the next request (0)
 * start                          intended time of request 0, microseconds since the epoch; absent: now
 * records                        optional: how many, after which it ends
 * timeoutMillis                  of each request, from its intended time, but for what this process
 *                                itself was late by (30000)
 * http                           1.1 or 2; without TLS, 2 is asked for by an upgrade (1.1)
 * connections                    requests in flight, each with a connection of its own over HTTP/1.1
 *                                (1000; 100 with HTTP/2; in a closed model, users)
 * sendlog, requests              files, see {@link SendLog} and {@link RequestLog}
 * telemetry, control             files, see below and {@link ProcessControl}
 * workload.*                     see {@link WorkloadSpec}; a record's value is a request's body
 * </pre>
 *
 * Requests have bodies of {@code application/json}, unless a header says otherwise; addresses and
 * headers may have what stands for a request in its body ({@link
 * dev.rebound.oracle.request.Requests#filled}). See {@link AnswerRule} and {@link RequestFates} for
 * what is accepted, refused and unknown. A body leaves at most once, whatever the client tries
 * ({@link OnceBody}), and redirects are not followed.
 *
 * <p>Each telemetry line has, counted since the start: {@code atMicros, dueRecords, sent} (given to
 * the client), {@code acknowledged} and {@code accepted} (the same), {@code failed} and {@code
 * refused} (the same), {@code unknown} (sent and without an outcome that tells, those in flight
 * included), {@code gaveUp} (those of them that are over), {@code notConnected} (refused, as no
 * connection took the body), {@code timedOut, statuses} (how often each came), {@code answers2xx,
 * answers3xx, answers4xx, answers5xx} (whole answers), {@code bytes, bytesIn} (of requests sent and
 * of answers, headers included, see {@link HeaderBytes}), {@code blockedMillis} (time in which a
 * request was due and there was no room for it), {@code notSent} (requests left out as there was no
 * room in their time), {@code cpuSeconds}; {@code inFlight} now; and of the time since the line
 * before: {@code slipMillisMax} (how late requests went out by the generator's own fault), {@code
 * ackMillisP50, ackMillisP99, ackMillisMax} (acceptance − intended time; null without any). The
 * last line has {@code done: true}, {@code complete} (everything due was sent, and either accepted
 * or refused) and {@code lastError}.
 *
 * <p>It ends when all requests are sent or it is told to stop: then, in an open model, it sends
 * what was due by that moment; it waits for the outcomes, both no longer than a request's timeout,
 * and ends with status 0.
 */
public final class HttpGenerator {
  private static final WallClock CLOCK = WallClock.SYSTEM;

  /** Slots of the logs made ahead of the sending thread, some seconds' worth. */
  private static final long SLOTS_AHEAD = 100_000;

  private static final Duration END_GRACE = Duration.ofSeconds(5);

  /**
   * The settings of the client and of what it stands on, unless the command line says otherwise.
   * They are read once, when it is first used.
   */
  private static final Map<String, String> CLIENT =
      Map.of(
          // one refusal to connect is one outcome
          "jdk.httpclient.disableRetryConnect", "true",
          // attempts of one request: a GET would be sent again if its connection closed
          "jdk.httpclient.redirects.retrylimit", "1",
          // seconds; sooner than servers close idle connections, so that none is lost to that
          "jdk.httpclient.keepalive.timeout", "10",
          // bytes of a buffer for each connection; answers are small and connections may be many
          "jdk.httpclient.bufsize", "4096",
          // with less, as it is on two cores, every outcome is told on a new thread of its own
          "java.util.concurrent.ForkJoinPool.common.parallelism", "2");

  private final SendingLoop loop;
  private final Requests requests;
  private final RequestFates fates;
  private final Dispatcher dispatcher;

  private HttpGenerator(
      SendingLoop loop, Requests requests, RequestFates fates, Dispatcher dispatcher) {
    this.loop = loop;
    this.requests = requests;
    this.fates = fates;
    this.dispatcher = dispatcher;
  }

  public static void main(String[] arguments) {
    CLIENT.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
    ToolMain.run(
        "HTTP load",
        arguments,
        settings ->
            run(settings, Workloads.create(WorkloadSpec.fromProperties(settings.properties()))));
  }

  /** Sends the whole load; returns when every outcome is known or its time is up. */
  static void run(ToolSettings properties, Workload workload)
      throws IOException, InterruptedException {
    HttpSettings settings = HttpSettings.of(properties);
    ExecutorService threads = threads();
    try {
      HttpClient client =
          HttpClient.newBuilder()
              .version(settings.version())
              .connectTimeout(settings.connectTimeout())
              .followRedirects(HttpClient.Redirect.NEVER)
              .proxy(HttpClient.Builder.NO_PROXY)
              .executor(threads)
              .build();
      WarmUp.run(client);
      int generator = settings.generator();
      long start = properties.whole("start", CLOCK.micros());
      double rate = settings.ratePerSecond();
      try (SendLog sends = SendLog.create(properties.path("sendlog"), generator, 1, start, rate);
          RequestLog log =
              RequestLog.create(
                  properties.path("requests"), generator, start, rate, settings.targets().size());
          Dispatcher dispatcher = new Dispatcher(client, settings.inFlightMax())) {
        RequestFates fates = new RequestFates(log, sends);
        Requests requests = new Requests(settings, workload, log, sends, fates, dispatcher);
        requests.warmUp();
        long records = properties.whole("records", Long.MAX_VALUE);
        SendingLoop loop =
            settings.users() > 0
                ? new ClosedLoop(settings, start, records, requests, dispatcher)
                : new OpenLoop(
                    new SendSchedule(start, rate, records),
                    settings.timeout(),
                    requests,
                    dispatcher);
        new HttpGenerator(loop, requests, fates, dispatcher).send(properties, settings);
      }
    } catch (UncheckedIOException e) {
      throw Telemetry.cannotWrite(properties.path("sendlog"), e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static ExecutorService threads() {
    int count = Math.max(2, Math.min(4, Runtime.getRuntime().availableProcessors()));
    return Executors.newFixedThreadPool(
        count,
        work -> {
          Thread thread = new Thread(work, "http");
          thread.setDaemon(true);
          return thread;
        });
  }

  private void send(ToolSettings properties, HttpSettings settings)
      throws IOException, InterruptedException {
    try (Telemetry telemetry = new Telemetry(properties.path("telemetry"))) {
      requests.reserve(SLOTS_AHEAD);
      boolean over;
      try (ProcessControl control =
          new ProcessControl(
              properties.findPath("control"),
              () -> {
                telemetry.write(line());
                requests.reserve(SLOTS_AHEAD);
              })) {
        loop.run(control);
        over = dispatcher.awaitAll(settings.timeout().plus(END_GRACE));
        control.check();
      }
      if (over) {
        requests.close();
      }
      long sent = requests.sent();
      boolean complete =
          sent == loop.due(CLOCK.micros()) && fates.accepted() + fates.refused() == sent;
      telemetry.write(
          line().put("complete", complete).put("lastError", fates.lastError()).put("done", true));
    }
  }

  private Telemetry.TelemetryLine line() {
    long now = CLOCK.micros();
    long sent = requests.sent();
    long accepted = fates.accepted();
    long refused = fates.refused();
    Telemetry.TelemetryLine line =
        new Telemetry.TelemetryLine()
            .put("atMicros", now)
            .put("dueRecords", loop.due(now))
            .put("sent", sent)
            .put("acknowledged", accepted)
            .put("failed", refused)
            .put("unknown", Math.max(0, sent - accepted - refused))
            .put("notSent", requests.leftOut())
            .put("inFlight", dispatcher.inFlight())
            .put("bytes", requests.bytes());
    return fates
        .describe(dispatcher.delays().describe(line))
        .put("cpuSeconds", Telemetry.cpuSeconds());
  }
}
