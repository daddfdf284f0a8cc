package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.observe.IdentitySum;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.time.Deadline;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * The outputs of a drained job, where the seed alone tells them: under exactly-once, a
 * read-committed reader has then seen just these. It ends a drain sooner than waiting for committed
 * input offsets, which some engines commit late on an idle topic. Nothing is judged by it.
 *
 * <p>Outputs are told by number and by the sum of their identities, so that as many that are lost
 * do not make up for those that came twice.
 *
 * @param outputs how many
 * @param identitySum see {@link IdentitySum}
 */
record OutputsDue(long outputs, long identitySum) {
  private static final long RECORDS_MAX = 5_000_000;

  /** After so many records it is asked whether counting is to go on. */
  private static final long LOOK = 1L << 16;

  /** Empty if a send is unknown, or if counting would take long. */
  static Optional<OutputsDue> of(
      Instruments instruments, JobProgress progress, List<RunningLoad.SentLog> sent) {
    if (!instruments.transactional() && !(progress instanceof JobProgress.NoProgress)) {
      return Optional.empty();
    }
    List<Path> sendLogs = new ArrayList<>();
    sent.forEach(one -> one.log().ifPresent(sendLogs::add));
    return sendLogs.size() == sent.size() ? of(instruments.workload(), sendLogs) : Optional.empty();
  }

  static Optional<OutputsDue> of(WorkloadSpec spec, List<Path> sendLogs) {
    Workload workload = Workloads.create(spec);
    List<OutputTopic> topics = workload.outputTopics();
    Counter counter = new Counter();
    for (int t = 0; t < Math.max(1, topics.size()); t++) {
      counter.topic = t;
      if (!count(topics.isEmpty() ? workload : topics.get(t).workload(), sendLogs, counter)) {
        return Optional.empty();
      }
    }
    return Optional.of(new OutputsDue(counter.outputs, counter.sum));
  }

  /** False if a send is unknown, or if counting would take long. */
  private static boolean count(Workload workload, List<Path> sendLogs, Counter counter) {
    try (ExpectedOutputs owed = workload.owed()) {
      for (Path file : sendLogs) {
        if (!Files.exists(file)) {
          return false;
        }
        try (SendLog log = SendLog.open(file)) {
          counter.generator = log.generator();
          for (long n = 0; n < log.slots() && log.slot(n) != SendLog.NOT_SENT; n++) {
            if (log.slot(n) < SendLog.ACKNOWLEDGED || n > RECORDS_MAX) {
              return false;
            }
            counter.sequence = n;
            owed.expected(log.generator(), n, counter);
          }
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * What is due of as many records as the source of a job makes. That takes a while: throws {@link
   * ReboundException} where it takes too long, or is to stop.
   *
   * @param by the end of {@code phases.start}
   * @param stop asked often
   */
  static OutputsDue ofMade(WorkloadSpec spec, long records, Deadline by, BooleanSupplier stop) {
    Counter counter = new Counter();
    counter.generator = GeneratedLane.GENERATOR;
    try (ExpectedOutputs owed = Workloads.create(spec).owed()) {
      for (long n = 0; n < records; n++) {
        if (n % LOOK == 0) {
          requireTime(by, stop);
        }
        counter.sequence = n;
        owed.expected(GeneratedLane.GENERATOR, n, counter);
      }
    }
    return new OutputsDue(counter.outputs, counter.sum);
  }

  private static void requireTime(Deadline by, BooleanSupplier stop) {
    if (stop.getAsBoolean()) {
      throw ReboundException.environment(
          "the run was stopped while it counted what is due", "Run it again.");
    }
    if (by.passed()) {
      throw ReboundException.badInput(
          "counting what is due took longer than phases.start",
          "Lower load.max-records or raise phases.start.");
    }
  }

  private static final class Counter implements IntConsumer {
    private int topic;
    private int generator;
    private long sequence;
    private long outputs;
    private long sum;

    @Override
    public void accept(int key) {
      outputs++;
      sum += IdentitySum.inTopic(topic, IdentitySum.ofMatch(generator, sequence, key));
    }
  }

  /** The same after a closing round, which reads out every state once. */
  OutputsDue afterClosing(int round, WorkloadSpec spec) {
    int readouts = Workloads.create(spec).readouts();
    long sum = identitySum;
    for (int rule = 0; rule < readouts; rule++) {
      sum += IdentitySum.ofReadout(round, rule);
    }
    return new OutputsDue(outputs + readouts, sum);
  }

  /**
   * True if these are what was seen, each once.
   *
   * @param seenSum as {@link IdentitySum#text} writes it
   */
  boolean are(long seen, String seenSum) {
    return seen == outputs && seenSum.equals(IdentitySum.text(identitySum));
  }
}
