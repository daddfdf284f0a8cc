package dev.rebound.lab.runner;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.program.ProgramHash;
import dev.rebound.lab.sustain.RateSearch;
import dev.rebound.lab.sustain.SustainFile;
import dev.rebound.lab.sustain.SustainJudge;
import dev.rebound.lab.sustain.SustainResult;
import dev.rebound.lab.sustain.Trial;
import dev.rebound.lab.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One search for the sustained rate on this machine, from its folder to what it found: {@code
 * runs/<name>-sustain/<timestamp>/} with journal, {@code sustain.json}, and the capacity kept for
 * later runs if the search came to its end.
 */
public final class SustainRun {
  private static final double LEAST_PER_SECOND = 10;
  private static final double MOST_PER_SECOND = 10_000_000;

  /** Records of earlier trials need not stay; those of this one are younger. */
  private static final Map<String, String> SHORT_RETENTION =
      Map.of(
          "log.retention.ms", "600000",
          "log.segment.bytes", "67108864",
          "log.retention.check.interval.ms", "30000");

  private final Path runs;
  private final Platforms platforms;
  private final CapacityStore store;
  private volatile @Nullable SustainSearch searching;
  private volatile boolean interrupted;

  /**
   * @param runs folder that holds all runs
   * @param platforms what the processes run on
   * @param store where a capacity is kept
   */
  public SustainRun(Path runs, Platforms platforms, CapacityStore store) {
    this.runs = runs;
    this.platforms = platforms;
    this.store = store;
  }

  /** Hears of the search as it goes. */
  public interface SustainListener extends SustainSearch.SearchListener {
    /** The folder is there, and nothing has started yet. */
    void starting(Path folder, List<String> plan);

    /** Called after each trial and at the end, to redraw what is known. */
    void found(Path folder, SustainResult found);
  }

  /** Ends the search under way; it keeps what it found. */
  public void interrupt() {
    interrupted = true;
    SustainSearch search = searching;
    if (search != null) {
      search.interrupt();
    }
  }

  public boolean interrupted() {
    return interrupted;
  }

  /**
   * Searches once. Throws {@link ReboundException} if it could not start.
   *
   * @param startPerSecond first rate that is tried
   */
  public SustainResult search(
      Experiment file, Engine engine, double startPerSecond, SustainListener reporting) {
    requireJob(file, engine.declaration());
    Experiment experiment = forSearch(file);
    Instant started = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
    RunDirectory directory = RunDirectory.create(runs, file.name() + "-sustain", started);
    try (Jobs jobs = Jobs.create(experiment, directory);
        Artifacts artifacts =
            new Artifacts(line -> jobs.journal().append(new Event.Progress(line)))) {
      Files.writeString(directory.file(RunFiles.EXPERIMENT), file.resolvedYaml());
      RateSearch rates =
          new RateSearch(
              startPerSecond,
              LEAST_PER_SECOND,
              MOST_PER_SECOND,
              file.sustain().resolution(),
              file.sustain().repeats());
      try (SustainRig rig = new SustainRig(jobs, engine, artifacts, platforms, () -> interrupted)) {
        reporting.starting(directory.path(), rig.plan().engine().notes());
        TrialListener listening =
            new TrialListener(
                file, started.toString(), directory.path(), jobs.journal(), reporting);
        SustainSearch search = new SustainSearch(experiment, rig, rates, Time.real(), listening);
        listening.search = search;
        searching = search;
        if (interrupted) {
          search.interrupt();
        }
        String ended = search.run();
        SustainResult found = listening.found(rates.bracket(), ended);
        keep(file, found, directory.path());
        reporting.found(directory.path(), found);
        return found;
      } finally {
        searching = null;
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write to " + directory.path() + ": " + e.getMessage(),
          "Free disk space or choose another folder with --runs.",
          e);
    }
  }

