package dev.rebound.job.flink;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.JobOptions.JobOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule matching on Flink: reads records from Kafka, finds the rules that each of them matches,
 * keeps a running state per rule, and writes an output per match to Kafka.
 *
 * <p>Submitted to a cluster ({@code flink run}, or REST) or run within this JVM with {@code
 * --local}; {@code --help} lists every option. Flink and its Kafka connector must be on the class
 * path; the jar holds the job alone.
 */
public final class DataflowJob {
  private static final String PROGRAM = "flink run rebound-job-flink.jar";
  private static final String ABOUT =
      "Matches records against rules: one state per rule, one output per match. Needs Flink and its"
          + " Kafka connector on the class path; runs on the cluster that it is submitted to, or"
          + " within this JVM with --local.";

  private DataflowJob() {}

  /** Options of this job alone. */
  static List<JobOption> options() {
    return List.of(
        JobOptions.GENERATED,
        new JobOption(
            "local",
            "false",
            "run within this JVM, with as many subtasks as threads",
            List.of("true", "false")),
        new JobOption(
            "rehearsal",
            "",
            "a topic, made if need be: run the same dataflow once on some 2,000 of the newest"
                + " records, without restarts, write to that topic, and end. TaskManagers that it"
                + " ran on are warm then"),
        new JobOption(
            "checkpointing",
            "true",
            "take checkpoints; without them (guarantee none) a job that failed goes on from the"
                + " offsets that its consumers committed, with no state",
            List.of("true", "false")),
        new JobOption(
            "state",
            "memory",
            "where state lives: the heap, or RocksDB on local disk",
            List.of("memory", "rocksdb")),
        new JobOption(
            "checkpoint-dir", "", "URI of the folder for checkpoints; empty: as the cluster says"),
        new JobOption(
            "transaction-timeout-ms",
            "600000",
            "milliseconds until the broker aborts an open transaction (exactly-once); longer than"
                + " commit interval + longest outage, at most the broker's"
                + " transaction.max.timeout.ms"),
        new JobOption(
            "transaction-naming",
            "incrementing",
            "transactional ids (exactly-once): a new one per checkpoint, or a pool of them",
            List.of("incrementing", "pooling")));
  }

  /** Runs the job. On a cluster it throws what is wrong; on its own it says so and exits. */
  public static void main(String[] args) throws Exception {
    List<String> arguments = spelledOut(args);
    if (arguments.contains("--help")) {
      System.out.print(JobOptions.help(PROGRAM, ABOUT, options()));
      return;
    }
    boolean local = arguments.contains("--local=true");
    JobOptions options =
        local
            ? JobOptions.parseOrExit(PROGRAM, ABOUT, options(), arguments.toArray(String[]::new))
            : JobOptions.parse(options(), arguments.toArray(String[]::new));
    new Pipeline(options).run();
  }

  /** A bare {@code --local} means true. */
  private static List<String> spelledOut(String[] args) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      boolean bare =
          args[i].equals("--local") && (i + 1 == args.length || args[i + 1].startsWith("--"));
      arguments.add(bare ? "--local=true" : args[i]);
    }
    return arguments;
  }
}
