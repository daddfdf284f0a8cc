package dev.rebound.job.faulty;

import dev.rebound.workload.EventLog;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of one worker: reads, works, writes, commits, and makes its mistake. Used by one thread.
 *
 * <p>Outputs are flushed and offsets committed once per commit interval, in an order that depends
 * on the bug. Without a bug and with the guarantee exactly-once both happen in one transaction.
 */
final class WorkerLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerLoop.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final Duration ASK = Duration.ofSeconds(60);

  private final JobOptions options;
  private final EventLog events;
  private final PlantedBug bug;
  private final boolean transactional;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final int partitions;
  private final PartitionWork work;
  private final long commitNanos;

  /** Where records begin that are new: those before only bring a state back. */
  private final Map<TopicPartition, Long> live = new HashMap<>();

  /** Read and, with {@link PlantedBug#COMMIT_FIRST}, committed, but not processed yet. */
  private final List<ConsumerRecord<byte[], byte[]>> waiting = new ArrayList<>();

  /** Where to go on reading, after the last record processed of each partition. */
  private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();

  /** With {@link PlantedBug#COMMIT_FIRST}: what counts as done once it was read. */
  private final Map<TopicPartition, OffsetAndMetadata> claimed = new HashMap<>();

  private long committedNanos = System.nanoTime();

  private boolean open;
  private boolean resumed;

  /** True until the next poll once a transaction was aborted: what is in hand comes again. */
  private boolean rewound;

  WorkerLoop(JobOptions options, EventLog events) {
    List<PlantedBug> bugs = PlantedBug.listed(options.text("bug"));
    Workload workload = Workloads.create(options.workload());
    for (PlantedBug listed : bugs) {
      listed.require(workload);
    }
    this.options = options;
    this.events = events;
    this.bug = bugs.get(0);
    this.transactional =
        options.text("guarantee").equals("exactly-once")
            && bug != PlantedBug.COMMIT_FIRST
            && bug != PlantedBug.PROCESS_FIRST;
    this.commitNanos = options.number("commit-interval-ms") * 1_000_000L;
    this.consumer = new KafkaConsumer<>(ClientSettings.input(options));
    this.producer = new KafkaProducer<>(ClientSettings.producer(options, transactional));
    int asked = options.number("partitions");
    this.partitions = asked > 0 ? asked : consumer.partitionsFor(options.text("input"), ASK).size();
    this.work = work(workload, bugs);
  }

  private PartitionWork work(Workload workload, List<PlantedBug> bugs) {
    if (workload instanceof FixedWindow windows) {
      return new WindowGathering(options, windows, partitions, bugs);
    }
    if (workload instanceof SessionWindow sessions) {
      return new SessionGathering(options, sessions, partitions, bugs);
    }
    return workload instanceof Sessions
        ? new SessionFollowing(options, workload, partitions, bug)
        : new RuleMatching(options, workload, partitions, bug);
  }

  /** Works until asked to stop. */
  void run(AtomicBoolean stop) {
    if (transactional) {
      producer.initTransactions();
    }
    consumer.subscribe(List.of(options.text("input")), new Rebalances());
    events.write("started", "bug", options.text("bug"));
    LOG.info("reading {} with bug {}", options.text("input"), options.text("bug"));
    while (!stop.get()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      rewound = false;
      if (!resumed && !records.isEmpty()) {
        resumed = true;
        events.write("resumed");
      }
      if (bug == PlantedBug.COMMIT_FIRST) {
        commitFirst(records);
      } else {
        records.forEach(this::process);
        if (System.nanoTime() - committedNanos >= commitNanos) {
          complete();
        }
      }
    }
    complete();
    events.write("stopping");
  }

  /**
   * The mistake: what was read counts as done, although it waits for up to a commit interval.
   * Closing records are answered before they are committed: the load has ended, so nothing can be
   * lost there, and whoever waits for the group to be done must find the answers.
   */
  private void commitFirst(ConsumerRecords<byte[], byte[]> records) {
    boolean closing = false;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      closing |= work.closing(record);
      waiting.add(record);
      if (!known(record)) {
        claimed.put(partition(record), new OffsetAndMetadata(record.offset() + 1));
      }
    }
    if (!closing && !records.isEmpty()) {
      commit();
    }
    if (closing || System.nanoTime() - committedNanos >= commitNanos) {
      complete();
    }
  }

  /** Processes what waits, makes sure that outputs are stored, and commits. */
  private void complete() {
    waiting.forEach(this::process);
    waiting.clear();
    if (!transactional) {
      producer.flush();
      commit();
    } else {
      commitTransaction();
    }
    committedNanos = System.nanoTime();
  }

  /** Commits what was written and read since the last time; also what was read and gave nothing. */
  private void commitTransaction() {
    if (!open && done.isEmpty()) {
      return;
    }
    begin();
    open = false;
    try {
      producer.sendOffsetsToTransaction(done, consumer.groupMetadata());
      producer.commitTransaction();
      done.clear();
    } catch (ProducerFencedException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("the transaction was not committed: {}", e.getMessage());
      producer.abortTransaction();
      rewind();
    }
  }

  /** Goes back to what is committed, to process again what was aborted. */
  private void rewind() {
    rewound = true;
    done.clear();
    resume(consumer.assignment());
  }

  /** Reads on from what is committed; from the start where that is what brings a state back. */
  private void resume(Collection<TopicPartition> assigned) {
    consumer
        .committed(Set.copyOf(assigned), ASK)
        .forEach(
            (partition, offset) -> {
              if (work.restoresFromInput()) {
                work.forget(partition.partition());
                live.put(partition, offset == null ? 0 : offset.offset());
              }
              if (offset == null || work.restoresFromInput()) {
                consumer.seekToBeginning(List.of(partition));
              } else {
                consumer.seek(partition, offset);
              }
            });
  }

  private void commit() {
    try {
      consumer.commitSync(bug == PlantedBug.COMMIT_FIRST ? claimed : done);
    } catch (CommitFailedException | RebalanceInProgressException e) {
      // Another member has these partitions or soon will: it reads these records again.
      LOG.warn("offsets were not committed: {}", e.getMessage());
    }
  }

  private void process(ConsumerRecord<byte[], byte[]> record) {
    if (rewound) {
      return;
    }
    if (work.closing(record) && !known(record)) {
      close(record);
    } else {
      work.take(record, known(record), this::send);
    }
    if (rewound || known(record)) {
      return;
    }
    done.put(partition(record), new OffsetAndMetadata(record.offset() + 1));
  }

  private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }

  /** True of a record that was done with in another life, and is read for the state's sake. */
  private boolean known(ConsumerRecord<byte[], byte[]> record) {
    return record.offset() < live.getOrDefault(partition(record), 0L);
  }

  /** Answers a closing record, once what this worker wrote is in the output topic. */
  private void close(ConsumerRecord<byte[], byte[]> record) {
    producer.flush();
    if (transactional) {
      commitTransaction();
    }
    if (rewound) {
      return;
    }
    work.readOut(record, this::send);
    events.write("read out", "partition", record.partition());
  }

  private void begin() {
    if (!open) {
      producer.beginTransaction();
      open = true;
    }
  }

  private void send(int rule, byte[] output) {
    if (transactional) {
      begin();
    }
    // A send that fails for good must not be committed over: the flush that follows throws nothing.
    var unused =
        producer.send(
            new ProducerRecord<>(
                options.text("output"),
                RecordFormat.rulePartition(rule, partitions),
                null,
                null,
                output),
            (metadata, failure) -> {
              if (failure != null && !transactional) {
                LOG.error("an output was not stored, so this process ends: {}", failure.toString());
                Runtime.getRuntime().halt(1);
              }
            });
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE));
    producer.close(CLOSE);
    work.close();
  }

  private static String text(Collection<TopicPartition> partitions) {
    return partitions.stream()
        .map(TopicPartition::partition)
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  /** Hands work over in order, and tells. */
  private final class Rebalances implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      if (!revoked.isEmpty()) {
        complete();
        done.clear();
        claimed.clear();
      }
      events.write("revoked", "partitions", text(revoked));
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      waiting.clear();
      done.clear();
      claimed.clear();
      if (open) {
        producer.abortTransaction();
        open = false;
      }
      events.write("lost", "partitions", text(lost));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      resumed = false;
      if (work.restoresFromInput()) {
        resume(assigned);
      }
      events.write("assigned", "partitions", text(consumer.assignment()));
    }
  }
}
