package dev.rebound.job.spark;

import dev.rebound.workload.Match;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleLogic;
import dev.rebound.workload.RuleState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapGroupsWithStateFunction;
import org.apache.spark.sql.streaming.GroupState;
import scala.Tuple2;
import scala.Tuple3;

/**
 * The second stage of workloads with rules: a batch's matches of one rule, applied to its state.
 *
 * @param stateBytes to which a state is padded
 * @param partitions of the output topic
 */
record RuleUpdate(int stateBytes, int partitions)
    implements FlatMapGroupsWithStateFunction<
        Integer, Tuple3<Integer, Long, byte[]>, byte[], Tuple2<byte[], Integer>> {

  @Override
  public Iterator<Tuple2<byte[], Integer>> call(
      Integer rule, Iterator<Tuple3<Integer, Long, byte[]>> matches, GroupState<byte[]> kept) {
    RuleLogic logic = Executor.logic();
    RuleState state = kept.exists() ? RuleState.decode(kept.get()) : RuleState.EMPTY;
    boolean changed = false;
    int partition = RecordFormat.rulePartition(rule, partitions);
    List<Tuple2<byte[], Integer>> outputs = new ArrayList<>();
    for (byte[] match : Place.inOrder(matches, Tuple3::_2, Tuple3::_3)) {
      RuleLogic.AppliedMatch applied = logic.apply(state, Match.decode(match));
      state = applied.state();
      changed |= applied.changed();
      outputs.add(new Tuple2<>(applied.output().encode(), partition));
    }
    if (changed) {
      kept.update(state.encode(stateBytes));
    }
    return outputs.iterator();
  }
}
