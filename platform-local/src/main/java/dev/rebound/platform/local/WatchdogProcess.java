package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Platform;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The lab's end of its {@link Watchdog}: starts it, starts another if it dies, and dismisses it.
 * Thread-safe.
 */
final class WatchdogProcess {
  private static final int STARTS_MAX = 5;
  private static final long READY_SECONDS = 30;
  private static final long DISMISS_SECONDS = 5;

  private final String runId;
  private final ProcessIdentity lab;
  private final Path runDirectory;
  private final Platform.DoubtListener warnings;
  private final Path log;
  private @Nullable Process process;
  private CompletableFuture<Boolean> ready = CompletableFuture.completedFuture(true);
  private int starts;
  private boolean dismissed;

  WatchdogProcess(
      String runId, ProcessIdentity lab, Path runDirectory, Platform.DoubtListener warnings) {
    this.runId = runId;
    this.lab = lab;
    this.runDirectory = runDirectory;
    this.warnings = warnings;
    this.log = runDirectory.resolve("logs").resolve("warden.log");
  }

  /** Starts it unless it runs; returns at once. */
  synchronized void begin() {
    if (starts == 0 && !dismissed) {
      start();
    }
  }

  /** Returns once it watches; throws {@link ReboundException} if it does not. */
  void awaitReady() {
    CompletableFuture<Boolean> current;
    synchronized (this) {
      current = ready;
    }
    String problem = "it ended at once";
    try {
      if (current.get(READY_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (TimeoutException e) {
      problem = "it was not ready within " + READY_SECONDS + " s";
    } catch (ExecutionException e) {
      throw new IllegalStateException("never completed so", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = "interrupted while waiting for it";
    }
    throw failure(problem, null);
  }

  /** Its pid while it runs; -1 otherwise. */
  synchronized long pid() {
    return process != null && process.isAlive() ? process.pid() : -1;
  }

  /**
   * Ends it.
   *
   * @param allGone false if it is to look for processes of the run itself
   */
  void dismiss(boolean allGone) {
    Process last;
    synchronized (this) {
      dismissed = true;
      last = process;
    }
    if (last == null) {
      return;
    }
    try (OutputStream pipe = last.getOutputStream()) {
      if (allGone) {
        pipe.write(Watchdog.DISMISS);
      }
    } catch (IOException e) {
      // It is gone already.
    }
    if (!allGone) {
      return;
    }
    try {
      if (!last.waitFor(DISMISS_SECONDS, TimeUnit.SECONDS)) {
        last.destroyForcibly();
      }
    } catch (InterruptedException e) {
      last.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void start() {
    starts++;
    ProcessBuilder builder = new ProcessBuilder(command());
    builder.environment().keySet().removeIf(name -> name.startsWith("REBOUND_"));
    Process started;
    try {
      Files.createDirectories(log.getParent());
    } catch (IOException e) {
      throw NodeFolder.cannotWrite(log, e);
    }
    try {
      started = builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    } catch (IOException e) {
      throw failure(String.valueOf(e.getMessage()), e);
    }
    process = started;
    CompletableFuture<Boolean> watches = new CompletableFuture<>();
    ready = watches;
    Thread watching = new Thread(() -> watch(started, watches), "warden");
    watching.setDaemon(true);
    watching.start();
  }

  /** Waits for the first line, then for the end. */
  private void watch(Process started, CompletableFuture<Boolean> watches) {
    try {
      watches.complete(Watchdog.READY.equals(started.inputReader().readLine()));
    } catch (IOException e) {
      watches.complete(false);
    }
    try {
      restart(started.waitFor());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void restart(int status) {
    if (dismissed) {
      return;
    }
    boolean again = starts < STARTS_MAX;
    warnings.warn(
        "warden-died",
        "The process that ends everything if the lab is killed died with status "
            + status
            + (again ? "; another was started" : "; no other is started after " + starts),
        "See " + log + "; after a kill of the lab, run `rebound clean`.");
    if (again) {
      try {
        start();
      } catch (ReboundException e) {
        warnings.warn("warden-died", String.valueOf(e.getMessage()), e.remedy());
      }
    }
  }

  private ReboundException failure(String problem, @Nullable Throwable cause) {
    return ReboundException.environment(
        "The warden, which ends every process if the lab is killed, could not be started: "
            + problem,
        "Read " + log + "; free memory or process slots.",
        cause);
  }

  private List<String> command() {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP TERM; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xmx16m",
            "-cp",
            ownClassPath(),
            Watchdog.class.getName(),
            runId,
            lab.toString(),
            runDirectory.toString()));
    return command;
  }

  /** The jars or folders that hold the warden and what it throws: it needs no library. */
  private static String ownClassPath() {
    Set<String> places = new LinkedHashSet<>();
    for (Class<?> needed : List.of(Watchdog.class, ReboundException.class)) {
      CodeSource source = needed.getProtectionDomain().getCodeSource();
      if (source == null || source.getLocation() == null) {
        return System.getProperty("java.class.path", "");
      }
      try {
        places.add(Path.of(source.getLocation().toURI()).toString());
      } catch (URISyntaxException e) {
        return System.getProperty("java.class.path", "");
      }
    }
    return String.join(File.pathSeparator, places);
  }
}
