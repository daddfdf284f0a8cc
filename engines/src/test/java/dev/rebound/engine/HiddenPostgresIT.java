package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database where the lab knows no path of its nodes and is not their parent. */
@Tag("process")
@Tag("thorough")
class HiddenPostgresIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void itIsFoundKilledAndStartedAgain() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    try (HiddenPlatform platform =
        new HiddenPlatform(
            folder.resolve("hidden"),
            Files.createDirectories(folder.resolve("run")),
            "hidden-" + UUID.randomUUID(),
            Path.of(System.getProperty("rebound.home", "..")),
            new Artifacts(line -> {}),
            (code, message, remedy) -> warnings.add(code + ": " + message))) {
      RunningPart running =
          PostgresPart.planned(Map.of(), platform)
              .start(platform, Deadline.after(LIMIT), line -> {});
      Node node = running.nodes(PostgresPart.ROLE).get(0);
      assertThat(running.missing(node)).isEmpty();

      assertThat(node.signal(Signal.KILL).confirmed()).isTrue();
      assertThat(running.missing(node)).isPresent();
      node.restart(false, false);
      Deadline by = Deadline.after(LIMIT);
      while (running.missing(node).isPresent()) {
        assertThat(by.passed()).isFalse();
        Thread.sleep(50);
      }
      running.close();
      assertThat(node.alive()).isFalse();
      assertThat(platform.connections()).isPositive();
    }
    assertThat(warnings).isEmpty();
  }
}
