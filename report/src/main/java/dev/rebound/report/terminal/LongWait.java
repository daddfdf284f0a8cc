package dev.rebound.report.terminal;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Tells a person that something still goes on, and for how long, once it takes more than three
 * seconds: on a terminal in a line that is redrawn, elsewhere in a line every ten seconds. What is
 * quick is not told at all. It takes the words of what is done as they change. Thread-safe.
 */
public final class LongWait implements Consumer<String>, AutoCloseable {
  private static final long QUICK_SECONDS = 3;
  private static final long PLAIN_SECONDS = 10;

  private final PrintStream out;
  private final TerminalOptions options;
  private final LongSupplier nanoTime;
  private final long begunNanos;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "rebound-wait");
            thread.setDaemon(true);
            return thread;
          });
  private String what;
  private long nextSeconds = QUICK_SECONDS;
  private boolean drawn;
  private boolean over;

  LongWait(PrintStream out, TerminalOptions options, LongSupplier nanoTime, String what) {
    this.out = out;
    this.options = options;
    this.nanoTime = nanoTime;
    this.begunNanos = nanoTime.getAsLong();
    this.what = what;
  }

  /**
   * Begins to wait; what is told goes to standard error.
   *
   * @param what is waited for, such as {@code reading runs}
   */
  public static LongWait of(String what) {
    PrintStream err = new PrintStream(System.err, true, TerminalOptions.outputCharset());
    LongWait wait = new LongWait(err, TerminalOptions.detect(true), System::nanoTime, what);
    var unused = wait.clock.scheduleWithFixedDelay(wait::tell, 1, 1, TimeUnit.SECONDS);
    return wait;
  }

  /** Does something that may take long, and tells of it meanwhile. */
  public static <T> T during(String what, Function<LongWait, T> work) {
    try (LongWait wait = of(what)) {
      return work.apply(wait);
    }
  }

  /** Says what is done from here on. */
  @Override
  public synchronized void accept(String doing) {
    what = doing;
  }

  /** Prints a line meanwhile. */
  public synchronized void println(PrintStream to, String line) {
    erase();
    to.println(line);
  }

  /** Tells, if it is time to. */
  synchronized void tell() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - begunNanos);
    if (over || seconds < nextSeconds) {
      return;
    }
    List<String> words = List.of(what, seconds + " s");
    if (options.live()) {
      out.print("\r" + LiveLine.of(words, options.columns() - 1) + "\u001b[K");
      drawn = true;
    } else {
      out.println(what + ", " + seconds + " s");
      nextSeconds = seconds + PLAIN_SECONDS;
    }
    out.flush();
  }

  private void erase() {
    if (drawn) {
      out.print("\r\u001b[K");
      out.flush();
      drawn = false;
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    synchronized (this) {
      over = true;
      erase();
    }
  }
}
