package dev.rebound.job.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.Grep;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;

class GeneratedSourceTest {
  private static final int LANES = 3;
  private static final long RECORDS = 100;

  private final List<byte[]> made = new ArrayList<>();
  private final ReaderOutput<byte[]> output =
      new ReaderOutput<>() {
        @Override
        public void collect(byte[] element) {
          made.add(element);
        }

        @Override
        public void collect(byte[] element, long timestamp) {
          throw new AssertionError("records have no times");
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}

        @Override
        public SourceOutput<byte[]> createOutputForSplit(String split) {
          return this;
        }

        @Override
        public void releaseOutputForSplit(String split) {}
      };

  private static GeneratedReader reader(String workload, boolean ends) {
    WorkloadSpec spec = WorkloadSpec.of(workload.equals("grep") ? Grep.KIND : Grouping.KIND, 42);
    Properties properties = spec.toProperties();
    List<String> arguments = new ArrayList<>(List.of("--bootstrap=h:1"));
    properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
    JobOptions options = JobOptions.parse(DataflowJob.options(), arguments.toArray(String[]::new));
    Dataflow dataflow = Dataflow.of(options);
    return new GeneratedReader(Workloads.create(spec), dataflow, LANES, RECORDS, ends);
  }

  private static List<GeneratedSplit> fresh() {
    return List.of(new GeneratedSplit(0, 0), new GeneratedSplit(1, 0), new GeneratedSplit(2, 0));
  }

  private static List<String> texts(List<byte[]> elements) {
    return elements.stream().map(element -> new String(element, UTF_8)).toList();
  }

  @Test
  void eachRecordIsMadeOnceAndThenNothingIsAvailable() {
    GeneratedReader reader = reader("grouping", false);
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(reader.isAvailable()).isNotDone();
    reader.addSplits(fresh());
    reader.notifyNoMoreSplits();
    assertThat(reader.isAvailable()).isDone();
    while (reader.pollNext(output) == InputStatus.MORE_AVAILABLE) {
      assertThat(made).hasSizeLessThan((int) RECORDS);
    }
    assertThat(reader.isAvailable()).as("it waits for nothing, and does not end").isNotDone();
    Set<Long> sequences = new HashSet<>();
    made.forEach(record -> sequences.add(RecordFormat.sequence(record)));
    assertThat(made).hasSize((int) RECORDS);
    assertThat(sequences).hasSize((int) RECORDS).contains(0L, RECORDS - 1);
  }

  @Test
  void aReaderThatIsGivenASnapshotGoesOnWithTheSameRecords() throws IOException {
    GeneratedReader reader = reader("grep", false);
    reader.addSplits(fresh());
    for (int n = 0; n < 40; n++) {
      reader.pollNext(output);
    }
    GeneratedSplit.Serializer kept = new GeneratedSplit.Serializer();
    List<GeneratedSplit> snapshot = new ArrayList<>();
    for (GeneratedSplit split : reader.snapshotState(1)) {
      snapshot.add(kept.deserialize(1, kept.serialize(split)));
    }
    made.clear();
    while (reader.pollNext(output) == InputStatus.MORE_AVAILABLE) {
      // the rest
    }
    List<String> rest = texts(made);
    made.clear();
    GeneratedReader restored = reader("grep", false);
    restored.addSplits(snapshot);
    while (restored.pollNext(output) == InputStatus.MORE_AVAILABLE) {
      // the rest again
    }
    assertThat(texts(made)).hasSize(60).containsExactlyInAnyOrderElementsOf(rest);
    assertThat(new String(Elements.tag(made.get(0)), UTF_8)).matches("0:\\d+:0");
  }

  @Test
  void aRehearsalEnds() {
    GeneratedReader reader = reader("grep", true);
    reader.addSplits(fresh());
    reader.notifyNoMoreSplits();
    for (int n = 0; n < RECORDS; n++) {
      assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
    }
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
  }

  @Test
  void lanesThatNobodyHasYetAreKept() throws IOException {
    GeneratedSplits.Serializer serializer = new GeneratedSplits.Serializer();
    List<GeneratedSplit> splits =
        Arrays.asList(new GeneratedSplit(7, 1L << 40), new GeneratedSplit(0, 0));
    assertThat(serializer.deserialize(1, serializer.serialize(splits))).isEqualTo(splits);
  }
}
