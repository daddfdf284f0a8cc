package dev.rebound.cli;

import dev.rebound.RunListener;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.journal.Journal;
import dev.rebound.report.live.LiveServer;
import dev.rebound.report.live.RunMeters;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Shows runs while they go on: says where, once for each run, and opens the first one in the
 * browser where there is a desktop. Closing it ends the server.
 */
final class LiveRuns implements RunListener, AutoCloseable {
  private final LiveServer server;
  private final RunMeters meters;
  private final PrintStream out;
  private boolean opened;

  private LiveRuns(LiveServer server, RunMeters meters, PrintStream out) {
    this.server = server;
    this.meters = meters;
    this.out = out;
  }

  /**
   * Starts to serve before anything runs, so that a port that is taken is refused at once.
   *
   * @param runs folder of runs; made if it is not there
   */
  static LiveRuns start(Path runs, int port, PrintStream out) {
    try {
      Files.createDirectories(runs);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot make " + runs + ": " + e, "Choose a folder that can be written with --runs.", e);
    }
    RunMeters meters = new RunMeters();
    return new LiveRuns(LiveServer.start(runs, port, meters), meters, out);
  }

  @Override
  public void starting(Path folder, Journal journal) {
    journal.listen(meters);
    URI page = server.address(folder);
    out.println("Live: " + page + "  (provisional; metrics: " + server.address() + "metrics)");
    if (!opened) {
      opened = true;
      // A browser that takes its time to start must not hold up the run.
      Thread opening = new Thread(() -> Browser.open(page), "rebound-browser");
      opening.setDaemon(true);
      opening.start();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
