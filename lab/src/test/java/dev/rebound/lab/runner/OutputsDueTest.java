package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.observe.IdentitySum;
import dev.rebound.lab.time.Deadline;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputsDueTest {
  private static final int RECORDS = 500;

  @TempDir Path folder;

  @Test
  void whatTheSeedSaysIsDueOfEveryRecordThatWasTakenIn() throws IOException {
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    Path first = log(0, RECORDS);
    Path second = log(1, RECORDS / 2);
    List<Long> outputs = expected(spec, 0, RECORDS);
    outputs.addAll(expected(spec, 1, RECORDS / 2));
    OutputsDue due = OutputsDue.of(spec, List.of(first, second)).orElseThrow();
    assertThat(due.outputs()).isEqualTo(outputs.size());
    assertThat(due.are(outputs.size(), sum(outputs))).isTrue();

    for (int rule = 0; rule < spec.whole("rules"); rule++) {
      outputs.add(IdentitySum.ofReadout(1, rule));
    }
    assertThat(due.are(outputs.size(), sum(outputs))).isFalse();
    assertThat(due.afterClosing(1, spec).are(outputs.size(), sum(outputs))).isTrue();
    assertThat(due.afterClosing(2, spec).are(outputs.size(), sum(outputs))).isFalse();
  }

  @Test
  void whatIsLostIsNotMadeUpForByWhatCameTwice() throws IOException {
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    OutputsDue due = OutputsDue.of(spec, List.of(log(0, RECORDS))).orElseThrow();
    List<Long> outputs = expected(spec, 0, RECORDS);
    Collections.reverse(outputs);
    assertThat(due.are(outputs.size(), sum(outputs))).as("order does not matter").isTrue();
    for (int i = 0; i < 3; i++) {
      outputs.set(i, outputs.get(RECORDS / 2 + i));
    }
    assertThat(due.are(outputs.size(), sum(outputs))).isFalse();
  }

  @Test
  void whatCameTwiceInATopicDoesNotMakeUpForWhatAnotherLacks() throws IOException {
    Path orders = folder.resolve("orders.jsonl");
    Files.writeString(orders, "{\"id\":1}\n");
    WorkloadSpec spec =
        WorkloadSpec.of(Records.KIND, 1)
            .with("from", orders)
            .with("id", "$.id")
            .with(
                TopicOptions.PROPERTY,
                TopicOptions.text(List.of(Map.of("topic", "a"), Map.of("topic", "b"))));
    OutputsDue due = OutputsDue.of(spec, List.of(log(0, 2))).orElseThrow();
    long first = IdentitySum.ofMatch(0, 0, 0);
    long second = IdentitySum.ofMatch(0, 1, 0);
    assertThat(IdentitySum.inTopic(0, first)).as("as where there is one topic").isEqualTo(first);
    long other = IdentitySum.inTopic(1, second);
    assertThat(due.are(4, sum(List.of(first, second, IdentitySum.inTopic(1, first), other))))
        .isTrue();
    assertThat(due.are(4, sum(List.of(first, second, first, other)))).isFalse();
  }

  @Test
  void aSendThatMayOrMayNotHaveHappenedLeavesItOpen() throws IOException {
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    for (long doubtful : new long[] {SendLog.UNKNOWN, SendLog.FAILED}) {
      Path file = log(0, RECORDS);
      try (SendLog log = SendLog.create(file, 0, 4, 0, 100)) {
        log.set(0, SendLog.ACKNOWLEDGED);
        log.set(1, doubtful);
        log.set(2, SendLog.ACKNOWLEDGED + 1);
      }
      assertThat(OutputsDue.of(spec, List.of(file))).isEmpty();
    }
  }

  @Test
  void recordsThatTheJobMadeAreAllDue() throws IOException {
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    List<Long> outputs = expected(spec, 0, RECORDS);
    OutputsDue due =
        OutputsDue.ofMade(spec, RECORDS, Deadline.after(Duration.ofDays(1)), () -> false);
    assertThat(due.are(outputs.size(), sum(outputs))).isTrue();
  }

  @Test
  void theyAreCountedNoLongerThanThereIsTime() throws IOException {
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    Deadline passed = Deadline.after(Duration.ZERO);
    assertThatThrownBy(() -> OutputsDue.ofMade(spec, RECORDS, passed, () -> false))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("counting what is due took longer than phases.start");
    Deadline never = Deadline.after(Duration.ofDays(1));
    assertThatThrownBy(() -> OutputsDue.ofMade(spec, RECORDS, never, () -> true))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("the run was stopped");
  }

  @Test
  void logsThatAreMissingLeaveItOpen() throws IOException {
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    assertThat(OutputsDue.of(spec, List.of(folder.resolve("none.bin")))).isEmpty();
  }

  private Path log(int generator, int records) throws IOException {
    Path file = folder.resolve("sendlog-" + generator + ".bin");
    try (SendLog log = SendLog.create(file, generator, 4, 0, 100)) {
      for (int n = 0; n < records; n++) {
        log.set(n, SendLog.ACKNOWLEDGED + n / 4);
      }
    }
    return file;
  }

  /** The number that each output due adds to the sum. */
  private static List<Long> expected(WorkloadSpec spec, int generator, int records) {
    List<Long> outputs = new ArrayList<>();
    try (ExpectedOutputs owed = Workloads.create(spec).owed()) {
      for (int n = 0; n < records; n++) {
        int sequence = n;
        owed.expected(
            generator, n, rule -> outputs.add(IdentitySum.ofMatch(generator, sequence, rule)));
      }
    }
    return outputs;
  }

  private static String sum(List<Long> outputs) {
    return IdentitySum.text(outputs.stream().mapToLong(Long::longValue).sum());
  }
}
