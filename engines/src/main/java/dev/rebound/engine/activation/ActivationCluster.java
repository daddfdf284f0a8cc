package dev.rebound.engine.activation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The platform's services, once they run. Thread-safe. */
final class ActivationCluster implements Cluster {
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final String BROKER = "broker";
  private static final String READINESS = "/actuator/health/readiness";
  private static final String OUTBOX = "/actuator/metrics/activation.outbox.pending";

  /** Requests that are being answered; the one that asks is one of them. */
  private static final String ACTIVE = "/actuator/metrics/http.server.requests.active";

  /** How long there must be nothing under way before it counts as done. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  private final Members members;
  private final EngineSpec spec;
  private final JobSpec job;
  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  ActivationCluster(Members members, EngineSpec spec, JobSpec job) {
    this.members = members;
    this.spec = spec;
    this.job = job;
  }

  private volatile long idleSinceNanos;

  void await(Deadline by) {
    for (Node member : members.all()) {
      try {
        member.awaitReady(by.left());
      } catch (ReboundException e) {
        throw new ReboundException(
            e.reason(),
            e.getMessage() + "\n  " + Members.logOf(member),
            "Read the log named above; raise phases.start if the machine is slow.",
            e);
      }
    }
  }

  @Override
  public List<Node> nodes(String role) {
    return members.ofRole(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    return members.living(role);
  }

  /** A call goes by no topic, so that a broker has nothing to do. */
  @Override
  public boolean needs(String role) {
    return !role.equals(BROKER) || ActivationEngine.usesTopic(spec);
  }

  /** It says nothing of its own recovery. */
  @Override
  public void watch(Consumer<Transition> sink) {}

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(job.group());
  }

  @Override
  public OwnTopics ownTopics() {
    return OwnTopics.of(ActivationPlan.deadLetters(job));
  }

  @Override
  public Optional<String> missing(Node node) {
    return get(node, READINESS).isPresent()
        ? Optional.empty()
        : Optional.of("it does not say that it is ready");
  }

  /** A request whose client has gone may still be worked on, and so may a row of the outbox. */
  @Override
  public Optional<String> pending() {
    Optional<String> said = saidPending();
    if (said.isPresent()) {
      idleSinceNanos = 0;
      return said;
    }
    long now = System.nanoTime();
    if (idleSinceNanos == 0) {
      idleSinceNanos = now;
    }
    // A request that a client of the broker or of the database has in hand is counted by nobody.
    return now - idleSinceNanos < IDLE.toNanos()
        ? Optional.of("nothing has been under way for less than " + IDLE.toSeconds() + " s")
        : Optional.empty();
  }

  private Optional<String> saidPending() {
    for (Node node : members.all()) {
      double requests =
          node.alive() ? get(node, ACTIVE).map(ActivationCluster::value).orElse(Double.NaN) : 0;
      if (Double.isNaN(requests)) {
        return Optional.of(node.name() + " does not say what it is working on");
      }
      if (requests > 1) {
        return Optional.of(
            node.name() + " has " + Math.round(requests - 1) + " requests to answer");
      }
    }
    for (Node front : members.ofRole(ActivationEngine.FRONT)) {
      double rows = get(front, OUTBOX).map(ActivationCluster::value).orElse(Double.NaN);
      if (Double.isNaN(rows)) {
        return Optional.of("the front service does not say how much waits in its outbox");
      }
      if (rows > 0) {
        return Optional.of(Math.round(rows) + " rows of the outbox are not on the topic");
      }
    }
    return Optional.empty();
  }

  /** The first measurement of a metric that counts what is there now. */
  private static double value(JsonNode metric) {
    for (JsonNode measurement : metric.path("measurements")) {
      String statistic = measurement.path("statistic").asText();
      if (statistic.equals("ACTIVE_TASKS") || statistic.equals("VALUE")) {
        return measurement.path("value").asDouble(Double.NaN);
      }
    }
    return Double.NaN;
  }

  /**
   * The body of an answer with status 200; empty if the service answers something else or nothing.
   */
  private Optional<JsonNode> get(Node node, String path) {
    URI uri = URI.create("http://" + node.endpoint(ActivationPlan.HTTP).outside() + path);
    try {
      HttpResponse<byte[]> response =
          client.send(
              HttpRequest.newBuilder(uri).timeout(LIMIT).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      return response.statusCode() == 200
          ? Optional.of(json.readTree(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    members.stop(STOP_GRACE);
  }
}
