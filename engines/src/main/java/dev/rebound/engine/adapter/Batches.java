package dev.rebound.engine.adapter;

import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;

/** What engines that take records by batches can be told of them. */
public final class Batches {
  /** How large they are at most. */
  public static final Option RECORDS =
      Option.optional("batch-records", ScalarType.count(1, 10_000_000), "20000")
          .meaning(
              "Records of each partition that a batch takes at most: of trident 500 where nothing is said"
                  + " (consumer.max.poll.records, with as many KiB of"
                  + " consumer.max.partition.fetch.bytes), of spark all that are there"
                  + " (maxOffsetsPerTrigger, which is the sum of all partitions).");

  private Batches() {}
}
