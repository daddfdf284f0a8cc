package dev.rebound.campaign.promise;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.run.RunIdentity;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.promise.PromiseSearch.EndedRun;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.experiment.DataFiles;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.program.ProgramHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a promise: real ones, and those of earlier calls with the same file, build, jar or
 * source of a user's own, and files that records are made from.
 */
public final class PromiseRuns implements PromiseSearch.RunSource {
  /** Files that a run writes when it begins. */
  private static final List<String> OF_RUNS =
      List.of(RunFiles.JOURNAL, RunFiles.EXPERIMENT, RunFiles.ENVIRONMENT);

  private final Experiment experiment;
  private final Path folder;
  private final String build;
  private final BooleanSupplier stopping;
  private final IntFunction<Path> carriedOut;
  private final Consumer<String> tell;

  /** What was run before, as far as its files tell; null as long as nothing was. */
  private @Nullable String program;

  private boolean rebuilt;

  /**
   * @param folder that holds the runs of this experiment and nothing else
   * @param build of this Rebound; runs of another one do not count
   * @param stopping true once no further run is wanted
   * @param carriedOut carries out the run of this number; returns its folder
   */
  public PromiseRuns(
      Experiment experiment,
      Path folder,
      String build,
      BooleanSupplier stopping,
      IntFunction<Path> carriedOut,
      Consumer<String> tell) {
    this.experiment = experiment;
    this.folder = folder;
    this.build = build;
    this.stopping = stopping;
    this.carriedOut = carriedOut;
    this.tell = tell;
  }

  /**
   * A run that left no results counts whichever build made it, as that is written at a run's end;
   * so does one of which a file is gone that would tell what it was. Throws {@link
   * ReboundException} if one is a copy of another.
   */
  @Override
  public List<EndedRun> earlier() {
    List<EndedRun> earlier = new ArrayList<>();
    // What is promised of one program says nothing of another one of its name.
    ProgramHash now = OwnProgram.of(experiment.engine());
    ProgramHash data = DataFiles.hash(experiment);
    now.unseen().stream()
        .findFirst()
        .ifPresent(why -> notKnown("program", why, "engine.program-files"));
    data.unseen().stream()
        .findFirst()
        .ifPresent(why -> notKnown("reference", why, "reference-files"));
    int others = 0;
    RunIdentity.Folders counted = new RunIdentity.Folders();
    for (Path run : folders()) {
      List<String> gone =
          OF_RUNS.stream().filter(file -> !Files.isRegularFile(run.resolve(file))).toList();
      if (gone.equals(OF_RUNS) && !Files.isRegularFile(run.resolve(RunFiles.RESULTS))) {
        continue;
      }
      Optional<Results> results = ResultsFile.read(run);
      if (isAnother(run) || (results.isPresent() && isOfAnother(run, now, data))) {
        others++;
        continue;
      }
      counted.add(run, identity(run, results));
      if (gone.isEmpty()) {
        earlier.add(ended(run, results));
        program = now.sha256();
      } else {
        tell.accept(run + " has no " + gone.get(0) + ": it counts as a run that left no results");
        earlier.add(ended(run, Optional.empty()));
      }
    }
    if (others > 0) {
      tell.accept(
          others
              + (others == 1 ? " run" : " runs")
              + " in "
              + folder
              + " of another experiment, build of Rebound, program or data: not counted");
    }
    return earlier;
  }

  private void notKnown(String of, String why, String key) {
    tell.accept(
        "Whether all runs are of the same %s cannot be told: %s (%s names what belongs to it)"
            .formatted(of, why, key));
  }

  private boolean isOfAnother(Path run, ProgramHash its, ProgramHash data) {
    return Files.isRegularFile(run.resolve(RunFiles.ENVIRONMENT))
        && !(Build.recorded(run).equals(build)
            && Build.recordedProgram(run).equals(its.sha256())
            && Build.recordedData(run).equals(data.sha256()));
  }

  private boolean isAnother(Path run) {
    Path file = run.resolve(RunFiles.EXPERIMENT);
    try {
      return Files.isRegularFile(file) && !Files.readString(file).equals(experiment.resolvedYaml());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static RunIdentity identity(Path run, Optional<Results> results) {
    return results
        .map(its -> RunIdentity.of(its, ""))
        .orElseGet(() -> new RunIdentity(id(run).orElse(run.toString()), 0, ""));
  }

  private static Optional<String> id(Path run) {
    AtomicReference<String> id = new AtomicReference<>();
    var unused =
        replayed(
            run,
            event -> {
              if (event instanceof Event.RunStarted started) {
                id.compareAndSet(null, started.runId());
              }
            });
    return Optional.ofNullable(id.get());
  }

  /**
   * Whether a fault had come is the journal's word: results are not always there to tell. A journal
   * that cannot be read to its end, or is not there, may have had one.
   */
  private static EndedRun ended(Path run, Optional<Results> results) {
    AtomicBoolean faulted = new AtomicBoolean();
    boolean whole =
        replayed(run, event -> faulted.compareAndSet(false, event instanceof Event.FaultStarted));
    return new EndedRun(run.getFileName() + "", results, faulted.get() || !whole);
  }

  /** Whether the journal could be read to its end. */
  private static boolean replayed(Path run, Consumer<Event> listener) {
    try {
      JournalFile.replay(run.resolve(RunFiles.JOURNAL), entry -> listener.accept(entry.data()));
      return true;
    } catch (ReboundException e) {
      return false;
    }
  }

  /** Oldest first, by their names, which are times. */
  private List<Path> folders() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .filter(run -> Files.isDirectory(run) && !Files.isSymbolicLink(run))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static ReboundException unreadable(Path path, IOException e) {
    return ReboundException.environment(
        "cannot read " + path + ": " + e,
        "Make it readable, or choose another folder with --runs.",
        e);
  }

  @Override
  public EndedRun next(int number) {
    Path run = carriedOut.apply(number);
    ran(run);
    return ended(run, ResultsFile.read(run));
  }

  /**
   * A program that was built anew since begins another promise; of one that the runs build
   * themselves it is told once, as many a tool writes the time into what it builds.
   */
  void ran(Path run) {
    String its = Build.recordedProgram(run);
    boolean another = program != null && !its.equals(program);
    if (another && !OwnProgram.isPrepared(experiment.engine())) {
      throw ReboundException.badInput(
          run + " is of another build of the program than the runs before it",
          "Call it again: then the runs of the build that is there now count, and no others.");
    }
    if (another && !rebuilt) {
      rebuilt = true;
      tell.accept(
          "Whether all runs are of the same program cannot be told: engine.setup makes another"
              + " file each time.");
    }
    program = its;
  }

  @Override
  public boolean interrupted() {
    return stopping.getAsBoolean();
  }

  @Override
  public void tell(String line) {
    tell.accept(line);
  }
}
