package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A child of the lab. */
record ChildBody(Process process) implements ProcessBody {
  /** Starts one in a node's folder, and appends what it writes to the node's log. */
  static ChildBody start(List<String> command, Map<String, String> environment, NodeFolder folder) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.directory().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
    builder.environment().putAll(environment);
    try {
      return new ChildBody(builder.start());
    } catch (IOException e) {
      throw ReboundException.environment(
          "Cannot start a process in " + folder.directory() + ": " + e.getMessage(),
          "Free memory, disk or process slots; the log would be " + folder.log() + ".",
          e);
    }
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public OptionalInt status() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  @Override
  public boolean kill() {
    process.destroyForcibly();
    return true; // what it did not die of, its status tells
  }

  @Override
  public boolean terminate() {
    process.destroy();
    return true;
  }

  @Override
  public boolean awaitEnd(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  @Override
  public CompletableFuture<Void> ended() {
    return process.onExit().thenAccept(ended -> {});
  }
}
