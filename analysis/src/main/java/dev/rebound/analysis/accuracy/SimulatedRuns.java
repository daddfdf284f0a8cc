package dev.rebound.analysis.accuracy;

import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes and measures many runs, on all cores but one, in scratch folders that are deleted
 * afterwards.
 */
public final class SimulatedRuns {
  private static final int CORES = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

  private final List<Scenario> scenarios;
  private final int runs;
  private final long firstSeed;
  private final Consumer<Accuracy.Score> each;
  private final AtomicInteger begun = new AtomicInteger();

  /**
   * Runs the scenarios in turn, each with seeds from {@code firstSeed} on.
   *
   * @param each called with every score, by one thread at a time, in no particular order
   */
  public SimulatedRuns(
      List<Scenario> scenarios, int runs, long firstSeed, Consumer<Accuracy.Score> each) {
    this.scenarios = List.copyOf(scenarios);
    this.runs = runs;
    this.firstSeed = firstSeed;
    this.each = each;
  }

  /**
   * Measures them all.
   *
   * @param folder for scratch files
   * @throws InterruptedException if the calling thread was interrupted; nothing runs any longer
   */
  public void measure(Path folder) throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(CORES);
    try {
      List<Callable<Void>> threads = new ArrayList<>();
      for (int t = 0; t < CORES; t++) {
        Path own = Files.createDirectory(folder.resolve("made-runs-" + t));
        threads.add(() -> work(own));
      }
      for (Future<Void> thread : pool.invokeAll(threads)) {
        thread.get();
      }
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    } finally {
      pool.shutdownNow();
      boolean over = pool.awaitTermination(1, TimeUnit.MINUTES);
      assert over : "a run takes no minute";
      for (int t = 0; t < CORES; t++) {
        Folders.delete(folder.resolve("made-runs-" + t));
      }
    }
  }

  private @Nullable Void work(Path folder) throws IOException {
    for (int i = begun.getAndIncrement(); i < runs; i = begun.getAndIncrement()) {
      Scenario scenario = scenarios.get(i % scenarios.size());
      long seed = firstSeed + i / scenarios.size();
      Accuracy.Score score;
      try {
        score = SimulatedRun.measure(scenario, seed, folder).score();
      } catch (RuntimeException e) {
        throw new IllegalStateException("--scenario " + scenario.word() + " --seed " + seed, e);
      }

      synchronized (each) {
        each.accept(score);
      }
    }
    return null;
  }

  private static IOException failed(@Nullable Throwable cause) {
    if (cause instanceof ReboundException known) {
      throw known;
    }
    if (cause instanceof RuntimeException bug) {
      throw bug;
    }
    return cause instanceof IOException io ? io : new IOException(cause);
  }
}
