package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.ProcessSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A node whose incarnations are child processes, one after the other. */
final class LocalNode extends LivingNode {
  private static final long FIRST_POLL_MILLIS = 20;
  private static final long POLL_MILLIS_MAX = 200;

  private final ProcessSpec spec;
  private final List<Path> classPath;
  private final Path jdk;
  private int identityNumber = 1;

  LocalNode(LocalPlatform platform, ProcessSpec spec, List<Path> classPath, NodeFolder folder) {
    super(
        platform,
        folder,
        spec.node(),
        spec.role(),
        spec.owner(),
        platform.launch(spec, classPath, folder, 1, spec.node()));
    this.spec = spec;
    this.classPath = classPath;
    this.jdk = platform.jdk(spec);
  }

  ProcessSpec spec() {
    return spec;
  }

  List<Path> classPath() {
    return classPath;
  }

  /** The JDK that it runs on, if it is a Java program. */
  Path jdk() {
    return jdk;
  }

  /** True of one that does its work and ends. */
  boolean isStartedToEnd() {
    return spec.readiness() instanceof ProcessSpec.Readiness.Ended;
  }

  @Override
  public synchronized Incarnation restart(boolean wipe, boolean newIdentity) {
    requireDead();
    awaitTold();
    if (wipe) {
      folder().wipe();
    }
    if (newIdentity) {
      identityNumber++;
    }
    String identity = identityNumber == 1 ? name() : name() + "-i" + identityNumber;
    begin(platform().launch(spec, classPath, folder(), current().number() + 1, identity));
    return current();
  }

  /** So that the listener hears of a death before the next start. */
  private void awaitTold() {
    try {
      life().told().get(5, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The order of two events is not worth a failed restart.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void awaitReady(Duration limit) {
    awaitReady(limit, () -> false);
  }

  @Override
  public void awaitReady(Duration limit, BooleanSupplier stop) {
    ProcessLifetime awaited = life();
    ReadinessProbe probe =
        new ReadinessProbe(
            spec.readiness(),
            port -> endpoint(port).outside(),
            folder().log(),
            awaited.logOffset());
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    long pollMillis = FIRST_POLL_MILLIS;
    while (true) {
      boolean over = !awaited.alive();
      // What said that it was done, and ended in order, was ready.
      boolean ready =
          probe.ready() && (over ? awaited.status().orElse(-1) == 0 : !isStartedToEnd());
      if (ready) {
        return;
      }
      String failure =
          over
              ? "ended with status " + awaited.status().orElse(-1)
              : stop.getAsBoolean()
                  ? "was given up on, as the run is to end"
                  : System.nanoTime() - deadlineNanos >= 0
                      ? "was not ready within " + seconds(limit)
                      : "";
      if (!failure.isEmpty()) {
        throw notReady(awaited, failure, probe);
      }
      try {
        Thread.sleep(pollMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notReady(awaited, "was given up on, as the lab is ending", probe);
      }
      pollMillis = Math.min(POLL_MILLIS_MAX, pollMillis * 3 / 2);
    }
  }

  private ReboundException notReady(ProcessLifetime awaited, String what, ReadinessProbe probe) {
    List<String> lines = awaited.lastLines();
    String said =
        lines.isEmpty() ? "Its log is empty." : "Its last lines:\n  " + String.join("\n  ", lines);
    return ReboundException.environment(
        "%s (incarnation %s, pid %s) %s; waited for %s. %s"
            .formatted(
                name(),
                awaited.incarnation().number(),
                awaited.incarnation().pid(),
                what,
                probe.waitedFor(),
                said),
        "Read its log: " + folder().log());
  }

  private static String seconds(Duration limit) {
    return limit.toMillis() < 10_000 ? limit.toMillis() + " ms" : limit.toSeconds() + " s";
  }
}
