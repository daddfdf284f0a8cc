package dev.rebound.engine.adapter;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Adopting;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.util.List;

/** Takes in the processes that an engine's own daemons start. */
public final class Adoptions {
  private static final long LOOK_MILLIS = 100;

  private final String engine;
  private final Adopting platform;
  private final Deadline by;

  Adoptions(String engine, Adopting platform, Deadline by) {
    this.engine = engine;
    this.platform = platform;
    this.by = by;
  }

  /**
   * Those of an engine; {@link ReboundException} if the platform cannot take in any.
   *
   * @param engine its name, for messages
   */
  public static Adoptions on(Platform platform, String engine, Deadline by) {
    if (platform instanceof Adopting adopting) {
      return new Adoptions(engine, adopting, by);
    }
    throw ReboundException.badInput(
        engine
            + ": workers are started by its own daemons, and this platform takes in no process that"
            + " it did not start",
        "Run it on local processes.");
  }

  /**
   * Waits until the process lives, and takes it in. One that its daemon told of and that ended at
   * once is followed by another.
   *
   * @param needed who must live for it to come; {@link ReboundException} once one of them ended
   */
  public Node adopt(Adoption adoption, List<Node> needed) {
    String refused = "";
    while (true) {
      if (adoption.pid().get().isPresent()) {
        try {
          return platform.adopt(adoption);
        } catch (ReboundException e) {
          // It does not live any more, or not yet: the next look finds the one that does.
          refused = ": " + e.getMessage();
        }
      }
      for (Node node : needed) {
        if (!node.alive()) {
          throw notUp(node.name() + " ended before there was " + adoption.node(), node);
        }
      }
      if (by.passed() || interrupted()) {
        throw notUp(
            "waited for " + adoption.daemon().name() + " to start " + adoption.node() + refused,
            adoption.daemon());
      }
    }
  }

  private static boolean interrupted() {
    try {
      Thread.sleep(LOOK_MILLIS);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private ReboundException notUp(String what, Node node) {
    return ReboundException.environment(
        engine + ": " + what + "\n  " + Members.logOf(node),
        "Read the log named above; if the members were still starting, raise phases.start.");
  }
}
