package dev.rebound.engine.postgres;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A lab with a database, which tells the server's pid and waits to be killed. */
public final class DoomedDatabaseLab {
  private DoomedDatabaseLab() {}

  public static void main(String[] arguments) throws Exception {
    @SuppressWarnings("resource") // it is killed
    Platform platform =
        Platforms.local(Path.of(arguments[0]))
            .open(
                Path.of(arguments[0]),
                arguments[1],
                new Artifacts(line -> {}),
                (code, message, remedy) -> System.out.println(message));
    @SuppressWarnings("resource")
    RunningPart running =
        PostgresPart.planned(Map.of(), platform)
            .start(platform, Deadline.after(Duration.ofMinutes(2)), line -> {});
    System.out.println("up " + running.nodes(PostgresPart.ROLE).get(0).current().pid());
    Thread.sleep(100_000);
  }
}
