package dev.rebound.engine.kafkastreams;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;

/**
 * The memory that a worker of our job may take. Pure.
 *
 * <p>A state that the workload has padded is there as often as it has copies, and once a worker is
 * dead the others hold all of them.
 */
final class StreamsMemory {
  /** Metaspace, code and threads, measured at about 150 MB, and what RocksDB takes natively. */
  static final long OVERHEAD_BYTES = 256L << 20;

  /** Heap for a byte of state: itself, and room for the collector. */
  private static final int HEAP_BY_STATE = 2;

  /**
   * The bytes that RocksDB may take for a store by Kafka Streams' defaults: a cache, and three
   * buffers.
   */
  private static final long STORE_BYTES = (50L + 3 * 16) << 20;

  private final EngineSpec spec;
  private final StreamsSettings settings;
  private final JobSpec job;

  StreamsMemory(EngineSpec spec, StreamsSettings settings, JobSpec job) {
    this.spec = spec;
    this.settings = settings;
    this.job = job;
  }

  private boolean onHeap() {
    return settings.state().equals("memory");
  }

  /** Share of all states that a worker may hold. */
  private double share() {
    double survivors = Math.max(1, spec.workers() - 1);
    return Math.min(1, (1 + settings.standbys()) / survivors);
  }

  /** Heap: what the file gives a worker, and room for the states that are on it. */
  long heapBytes() {
    return spec.memory().count()
        + (onHeap() ? Math.round(share() * HEAP_BY_STATE * job.heldBytes()) : 0);
  }

  /**
   * The bytes that it takes beside its heap, with RocksDB's caches as far as there is state to fill
   * them.
   */
  long overheadBytes() {
    double most = share() * Math.min(job.heldBytes(), job.partitions() * STORE_BYTES);
    return OVERHEAD_BYTES + (onHeap() ? 0 : Math.round(most));
  }
}
