package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.load.ClosingRound;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.rig.RunningObserver;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.oracle.Oracles;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.IsolationLevel;

/**
 * Tells what a job has still to deliver once the load has stopped: input that is not committed,
 * transactions that are open, outputs that the observer has yet to read. For one thread.
 */
final class RemainingWork {
  /** Brokers look for transactions that are past their timeout every ten seconds. */
  private static final Duration HANGING_GRACE = Duration.ofSeconds(15);

  /**
   * For how many looks every output must have been there and nothing else, before the drain ends
   * without waiting for input offsets: what comes late, and a second time, has so long to be seen.
   */
  private static final int SETTLED_LOOKS = 10;

  /** For how long no update of a key has come before it is taken for granted that none will. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private final JobSpec job;
  private final KafkaCluster kafka;
  private final Cluster cluster;
  private final JobProgress progress;
  private final RunningObserver observing;
  private final LabTools tools;
  private Optional<OutputsDue> outputsDue = Optional.empty();
  private final Duration silence;
  private int completeLooks;
  private final OutputFlow flow;
  private long seen;
  private boolean complete;

  /** Whether every output that is due was seen, once, in look after look. */
  private boolean settled;

  /** Whether no output had come for a while, as of the last look. */
  private boolean quiet;

  /** Whether none had come for as long as it takes to say that none will, as of the last look. */
  private boolean silent;

  private List<Long> lastStable = List.of();
  private List<Long> highWatermark = List.of();
  private final UnfinishedWork.PartitionWatch input = new UnfinishedWork.PartitionWatch();
  private final Map<String, UnfinishedWork.PartitionWatch> shuffled = new TreeMap<>();

  /**
   * @param progress how the job tells how far it is
   * @param quiet see {@link OutputFlow#quiet}
   */
  RemainingWork(
      LabTools tools,
      KafkaCluster kafka,
      Cluster cluster,
      JobProgress progress,
      RunningObserver observing,
      Duration quiet) {
    this.job = tools.instruments().job();
    this.kafka = kafka;
    this.cluster = cluster;
    this.progress = progress;
    this.observing = observing;
    this.tools = tools;
    this.flow = new OutputFlow(quiet, System.nanoTime());
    this.silence =
        Oracles.of(Workloads.create(job.workload())).updates()
            ? SILENCE
            : tools.instruments().asked().quiet();
  }

  /** The sent records are known now, and with them, for some jobs, the outputs that are to come. */
  void loadStopped(RunningLoad sending) {
    due(OutputsDue.of(tools.instruments(), progress, sending.sent()));
    if (untold()) {
      outputsDue.ifPresent(all -> flow.due(all.outputs(), System.nanoTime()));
    }
  }

  /** The job has made its records, of which these outputs are due. */
  void loadStopped(OutputsDue made) {
    due(Optional.of(made));
    flow.due(made.outputs(), System.nanoTime());
  }

  /** Has every rule's final state read out. */
  void closingRound(int round, Deadline by) {
    Properties p = tools.instruments().connection();
    p.putAll(job.workload().toProperties());
    p.setProperty("topic", job.input());
    p.setProperty("partitions", Integer.toString(job.partitions()));
    p.setProperty("round", Integer.toString(round));
    long seenBefore = observing.outputs();
    tools.run("closing-" + round, ClosingRound.class.getName(), p, by);
    due(outputsDue.map(outputs -> outputs.afterClosing(round, job.workload())));
    flow.asked(Workloads.create(job.workload()).readouts(), seenBefore, System.nanoTime());
  }

  private void due(Optional<OutputsDue> outputs) {
    outputsDue = outputs;
    completeLooks = 0;
  }

  /** Last stable offset of each output lane, as of the last look. */
  List<Long> lastStable() {
    return lastStable;
  }

  /** High watermark of each output lane, as of the last look. */
  List<Long> highWatermark() {
    return highWatermark;
  }

  /** Looks, and says what is still to come; empty when all of it is there and observed. */
  Optional<String> undrained() {
    Optional<String> missing = look();
    complete = missing.isEmpty();
    return missing;
  }

