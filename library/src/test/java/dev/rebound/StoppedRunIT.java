package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    List<Platform> opened = new CopyOnWriteArrayList<>();
    Platforms local = Platforms.local(Rebound.defaultHome());
    Outcome outcome =
        Rebound.text(SMALL)
            .runs(runs)
            .platforms(
                (run, id, artifacts, warnings) -> {
                  Platform platform = local.open(run, id, artifacts, warnings);
                  opened.add(platform);
                  return platform;
                })
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
    assertThat(opened).as("a plan opens none").hasSize(1);
    assertThat(opened.get(0).nodes())
        .as("on the platform that it was handed")
        .extracting(Node::name)
        .contains("worker-1", "generator-1", "observer");
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
