package dev.rebound.lab.runner;

import dev.rebound.lab.load.SendLog;
import dev.rebound.lab.platform.Node;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * How many outputs a drained job has delivered, where the seed alone says so: under exactly-once, a
 * read-committed reader has then seen just these. It ends a drain sooner than waiting for committed
 * input offsets, which some engines commit late on an idle topic. Nothing is judged by it.
 */
final class OutputsDue {
  private static final long RECORDS_MAX = 5_000_000;

  private OutputsDue() {}

  /**
   * Empty if it does not follow from the seed, if a send is unknown, or if counting would take
   * long.
   */
  static OptionalLong count(Instruments instruments, List<Node> generators) {
    return instruments.transactional()
        ? count(
            instruments.workload(),
            generators.stream()
                .map(node -> node.directory().resolve(Instruments.SEND_LOG))
                .toList())
        : OptionalLong.empty();
  }

  static OptionalLong count(WorkloadSpec spec, List<Path> sendLogs) {
    if (spec.emitEvery() != 1) {
      return OptionalLong.empty();
    }
    Workload workload = Workloads.create(spec);
    long[] outputs = {0};
    try (Matcher matcher = workload.newMatcher()) {
      for (Path file : sendLogs) {
        if (!Files.exists(file)) {
          return OptionalLong.empty();
        }
        try (SendLog log = SendLog.open(file)) {
          for (long n = 0; n < log.slots() && log.slot(n) != SendLog.NOT_SENT; n++) {
            if (log.slot(n) < SendLog.ACKNOWLEDGED || n > RECORDS_MAX) {
              return OptionalLong.empty();
            }
            matcher.expected(log.generator(), n, rule -> outputs[0]++);
          }
        }
      }
    } catch (IOException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(outputs[0]);
  }

  /** The same after one closing round, which reads out every rule once. */
  static OptionalLong afterClosing(OptionalLong due, WorkloadSpec spec) {
    return due.isEmpty() ? due : OptionalLong.of(due.getAsLong() + Workloads.create(spec).rules());
  }
}
