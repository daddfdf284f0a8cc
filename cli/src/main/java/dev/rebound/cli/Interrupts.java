package dev.rebound.cli;

import dev.rebound.Running;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C: each does what is next, such as to end the run in order; one more ends at once. Uses
 * {@code sun.misc.Signal}, the only way in a JDK to hear a second SIGINT, by reflection, since the
 * compiler has no way to allow it.
 */
final class Interrupts {
  private Interrupts() {}

  /**
   * Says a line on standard error, below what a person typed, and does this on the first Ctrl-C.
   */
  static void handle(String line, Runnable end) {
    handle(
        () -> {
          say(line);
          end.run();
        });
  }

  /** Ends runs in order on the first Ctrl-C. */
  static void stop(Running running) {
    handle(
        "Ending in order and keeping what was measured; Ctrl-C again ends at once.", running::stop);
  }

  static void say(String line) {
    System.err.println();
    System.err.println(line);
  }

  /**
   * @param steps of the first signal, the second, and so on; called on a signal thread, must not
   *     block for long
   */
  static void handle(Runnable... steps) {
    AtomicInteger count = new AtomicInteger();
    for (String name : new String[] {"INT", "TERM"}) {
      try {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object proxy =
            Proxy.newProxyInstance(
                Interrupts.class.getClassLoader(),
                new Class<?>[] {handler},
                (self, method, arguments) -> {
                  if (!method.getName().equals("handle")) {
                    return method.getName().equals("equals")
                        ? (Object) false
                        : method.getName().hashCode();
                  }
                  int before = count.getAndIncrement();
                  if (before < steps.length) {
                    steps[before].run();
                  } else {
                    // The warden ends what still runs.
                    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
                  }
                  return null;
                });
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      } catch (ReflectiveOperationException e) {
        // A JVM without it: Ctrl-C then ends at once, through the platform's shutdown hook.
        return;
      }
    }
  }
}
