package dev.rebound.platform.local;

import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.time.Duration;

/** A lab that adopts what a daemon of its starts, says so, and waits to be killed. */
public final class AdoptingLab {
  private AdoptingLab() {}

  public static void main(String[] arguments) throws Exception {
    @SuppressWarnings("resource") // it is killed
    LocalPlatform platform = DoomedLab.platform(arguments);
    Node daemon =
        AdoptedNodeIT.daemon(
            platform,
            "while :; do sleep 600 & echo $! > part; mv part worker.pid; wait; sleep 0.1; done");
    while (AdoptedNodeIT.told(daemon).isEmpty()) {
      Thread.sleep(20);
    }
    Node worker = platform.adopt(AdoptedNodeIT.worker(daemon));
    worker.signal(Signal.KILL);
    worker.awaitReady(Duration.ofSeconds(30));
    System.out.println("adopted");
    Thread.sleep(100_000);
  }
}
