package dev.rebound.job.flink;

import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Makes the records within the job, as {@link dev.rebound.workload.GeneratedLane} has them: no
 * broker has a part in how fast they come. A lane is a split, its position the split's state.
 *
 * @param records of all lanes together
 * @param ends whether the job is over once they are made; else it waits for nothing
 */
record GeneratedSource(
    Properties workload, Dataflow dataflow, int lanes, long records, boolean ends)
    implements Source<byte[], GeneratedSplit, List<GeneratedSplit>> {
  private static final long serialVersionUID = 1L;

  @Override
  public Boundedness getBoundedness() {
    return ends ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SplitEnumerator<GeneratedSplit, List<GeneratedSplit>> createEnumerator(
      SplitEnumeratorContext<GeneratedSplit> context) {
    return new GeneratedSplits(
        context, IntStream.range(0, lanes).mapToObj(lane -> new GeneratedSplit(lane, 0)).toList());
  }

  @Override
  public SplitEnumerator<GeneratedSplit, List<GeneratedSplit>> restoreEnumerator(
      SplitEnumeratorContext<GeneratedSplit> context, List<GeneratedSplit> pending) {
    return new GeneratedSplits(context, pending);
  }

  @Override
  public SimpleVersionedSerializer<GeneratedSplit> getSplitSerializer() {
    return new GeneratedSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<List<GeneratedSplit>> getEnumeratorCheckpointSerializer() {
    return new GeneratedSplits.Serializer();
  }

  @Override
  public SourceReader<byte[], GeneratedSplit> createReader(SourceReaderContext context) {
    return new GeneratedReader(
        Workloads.create(WorkloadSpec.fromProperties(workload)), dataflow, lanes, records, ends);
  }
}
