package dev.rebound.job.flink;

import dev.rebound.workload.Match;
import dev.rebound.workload.RuleLogic;
import dev.rebound.workload.RuleState;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

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

  private final int stateBytes;
  private final int defaultNode;
  private final int defaultIncarnation;

  @SuppressWarnings("NullAway.Init") // by open
  private transient ValueState<byte[]> state;

  @SuppressWarnings("NullAway.Init") // by open
  private transient RuleLogic logic;

  /**
   * @param stateBytes size up to which a rule's state is padded
   */
  RuleStates(int stateBytes, int defaultNode, int defaultIncarnation) {
    this.stateBytes = stateBytes;
    this.defaultNode = defaultNode;
    this.defaultIncarnation = defaultIncarnation;
  }

  @Override
  public void open(OpenContext context) {
    state =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>(
                    "rule", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    logic =
        new RuleLogic(
            Integer.getInteger(NODE, defaultNode),
            Integer.getInteger(INCARNATION, defaultIncarnation));
  }

  @Override
  public void processElement(byte[] match, Context context, Collector<byte[]> out)
      throws Exception {
    byte[] kept = state.value();
    RuleLogic.AppliedMatch applied =
        logic.apply(kept == null ? RuleState.EMPTY : RuleState.decode(kept), Match.decode(match));
    if (applied.changed()) {
      state.update(applied.state().encode(stateBytes));
    }
    out.collect(applied.output().encode());
  }
}
