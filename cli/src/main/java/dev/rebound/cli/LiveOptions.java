package dev.rebound.cli;

import dev.rebound.base.ReboundException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether, and where, runs are shown while they go on. */
final class LiveOptions {
  @Option(
      names = "--live",
      description =
          "Print an address of this machine, and open it: each run's report, drawn as it goes on,"
              + " and its metrics for Prometheus at /metrics.")
  boolean live;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of --live on 127.0.0.1 (default: any that is free).")
  int port;

  /** Starts to serve; null if nobody asked for it. */
  @Nullable LiveRuns start(Path runs, PrintStream out) {
    if (!live && port != 0) {
      throw ReboundException.badInput("--port is for --live", "Add --live, or leave --port out.");
    }
    return live ? LiveRuns.start(runs, port, out) : null;
  }

  /** A study is long: it is followed from a terminal of its own. */
  void refuseForStudy() {
    if (live || port != 0) {
      throw ReboundException.badInput(
          "--live is for experiments, not for studies",
          "Leave it out, and run `rebound serve` beside it.");
    }
  }
}
