package dev.rebound.cli;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.local.Leftovers;
import dev.rebound.report.terminal.LongWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code clean}: ends processes of runs whose lab is gone, and deletes runs' bulk data on request.
 */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description = {
      "End processes that an earlier run left behind.",
      "With --data, delete bulk data of runs, too."
    })
final class CleanCommand implements Callable<Integer> {
  @Option(names = "--runs", paramLabel = "DIR", description = "Folder of results (default: runs).")
  Path runs = Folders.ofRuns();

  /** A run of a study lies at study/time/experiment/time, its second job in a folder in there. */
  private static final int DEPTH_MAX = 6;

  private static final long UNDER_WAY_MILLIS = 10 * 60 * 1000;

  @Option(
      names = "--data",
      description = "Delete node folders and bulk files of every run; reports and journals stay.")
  boolean data;

  @Override
  public Integer call() {
    List<Leftovers.Leftover> leftovers =
        LongWait.during("ending what is left of earlier runs", wait -> ended());
    if (leftovers.isEmpty()) {
      System.out.println("no process was left behind");
    }
    for (Leftovers.Leftover leftover : leftovers) {
      System.out.println(
          "ended %s of %s (pid %s)".formatted(leftover.node(), leftover.runId(), leftover.pid()));
    }
    if (data) {
      long bytes =
          LongWait.during("deleting bulk data under " + Folders.shown(runs), this::deleteData);
      System.out.println(
          Words.bytes(bytes)
              + " of bulk data deleted under "
              + Folders.shown(runs)
              + (bytes > 0 ? "; those runs cannot be checked again" : ""));
    }
    return ExitCode.PASS;
  }

  private static List<Leftovers.Leftover> ended() {
    try {
      return Leftovers.end();
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot list processes: " + e, "Look for them with ps by hand.", e);
    }
  }

  /** A run without results whose journal grew lately may still be under way. */
  private static boolean ended(Path data, LongWait wait) {
    Path journal = data.resolveSibling(RunFiles.JOURNAL);
    try {
      long age = System.currentTimeMillis() - Files.getLastModifiedTime(journal).toMillis();
      if (Files.exists(data.resolveSibling(RunFiles.RESULTS)) || age > UNDER_WAY_MILLIS) {
        return true;
      }
    } catch (IOException e) {
      return false;
    }
    wait.println(System.out, Folders.shown(data) + " is left: its run may be under way");
    return false;
  }

  private long deleteData(LongWait wait) {
    if (!Files.isDirectory(runs)) {
      return 0;
    }
    long bytes = 0;
    try (Stream<Path> names = Files.walk(runs, DEPTH_MAX)) {
      List<Path> folders =
          names
              .filter(p -> List.of("nodes", "shared", "data").contains(p.getFileName().toString()))
              .filter(p -> Files.exists(p.resolveSibling(RunFiles.JOURNAL)))
              .filter(data -> ended(data, wait))
              .toList();
      for (Path folder : folders) {
        try (Stream<Path> inside = Files.walk(folder)) {
          for (Path file : inside.sorted(Comparator.reverseOrder()).toList()) {
            bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
            Files.deleteIfExists(file);
          }
        }
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot clean " + runs + ": " + e, "Delete the folder by hand.", e);
    }
    return bytes;
  }
}