  /**
   * A service leaves no backlog of what it refuses: a rate at which it does nothing would be
   * sustained.
   */
  static void requireJob(Experiment file, EngineDeclaration engine) {
    if (!file.beside().isEmpty()) {
      throw ReboundException.badInput(
          "beside: a search raises the rate of one job, and "
              + file.name()
              + " has "
              + (file.beside().size() == 1 ? "two" : file.jobs().size())
              + " on its cluster",
          "Remove beside from the file that is searched with.");
    }
    if (file.load().generated()) {
      throw ReboundException.badInput(
          "load.generated: a search sends records at rates of its own, and the job of "
              + file.name()
              + " makes them itself",
          "Remove generated from the file that is searched with.");
    }
    if (engine.service()) {
      throw ReboundException.badInput(
          "sustain searches by the backlog of a job, and "
              + file.engine().name()
              + " is a service, which has none",
          "Run it with load: { rate: max, users: 64 }, which tells its rate.");
    }
  }

  /** Passes on what is heard, and writes what is known after each trial. */
  private final class TrialListener implements SustainSearch.SearchListener {
    private final Experiment experiment;
    private final String started;
    private final Path folder;
    private final Journal journal;
    private final SustainListener reporting;
    private @Nullable SustainSearch search;

    TrialListener(
        Experiment experiment,
        String started,
        Path folder,
        Journal journal,
        SustainListener reporting) {
      this.experiment = experiment;
      this.started = started;
      this.folder = folder;
      this.journal = journal;
      this.reporting = reporting;
    }

    @Override
    public void doing(String what) {
      journal.append(new Event.Progress(what));
      reporting.doing(what);
    }

    @Override
    public void trialEnded(Trial trial, RateSearch.Bracket bracket) {
      journal.append(
          new Event.Progress(
              "trial "
                  + trial.number()
                  + ": "
                  + trial.ratePerSecond()
                  + "/s "
                  + trial.judgement().outcome()
                  + ": "
                  + trial.judgement().reason()));
      reporting.trialEnded(trial, bracket);
      SustainResult known = found(bracket, "");
      if (!bracket.complete()) {
        reporting.found(folder, known); // of the last trial it is told at the end
      }
    }

    SustainResult found(RateSearch.Bracket bracket, String ended) {
      SustainResult found =
          new SustainResult(
              experiment.name(),
              experiment.engine().name(),
              experiment.engine().version(),
              experiment.engine().guarantee().toString(),
              experiment.engine().profile(),
              experiment.engine().workers(),
              experiment.engine().threads(),
              store.machine(),
              started,
              experiment.sustain(),
              SustainJudge.backlogShareMax(
                  experiment.sustain(), experiment.engine().commitInterval()),
              Objects.requireNonNull(search).trials(),
              bracket,
              ended);
      SustainFile.write(folder, found);
      return found;
    }
  }

  private void keep(Experiment experiment, SustainResult found, Path folder) {
    Double rate = found.bracket().rate();
    Double low = found.bracket().low();
    if (!found.bracket().complete() || rate == null || low == null) {
      return;
    }
    ProgramHash program = OwnProgram.of(experiment.engine());
    Capacity capacity =
        new Capacity(
            rate,
            low,
            found.bracket().high(),
            found.bracket().limitedByRig(),
            experiment.sustain().p99().toMillis(),
            found.started(),
            experiment.name(),
            found.engine(),
            found.engineVersion(),
            found.profile(),
            found.machine(),
            folder.toAbsolutePath().normalize().toString(),
            program.sha256(),
            program.unseen());
    store.put(experiment.resolvedYaml(), capacity);
    CapacityStore.write(folder.resolve(CapacityStore.FILE), capacity);
  }

  /** A search has no faults, and its brokers forget what was worked off long ago. */
  static Experiment forSearch(Experiment e) {
    return new Experiment(
        e.name(),
        e.description(),
        e.seed(),
        1,
        false,
        e.scale(),
        e.shortened(),
        e.kafka().ours() ? e.kafka().withConfigBelow(SHORT_RETENTION) : e.kafka(),
        e.engine(),
        e.workload(),
        e.load(),
        e.phases(),
        List.of(),
        List.of(),
        e.sustain(),
        e.rig(),
        e.cores(),
        e.resolvedYaml(),
        null,
        List.of(),
        e.places());
  }
}
