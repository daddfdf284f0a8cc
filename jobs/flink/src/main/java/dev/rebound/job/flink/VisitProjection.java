package dev.rebound.job.flink;

import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WorkloadSpec;
import java.util.Properties;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.util.Collector;

/** Takes time and address out of each visit, and hands them on encoded. */
final class VisitProjection extends RichFlatMapFunction<byte[], byte[]> {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final int partitions;

  @SuppressWarnings("NullAway.Init") // by setRuntimeContext
  private transient VisitWindows windows;

  /**
   * @param partitions of the input topic
   */
  VisitProjection(Properties workload, int partitions) {
    this.workload = workload;
    this.partitions = partitions;
  }

  @Override
  public void setRuntimeContext(RuntimeContext context) {
    super.setRuntimeContext(context);
    windows = VisitWindows.of(WorkloadSpec.fromProperties(workload));
  }

  @Override
  public void flatMap(byte[] element, Collector<byte[]> out) {
    byte[] tag = Elements.tag(element);
    byte[] value = Elements.value(element);
    boolean closing = tag.length == 0;
    if (closing && windows.byTime()) {
      return; // a watermark closes windows of time
    }
    windows.inputs(
        closing ? null : tag,
        value,
        closing ? Elements.partition(value) : 0,
        partitions,
        input -> out.collect(input.encode()));
  }
}
