package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Incarnation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** A node whose incarnations are started by the daemon of another node, and adopted. */
final class AdoptedNode extends LivingNode {
  private static final Duration RESTART_LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private final Adoption adoption;

  /** Length of the log when the last death was seen; -1 while it lives. */
  private long logAtDeath = -1;

  /**
   * @param folder of the daemon, with the file in it that is the log
   */
  AdoptedNode(Adoption adoption, LocalPlatform platform, NodeFolder folder) {
    super(
        platform,
        folder,
        adoption.node(),
        adoption.role(),
        adoption.owner(),
        first(adoption, platform, folder.log()));
    this.adoption = adoption;
  }

  private static ProcessLifetime first(Adoption adoption, LocalPlatform platform, Path log) {
    ProcessLifetime life =
        platform
            .take(adoption.pid().get(), 1, log, 0)
            .orElseThrow(
                () ->
                    ReboundException.environment(
                        "No process of this run lives that could be adopted as " + adoption.node(),
                        "Read the log of " + adoption.daemon().name() + ", which starts it."));
    life.upon(adoption.upon());
    return life;
  }

  /** Moves its log, if that is one of its daemon's files, to where the logs of all nodes are. */
  void keepLog(Path logs) throws IOException {
    if (!adoption.log().equals(LOG) && Files.isRegularFile(folder().log())) {
      Files.createDirectories(logs);
      Files.move(
          folder().log(), logs.resolve(name() + ".log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Tells of a death, and takes in the process that came after it. */
  synchronized void look() {
    if (life().look()) {
      logAtDeath = -1;
      return;
    }
    Path log = folder().log();
    if (logAtDeath < 0) {
      logAtDeath = LogTail.length(log);
    }
    platform()
        .take(adoption.pid().get(), current().number() + 1, log, logAtDeath)
        .ifPresent(
            next -> {
              next.upon(adoption.upon());
              begin(next);
            });
  }

  @Override
  public boolean restartsItself() {
    return true;
  }

  @Override
  public Incarnation restart(boolean wipe, boolean newIdentity) {
    requireDead();
    if (wipe || newIdentity) {
      throw ReboundException.badInput(
          "%s is started again by %s, with the disk and the identity that this gives it"
              .formatted(name(), adoption.daemon().name()),
          "Leave restart.disk and restart.as out.");
    }
    awaitLife(RESTART_LIMIT, "was not started again");
    return current();
  }

  /** It runs; whether it is at work is for those to say who know what it does. */
  @Override
  public void awaitReady(Duration limit) {
    awaitLife(limit, "does not live");
  }

  private void awaitLife(Duration limit, String failure) {
    if (!Polling.until(this::isBack, limit, POLL)) {
      throw ReboundException.environment(
          "%s %s; waited for %s for %s s"
              .formatted(name(), failure, adoption.daemon().name(), limit.toSeconds()),
          "Read its log: " + folder().log());
    }
  }

  private boolean isBack() {
    look();
    return alive();
  }
}
