package dev.rebound.job.kafkastreams;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordFormat;
import java.nio.ByteBuffer;
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

  /**
   * The partition of a key; the target topic must have at least as many as the shuffle. By the
   * method that each version has; 4.4 has another that is given headers, too.
   */
  @SuppressWarnings("removal")
  static <V> StreamPartitioner<byte[], V> byKey() {
    return (topic, key, value, count) ->
        Optional.of(Set.of(RecordFormat.rulePartition(ByteBuffer.wrap(key).getInt(), count)));
  }

  /** A store with a value for each key, as the options say. */
  static StoreBuilder<KeyValueStore<byte[], byte[]>> store(String name, JobOptions options) {
    KeyValueBytesStoreSupplier supplier =
        JobConfig.persistent(options)
            ? Stores.persistentKeyValueStore(name)
            : Stores.inMemoryKeyValueStore(name);
    StoreBuilder<KeyValueStore<byte[], byte[]>> builder =
        Stores.keyValueStoreBuilder(supplier, Serdes.ByteArray(), Serdes.ByteArray())
            .withLoggingEnabled(JobConfig.changelog(options));
    return JobConfig.caching(options)
        ? builder.withCachingEnabled()
        : builder.withCachingDisabled();
  }
}
