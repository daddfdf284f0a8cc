package dev.rebound.job.faulty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.WindowRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Sessions of one partition, of which one has visits at a time, 20 ms apart. */
class SessionGatheringTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long APART = 20_000;
  private static final int VISITS = 100;
  private static final int ONE_IN = 7;

  private final SessionWindow workload = new SessionWindow(options("none").workload());

  private static JobOptions options(String bug) {
    return JobOptions.parse(
        FaultyJob.OWN,
        "--bootstrap=none:1",
        "--bug=" + bug,
        "--drop-one-in=" + ONE_IN,
        "--workload.name=session-window",
        "--workload.addresses=4",
        "--workload.session-events=10",
        "--workload.gap-ms=200",
        "--workload.lateness-ms=100",
        "--workload.disorder=0",
        "--workload.late=0");
  }

  private ConsumerRecord<byte[], byte[]> visit(long sequence) {
    long micros = START + sequence * APART;
    byte[] value = workload.value(0, sequence, micros);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("records", 0, sequence, null, value);
    record.headers().add(RecordIdHeader.HEADER, RecordIdHeader.of(0, sequence, micros));
    return record;
  }

  /** How many visits each session has that comes out. */
  private List<Long> sessions(String bug) {
    List<Long> counts = new ArrayList<>();
    PartitionWork.OutputSink sink =
        (address, output) -> counts.add(WindowRecord.of(output).count());
    try (SessionGathering gathering =
        new SessionGathering(options(bug), workload, 1, PlantedBug.listed(bug))) {
      for (long sequence = 0; sequence < VISITS; sequence++) {
        gathering.take(visit(sequence), false, sink);
      }
      gathering.readOut(visit(VISITS), sink);
    }
    return counts;
  }

  /** Of one visit in so many, how many are followed by one of the same session. */
  private int followed(int oneIn) {
    int followed = 0;
    for (long sequence = 0; sequence < VISITS - 1; sequence += oneIn) {
      if (workload.address(0, sequence) == workload.address(0, sequence + 1)) {
        followed++;
      }
    }
    return followed;
  }

  @Test
  void eachSessionComesOutWhole() {
    List<Long> sessions = sessions("none");
    assertThat(sessions).hasSize(VISITS - followed(1)).contains(10L);
    assertThat(sum(sessions)).isEqualTo(VISITS);
  }

  @Test
  void aNewestTimeThatRunsAheadSplitsTheSessionsThatGoOn() {
    assertThat(followed(ONE_IN)).isPositive();
    List<Long> sessions = sessions("watermark-ahead");
    assertThat(sessions).hasSize(VISITS - followed(1) + followed(ONE_IN));
    assertThat(sum(sessions)).isEqualTo(VISITS);
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
