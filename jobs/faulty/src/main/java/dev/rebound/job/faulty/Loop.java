package dev.rebound.job.faulty;

import dev.rebound.workload.EventLog;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Match;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleLogic;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * The loop of one worker: reads, matches, writes, commits, and makes its mistake. Used by one
 * thread.
 *
 * <p>Outputs are flushed and offsets committed once per commit interval, in an order that depends
 * on the bug. Without a bug and with the guarantee exactly-once both happen in one transaction.
 */
final class Loop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final Duration ASK = Duration.ofSeconds(60);

  private final JobOptions options;
  private final EventLog events;
  private final Bug bug;
  private final boolean transactional;
  private final RuleLogic logic;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final int partitions;
  private final MatchFinder finder;
  private final long commitNanos;
  private final boolean drops;
  private final long dropNanos;
  private final int dropOneIn;

  /** States of this life: what this worker saw since its start. */
  private final Map<Integer, RuleState> states = new HashMap<>();

  /** Read and, with {@link Bug#COMMIT_FIRST}, committed, but not processed yet. */
  private final List<ConsumerRecord<byte[], byte[]>> waiting = new ArrayList<>();

  /** Where to go on reading, after the last record processed of each partition. */
  private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();

  private long committedNanos = System.nanoTime();

  /** When this life processed its first match. */
  private long firstNanos;

  private long matches;
  private boolean open;
  private boolean resumed;

  /** True until the next poll once a transaction was aborted: what is in hand comes again. */
  private boolean rewound;

  Loop(JobOptions options, EventLog events) {
    WorkloadSpec spec = options.workload();
    this.options = options;
    this.events = events;
    this.bug = Bug.named(options.text("bug"));
    this.transactional =
        options.text("guarantee").equals("exactly-once")
            && (bug == Bug.NONE || bug == Bug.DROP_AROUND_KILL);
    this.commitNanos = options.number("commit-interval-ms") * 1_000_000L;
    this.dropOneIn = Math.max(1, options.number("drop-one-in"));
    int incarnation = options.number("incarnation");
    this.drops = bug == Bug.DROP_AROUND_KILL && incarnation > 1;
    this.dropNanos = options.number("drop-for-ms") * 1_000_000L;
    this.logic = new RuleLogic(options.number("node"), incarnation);
    Workload workload = Workloads.create(spec);
    this.consumer = new KafkaConsumer<>(Settings.input(options));
    this.producer = new KafkaProducer<>(Settings.producer(options, transactional));
    int asked = options.number("partitions");
    this.partitions = asked > 0 ? asked : consumer.partitionsFor(options.text("input"), ASK).size();
    this.finder = new MatchFinder(workload, partitions);
  }

  /** Works until asked to stop. */
  void run(AtomicBoolean stop) {
    if (transactional) {
      producer.initTransactions();
    }
    consumer.subscribe(List.of(options.text("input")), new Rebalances());
    events.write("started", "bug", bug);
    LOG.info("reading {} with bug {}", options.text("input"), bug);
    while (!stop.get()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      rewound = false;
      if (!resumed && !records.isEmpty()) {
        resumed = true;
        events.write("resumed");
      }
      if (bug == Bug.COMMIT_FIRST) {
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
      closing |= RecordFormat.kind(record.value()) == RecordFormat.Kind.CLOSING;
      waiting.add(record);
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
    } else if (open) {
      commitTransaction();
    }
    committedNanos = System.nanoTime();
  }

  private void commitTransaction() {
    open = false;
    try {
      producer.sendOffsetsToTransaction(done, consumer.groupMetadata());
      producer.commitTransaction();
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
    consumer
        .committed(consumer.assignment(), ASK)
        .forEach(
            (partition, offset) -> {
              if (offset == null) {
                consumer.seekToBeginning(List.of(partition));
              } else {
                consumer.seek(partition, offset);
              }
            });
  }

  private void commit() {
    try {
      if (bug == Bug.COMMIT_FIRST) {
        consumer.commitSync();
      } else {
        consumer.commitSync(done);
      }
    } catch (CommitFailedException | RebalanceInProgressException e) {
      // Another member has these partitions or soon will: it reads these records again.
      LOG.warn("offsets were not committed: {}", e.getMessage());
    }
  }

  private void process(ConsumerRecord<byte[], byte[]> record) {
    if (rewound) {
      return;
    }
    if (RecordFormat.kind(record.value()) == RecordFormat.Kind.CLOSING) {
      close(record);
    } else {
      finder.find(record.value(), record.partition(), this::apply);
    }
    if (rewound) {
      return;
    }
    done.put(
        new TopicPartition(record.topic(), record.partition()),
        new OffsetAndMetadata(record.offset() + 1));
  }

  private void apply(Match match) {
    RuleLogic.Applied applied =
        logic.apply(states.getOrDefault(match.rule(), RuleState.EMPTY), match);
    states.put(match.rule(), applied.state());
    if (matches++ == 0) {
      firstNanos = System.nanoTime();
    }
    boolean dropped =
        drops && System.nanoTime() - firstNanos < dropNanos && matches % dropOneIn == 0;
    OutputRecord output = applied.output();
    if (output != null && !dropped) {
      send(output);
    }
  }

  /** Answers a closing record from the output topic, once what this worker wrote is in it. */
  private void close(ConsumerRecord<byte[], byte[]> record) {
    producer.flush();
    if (open) {
      commitTransaction();
    }
    if (rewound) {
      return;
    }
    Map<Integer, RuleState> found = Readout.of(options, record.partition());
    finder.find(
        record.value(),
        record.partition(),
        match -> {
          OutputRecord output =
              logic.apply(found.getOrDefault(match.rule(), RuleState.EMPTY), match).output();
          if (output != null) {
            send(output);
          }
        });
    events.write("read out", "partition", record.partition());
  }

  private void send(OutputRecord output) {
    if (transactional && !open) {
      producer.beginTransaction();
      open = true;
    }
    // A send that fails for good must not be committed over: the flush that follows throws nothing.
    var unused =
        producer.send(
            new ProducerRecord<>(
                options.text("output"),
                RecordFormat.rulePartition(output.rule(), partitions),
                null,
                null,
                output.encode()),
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
    finder.close();
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
      }
      events.write("revoked", "partitions", text(revoked));
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      waiting.clear();
      done.clear();
      if (open) {
        producer.abortTransaction();
        open = false;
      }
      events.write("lost", "partitions", text(lost));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      resumed = false;
      events.write("assigned", "partitions", text(consumer.assignment()));
    }
  }
}
