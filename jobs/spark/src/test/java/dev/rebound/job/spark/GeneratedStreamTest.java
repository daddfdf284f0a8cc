package dev.rebound.job.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.Grep;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.junit.jupiter.api.Test;

class GeneratedStreamTest {
  private static final int LANES = 3;

  private static GeneratedStream stream(long records) {
    return stream(records, 0);
  }

  private static GeneratedStream stream(long records, long batch) {
    return new GeneratedStream(
        WorkloadSpec.of(Grep.KIND, 42).toProperties(), LANES, records, batch);
  }

  /** The records between two offsets, as partition, offset and tag. */
  private static List<String> between(GeneratedStream stream, long from, long until)
      throws Exception {
    List<String> made = new ArrayList<>();
    Offset start = stream.deserializeOffset(Long.toString(from));
    Offset end = stream.deserializeOffset(Long.toString(until));
    for (InputPartition part : stream.planInputPartitions(start, end)) {
      try (PartitionReader<InternalRow> reader = stream.createReaderFactory().createReader(part)) {
        while (reader.next()) {
          InternalRow row = reader.get();
          byte[] tag = row.getArray(2).getStruct(0, 2).getBinary(1);
          made.add(row.getInt(3) + "/" + row.getLong(4) + " " + new String(tag, UTF_8));
          assertThat(row.getBinary(1).length).isLessThan(100 + RecordFormat.HEADER_BYTES);
        }
      }
    }
    return made;
  }

  @Test
  void batchesTogetherHaveEachRecordOnce() throws Exception {
    GeneratedStream stream = stream(100);
    List<String> all = between(stream, 0, 100);
    assertThat(all).hasSize(100).doesNotHaveDuplicates().contains("2/32 0:98:0", "0/33 0:99:0");
    List<String> parts = new ArrayList<>();
    for (long from : new long[] {0, 1, 2, 50, 97}) {
      long until = from == 0 ? 1 : from == 1 ? 2 : from == 2 ? 50 : from == 50 ? 97 : 100;
      parts.addAll(between(stream, from, until));
    }
    assertThat(parts).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void aBatchGoesNoFurtherThanThereAreRecords() {
    GeneratedStream stream = stream(5_000_000);
    List<String> ends = new ArrayList<>();
    Offset end = stream.initialOffset();
    for (int batch = 0; batch < 4; batch++) {
      end = stream.latestOffset(end, ReadLimit.allAvailable());
      ends.add(end.json());
    }
    assertThat(ends).containsExactly("2000000", "4000000", "5000000", "5000000");

    GeneratedStream bounded = stream(5_000_000, 3_000_000);
    assertThat(bounded.latestOffset(bounded.initialOffset(), ReadLimit.allAvailable()).json())
        .isEqualTo("3000000");
  }
}
