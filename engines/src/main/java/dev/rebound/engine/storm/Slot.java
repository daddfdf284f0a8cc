package dev.rebound.engine.storm;

import dev.rebound.platform.Node;
import dev.rebound.platform.Port;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A place for one worker, which it keeps as long as its supervisor has it.
 *
 * @param worker number of the worker, from 1
 * @param supervisor name of the node
 * @param port by which Storm names the slot, and on which the worker listens
 */
record Slot(int worker, String supervisor, int port) {
  /** A supervisor's folder of what its workers leave, by topology and port. */
  static final String ARTIFACTS = "artifacts";

  /** The port of a slot, by its name among those of its supervisor. */
  static Port port(String name) {
    return Port.bound(name, "a worker of Storm is known by the port of its slot, which it binds");
  }

  String name() {
    return StormEngine.WORKER + "-" + worker;
  }

  /** The worker's log, in the folder of its supervisor. */
  String log() {
    return "worker-" + port + ".log";
  }

  /** The process that the worker is now, by its own word; empty if there was none yet. */
  OptionalLong pid(Node daemon) {
    List<Long> pids = new ArrayList<>();
    for (String topology : daemon.list(ARTIFACTS)) {
      Optional<Path> file = daemon.fetch(ARTIFACTS + "/" + topology + "/" + port + "/worker.pid");
      try {
        String text =
            file.isEmpty() ? "" : Files.readString(file.get(), StandardCharsets.US_ASCII).trim();
        if (text.matches("\\d{1,18}")) {
          pids.add(Long.parseLong(text));
        }
      } catch (IOException e) {
        // It is just being written: the next look finds it.
      }
    }
    return pids.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pids.get(pids.size() - 1));
  }
}
