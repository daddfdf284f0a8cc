package dev.rebound.job.kafkastreams;

import dev.rebound.workload.Matcher;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.Workload;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * The pipeline of {@code grep}: records → those that match, as they are, headers included.
 *
 * @param workload says which records match
 */
record GrepTopology(Workload workload, String input, String output) {
  Topology build() {
    Serde<byte[]> bytes = Serdes.ByteArray();
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(input, Consumed.with(bytes, bytes))
        .process(() -> new Searching(workload))
        .to(output, Produced.with(bytes, bytes));
    return builder.build();
  }

  /** Each task searches by itself: a matcher serves one thread. */
  private static final class Searching extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    private final Workload workload;

    @SuppressWarnings("NullAway.Init") // init sets it
    private Matcher matcher;

    Searching(Workload workload) {
      this.workload = workload;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
      super.init(context);
      matcher = RuleWorkload.of(workload).newMatcher();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      if (record.value() != null && matcher.finds(record.value())) {
        context().forward(record);
      }
    }

    @Override
    public void close() {
      matcher.close();
    }
  }
}
