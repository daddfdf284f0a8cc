package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.workload.RecordFormat;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 without TLS, and the server that Spring Boot brings. */
@Tag("process")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class Http2IT {
  @TempDir Path folder;
  private final Map<Long, AtomicInteger> seen = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> protocols = new ConcurrentHashMap<>();
  private final Set<Long> answered = ConcurrentHashMap.newKeySet();

  private final class Endpoint extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      long sequence = RecordFormat.sequence(request.getInputStream().readAllBytes());
      protocols.computeIfAbsent(request.getProtocol(), p -> new AtomicInteger()).incrementAndGet();
      seen.computeIfAbsent(sequence, n -> new AtomicInteger()).incrementAndGet();
      response.setStatus(201);
      response.setContentType("application/json");
      response.getWriter().write("{}");
      answered.add(sequence);
    }
  }

  private Tomcat tomcat(int port) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolve("tomcat").toString());
    Connector connector = new Connector();
    connector.setPort(port);
    connector.setProperty("address", "127.0.0.1");
    connector.addUpgradeProtocol(new Http2Protocol());
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "endpoint", new Endpoint());
    context.addServletMappingDecoded("/", "endpoint");
    tomcat.start();
    return tomcat;
  }

  private static void end(Tomcat tomcat) throws Exception {
    tomcat.stop();
    tomcat.destroy();
  }

  private Sent send(int port, String... pairs) throws Exception {
    return Sent.send(Sent.properties(folder, "http://127.0.0.1:" + port + "/activations", pairs));
  }

  @Test
  void requestsGoOverHttp2WhereTheServerTakesIt() throws Exception {
    Tomcat tomcat = tomcat(Ports.unused());
    try {
      Sent sent =
          send(
              tomcat.getConnector().getLocalPort(),
              "http",
              "2",
              "rate",
              "200",
              "records",
              "200",
              "connections",
              "50");
      assertThat(sent.requests())
          .hasSize(200)
          .allMatch(r -> r.outcome() == RequestOutcome.ACCEPTED && r.handed() && r.status() == 201);
      assertThat(seen).hasSize(200);
      assertThat(seen.values()).allSatisfy(times -> assertThat(times).hasValue(1));
      assertThat(protocols.get("HTTP/2.0").get()).isGreaterThan(100);
    } finally {
      end(tomcat);
    }
  }

  @Test
  void aServerThatIsStoppedAndStartedSeesNothingTwiceOverEitherVersion() throws Exception {
    for (String http : new String[] {"1.1", "2"}) {
      seen.clear();
      answered.clear();
      Tomcat first = tomcat(Ports.unused());
      int port = first.getConnector().getLocalPort();
      Thread restart =
          new Thread(
              () -> {
                try {
                  while (seen.size() < 100) {
                    Thread.sleep(5);
                  }
                  end(first);
                  Thread.sleep(300);
                  Tomcat second = tomcat(port);
                  while (seen.size() < 300) {
                    Thread.sleep(5);
                  }
                  end(second);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      restart.setDaemon(true);
      restart.start();
      Sent sent =
          send(
              port,
              "http",
              http,
              "rate",
              "200",
              "records",
              "800",
              "connections",
              "50",
              "timeoutMillis",
              "5000");
      restart.join(60_000);

      assertThat(sent.requests()).hasSize(800);
      for (int n = 0; n < 800; n++) {
        Request request = sent.requests().get(n);
        AtomicInteger times = seen.get((long) n);
        String what = "HTTP/" + http + " request " + n + ": " + request;
        assertThat(times == null ? 0 : times.get()).as(what).isLessThanOrEqualTo(1);
        switch (request.outcome()) {
          case ACCEPTED -> assertThat(answered).as(what).contains((long) n);
          case REFUSED -> assertThat(times).as(what).isNull();
          case UNKNOWN -> assertThat(request.handed()).as(what).isTrue();
          case NOT_SENT, IN_FLIGHT -> throw new AssertionError(what);
        }
      }
      assertThat(sent.requests()).anyMatch(r -> r.outcome() == RequestOutcome.REFUSED);
      assertThat(sent.requests()).anyMatch(r -> r.outcome() == RequestOutcome.ACCEPTED);
    }
  }
}
