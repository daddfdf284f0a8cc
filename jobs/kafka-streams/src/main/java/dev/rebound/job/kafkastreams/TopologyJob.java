package dev.rebound.job.kafkastreams;

import dev.rebound.workload.EventLog;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A rule-matching service on Kafka Streams: reads records, writes one output per match. {@code
 * --help} lists its options; nothing of the lab is needed.
 *
 * <p>Exit status: 0 stopped in order, 64 wrong options, 1 anything else.
 */
public final class TopologyJob {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyJob.class);
  private static final String PROGRAM =
      "java -cp \"rebound-job-kafka-streams.jar:lib/*\" " + TopologyJob.class.getName();
  private static final String ABOUT =
      "Matches records of a Kafka topic against rules, on Kafka Streams: keeps a state per rule"
          + " and writes an output per match.";
  private static final Duration ASK_LIMIT = Duration.ofSeconds(60);
  private static final Duration DYING_THREAD_PAUSE = Duration.ofMillis(200);

  private TopologyJob() {}

  public static void main(String[] args) {
    JobOptions options = JobOptions.parseOrExit(PROGRAM, ABOUT, JobConfig.OWN, args);
    try {
      run(options);
    } catch (IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      System.exit(JobOptions.EXIT_BAD_INPUT);
    } catch (InterruptedException e) {
      System.exit(1);
    } catch (IOException | RuntimeException e) {
      LOG.error("cannot run: {}", e.toString(), e);
      System.exit(1);
    }
  }

  /** Runs until SIGTERM, or until Kafka Streams gives up. */
  private static void run(JobOptions options) throws IOException, InterruptedException {
    Properties settings = JobConfig.streams(options);
    int partitions = options.number("partitions");
    if (partitions == 0) {
      partitions = partitions(settings, options.text("input"));
    }
    Workload workload = Workloads.create(options.workload());
    int incarnation = options.number("incarnation");
    if (JobConfig.persistent(options) && !options.text("native").isEmpty()) {
      RocksDbLibrary.load(Path.of(options.text("native")));
    }
    Topology topology = Topologies.of(workload, options, partitions);
    int stages = workload.shape().shuffled() ? 2 : 1;
    CountDownLatch ended = new CountDownLatch(1);
    try (EventLog events = new EventLog(Path.of(options.text("events")), incarnation);
        EventReporter witness = new EventReporter(events);
        KafkaStreams streams = new KafkaStreams(topology, settings)) {
      events.write("start", "tasks", stages * partitions, "pid", ProcessHandle.current().pid());
      streams.setUncaughtExceptionHandler(TopologyJob::replace);
      witness.attach(streams, ended::countDown);
      closeOnSignal(streams, options);
      streams.start();
      ended.await();
      if (streams.state() == KafkaStreams.State.ERROR) {
        throw new IllegalStateException("Kafka Streams ended in state ERROR, see above");
      }
    }
  }

  /** A dying thread's work moves to a new thread: what it had not committed is done again. */
  private static StreamThreadExceptionResponse replace(Throwable error) {
    LOG.error("a stream thread died, replacing the thread: {}", error.toString(), error);
    try {
      // A cause that stays must not become a busy loop.
      Thread.sleep(DYING_THREAD_PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** By the options that each version from 3.3 on has; newer ones came with 4.2. */
  @SuppressWarnings("deprecation")
  private static void closeOnSignal(KafkaStreams streams, JobOptions options) {
    KafkaStreams.CloseOptions close =
        new KafkaStreams.CloseOptions()
            .timeout(Duration.ofMillis(options.number("stop-timeout-ms")))
            .leaveGroup(Boolean.parseBoolean(options.text("leave-group")));
    Runnable stop =
        () -> {
          boolean failed = streams.state() == KafkaStreams.State.ERROR;
          boolean inTime = streams.close(close);
          LOG.info("stopped {}", inTime ? "in order" : "before all threads had ended");
          // Else a JVM that was asked to end by a signal would say 143, in order or not.
          Runtime.getRuntime().halt(inTime && !failed ? 0 : 1);
        };
    Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
  }

  /** The number of partitions of the input topic; waits for it to exist. */
  private static int partitions(Properties settings, String topic) throws InterruptedException {
    Map<String, Object> client =
        new HashMap<>(new StreamsConfig(settings).getAdminConfigs("rebound-ask"));
    long giveUp = System.nanoTime() + ASK_LIMIT.toNanos();
    try (Admin admin = Admin.create(client)) {
      while (true) {
        try {
          Map<String, TopicDescription> found =
              admin.describeTopics(List.of(topic)).allTopicNames().get(10, TimeUnit.SECONDS);
          return Objects.requireNonNull(found.get(topic)).partitions().size();
        } catch (ExecutionException | TimeoutException e) {
          if (System.nanoTime() - giveUp > 0) {
            throw new IllegalArgumentException(
                "--input %s: no such topic at %s after %s s; create it, or correct --bootstrap"
                    .formatted(
                        topic,
                        settings.getProperty(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG),
                        ASK_LIMIT.toSeconds()),
                e);
          }
          Thread.sleep(500);
        }
      }
    }
  }
}