  private Optional<String> look() {
    try {
      long behind = untold() ? 0 : look(input, job.inputLanes(), IsolationLevel.READ_UNCOMMITTED);
      lastStable = kafka.endOffsets(job.outputLanes(), IsolationLevel.READ_COMMITTED);
      List<Long> before = highWatermark;
      highWatermark = kafka.endOffsets(job.outputLanes(), IsolationLevel.READ_UNCOMMITTED);
      long outputs = observing.outputs();
      if (!highWatermark.equals(before) || outputs != seen) {
        flow.grew(System.nanoTime());
      }
      seen = outputs;
      quiet = flow.quiet(System.nanoTime());
      silent = flow.quiet(silence, System.nanoTime()) && observing.behind() <= 0;
      completeLooks = everyOutputSeen() ? completeLooks + 1 : 0;
      settled = completeLooks >= SETTLED_LOOKS;
      if (settled) {
        return Optional.empty();
      }
      if (untold() && !enoughAndNoMore()) {
        return Optional.of(
            "the job does not tell how far it has come, and not all that is due was seen");
      }
      for (Map.Entry<String, Integer> topic : shuffles().entrySet()) {
        UnfinishedWork.PartitionWatch watch =
            shuffled.computeIfAbsent(topic.getKey(), name -> new UnfinishedWork.PartitionWatch());
        TopicLanes its = new TopicLanes(List.of(topic.getKey()), topic.getValue());
        long left = look(watch, its, IsolationLevel.READ_COMMITTED);
        if (behind == 0 && left > 0) {
          return Optional.of(
              left + " records of " + topic.getKey() + " are not committed as processed");
        }
      }
      if (behind > 0) {
        return Optional.of(behind + " input records are not committed as processed");
      }
      List<Integer> open = open(lastStable, highWatermark);
      return open.isEmpty() ? underWay() : Optional.of(open(job.outputLanes(), open));
    } catch (ReboundException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** What may come yet although all input is committed as processed. */
  private Optional<String> underWay() {
    Optional<String> pending = cluster.pending();
    if (pending.isPresent()) {
      return pending;
    }
    if (!flow.quiet(silence, System.nanoTime())) {
      return Optional.of("outputs came within the last " + silence.toSeconds() + " s");
    }
    long unread = observing.behind();
    return unread > 0
        ? Optional.of("the observer has " + unread + " outputs to read")
        : Optional.empty();
  }

  /**
   * True if every output that is due is committed and seen, once, and nothing else, whatever the
   * job has committed of its input.
   */
  private boolean everyOutputSeen() {
    return outputsDue.isPresent()
        && lastStable.equals(highWatermark)
        && observing.behind() <= 0
        && outputsDue.get().are(observing.outputs(), observing.identities());
  }

  /** Whether the job does not tell how far it is. */
  private boolean untold() {
    return progress instanceof JobProgress.NoProgress;
  }

  /**
   * True if a job that does not tell how far it is has written as many outputs as are due, or more,
   * as where some came again, and writes no more.
   */
  private boolean enoughAndNoMore() {
    return observing.behind() <= 0 && flow.over(observing.outputs(), System.nanoTime());
  }

  /** The work that the job had not done yet at the last look. */
  UnfinishedWork unfinished() {
    Long[] left = new Long[job.partitions()];
    Arrays.fill(left, 0L);
    for (UnfinishedWork.PartitionWatch watch : shuffled.values()) {
      List<Long> records = watch.left();
      for (int p = 0; p < records.size(); p++) {
        left[p % left.length] += records.get(p);
      }
    }
    return untold()
        ? unfinishedUntold(job.partitions(), complete, settled, quiet)
        : new UnfinishedWork(input.from(), List.of(left), !complete);
  }

  /**
   * The same of a job that does not tell how far it is. Outputs of one lane go to several
   * partitions, so that none tells of another: while they come, each may yet come.
   *
   * @param complete whether the drain was not cut short
   * @param settled whether every output that is due was seen, once
   * @param quiet whether none came for a while
   */
  static UnfinishedWork unfinishedUntold(
      int lanes, boolean complete, boolean settled, boolean quiet) {
    long from = complete || quiet ? -1 : 0;
    return new UnfinishedWork(
        Collections.nCopies(lanes, from), Collections.nCopies(lanes, 0L), !settled);
  }

  /** Topics between the stages of a job, with the number of their partitions. */
  private Map<String, Integer> shuffles() {
    OwnTopics own = cluster.ownTopics();
    return own.none() ? Map.of() : kafka.topics(own.shuffle());
  }

  /** A transaction's marker may stand behind the last record that is committed. */
  private long look(
      UnfinishedWork.PartitionWatch watch, TopicLanes topics, IsolationLevel isolation) {
    List<Long> end = kafka.endOffsets(topics, isolation);
    watch.look(done(topics), end);
    return watch.behind();
  }

  /**
   * The same of a service, which tells itself what it was still to do, or else has done all once
   * nothing came for a while.
   */
  UnfinishedWork unfinishedWriting() {
    return unfinishedWriting(silence, silent);
  }

  /**
   * @param silence for how long nothing must have come; zero of one that tells itself
   * @param silent whether nothing had come for so long, and all that had was read
   */
  static UnfinishedWork unfinishedWriting(Duration silence, boolean silent) {
    return new UnfinishedWork(List.of(), List.of(), !silence.isZero() && !silent);
  }

  /** Per partition of the input, up to where it is processed now; -1 where nothing is. */
  List<Long> processed() {
    return done(job.inputLanes());
  }

  private List<Long> done(TopicLanes topics) {
    if (progress instanceof JobProgress.CommittedByGroup group) {
      return kafka.committedOffsets(group.name(), topics);
    }
    return progress instanceof JobProgress.ReportedPositions told && topics.equals(job.inputLanes())
        ? told.positions().get()
        : Collections.nCopies(topics.lanes(), -1L);
  }

  /**
   * The output lanes on which a transaction is open past its timeout. Throws {@link
   * ReboundException} if the brokers do not say.
   */
  List<Integer> hanging() {
    List<Integer> open = open(lastStable, highWatermark);
    return open.isEmpty()
        ? List.of()
        : kafka.hangingTransactions(job.outputLanes(), open, HANGING_GRACE);
  }

  /** The lanes on which transactions are open, by their last stable offsets. */
  static List<Integer> open(List<Long> lastStable, List<Long> highWatermark) {
    return IntStream.range(0, Math.min(lastStable.size(), highWatermark.size()))
        .filter(lane -> !lastStable.get(lane).equals(highWatermark.get(lane)))
        .boxed()
        .toList();
  }

  /** What is said of open transactions: on which topics they are, where there are several. */
  static String open(TopicLanes topics, List<Integer> open) {
    return topics.topics().size() == 1
        ? "transactions on the output topic are open"
        : "transactions are open on "
            + open.stream()
                .map(lane -> topics.partition(lane).topic())
                .distinct()
                .collect(Collectors.joining(", "));
  }
}
