package dev.rebound.campaign.sustain;

import dev.rebound.analysis.RunFiles;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentBuilder;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.program.ProgramHash;
import dev.rebound.lab.runner.LocalTrialRig;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.lab.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One search for the sustained rate on this machine, from its folder to what it found: {@code
 * runs/<name>-sustain/<timestamp>/} with journal, {@code sustain.json}, and the capacity kept for
 * later runs if the search came to its end.
 */
public final class SustainRun {
  /** First rate where the file gives a share of what is to be found. */
  private static final double START_PER_SECOND = 2000;

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
  }

  public boolean interrupted() {
    return interrupted;
  }

  /** The first rate that is tried of an experiment, unless a person names one. */
  public static double start(Experiment experiment) {
    return experiment.load().share() == null
        ? experiment.load().rate().perSecond()
        : START_PER_SECOND;
  }

  /** What a share of the capacity is taken of before there is one. */
  public static Capacity toBeFound() {
    return new Capacity(
        START_PER_SECOND,
        START_PER_SECOND,
        null,
        false,
        0,
        "not yet",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        List.of());
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
    Path folder = directory.path();
    try {
      Files.writeString(directory.file(RunFiles.EXPERIMENT), file.resolvedYaml());
      try (LocalTrialRig rig =
          new LocalTrialRig(
              experiment, directory, engine, platforms, () -> interrupted, reporting::doing)) {
        reporting.starting(folder, rig.notes());
        RateSearch rates =
            new RateSearch(
                startPerSecond,
                LEAST_PER_SECOND,
                MOST_PER_SECOND,
                file.sustain().resolution(),
                file.sustain().repeats());
        List<Trial> trials = new ArrayList<>();
        SustainSearch.SearchListener written =
            new SustainSearch.SearchListener() {
              @Override
              public void doing(String what) {
                rig.tell(what);
                reporting.doing(what);
              }

              @Override
              public void trialEnded(Trial trial, RateSearch.Bracket bracket) {
                trials.add(trial);
                rig.tell(trial.words());
                reporting.trialEnded(trial, bracket);
                SustainResult known = write(folder, file, started, trials, bracket, "");
                if (!bracket.complete()) {
                  reporting.found(folder, known); // of the last trial it is told at the end
                }
              }
            };
        String ended =
            new SustainSearch(experiment, rig, rates, Time.real(), () -> interrupted, written)
                .run();
        SustainResult found = write(folder, file, started, trials, rates.bracket(), ended);
        keep(file, found, folder);
        reporting.found(folder, found);
        return found;
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write to " + folder + ": " + e.getMessage(),
          "Free disk space or choose another folder with --runs.",
          e);
    }
  }

  private SustainResult write(
      Path folder,
      Experiment experiment,
      Instant started,
      List<Trial> trials,
      RateSearch.Bracket bracket,
      String ended) {
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
            started.toString(),
            experiment.sustain(),
            SustainJudge.backlogShareMax(
                experiment.sustain(), experiment.engine().commitInterval()),
            List.copyOf(trials),
            bracket,
            ended);
    SustainFile.write(folder, found);
    return found;
  }

  /**
   * A service leaves no backlog of what it refuses: a rate at which it does nothing would be
   * sustained.
   */
  static void requireJob(Experiment file, EngineDeclaration engine) {
    if (!file.beside().isEmpty()) {
      throw ReboundException.badInput(
          "beside: a search raises the rate of one job, and %s has %s on its cluster"
              .formatted(file.name(), file.beside().size() == 1 ? "two" : file.jobs().size()),
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
          "sustain searches by the backlog of a job, and %s is a service, which has none"
              .formatted(file.engine().name()),
          "Run it with load: { rate: max, users: 64 }, which tells its rate.");
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
    return ExperimentBuilder.builder(e)
        .repetitions(1)
        .control(false)
        .kafka(e.kafka().ours() ? e.kafka().withConfigBelow(SHORT_RETENTION) : e.kafka())
        .faults(List.of())
        .expect(List.of())
        .counterpart(null)
        .beside(List.of())
        .build();
  }
}
