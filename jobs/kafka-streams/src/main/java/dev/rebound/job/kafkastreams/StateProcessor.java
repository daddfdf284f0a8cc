package dev.rebound.job.kafkastreams;

import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.OutputRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Second stage: applies each match to its rule's state and forwards what is to be emitted.
 *
 * <p>Outputs are forwarded from here and never from the store, so a store cache may merge writes to
 * the changelog without swallowing an output.
 */
final class StateProcessor extends ContextualProcessor<byte[], Match, byte[], byte[]> {
  private final KeyedLogic logic;
  private final KeyedLogic.Emitter emitter;

  @SuppressWarnings("NullAway.Init") // init sets it
  private KeyValueStore<byte[], byte[]> states;

  StateProcessor(KeyedLogic logic, KeyedLogic.Emitter emitter) {
    this.logic = logic;
    this.emitter = emitter;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    super.init(context);
    this.states = context.getStateStore(RuleMatchTopology.STORE);
  }

  @Override
  public void process(Record<byte[], Match> record) {
    OutputRecord output =
        logic.apply(
            states.get(record.key()),
            record.value(),
            emitter,
            state -> states.put(record.key(), state));
    if (output != null) {
      context().forward(record.withValue(output.encode()));
    }
  }
}
