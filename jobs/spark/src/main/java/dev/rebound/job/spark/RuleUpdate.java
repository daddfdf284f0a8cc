package dev.rebound.job.spark;

import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.RecordFormat;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;
import scala.Tuple3;

/**
 * The second stage of workloads with rules: a batch's matches of one rule, applied to its state.
 *
 * @param partitions of the output topic
 */
record RuleUpdate(KeyedLogic logic, int partitions)
    implements KeyedUpdate<Integer, Tuple3<Integer, Long, byte[]>> {

  @Override
  public Iterator<Tuple2<byte[], Integer>> update(
      Integer rule, Iterator<Tuple3<Integer, Long, byte[]>> matches, Kept kept) {
    KeyedLogic.Emitter emitter = Executor.emitter();
    byte[] before = kept.get();
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
      kept.set(state[0]);
    }
    return outputs.iterator();
  }
}
