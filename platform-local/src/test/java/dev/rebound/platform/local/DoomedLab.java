package dev.rebound.platform.local;

import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Signal;
import java.nio.file.Path;
import java.time.Clock;

/** A lab that starts children, some with children of their own, until it is killed. */
public final class DoomedLab {
  private DoomedLab() {}

  public static void main(String[] arguments) throws Exception {
    @SuppressWarnings("resource") // it is killed
    Platform platform = platform(arguments);
    for (int i = 1; i <= 6; i++) {
      platform.start(
          LocalPlatformIT.spec(
              "w-" + i, new ProcessSpec.Readiness.UpAtOnce(), "spawn=100", "sleep=100000"));
      System.out.println("started " + i);
      if (i == 2) {
        platform.nodes().get(0).signal(Signal.PAUSE);
      }
    }
    Thread.sleep(100_000);
  }

  /**
   * The platform of a lab that is a process of its own.
   *
   * @param arguments folder of the run, and its id
   */
  static LocalPlatform platform(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    return new LocalPlatform(
        folder,
        arguments[1],
        Clock.systemUTC(),
        new OwnClassPath(),
        (code, message, remedy) -> System.out.println(message));
  }
}
