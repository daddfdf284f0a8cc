package dev.rebound.job.faulty;

import dev.rebound.workload.EventLog;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.JobOptions.JobOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service that matches rules, gathers windows by count or sessions, or follows sessions, and
 * makes one classic mistake on demand, on plain Kafka clients: what a check of recovery must catch.
 * {@code --help} lists its options; nothing of the lab is needed.
 *
 * <p>Every worker works on its own partitions; there is no shuffle. So the running counts in the
 * outputs of rules are those of one life of one worker, and only the identities of outputs are to
 * be judged; a closing record is answered by adding up the output topic, see {@link RuleReadout}.
 * Windows and sessions come out as they should, see {@link WindowGathering}, {@link
 * SessionGathering} and {@link SessionFollowing}.
 *
 * <p>Exit status: 0 stopped in order, 64 wrong options, 1 anything else.
 */
public final class FaultyJob {
  private static final Logger LOG = LoggerFactory.getLogger(FaultyJob.class);
  private static final String PROGRAM =
      "java -cp \"rebound-job-faulty.jar:lib/*\" " + FaultyJob.class.getName();
  private static final String ABOUT =
      "Matches records of a Kafka topic, or gathers them in windows, and makes a classic mistake.";
  private static final long STOP_LIMIT_SECONDS = 10;

  static final List<JobOption> OWN =
      List.of(
          new JobOption(
              "bug",
              "none",
              "the mistake to make, or several of windows with + between them: "
                  + PlantedBug.names()),
          new JobOption(
              "drop-one-in",
              "100",
              "drop-around-kill: one match in how many is left out; of windows, keys, sessions and"
                  + " alerts: one in how many is wrong; watermark-ahead: after one visit in how"
                  + " many"),
          new JobOption(
              "drop-for-ms",
              "10000",
              "drop-around-kill: milliseconds that it lasts from a restarted worker's first match on"),
          new JobOption(
              "events", "events.jsonl", "file that gets what happens, one JSON object a line"));

  private FaultyJob() {}

  public static void main(String[] args) {
    JobOptions options = JobOptions.parseOrExit(PROGRAM, ABOUT, OWN, args);
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopInOrder(stop, stopped), "stop"));
    int status = 0;
    try (EventLog events =
            new EventLog(Path.of(options.text("events")), options.number("incarnation"));
        WorkerLoop loop = new WorkerLoop(options, events)) {
      loop.run(stop);
    } catch (IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      status = JobOptions.EXIT_BAD_INPUT;
    } catch (IOException | RuntimeException e) {
      LOG.error("cannot run: {}", e.toString(), e);
      status = 1;
    } finally {
      stopped.countDown();
    }
    if (!stop.get()) {
      System.exit(status);
    }
  }

  private static void stopInOrder(AtomicBoolean stop, CountDownLatch stopped) {
    stop.set(true);
    try {
      if (!stopped.await(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("had not stopped {} s after it was asked to", STOP_LIMIT_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
