package dev.rebound.job.flink;

import dev.rebound.workload.WindowInput;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says of each visit that Flink left out of its window because it came late. */
final class LateVisits implements FlatMapFunction<byte[], byte[]> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LateVisits.class);

  @Override
  public void flatMap(byte[] late, Collector<byte[]> none) {
    WindowInput visit = WindowInput.decode(late);
    LOG.warn("dropped as late: {}:{}", visit.generator(), visit.sequence());
  }
}
