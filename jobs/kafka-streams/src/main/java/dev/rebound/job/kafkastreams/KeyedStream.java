package dev.rebound.job.kafkastreams;

import dev.rebound.workload.RecordFormat;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** What topologies have in common whose keys are numbers, 4 bytes big-endian. */
final class KeyedStream {
  private KeyedStream() {}

  /** The partition of a key; the target topic must have at least as many as the shuffle. */
  static <V> StreamPartitioner<byte[], V> byKey() {
    return (topic, key, value, count) ->
        Optional.of(Set.of(RecordFormat.rulePartition(ByteBuffer.wrap(key).getInt(), count)));
  }

  /**
   * A store with a value for each key.
   *
   * @param persistent RocksDB if true, memory otherwise; both have a changelog
   * @param caching whether a store cache merges writes to the changelog between commits
   * @param changelog settings of the changelog topic beyond Kafka Streams' own
   */
  static StoreBuilder<KeyValueStore<byte[], byte[]>> store(
      String name, boolean persistent, boolean caching, Map<String, String> changelog) {
    KeyValueBytesStoreSupplier supplier =
        persistent ? Stores.persistentKeyValueStore(name) : Stores.inMemoryKeyValueStore(name);
    StoreBuilder<KeyValueStore<byte[], byte[]>> builder =
        Stores.keyValueStoreBuilder(supplier, Serdes.ByteArray(), Serdes.ByteArray())
            .withLoggingEnabled(changelog);
    return caching ? builder.withCachingEnabled() : builder.withCachingDisabled();
  }
}
