package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.journal.Journal;
import dev.rebound.platform.ClassSharing;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Has a platform make what lets later starts of workers load their classes sooner, and tells. */
record SharedClasses(ClassSharing platform, Journal journal) {
  /**
   * @param limit for all of it
   * @param stop asked often; true ends it
   */
  void make(Duration limit, BooleanSupplier stop) {
    int made =
        platform.shareClasses(
            limit,
            stop,
            absent ->
                say(
                    "making class-data archives for later starts of workers, for up to %s s: %s"
                        .formatted(limit.toSeconds(), absent)));
    if (made > 0) {
      say(
          "class-data archives made for later starts of workers (kept in the user's cache): "
              + made);
    }
  }

  private void say(String line) {
    journal.append(new Event.Progress(line));
  }
}
