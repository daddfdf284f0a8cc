package dev.rebound.job.jet;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rebound.workload.EventLog;
import dev.rebound.workload.JobOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a Hazelcast cluster that runs a job on Jet: reads records, writes what the workload
 * asks for. {@code --help} lists its options; nothing of the lab is needed.
 *
 * <p>Exit status: 0 stopped in order, 64 wrong options, 1 anything else.
 */
public final class MemberJob {
  private static final Logger LOG = LoggerFactory.getLogger(MemberJob.class);
  private static final String PROGRAM =
      "java -cp \"rebound-job-jet.jar:lib/*\" " + MemberJob.class.getName();
  private static final String ABOUT =
      "Matches records of a Kafka topic against rules, on Hazelcast Jet: a member that keeps a state"
          + " per rule in memory and writes an output per match.";
  private static final int ASK_SECONDS = 60;

  /** What this process ends with: a signal alone is no failure. */
  private static volatile int status;

  private MemberJob() {}

  public static void main(String[] args) {
    JobOptions options = JobOptions.parseOrExit(PROGRAM, ABOUT, MemberSettings.OWN, args);
    try {
      run(options);
    } catch (IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      end(JobOptions.EXIT_BAD_INPUT);
    } catch (Exception e) {
      LOG.error("cannot run: {}", e.toString(), e);
      end(1);
    }
  }

  private static void end(int how) {
    status = how;
    System.exit(how);
  }

  /** Runs until SIGTERM, or until the member is no more. */
  private static void run(JobOptions options)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    System.setProperty(Pipelines.NODE, options.text("node"));
    System.setProperty(Pipelines.INCARNATION, options.text("incarnation"));
    EventReporter.witness()
        .begin(new EventLog(Path.of(options.text("events")), options.number("incarnation")));
    HazelcastInstance member = Hazelcast.newHazelcastInstance(MemberSettings.hazelcast(options));
    EventReporter.witness().attach(member);
    closeOnSignal(member, options.text("shutdown").equals("graceful"));
    int members = member.getCluster().getMembers().size();
    EventReporter.witness()
        .write("start", "pid", ProcessHandle.current().pid(), "members", members);
    LOG.info("member is up, of {}", members);
    int partitions = options.number("partitions");
    JobSupervisor care =
        new JobSupervisor(
            member,
            Pipelines.of(options, partitions > 0 ? partitions : partitions(options)),
            MemberSettings.job(options),
            MemberSettings.members(options).size());
    while (member.getLifecycleService().isRunning()) {
      try {
        care.look();
      } catch (RuntimeException e) {
        // Members come and go: the next look sees what became of it.
        LOG.warn("could not look after the job: {}", e.toString());
      }
      Thread.sleep(options.number("look-ms"));
    }
  }

  private static void closeOnSignal(HazelcastInstance member, boolean gracefully) {
    Runnable stop =
        () -> {
          EventReporter.witness().write("stopping");
          if (gracefully) {
            member.getLifecycleService().shutdown();
          } else {
            member.getLifecycleService().terminate();
          }
          LOG.info("stopped {}", gracefully ? "in order" : "at once");
          // Else a JVM that was asked to end by a signal would say 143, in order or not.
          Runtime.getRuntime().halt(status);
        };
    Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
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
