package dev.rebound.engine.service;

import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramCluster;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/** Workers of a service that tells nothing of itself. Thread-safe. */
final class ServiceCluster extends ProgramCluster {
  private static final String BROKER = "broker";
  private static final int CONNECT_MILLIS = 1_000;

  private final boolean answers;
  private final boolean usesBrokers;

  /**
   * @param engine its name, for messages
   * @param answers whether each worker answers on its port
   * @param usesBrokers whether it is set to use the run's brokers
   */
  ServiceCluster(
      String engine, Members workers, JobSpec job, boolean answers, boolean usesBrokers) {
    // What it puts on the input topic it has still to do; most put nothing there.
    super(engine, workers, new JobProgress.CommittedByGroup(job.group()));
    this.answers = answers;
    this.usesBrokers = usesBrokers;
  }

  /** Requests go to all of them in turn. */
  @Override
  public boolean tellsWork() {
    return true;
  }

  @Override
  public OwnTopics ownTopics() {
    return OwnTopics.NONE;
  }

  /** A fault on brokers that it does not use hits nothing. */
  @Override
  public boolean needs(String role) {
    return usesBrokers || !role.equals(BROKER);
  }

  /** One that was started again is back once it takes connections. */
  @Override
  public Optional<String> missing(Node node) {
    if (!answers || !node.role().equals(JobWorker.ROLE)) {
      return Optional.empty();
    }
    Platform.Address at = node.endpoint(ServiceEngine.HTTP).outside();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(at.host(), at.port()), CONNECT_MILLIS);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("it takes no connections on " + at);
    }
  }
}
