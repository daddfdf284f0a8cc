package dev.rebound.lab.http;

import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.workload.Workload;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes requests out of a workload's records, request n for target n mod T, and gives them away,
 * each with its slots. For the sending thread, but for {@link #sent}, {@link #leftOut}, {@link
 * #bytes} and {@link #reserve}.
 */
final class Requests {
  private static final int WARM_UP = 2_000;

  private final Workload workload;
  private final int generator;
  private final List<String> targets;
  private final RequestForm form;
  private final Map<String, String> headers;
  private final RequestLog requests;
  private final SendLog sends;
  private final RequestFates fates;
  private final Dispatcher dispatcher;
  private final Payload payload = new Payload();
  private final LongAdder sent = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private volatile long numbered;

  Requests(
      HttpSettings settings,
      Workload workload,
      RequestLog requests,
      SendLog sends,
      RequestFates fates,
      Dispatcher dispatcher) {
    this.workload = workload;
    this.generator = settings.generator();
    this.targets = settings.targets();
    this.form = settings.form();
    this.headers = headers(form);
    this.requests = requests;
    this.sends = sends;
    this.fates = fates;
    this.dispatcher = dispatcher;
  }

  private static Map<String, String> headers(RequestForm form) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("User-Agent", HeaderBytes.USER_AGENT);
    if (form.hasBody()) {
      all.put("Content-Type", HeaderBytes.CONTENT_TYPE);
    }
    all.putAll(form.named());
    return all;
  }

  /** A pattern as the request of an identity has it: where it goes, or a header's value. */
  static String address(String target, String id) {
    return dev.rebound.oracle.request.Requests.filled(target, id);
  }

  /** Lets the JVM compile the workload's code before the schedule starts. */
  void warmUp() {
    for (int n = 0; n < WARM_UP; n++) {
      workload.write(generator, n, 0, payload);
    }
  }

  /**
   * Sends request n, for which room was taken.
   *
   * @param timeoutMicros until its time is up, from now
   * @param onEnd called once, on any thread, when its outcome is known
   */
  void send(long n, long intendedMicros, long timeoutMicros, Runnable onEnd) {
    workload.write(generator, n, intendedMicros, payload);
    byte[] body = form.hasBody() ? payload.bytes() : new byte[0];
    int target = (int) (n % targets.size());
    URI address = URI.create(address(targets.get(target), payload.id()));
    Map<String, String> named = new TreeMap<>(headers);
    named.replaceAll((name, value) -> address(value, payload.id()));
    int size = body.length + HeaderBytes.ofRequest(form.method(), address, body.length, named);
    note(n, intendedMicros, target, size, true);
    RequestExchange exchange =
        new RequestExchange(
            n,
            intendedMicros,
            fates,
            () -> {
              dispatcher.released();
              onEnd.run();
            });
    bytes.add(size);
    sent.increment();
    dispatcher.send(
        request(address, named, body, exchange),
        exchange,
        TimeUnit.MICROSECONDS.toNanos(timeoutMicros));
  }

  /** One without a body counts as handed out at once: nobody is asked for what is not there. */
  private HttpRequest request(
      URI address, Map<String, String> named, byte[] body, RequestExchange exchange) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    named.forEach(request::setHeader);
    if (form.hasBody()) {
      return request.method(form.method(), new OnceBody(body, exchange::handOut)).build();
    }
    var unused = exchange.handOut();
    return request.method(form.method(), HttpRequest.BodyPublishers.noBody()).build();
  }

  /** Notes that request n was due and is not sent. */
  void leaveOut(long n, long intendedMicros) {
    note(n, intendedMicros, (int) (n % targets.size()), 0, false);
    leftOut.increment();
  }

  private void note(long n, long intendedMicros, int target, int size, boolean given) {
    requests.due(n, intendedMicros, target, size, given);
    if (given) {
      sends.handed(n, intendedMicros);
    }
    numbered = n + 1;
  }

  /** Makes room in the logs for what comes within the next seconds. */
  void reserve(long more) {
    requests.reserve(numbered + more);
    sends.reserve(numbered + more);
  }

  /** How many were given to the client. */
  long sent() {
    return sent.sum();
  }

  /** How many were due and were not given to the client. */
  long leftOut() {
    return leftOut.sum();
  }

  /** Bytes of those that were, headers included. */
  long bytes() {
    return bytes.sum();
  }

  /** Closes the log of requests in order. */
  void close() throws IOException {
    requests.close(numbered);
  }
}
