package dev.rebound.job.storm;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the batches of an emitter end, each until it or a later one is committed. One commit is
 * under way at a time, so that none comes in after a later one. Thread-safe.
 *
 * <p>There are so many batches on their way at most: where one is emitted, those of as many before
 * it are done.
 */
final class BatchEnds {
  /** A batch that is done, and where it ends. */
  record DoneBatch(long number, Map<TopicPartition, OffsetAndMetadata> end) {
    DoneBatch {
      end = Map.copyOf(end);
    }
  }

  private final long onTheirWay;
  private final TreeMap<Long, DoneBatch> batches = new TreeMap<>();
  private boolean underWay;

  BatchEnds(long onTheirWay) {
    this.onTheirWay = onTheirWay;
  }

  /**
   * A batch is emitted; the newest of those that are done, to be committed now, whose outcome is to
   * be told. Empty if there is none, or if another commit is under way.
   */
  synchronized Optional<DoneBatch> emitted(
      long number, Map<TopicPartition, OffsetAndMetadata> end) {
    if (!end.isEmpty()) {
      batches.put(number, new DoneBatch(number, end));
    }
    Map.Entry<Long, DoneBatch> done = batches.floorEntry(number - onTheirWay);
    if (underWay || done == null) {
      return Optional.empty();
    }
    underWay = true;
    return Optional.of(done.getValue());
  }

  /** A commit has come to its end; one that failed is made up for by a later batch's. */
  synchronized void outcome(DoneBatch batch, boolean committed) {
    underWay = false;
    if (committed) {
      batches.headMap(batch.number(), true).clear();
    }
  }
}
