package dev.rebound.job.storm;

import dev.rebound.workload.JobOptions;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits a topology to a Storm cluster: reads records, writes what the workload asks for. {@code
 * --help} lists its options; nothing of the lab is needed.
 *
 * <p>Exit status: 0 submitted, 64 wrong options, 1 anything else.
 */
public final class TopologyJob {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyJob.class);
  private static final String PROGRAM =
      "storm jar rebound-job-storm.jar " + TopologyJob.class.getName();
  private static final String ABOUT =
      "Matches records of a Kafka topic against rules, on Apache Storm: a topology that keeps a"
          + " state per rule in memory and writes an output per match.";
  private static final String JAR = "storm.jar";
  private static final int ASK_SECONDS = 60;

  private TopologyJob() {}

  public static void main(String[] args) {
    JobOptions options = JobOptions.parseOrExit(PROGRAM, ABOUT, TopologySettings.OWN, args);
    try {
      submit(options);
      if (Boolean.parseBoolean(options.text("stay"))) {
        stay();
      }
      System.exit(0);
    } catch (IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      System.exit(JobOptions.EXIT_BAD_INPUT);
    } catch (Exception e) {
      LOG.error("cannot submit the topology: {}", e.toString(), e);
      System.exit(1);
    }
  }

  private static void submit(JobOptions options)
      throws AlreadyAliveException,
          InvalidTopologyException,
          AuthorizationException,
          ExecutionException,
          InterruptedException,
          TimeoutException,
          URISyntaxException {
    if (System.getProperty(JAR) == null) {
      // The script of Storm's distribution sets it.
      System.setProperty(
          JAR,
          Path.of(TopologyJob.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .toString());
    }
    if (TopologySettings.hasChangelog(options)) {
      new Changelog(options)
          .create(TopologySettings.parallelism(options), options.number("replication"));
    }
    int partitions = options.number("partitions");
    StormSubmitter.submitTopology(
        options.text("group"),
        TopologySettings.topology(options),
        Topologies.of(options, partitions > 0 ? partitions : partitions(options)));
    LOG.info("submitted topology {}", options.text("group"));
  }

  private static void stay() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0), "stop"));
    new CountDownLatch(1).await();
  }

  /** The number of partitions of the input topic. */
  private static int partitions(JobOptions options)
      throws ExecutionException, InterruptedException, TimeoutException {
    String topic = options.text("input");
    try (Admin admin = Admin.create(options.client())) {
      return Objects.requireNonNull(
              admin
                  .describeTopics(List.of(topic))
                  .allTopicNames()
                  .get(ASK_SECONDS, TimeUnit.SECONDS)
                  .get(topic),
              topic)
          .partitions()
          .size();
    }
  }
}
