package dev.rebound.job.jet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.test.TestOutbox;
import com.hazelcast.jet.core.test.TestProcessorContext;
import dev.rebound.workload.Grep;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class GeneratedSourceTest {
  private static final int LANES = 3;
  private static final long RECORDS = 100;

  private final Properties workload = WorkloadSpec.of(Grep.KIND, 42).toProperties();
  private final TestOutbox outbox = new TestOutbox(new int[] {10}, 10);

  private GeneratedSource source() throws Exception {
    GeneratedSource source = new GeneratedSource(workload, "in", LANES, RECORDS);
    source.init(outbox, new TestProcessorContext());
    return source;
  }

  /** What it makes until it has nothing more to make, or a number has been reached. */
  private List<String> made(GeneratedSource source, int most) {
    List<String> made = new ArrayList<>();
    int before = -1;
    while (made.size() != before && made.size() < most) {
      before = made.size();
      assertThat(source.complete()).as("it never ends").isFalse();
      for (Object item : outbox.queue(0)) {
        ConsumerRecord<?, ?> record = (ConsumerRecord<?, ?>) item;
        made.add(record.partition() + "/" + record.offset() + " " + text(record.value()));
      }
      outbox.queue(0).clear();
      outbox.reset();
    }
    return made;
  }

  private static String text(Object value) {
    return new String((byte[]) value, UTF_8);
  }

  @Test
  void eachRecordIsMadeOnce() throws Exception {
    assertThat(made(source(), Integer.MAX_VALUE)).hasSize((int) RECORDS).doesNotHaveDuplicates();
  }

  @Test
  void aSnapshotHasThePositionOfEachLane() throws Exception {
    GeneratedSource source = source();
    made(source, Integer.MAX_VALUE);
    assertThat(source.saveToSnapshot()).isTrue();
    assertThat(outbox.snapshotQueue())
        .extracting(Map.Entry::getValue)
        .containsExactly(34L, 33L, 33L);
  }

  @Test
  void whoIsGivenASnapshotGoesOnWithTheSameRecords() throws Exception {
    List<String> all = made(source(), Integer.MAX_VALUE);
    long[] positions = {13, 33, 20};
    GeneratedSource restored = source();
    for (int lane = 0; lane < LANES; lane++) {
      restored.restoreFromSnapshot(BroadcastKey.broadcastKey(lane), positions[lane]);
    }
    assertThat(restored.finishSnapshotRestore()).isTrue();
    List<String> rest = new ArrayList<>(all);
    rest.removeIf(
        record -> {
          String[] place = record.split(" ", 2)[0].split("/", 2);
          return Long.parseLong(place[1]) < positions[Integer.parseInt(place[0])];
        });
    assertThat(made(restored, Integer.MAX_VALUE))
        .hasSize(34 - 13 + 13)
        .containsExactlyInAnyOrderElementsOf(rest);
  }
}
