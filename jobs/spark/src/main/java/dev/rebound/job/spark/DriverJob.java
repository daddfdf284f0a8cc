package dev.rebound.job.spark;

import dev.rebound.workload.JobOptions;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver of a job on Spark Structured Streaming: has executors read records and write what the
 * workload asks for. {@code --help} lists its options; nothing of the lab is needed.
 *
 * <p>Exit status: 0 stopped in order, 64 wrong options, 1 anything else.
 */
public final class DriverJob {
  private static final Logger LOG = LoggerFactory.getLogger(DriverJob.class);
  private static final String PROGRAM =
      "java -cp \"rebound-job-spark.jar:lib/*\" " + DriverJob.class.getName();
  private static final String ABOUT =
      "Matches records of a Kafka topic against rules, on Spark Structured Streaming: a driver whose"
          + " executors keep a state per rule and write an output per match.";
  private static final int ASK_SECONDS = 60;
  private static final long AGAIN_MILLIS = 200;

  private DriverJob() {}

  public static void main(String[] args) {
    JobOptions options = JobOptions.parseOrExit(PROGRAM, ABOUT, DriverSettings.OWN, args);
    try {
      run(options);
    } catch (IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      System.exit(JobOptions.EXIT_BAD_INPUT);
    } catch (Exception e) {
      LOG.error("cannot run: {}", e.toString(), e);
      System.exit(1);
    }
  }

  /** Runs until SIGTERM, or until Spark is no more. */
  private static void run(JobOptions options)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    ReportedSession witnessed = ReportedSession.of(options);
    SparkSession session = witnessed.session();
    int given = options.number("partitions");
    int partitions = given > 0 ? given : partitions(witnessed.admin(), options.text("input"));
    Dataset<Row> outputs = Pipelines.of(options, partitions, session);
    boolean realTime = options.text(DriverSettings.TRIGGER).equals("real-time");
    long millis = options.number("commit-interval-ms");
    while (!session.sparkContext().isStopped()) {
      try {
        StreamingQuery query =
            outputs
                .writeStream()
                .format("kafka")
                .queryName("rebound")
                // Rows come once, by either name; real-time mode knows the second alone.
                .outputMode(realTime ? OutputMode.Update() : OutputMode.Append())
                .options(DriverSettings.sink(options))
                .trigger(realTime ? Trigger.RealTime(millis) : Trigger.ProcessingTime(millis))
                .start();
        LOG.info("the query runs");
        query.awaitTermination();
        return;
      } catch (StreamingQueryException e) {
        // What a task met four times ends a query, as does a checkpoint that cannot be written.
        LOG.warn("starting the query again after an error: {}", e.toString());
        witnessed
            .events()
            .write("query-restarted", "application", session.sparkContext().applicationId());
        Thread.sleep(AGAIN_MILLIS);
      }
    }
  }

  /** The number of partitions of the input topic. */
  private static int partitions(Admin admin, String topic)
      throws ExecutionException, InterruptedException, TimeoutException {
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
