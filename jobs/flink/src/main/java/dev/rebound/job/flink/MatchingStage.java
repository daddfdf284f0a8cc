package dev.rebound.job.flink;

import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WorkloadSpec;
import java.util.Properties;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.util.Collector;

/** Finds the matches of each record, and hands them on encoded. */
final class MatchingStage extends RichFlatMapFunction<byte[], byte[]> {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final int partitions;

  @SuppressWarnings("NullAway.Init") // by setRuntimeContext
  private transient MatchFinder finder;

  /**
   * @param partitions of the input topic
   */
  MatchingStage(WorkloadSpec spec, int partitions) {
    this.workload = spec.toProperties();
    this.partitions = partitions;
  }

  @Override
  public void setRuntimeContext(RuntimeContext context) {
    super.setRuntimeContext(context);
    finder = new MatchFinder(workload, partitions);
  }

  @Override
  public void flatMap(byte[] record, Collector<byte[]> out) {
    boolean closing = RecordFormat.kind(record) == RecordFormat.RecordKind.CLOSING;
    int inputPartition = closing ? Elements.partition(record) : 0;
    finder.find(record, inputPartition, match -> out.collect(match.encode()));
  }

  /** Also where it never ran. */
  @Override
  public void close() {
    if (finder != null) {
      finder.close();
    }
  }
}
