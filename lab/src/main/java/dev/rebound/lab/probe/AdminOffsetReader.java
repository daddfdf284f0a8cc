package dev.rebound.lab.probe;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads offsets through one admin client with short limits: two requests go out together, and what
 * has not come back after {@link #LIMIT} is left out.
 */
final class AdminOffsetReader implements OffsetReader {
  static final Duration LIMIT = Duration.ofMillis(700);

  private final Admin admin;

  AdminOffsetReader(String bootstrap, Map<String, String> client) {
    Properties properties = new Properties();
    properties.putAll(client);
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "rebound-probe");
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "1000");
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "1000");
    properties.put(AdminClientConfig.RETRIES_CONFIG, "3");
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, "100");
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
    this.admin = Admin.create(properties);
  }

  @Override
  public Offsets read(Collection<TopicPartition> partitions, @Nullable String group) {
    long until = System.nanoTime() + LIMIT.toNanos();
    int limitMillis = (int) LIMIT.toMillis();
    Map<TopicPartition, OffsetSpec> request = new HashMap<>();
    partitions.forEach(partition -> request.put(partition, OffsetSpec.latest()));
    ListOffsetsResult ends =
        request.isEmpty()
            ? null
            : admin.listOffsets(
                request,
                new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs(limitMillis));
    KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> committed =
        group == null
            ? null
            : admin
                .listConsumerGroupOffsets(
                    group, new ListConsumerGroupOffsetsOptions().timeoutMs(limitMillis))
                .partitionsToOffsetAndMetadata();
    Map<TopicPartition, Long> endOffsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      var info = ends == null ? null : await(ends.partitionResult(partition), until);
      if (info != null) {
        endOffsets.put(partition, info.offset());
      }
    }
    Map<TopicPartition, OffsetAndMetadata> answer =
        committed == null ? null : await(committed, until);
    if (answer == null) {
      return new Offsets(endOffsets, null);
    }
    Map<TopicPartition, Long> offsets = new HashMap<>();
    answer.forEach(
        (partition, offset) -> {
          if (offset != null) {
            offsets.put(partition, offset.offset());
          }
        });
    return new Offsets(endOffsets, offsets);
  }

  private static <T> @Nullable T await(KafkaFuture<T> future, long untilNanos) {
    try {
      return future.get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
