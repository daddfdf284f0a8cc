package dev.rebound.analysis.compare.run;

import dev.rebound.analysis.result.Results;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which run it is, wherever its folder lies. An id names an experiment and the second in which the
 * run began, so that two machines may make the same one; the first signal tells such runs apart, or
 * the machine where a run has none.
 *
 * @param signalMicros instant of the first fault, microseconds since the epoch; 0 if there is none
 * @param machine in words; empty if not known
 */
public record RunIdentity(String runId, long signalMicros, String machine) {
  public static RunIdentity of(ComparedRun run) {
    return of(run.results(), run.machine());
  }

  /** That of a run with these results. */
  public static RunIdentity of(Results results, String machine) {
    return new RunIdentity(
        results.runId(),
        results.faults().stream()
            .mapToLong(Results.FaultResult::atMicros)
            .filter(at -> at > 0)
            .findFirst()
            .orElse(0),
        machine);
  }

  /** Whether they are one run, as far as is known. */
  public boolean isOf(RunIdentity other) {
    boolean signalled = signalMicros != 0 && other.signalMicros != 0;
    return runId.equals(other.runId)
        && (signalled
            ? signalMicros == other.signalMicros
            : machine.equals(other.machine) || machine.isEmpty() || other.machine.isEmpty());
  }

  /**
   * Throws {@link ReboundException} that names both folders if one of these runs lies in two: who
   * copies a run has seen nothing more. A run that stands in one folder for several scenarios is
   * one.
   */
  public static void requireNoCopies(List<ComparedRun> runs) {
    Folders folders = new Folders();
    runs.forEach(run -> folders.add(run.folder(), of(run)));
  }

  /** The folders of the runs that are there by now. Not thread-safe. */
  public static final class Folders {
    private record Kept(Path folder, RunIdentity run) {}

    private final Map<String, List<Kept>> byId = new HashMap<>();

    /** Throws {@link ReboundException} if another folder holds the same run. */
    public void add(Path folder, RunIdentity run) {
      List<Kept> namesakes = byId.computeIfAbsent(run.runId(), id -> new ArrayList<>());
      for (Kept kept : namesakes) {
        if (!kept.folder().equals(folder) && kept.run().isOf(run)) {
          throw ReboundException.badInput(
              folder + " is the same run as " + kept.folder() + ": " + run.runId(),
              "Leave one of them out: a copy shows nothing that the run does not.");
        }
      }
      namesakes.add(new Kept(folder, run));
    }
  }
}
