package dev.rebound.job.jet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

class MadeSourceTest {
  private static final int LANES = 3;
  private static final long RECORDS = 100;

  private final Properties workload = WorkloadSpec.of(Grep.KIND, 42).toProperties();
  private final TestOutbox outbox = new TestOutbox(new int[] {10}, 10);

  private MadeSource source() throws Exception {
    MadeSource source = new MadeSource(workload, "in", LANES, RECORDS);
    source.init(outbox, new TestProcessorContext());
    return source;
  }

  /** What it makes until it has nothing more to make, or a number has been reached. */
  private List<String> made(MadeSource source, int most) {
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
  void whoIsGivenASnapshotGoesOnWithTheSameRecords() throws Exception {
    MadeSource source = source();
    made(source, 40);
    assertThat(source.saveToSnapshot()).isTrue();
    List<Map.Entry<Object, Object>> kept = new ArrayList<>(outbox.snapshotQueue());
    outbox.snapshotQueue().clear();
    outbox.reset();
    List<String> rest = made(source, Integer.MAX_VALUE);

    MadeSource restored = source();
    kept.forEach(entry -> restored.restoreFromSnapshot(entry.getKey(), entry.getValue()));
    assertThat(restored.finishSnapshotRestore()).isTrue();
    assertThat(made(restored, Integer.MAX_VALUE))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(rest);
  }
}
