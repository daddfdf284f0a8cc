package dev.rebound.job.kafkastreams;

import dev.rebound.workload.Match;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.Workload;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * First stage: finds the rules that an input record matches and forwards a {@link Match} for each.
 * Each task has a finder of its own.
 *
 * <p>Bytes that are no input record are logged and passed over: a thread that dies of them would
 * only meet them again.
 */
final class MatchProcessor extends ContextualProcessor<byte[], byte[], byte[], Match> {
  private static final Logger LOG = LoggerFactory.getLogger(MatchProcessor.class);

  private final Workload workload;
  private final int partitions;

  @SuppressWarnings("NullAway.Init") // init sets it
  private MatchFinder finder;

  MatchProcessor(Workload workload, int partitions) {
    this.workload = workload;
    this.partitions = partitions;
  }

  @Override
  public void init(ProcessorContext<byte[], Match> context) {
    super.init(context);
    this.finder = new MatchFinder(workload, partitions);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata place =
        context()
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record came from no partition"));
    try {
      finder.find(
          record.value(),
          place.partition(),
          match -> context().forward(new Record<>(match.key(), match, record.timestamp())));
    } catch (IllegalArgumentException e) {
      LOG.error(
          "passed over a record: {}-{} offset {}: {}",
          place.topic(),
          place.partition(),
          place.offset(),
          e.getMessage());
    }
  }

  @Override
  public void close() {
    if (finder != null) {
      finder.close();
    }
  }
}
