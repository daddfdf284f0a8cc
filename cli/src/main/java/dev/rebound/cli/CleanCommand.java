package dev.rebound.cli;

import dev.rebound.lab.LabException;
import dev.rebound.lab.platform.Leftovers;
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
    description =
        "End processes that an earlier run left behind; with --data, delete bulk data of runs, too.")
final class CleanCommand implements Callable<Integer> {
  @Option(names = "--runs", paramLabel = "DIR", description = "Folder of results (default: runs).")
  Path runs = Path.of("runs");

  /** A run of a study lies at study/time/experiment/time. */
  private static final int DEPTH_MAX = 5;

  @Option(
      names = "--data",
      description = "Delete node folders and bulk files of every run; reports and journals stay.")
  boolean data;

  @Override
  public Integer call() {
    try {
      for (Leftovers.Leftover leftover : Leftovers.end()) {
        System.out.println(
            "ended "
                + leftover.node()
                + " of "
                + leftover.runId()
                + " (pid "
                + leftover.pid()
                + ")");
      }
    } catch (IOException e) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "cannot list processes: " + e,
          "Look for them with ps by hand.",
          e);
    }
    if (data) {
      System.out.println(deleteData() + " bytes of bulk data deleted under " + runs);
    }
    return ExitCode.PASS;
  }

  private long deleteData() {
    if (!Files.isDirectory(runs)) {
      return 0;
    }
    long bytes = 0;
    try (Stream<Path> names = Files.walk(runs, DEPTH_MAX)) {
      List<Path> folders =
          names
              .filter(p -> List.of("nodes", "shared", "data").contains(p.getFileName().toString()))
              .filter(p -> Files.exists(p.resolveSibling("journal.jsonl")))
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
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "cannot clean " + runs + ": " + e,
          "Delete the folder by hand.",
          e);
    }
    return bytes;
  }
}
