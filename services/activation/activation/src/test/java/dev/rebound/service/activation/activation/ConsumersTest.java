package dev.rebound.service.activation.activation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.service.activation.activation.ActivationSettings.Acknowledge;
import dev.rebound.service.activation.activation.ActivationSettings.OnFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.AcknowledgingMessageListener;
import org.springframework.kafka.listener.BatchAcknowledgingMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/** What becomes of records whose acknowledgement does not reach the broker. */
class ConsumersTest {
  private static final TopicPartition PARTITION = new TopicPartition("activations", 0);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ActivationSettings settings =
      new ActivationSettings(
          true,
          new ActivationSettings.Consumer(
              1, true, Acknowledge.AFTER_SAVE, OnFailure.NACK, PAUSE, 3));
  private final List<Long> delivered = new CopyOnWriteArrayList<>();
  private final AtomicInteger nacks = new AtomicInteger();
  private final CountDownLatch last = new CountDownLatch(1);
  private final Broker broker = new Broker();

  /** The first record is saved and the second fails once, while the broker takes no commit. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatIsNackedComesAgainThoughTheCommitBeforeItFails(int failing) throws Exception {
    broker.failing.set(failing);
    AcknowledgingMessageListener<byte[], byte[]> listener =
        (record, acknowledgment) -> {
          delivered.add(record.offset());
          if (record.offset() == 1 && nacks.getAndIncrement() == 0) {
            acknowledgment.nack(PAUSE);
            return;
          }
          acknowledgment.acknowledge();
          tell(record.offset());
        };
    deliver(listener);
    assertThat(delivered).containsSubsequence(0L, 1L, 1L, 2L);
  }

  /** The same of what is saved together. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatIsLeftOfABatchComesAgainThoughTheCommitBeforeItFails(int failing) throws Exception {
    broker.failing.set(failing);
    BatchAcknowledgingMessageListener<byte[], byte[]> listener =
        (records, acknowledgment) -> {
          records.forEach(record -> delivered.add(record.offset()));
          if (nacks.getAndIncrement() == 0) {
            acknowledgment.nack(1, PAUSE);
            return;
          }
          acknowledgment.acknowledge();
          records.forEach(record -> tell(record.offset()));
        };
    deliver(listener);
    assertThat(delivered).containsSubsequence(0L, 1L, 2L, 1L, 2L);
  }

  private void tell(long offset) {
    if (offset == 2) {
      last.countDown();
    }
  }

  private void deliver(Object listener) throws InterruptedException {
    ContainerProperties properties = new ContainerProperties(PARTITION.topic());
    properties.setGroupId("activation");
    properties.setAckMode(AckMode.MANUAL);
    properties.setPollTimeout(20);
    properties.setMessageListener(listener);
    ConcurrentMessageListenerContainer<Object, Object> container =
        new ConcurrentMessageListenerContainer<>(
            new DefaultKafkaConsumerFactory<>(Map.of()) {
              @Override
              @SuppressWarnings({"unchecked", "rawtypes"})
              protected Consumer<Object, Object> createRawConsumer(Map<String, Object> configs) {
                return (Consumer) broker;
              }
            },
            properties);
    ConsumerConfiguration configuration = new ConsumerConfiguration();
    container.setCommonErrorHandler(configuration.errorHandler(settings));
    configuration.acknowledgements(settings).configure(container);
    container.start();
    try {
      assertThat(last.await(20, TimeUnit.SECONDS)).as("delivered: %s", delivered).isTrue();
    } finally {
      container.stop();
    }
  }

  /** Three records of one partition; some commits find no broker. */
  private static final class Broker extends MockConsumer<byte[], byte[]> {
    private final AtomicInteger failing = new AtomicInteger();

    Broker() {
      super("earliest");
      schedulePollTask(
          () -> {
            updateBeginningOffsets(Map.of(PARTITION, 0L));
            rebalance(List.of(PARTITION));
            add();
          });
    }

    private void add() {
      for (long offset = 0; offset < 3; offset++) {
        addRecord(
            new ConsumerRecord<>(
                PARTITION.topic(), PARTITION.partition(), offset, new byte[0], new byte[0]));
      }
    }

    /** A poll takes records away; whoever seeks finds them again. */
    @Override
    public synchronized void seek(TopicPartition partition, long offset) {
      super.seek(partition, offset);
      add();
    }

    @Override
    public synchronized void commitSync(
        Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
      if (failing.getAndDecrement() > 0) {
        throw new TimeoutException("no broker");
      }
      super.commitSync(offsets, timeout);
    }

    @Override
    public synchronized void commitAsync(
        Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
      if (failing.getAndDecrement() > 0) {
        callback.onComplete(offsets, new RetriableCommitFailedException("no broker"));
        return;
      }
      super.commitAsync(offsets, callback);
    }
  }
}
