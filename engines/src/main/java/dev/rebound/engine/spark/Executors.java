package dev.rebound.engine.spark;

import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.Adoptions;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The executors as nodes: a daemon starts each, and again when it ended, and it says itself, in the
 * folder of its daemon, which process it is.
 */
final class Executors {
  /** An executor's log, in the folder of its daemon. */
  static final String LOG = "executor.log";

  private static final Pattern PID = Pattern.compile("\"pid\":(\\d+),");

  private Executors() {}

  /** Waits until each daemon has an executor, and takes these in as workers. */
  static List<Node> adopt(Members planned, Platform platform, Deadline by) {
    Adoptions adoptions = Adoptions.on(platform, "spark", by);
    Node driver = planned.ofRole(SparkEngine.DRIVER).get(0);
    List<Node> workers = new ArrayList<>();
    for (Node daemon : planned.ofRole(SparkEngine.DAEMON)) {
      workers.add(
          adoptions.adopt(
              new Adoption(
                  worker(daemon.name()),
                  SparkEngine.WORKER,
                  Owner.SUBJECT,
                  daemon,
                  LOG,
                  () -> pid(daemon),
                  List.of(daemon, driver)),
              planned.all()));
    }
    return workers;
  }

  /** Name of the executor that a daemon starts. */
  static String worker(String daemon) {
    return daemon.replace(SparkEngine.DAEMON, SparkEngine.WORKER);
  }

  /** The process that was the daemon's executor last; empty if it had none yet. */
  private static OptionalLong pid(Node daemon) {
    OptionalLong last = OptionalLong.empty();
    try {
      Path events = daemon.fetch(SparkCluster.EVENTS).orElse(null);
      Matcher pid = PID.matcher(events == null ? "" : Files.readString(events));
      while (pid.find()) {
        last = OptionalLong.of(Long.parseLong(pid.group(1)));
      }
    } catch (IOException e) {
      return OptionalLong.empty(); // the next look may find it
    }
    return last;
  }
}
