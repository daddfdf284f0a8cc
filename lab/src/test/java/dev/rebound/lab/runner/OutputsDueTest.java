package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.load.SendLog;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
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
    OptionalLong due = OutputsDue.count(spec, List.of(first, second));
    assertThat(due).hasValue(expected(spec, 0, RECORDS) + expected(spec, 1, RECORDS / 2));
    assertThat(OutputsDue.afterClosing(due, spec)).hasValue(due.getAsLong() + spec.rules());
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
      assertThat(OutputsDue.count(spec, List.of(file))).isEmpty();
    }
  }

  @Test
  void outputsThatAreThinnedOutAndLogsThatAreMissingLeaveItOpen() throws IOException {
    WorkloadSpec thinned = FakeRun.experiment(folder, "workload.emit-every=5").workload();
    assertThat(OutputsDue.count(thinned, List.of(log(0, RECORDS)))).isEmpty();
    WorkloadSpec spec = FakeRun.experiment(folder).workload();
    assertThat(OutputsDue.count(spec, List.of(folder.resolve("none.bin")))).isEmpty();
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

  private static long expected(WorkloadSpec spec, int generator, int records) {
    long[] outputs = {0};
    try (Matcher matcher = Workloads.create(spec).newMatcher()) {
      for (int n = 0; n < records; n++) {
        matcher.expected(generator, n, rule -> outputs[0]++);
      }
    }
    return outputs[0];
  }
}
