package dev.rebound.job.kafkastreams;

import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.OutputRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Second stage: applies each match to its rule's state and forwards what is to be emitted.
 *
 * <p>Outputs are forwarded from here and never from the store, so a store cache may merge writes to
 * the changelog without swallowing an output.
 */
final class StateProcessor implements Processor<byte[], Match, byte[], byte[]> {
  private final KeyedLogic logic;
  private final KeyedLogic.Emitter emitter;
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable KeyValueStore<byte[], byte[]> states;

  StateProcessor(KeyedLogic logic, KeyedLogic.Emitter emitter) {
    this.logic = logic;
    this.emitter = emitter;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    this.states = context.getStateStore(RuleMatchTopology.STORE);
  }

  @Override
  public void process(Record<byte[], Match> record) {
    KeyValueStore<byte[], byte[]> store = states;
    ProcessorContext<byte[], byte[]> out = context;
    if (store == null || out == null) {
      throw new IllegalStateException("a match came before init");
    }
    OutputRecord output =
        logic.apply(
            store.get(record.key()),
            record.value(),
            emitter,
            state -> store.put(record.key(), state));
    if (output != null) {
      out.forward(record.withValue(output.encode()));
    }
  }
}
