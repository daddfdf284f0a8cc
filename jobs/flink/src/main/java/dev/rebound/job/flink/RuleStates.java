package dev.rebound.job.flink;

import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.OutputRecord;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the running state of each rule, and emits encoded {@link OutputRecord}s.
 *
 * <p>Outputs carry the number and the incarnation of the TaskManager that emitted them: its system
 * properties {@value #NODE} and {@value #INCARNATION}, or what the job's options say without them.
 */
final class RuleStates extends KeyedProcessFunction<Integer, byte[], byte[]> {
  private static final long serialVersionUID = 1L;

  static final String NODE = "rebound.node";
  static final String INCARNATION = "rebound.incarnation";

  private final KeyedLogic logic;
  private final KeyedLogic.Emitter defaults;

  private transient @Nullable ValueState<byte[]> state;

  @SuppressWarnings("NullAway.Init") // by setRuntimeContext
  private transient KeyedLogic.Emitter emitter;

  RuleStates(KeyedLogic logic, KeyedLogic.Emitter defaults) {
    this.logic = logic;
    this.defaults = defaults;
  }

  /** This TaskManager, or what the job's options say. */
  static KeyedLogic.Emitter emitter(KeyedLogic.Emitter defaults) {
    return new KeyedLogic.Emitter(
        Integer.getInteger(NODE, defaults.node()),
        Integer.getInteger(INCARNATION, defaults.incarnation()));
  }

  @Override
  public void setRuntimeContext(RuntimeContext context) {
    super.setRuntimeContext(context);
    emitter = emitter(defaults);
  }

  private ValueState<byte[]> state() {
    if (state == null) {
      state =
          getRuntimeContext()
              .getState(
                  new ValueStateDescriptor<>(
                      "rule", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    }
    return state;
  }

  @Override
  public void processElement(byte[] match, Context context, Collector<byte[]> out)
      throws Exception {
    ValueState<byte[]> state = state();
    byte[][] changed = new byte[1][];
    byte[] output = logic.output(state.value(), match, emitter, now -> changed[0] = now);
    if (changed[0] != null) {
      state.update(changed[0]);
    }
    if (output != null) {
      out.collect(output);
    }
  }
}
