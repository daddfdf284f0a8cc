package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller that is interrupted gets what was measured until then, and no process is left. */
@Tag("process")
class StoppedRunIT {
  private static final String SMALL =
      """
      name: stopped
      kafka: { brokers: 1, partitions: 4 }
      engine: { name: faulty, workers: 1, guarantee: at-least-once }
      load: { rate: 200/s }
      """;

  @TempDir Path runs;

  @Test
  void anInterruptedCallerEndsTheRunInOrder() {
    Thread caller = Thread.currentThread();
    AtomicReference<String> phase = new AtomicReference<>("");
    Outcome outcome =
        Rebound.text(SMALL)
            .runs(runs)
            .listen(
                entry -> {
                  if (entry.data() instanceof Event.PhaseStarted started) {
                    phase.set(started.phase());
                    if (started.phase().equals("warmup")) {
                      caller.interrupt();
                    }
                  }
                })
            .run();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.interrupted()).isTrue();
    assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.results().interrupted()).isTrue();
    assertThat(phase).as("it was judged").hasValue("check");
    assertThat(outcome.folder()).startsWith(runs);
    assertThat(outcome.report()).isRegularFile();
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
