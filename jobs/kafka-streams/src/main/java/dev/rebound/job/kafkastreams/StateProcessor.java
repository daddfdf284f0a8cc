package dev.rebound.job.kafkastreams;

import dev.rebound.workload.Match;
import dev.rebound.workload.RuleLogic;
import dev.rebound.workload.RuleState;
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
  private final RuleLogic logic;
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable KeyValueStore<byte[], RuleState> states;

  StateProcessor(RuleLogic logic) {
    this.logic = logic;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    this.states = context.getStateStore(RuleMatchTopology.STORE);
  }

  @Override
  public void process(Record<byte[], Match> record) {
    KeyValueStore<byte[], RuleState> store = states;
    ProcessorContext<byte[], byte[]> out = context;
    if (store == null || out == null) {
      throw new IllegalStateException("a match came before init");
    }
    RuleState before = store.get(record.key());
    RuleLogic.AppliedMatch applied =
        logic.apply(before == null ? RuleState.EMPTY : before, record.value());
    if (applied.changed()) {
      store.put(record.key(), applied.state());
    }
    out.forward(record.withValue(applied.output().encode()));
  }
}
