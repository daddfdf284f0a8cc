package dev.rebound.engine.postgres;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.part.Running;
import dev.rebound.lab.platform.LocalPlatform;
import dev.rebound.lab.time.Deadline;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** A lab with a database, which tells the server's pid and waits to be killed. */
public final class DoomedDatabaseLab {
  private DoomedDatabaseLab() {}

  public static void main(String[] arguments) throws Exception {
    @SuppressWarnings("resource") // it is killed
    LocalPlatform platform =
        new LocalPlatform(
            Path.of(arguments[0]),
            arguments[1],
            Clock.systemUTC(),
            Path.of(arguments[0]),
            new Artifacts(line -> {}),
            (code, message, remedy) -> System.out.println(message));
    @SuppressWarnings("resource")
    Running running =
        PostgresPart.planned(PostgresSpec.byDefault(), platform)
            .start(platform, Deadline.after(Duration.ofMinutes(2)), line -> {});
    System.out.println("up " + running.nodes(PostgresPart.ROLE).get(0).current().pid());
    Thread.sleep(100_000);
  }
}
