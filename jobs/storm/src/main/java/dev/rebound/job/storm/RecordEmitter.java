package dev.rebound.job.storm;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.storm.Config;
import org.apache.storm.kafka.spout.trident.KafkaTridentOpaqueSpoutEmitter;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutBatchMetadata;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutConfig;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutEmitter;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutOpaque;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutTopicPartition;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutTransactional;
import org.apache.storm.kafka.spout.trident.KafkaTridentTransactionalSpoutEmitter;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.FailedException;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IOpaquePartitionedTridentSpout;
import org.apache.storm.trident.spout.IPartitionedTridentSpout;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trident's own emitter of batches, which tells the {@link EventReporter} that it reads, and
 * commits to the job's group how far batches that are done have come: Trident itself keeps that in
 * ZooKeeper and never asks the group. No batch waits for such a commit.
 */
final class RecordEmitter extends KafkaTridentSpoutEmitter<byte[], byte[]> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(RecordEmitter.class);
  private static final Duration POLL = Duration.ofMillis(200);

  /** After so long a batch that cannot be read again fails, and comes once more. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** What is kept of a batch without records, beside what Trident keeps. */
  private static final String EMPTY = "empty";

  /** Sees of which partitions there are records. */
  private record Watched(TridentCollector collector, Set<Integer> full)
      implements TridentCollector {
    @Override
    public void emit(List<Object> record) {
      full.add((Integer) record.get(0));
      collector.emit(record);
    }

    @Override
    public void flush() {
      collector.flush();
    }

    @Override
    public void reportError(Throwable problem) {
      collector.reportError(problem);
    }
  }

  private final int task;
  private final boolean tells;
  private final boolean shipped;
  private int total;
  private final String group;
  private final transient KafkaConsumer<byte[], byte[]> again;
  private final transient Admin admin;
  private final transient BatchEnds ends;

  /**
   * @param tells whether the job's records are read by it; else only what has states read out is
   * @param shipped whether a batch that comes again is emitted as Trident's own does it
   */
  private RecordEmitter(
      KafkaTridentSpoutConfig<byte[], byte[]> config,
      Map<String, Object> settings,
      TopologyContext context,
      boolean tells,
      boolean shipped) {
    super(config, context);
    this.tells = tells;
    this.shipped = shipped;
    task = context.getThisTaskId();
    ends =
        new BatchEnds(
            settings.get(Config.TOPOLOGY_MAX_SPOUT_PENDING) instanceof Number pending
                ? pending.longValue()
                : 1);
    Properties client = new Properties();
    client.putAll(config.getKafkaProps());
    group = Objects.requireNonNull(client.getProperty(ConsumerConfig.GROUP_ID_CONFIG));
    again = new KafkaConsumer<>(client);
    admin = Admin.create(client);
  }

  @Override
  public Map<KafkaTridentSpoutTopicPartition, Map<String, Object>> emitBatchNew(
      TransactionAttempt tx,
      TridentCollector collector,
      Set<KafkaTridentSpoutTopicPartition> partitions,
      Map<KafkaTridentSpoutTopicPartition, Map<String, Object>> last) {
    Set<Integer> full = new HashSet<>();
    Map<KafkaTridentSpoutTopicPartition, Map<String, Object>> emitted = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> end = new HashMap<>();
    super.emitBatchNew(tx, new Watched(collector, full), partitions, last)
        .forEach(
            (partition, batch) -> {
              TopicPartition from = partition.getTopicPartition();
              Map<String, Object> told = new HashMap<>(batch);
              told.put(EMPTY, !full.contains(from.partition()));
              emitted.put(partition, told);
              end.put(
                  from,
                  new OffsetAndMetadata(
                      KafkaTridentSpoutBatchMetadata.fromMap(batch).getLastOffset() + 1));
            });
    EventReporter.witness().reads(task);
    ends.emitted(tx.getTransactionId(), end).ifPresent(this::commit);
    return emitted;
  }

  private void commit(BatchEnds.DoneBatch done) {
    KafkaFuture<Void> unused =
        admin
            .alterConsumerGroupOffsets(group, done.end())
            .all()
            .whenComplete(
                (nothing, failure) -> {
                  if (failure != null) {
                    LOG.warn(
                        "offsets of batches that are done were not committed: {}",
                        failure.toString());
                  }
                  ends.outcome(done, failure == null);
                });
  }

  @Override
  public List<KafkaTridentSpoutTopicPartition> getOrderedPartitions(List<Map<String, Object>> all) {
    List<KafkaTridentSpoutTopicPartition> ordered = super.getOrderedPartitions(all);
    total = ordered.size();
    return ordered;
  }

  /** Whichever kind of spout deals partitions out, and by whatever partitioner. */
  @Override
  public void refreshPartitions(List<KafkaTridentSpoutTopicPartition> mine) {
    super.refreshPartitions(mine);
    if (tells) {
      EventReporter.witness()
          .holds(
              task,
              mine.stream()
                  .map(partition -> partition.getTopicPartition().partition())
                  .collect(Collectors.toSet()),
              total);
    }
  }

  /**
   * Emits all of it, and no more. Trident's own asks the brokers once, for 200 ms by default, and
   * takes for whole what it gets; and a batch without records it takes for the last record before.
   * It is there to be shown.
   */
  @Override
  public void reEmitPartitionBatch(
      TransactionAttempt tx,
      TridentCollector collector,
      KafkaTridentSpoutTopicPartition partition,
      @Nullable Map<String, Object> batch) {
    EventReporter.witness().reads(task);
    if (shipped) {
      super.reEmitPartitionBatch(tx, collector, partition, batch);
      return;
    }
    if (batch == null) {
      throw new FailedException(
          "nothing is kept of a batch of %s, which may have been emitted"
              .formatted(partition.getTopicPartition()));
    }
    if (Boolean.TRUE.equals(batch.get(EMPTY))) {
      return;
    }
    KafkaTridentSpoutBatchMetadata records = KafkaTridentSpoutBatchMetadata.fromMap(batch);
    long next = records.getFirstOffset();
    TopicPartition from = partition.getTopicPartition();
    again.assign(List.of(from));
    again.seek(from, next);
    long began = System.nanoTime();
    while (next <= records.getLastOffset()) {
      if (System.nanoTime() - began > AGAIN.toNanos()) {
        throw new FailedException(
            "waited %s s to read a batch of %s again: offset %s of %s"
                .formatted(AGAIN.toSeconds(), from, next, records.getLastOffset()));
      }
      for (ConsumerRecord<byte[], byte[]> record : again.poll(POLL)) {
        if (record.offset() <= records.getLastOffset()) {
          collector.emit(RecordTuple.of(record));
        }
        next = record.offset() + 1;
      }
    }
  }

  @Override
  public void close() {
    super.close();
    again.close();
    admin.close(Duration.ZERO);
  }

  /** A batch that comes again has the same records. */
  static final class Transactional extends KafkaTridentSpoutTransactional<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    private final KafkaTridentSpoutConfig<byte[], byte[]> config;
    private final boolean tells;
    private final boolean shipped;

    /**
     * @param shipped whether a batch comes again as Trident's own emitter has it: not always the
     *     same
     */
    Transactional(KafkaTridentSpoutConfig<byte[], byte[]> config, boolean tells, boolean shipped) {
      super(config);
      this.config = config;
      this.tells = tells;
      this.shipped = shipped;
    }

    @Override
    public IPartitionedTridentSpout.Emitter<
            List<Map<String, Object>>, KafkaTridentSpoutTopicPartition, Map<String, Object>>
        getEmitter(Map<String, Object> settings, TopologyContext context) {
      return new KafkaTridentTransactionalSpoutEmitter<>(
          new RecordEmitter(config, settings, context, tells, shipped));
    }
  }

  /** A batch that comes again may have others, and none is lost. */
  static final class Opaque extends KafkaTridentSpoutOpaque<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    private final KafkaTridentSpoutConfig<byte[], byte[]> config;
    private final boolean tells;

    Opaque(KafkaTridentSpoutConfig<byte[], byte[]> config, boolean tells) {
      super(config);
      this.config = config;
      this.tells = tells;
    }

    @Override
    public IOpaquePartitionedTridentSpout.Emitter<
            List<Map<String, Object>>, KafkaTridentSpoutTopicPartition, Map<String, Object>>
        getEmitter(Map<String, Object> settings, TopologyContext context) {
      return new KafkaTridentOpaqueSpoutEmitter<>(
          new RecordEmitter(config, settings, context, tells, false));
    }
  }
}
