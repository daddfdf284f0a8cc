package dev.rebound.job.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.Outbox;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.Watermark;
import com.hazelcast.jet.kafka.TopicsConfig;
import com.hazelcast.jet.kafka.impl.StreamKafkaP;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jet's Kafka source, which also commits to its consumer group how far a finished snapshot goes.
 *
 * <p>Jet itself keeps offsets in snapshots alone. So nobody outside knows how far a job has come,
 * and a job whose snapshots are gone begins with the topic's first record. A job that has a
 * snapshot goes on from that, and never from what the group has.
 */
final class CommittingSource implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(CommittingSource.class);

  private final StreamKafkaP<byte[], byte[], ConsumerRecord<byte[], byte[]>> source;
  private final String topic;
  private final boolean tells;

  /** The offset behind the last record that was emitted, by partition; 0 if none was. */
  private long[] emitted = new long[0];

  private Map<TopicPartition, OffsetAndMetadata> saved = Map.of();
  private @Nullable Consumer<byte[], byte[]> consumer;
  private boolean reads;

  private CommittingSource(
      Properties settings,
      String topic,
      boolean tells,
      EventTimePolicy<? super ConsumerRecord<byte[], byte[]>> times) {
    this.topic = topic;
    this.tells = tells;
    this.source =
        new StreamKafkaP<>(
            context -> {
              consumer = new KafkaConsumer<>(settings);
              return consumer;
            },
            new TopicsConfig().addTopics(List.of(topic)),
            this::emitted,
            times);
  }

  /**
   * @param tells whether the job's records are read by it; else only what has states read out is
   */
  static FunctionEx<EventTimePolicy<? super ConsumerRecord<byte[], byte[]>>, ProcessorMetaSupplier>
      supplier(Properties settings, String topic, int parallelism, boolean tells) {
    return times ->
        ProcessorMetaSupplier.of(
            parallelism, () -> new CommittingSource(settings, topic, tells, times));
  }

  private ConsumerRecord<byte[], byte[]> emitted(ConsumerRecord<byte[], byte[]> record) {
    int partition = record.partition();
    if (partition >= emitted.length) {
      emitted = Arrays.copyOf(emitted, partition + 1);
    }
    emitted[partition] = record.offset() + 1;
    return record;
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (int partition = 0; partition < emitted.length; partition++) {
      if (emitted[partition] > 0) {
        offsets.put(
            new TopicPartition(topic, partition), new OffsetAndMetadata(emitted[partition]));
      }
    }
    return offsets;
  }

  @Override
  public boolean isCooperative() {
    return source.isCooperative();
  }

  @Override
  public void init(Outbox outbox, Context context) throws Exception {
    if (tells) {
      EventReporter.witness()
          .holds(this, context.globalProcessorIndex(), context.totalParallelism());
    }
    source.init(outbox, context);
  }

  @Override
  public boolean complete() {
    if (!reads) {
      reads = true;
      EventReporter.witness().reads(this);
    }
    return source.complete();
  }

  @Override
  public boolean tryProcessWatermark(Watermark watermark) {
    return source.tryProcessWatermark(watermark);
  }

  @Override
  public boolean saveToSnapshot() {
    boolean done = source.saveToSnapshot();
    if (done) {
      saved = offsets();
    }
    return done;
  }

  /** Commits only once the snapshot is whole; a commit that fails is made up for by the next. */
  @Override
  public boolean snapshotCommitFinish(boolean success) {
    Consumer<byte[], byte[]> reader = consumer;
    if (success && reader != null && !saved.isEmpty()) {
      reader.commitAsync(
          saved,
          (offsets, failure) -> {
            if (failure != null) {
              LOG.warn("offsets were not committed: {}", failure.toString());
            }
          });
    }
    return source.snapshotCommitFinish(success);
  }

  @Override
  public void restoreFromSnapshot(Inbox inbox) {
    source.restoreFromSnapshot(inbox);
  }

  @Override
  public boolean finishSnapshotRestore() {
    return source.finishSnapshotRestore();
  }

  @Override
  public void close() {
    EventReporter.witness().drops(this);
    source.close();
  }
}
