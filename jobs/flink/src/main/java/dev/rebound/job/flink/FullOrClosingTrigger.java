package dev.rebound.job.flink;

import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;

/**
 * Ends a window once it has so many visits, as Flink's own count windows do, or when a closing
 * record asks for what it has.
 */
final class FullOrClosingTrigger extends Trigger<byte[], GlobalWindow> {
  private static final long serialVersionUID = 1L;

  private final int visits;
  private final ReducingStateDescriptor<Long> count =
      new ReducingStateDescriptor<>("visits", new Sum(), LongSerializer.INSTANCE);

  FullOrClosingTrigger(int visits) {
    this.visits = visits;
  }

  @Override
  public TriggerResult onElement(
      byte[] element, long timestamp, GlobalWindow window, TriggerContext context)
      throws Exception {
    ReducingState<Long> counted = context.getPartitionedState(count);
    if (WindowReduction.closing(element)) {
      counted.clear();
      return TriggerResult.FIRE_AND_PURGE;
    }
    counted.add(1L);
    if (counted.get() < visits) {
      return TriggerResult.CONTINUE;
    }
    counted.clear();
    return TriggerResult.FIRE_AND_PURGE;
  }

  @Override
  public TriggerResult onProcessingTime(long time, GlobalWindow window, TriggerContext context) {
    return TriggerResult.CONTINUE;
  }

  @Override
  public TriggerResult onEventTime(long time, GlobalWindow window, TriggerContext context) {
    return TriggerResult.CONTINUE;
  }

  @Override
  public void clear(GlobalWindow window, TriggerContext context) {
    context.getPartitionedState(count).clear();
  }

  /** Adds up. */
  private static final class Sum implements ReduceFunction<Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long reduce(Long one, Long other) {
      return one + other;
    }
  }
}
