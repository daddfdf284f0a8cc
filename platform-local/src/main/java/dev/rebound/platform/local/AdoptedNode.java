package dev.rebound.platform.local;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import dev.rebound.platform.Tail;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A node whose incarnations are started by the daemon of another node, and adopted. */
final class AdoptedNode implements Node {
  private static final Duration RESTART_LIMIT = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 20;

  private final Adoption adoption;
  private final LocalPlatform platform;
  private final Path log;
  private volatile Life life;

  /** Length of the log when the last death was seen; -1 while it lives. */
  private long logAtDeath = -1;

  /**
   * @param log the file of the daemon's that is the log
   */
  AdoptedNode(Adoption adoption, LocalPlatform platform, Path log) {
    this.adoption = adoption;
    this.platform = platform;
    this.log = log;
    this.life =
        platform
            .take(adoption.pid().get(), 1, log, 0)
            .orElseThrow(
                () ->
                    ReboundException.environment(
                        "No process of this run lives that could be adopted as " + adoption.node(),
                        "Read the log of " + adoption.daemon().name() + ", which starts it."));
    life.upon(adoption.upon());
  }

  Life life() {
    return life;
  }

  /** Moves its log, if that is one of its daemon's files, to where the logs of all nodes are. */
  void keepLog(Path logs) throws IOException {
    if (!adoption.log().equals(LOG) && Files.isRegularFile(log)) {
      Files.createDirectories(logs);
      Files.move(log, logs.resolve(name() + ".log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Tells of a death, and takes in the process that came after it. */
  synchronized void look() {
    if (life.look()) {
      logAtDeath = -1;
      return;
    }
    if (logAtDeath < 0) {
      logAtDeath = LogTail.length(log);
    }
    platform
        .take(adoption.pid().get(), life.incarnation().number() + 1, log, logAtDeath)
        .ifPresent(
            next -> {
              next.upon(adoption.upon());
              life = next;
              platform.watch(this, next);
            });
  }

  @Override
  public String name() {
    return adoption.node();
  }

  @Override
  public String role() {
    return adoption.role();
  }

  @Override
  public Owner owner() {
    return adoption.owner();
  }

  @Override
  public Incarnation current() {
    return life.incarnation();
  }

  @Override
  public boolean alive() {
    return life.alive();
  }

  @Override
  public boolean restartsItself() {
    return true;
  }

  @Override
  public Confirmation signal(Signal signal) {
    return life.signal(signal);
  }

  @Override
  public Incarnation restart(boolean wipe, boolean newIdentity) {
    if (life.alive()) {
      throw new IllegalStateException(name() + " is alive and cannot be restarted");
    }
    if (wipe || newIdentity) {
      throw ReboundException.badInput(
          name()
              + " is started again by "
              + adoption.daemon().name()
              + ", with the disk and the identity that this gives it",
          "Leave restart.disk and restart.as out.");
    }
    awaitLife(RESTART_LIMIT, "was not started again");
    return life.incarnation();
  }

  /** It runs; whether it is at work is for those to say who know what it does. */
  @Override
  public void awaitReady(Duration limit) {
    awaitLife(limit, "does not live");
  }

  private void awaitLife(Duration limit, String failure) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      look();
      if (life.alive()) {
        return;
      }
      if (System.nanoTime() - deadline >= 0 || interrupted()) {
        throw ReboundException.environment(
            "%s %s; waited for %s for %d s"
                .formatted(name(), failure, adoption.daemon().name(), limit.toSeconds()),
            "Read its log: " + log);
      }
    }
  }

  private static boolean interrupted() {
    try {
      Thread.sleep(POLL_MILLIS);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void stop(Duration grace) {
    life.stop(grace);
  }

  @Override
  public Endpoint endpoint(String port) {
    return platform.reserve(name(), port);
  }

  @Override
  public Tail follow(String file) {
    return adoption.daemon().follow(daemons(file));
  }

  @Override
  public Optional<Path> fetch(String file) {
    return adoption.daemon().fetch(daemons(file));
  }

  @Override
  public void put(String file, InputStream content) {
    adoption.daemon().put(daemons(file), content);
  }

  @Override
  public List<String> list(String folder) {
    return adoption.daemon().list(folder);
  }

  private String daemons(String file) {
    return file.equals(LOG) ? adoption.log() : file;
  }
}
