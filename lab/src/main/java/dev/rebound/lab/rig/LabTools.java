package dev.rebound.lab.rig;

import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.FileSharing;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/** The lab's programs that run once and end by themselves, on the platform of a run. */
public record LabTools(Platform platform, Instruments instruments) {
  private static final Duration STOP_GRACE = Duration.ofSeconds(2);

  /** Starts one. */
  public Node start(String name, String mainClass, Properties config) {
    return platform.start(instruments.process(instruments.named(name), "tool", mainClass, config));
  }

  /** Runs one to its end, and returns it. */
  public Node run(String name, String mainClass, Properties config, Deadline by) {
    Node node = start(name, mainClass, config);
    awaitEnd(node, by);
    return node;
  }

  /** The name under which tools that are started from now on find a file of the lab. */
  public String lend(Path file) {
    return FileSharing.on(platform).lend(file);
  }

  /** The name of one, by what it is. */
  public String named(String what) {
    return instruments.named(what);
  }

  /** Waits for the end of a process; one that takes too long is ended. */
  static void awaitEnd(Node node, Deadline by) {
    while (node.alive()) {
      if (by.passed()) {
        node.stop(STOP_GRACE);
        return;
      }
      Time.real().sleep(Duration.ofMillis(50));
    }
  }
}
