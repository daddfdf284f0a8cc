package dev.rebound.job.spark;

import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.RecordFormat;
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
 * @param partitions of the output topic
 */
record RuleUpdate(KeyedLogic logic, int partitions)
    implements FlatMapGroupsWithStateFunction<
        Integer, Tuple3<Integer, Long, byte[]>, byte[], Tuple2<byte[], Integer>> {

  @Override
  public Iterator<Tuple2<byte[], Integer>> call(
      Integer rule, Iterator<Tuple3<Integer, Long, byte[]>> matches, GroupState<byte[]> kept) {
    KeyedLogic.Emitter emitter = Executor.emitter();
    byte[] before = kept.exists() ? kept.get() : null;
    byte[][] state = {before};
    int partition = RecordFormat.rulePartition(rule, partitions);
    List<Tuple2<byte[], Integer>> outputs = new ArrayList<>();
    for (byte[] match : InputPlace.inOrder(matches, Tuple3::_2, Tuple3::_3)) {
      byte[] output = logic.output(state[0], match, emitter, now -> state[0] = now);
      if (output != null) {
        outputs.add(new Tuple2<>(output, partition));
      }
    }
    if (state[0] != before) {
      kept.update(state[0]);
    }
    return outputs.iterator();
  }
}
