package dev.rebound;

import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.archive.RunFolders;
import dev.rebound.campaign.archive.RunReader;
import dev.rebound.campaign.archive.StudyFolder;
import dev.rebound.campaign.promise.PromisedLimits;
import dev.rebound.campaign.study.StudyRequest;
import dev.rebound.campaign.sustain.SustainRun;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ExperimentFiles;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.runner.BusyCheck;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiments to run from a program, for example from a test:
 *
 * <pre>{@code
 * Outcome outcome = Rebound.experiment(Path.of("my-job.yaml")).set("load.rate=500/s").run();
 * assertThat(outcome.verdict()).as("%s", outcome).isEqualTo(Verdict.PASS);
 * }</pre>
 *
 * <p>A run starts brokers, workers, load and observer as processes of their own, with the JDK and
 * the class path of this JVM, and ends all of them on every way out, also if this JVM is killed.
 * Engines, brokers and Rebound's own jobs come from the Maven cache, and into it when they are
 * first asked for.
 *
 * <p>A mistake in an experiment, and anything that keeps a run from being carried out, is a {@link
 * ReboundException} that names the place and a remedy. A failure after that ends in results.
 *
 * <p>Nothing is printed; {@link #listen} hears what happens. Not thread-safe; {@link Running} is.
 */
public final class Rebound {
  private static final String HOME = "rebound.home";

  private final List<Path> files;
  private final @Nullable String text;
  final List<String> settings = new ArrayList<>();
  final List<RunListener> listeners = new ArrayList<>();
  double scale = 1;
  private boolean shortened;
  boolean keep;
  private boolean untilCertain;
  Path runs = Folders.ofRuns();
  Path home = defaultHome();
  BusyCheck busy = BusyCheck.TOLD;
  private @Nullable Platforms platforms;

  private Rebound(List<Path> files, @Nullable String text) {
    this.files = List.copyOf(files);
    this.text = text;
  }

  /** The experiments of a file, or of every {@code *.yaml} of a folder. */
  public static Rebound experiment(Path file) {
    return experiments(List.of(file));
  }

  /** The experiments of several files or folders, in this order. */
  public static Rebound experiments(List<Path> files) {
    return new Rebound(files, null);
  }

  /**
   * Experiments as text, as a file would hold them. Files that they name are looked for from the
   * working directory.
   */
  public static Rebound text(String yaml) {
    return new Rebound(List.of(), yaml);
  }

  /** Overrides values, as {@code --set} does: {@code load.rate=5000/s}. The last one wins. */
  public Rebound set(String... values) {
    return set(List.of(values));
  }

  /** Overrides values, in this order. */
  public Rebound set(List<String> values) {
    settings.addAll(values);
    return this;
  }

  /** Multiplies the rate, and only that, by a factor above 0; 1 unless this is called. */
  public Rebound scale(double factor) {
    scale = factor;
    return this;
  }

  /**
   * Keeps at most six faults, and carries out the next as soon as the job has recovered from the
   * last one, as {@code --short} does.
   */
  public Rebound shortened(boolean yes) {
    shortened = yes;
    return this;
  }

  /**
   * Folder for results, each run in one of its own; {@link Folders#ofRuns} unless this is called.
   */
  public Rebound runs(Path folder) {
    runs = folder;
    return this;
  }

  /** Keeps topics, state and node folders after the check. */
  public Rebound keep(boolean yes) {
    keep = yes;
    return this;
  }

  /**
   * Ends a run once its verdict can change no more, as {@code --until-certain} does. Such a run
   * counts for its verdict alone. Studies, promises and sustained rates take no notice of it.
   */
  public Rebound untilCertain(boolean yes) {
    untilCertain = yes;
    return this;
  }

  /**
   * Refuses to start a run while other programs take a good part of this machine, as {@code
   * --fail-if-busy} does. Without it they are told in a warning.
   */
  public Rebound failIfBusy(boolean yes) {
    busy = new BusyCheck(busy.look(), yes);
    return this;
  }

  /**
   * A folder where Rebound was built, whose jobs are then run. Without it: the system property
   * {@code rebound.home}, else the working directory. Where that holds no jobs, they are the
   * artifacts {@code dev.rebound:rebound-job-…} of this version.
   */
  public Rebound home(Path folder) {
    home = folder.toAbsolutePath().normalize();
    return this;
  }

  /**
   * Where the processes of runs are: called for each run. Child processes of this machine unless
   * this is called; {@link Platforms#named} has those of a jar.
   */
  public Rebound platforms(Platforms other) {
    platforms = other;
    return this;
  }

  /**
   * Jars that bring engines, workloads or faults of others, as {@code --with} names them, for the
   * whole process; what lies on its class path is found without. Throws {@link ReboundException}
   * for one that brings nothing, or what is there already.
   */
  public Rebound with(Path... jars) {
    Extensions.add(List.of(jars));
    return this;
  }

  /** Where {@link #home} is unless told otherwise. */
  public static Path defaultHome() {
    return Path.of(System.getProperty(HOME, ".")).toAbsolutePath().normalize();
  }

  /**
   * A jar that stands for the class path of this JVM, so that a program of it needs no jar of its
   * own: {@code .set("engine.run=java -cp " + Rebound.classPath() + " com.example.Orders")}.
   */
  public static Path classPath() {
    return ClassPathJar.of(
        System.getProperty("java.class.path", ""), Folders.ofUserCache("class-paths"));
  }

  /** The version of this Rebound, from its jar. */
  public static String version() {
    String version = Rebound.class.getPackage().getImplementationVersion();
    return version == null ? "development build" : version;
  }

  /**
   * Hears every event of every run as it happens: what {@code journal.jsonl} holds, in order, on
   * one thread at a time, which is not the caller's. {@link JournalListener#end} is called after
   * each run. One that throws hears no more of that run, which says so in a warning and goes on.
   */
  public Rebound listen(JournalListener listener) {
    JournalListener one = new OneAtATime(listener);
    return listen(
        new RunListener() {
          @Override
          public void starting(Path folder, Journal journal) {
            journal.listen(one);
          }
        });
  }

  /** Hears of runs as they begin and end. */
  public Rebound listen(RunListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Reads the experiments and plans every one of them, and starts nothing: one for each combination
   * of a matrix. Throws {@link ReboundException} with everything that is wrong with a file, or for
   * what an engine cannot do.
   */
  public List<Experiment> read() {
    if (text != null) {
      List<Experiment> read =
          ExperimentFile.text(text, settings, scale, shortened, Engines.declared());
      read.forEach(experiment -> requirePlans("", experiment));
      return read;
    }
    List<Experiment> experiments = new ArrayList<>();
    for (Path file : ExperimentFiles.of(files)) {
      for (Experiment experiment :
          ExperimentFile.load(file, settings, scale, shortened, Engines.declared())) {
        requirePlans(file + " ", experiment);
        experiments.add(experiment);
      }
    }
    return experiments;
  }

  /**
   * Reads the experiments for {@link #sustain}: a rate that is a share of the capacity needs none.
   */
  public List<Experiment> readToSustain() {
    List<Experiment> experiments = new ArrayList<>();
    for (Path file : ExperimentFiles.of(files)) {
      experiments.addAll(
          ExperimentFile.load(
              file,
              settings,
              scale,
              shortened,
              Engines.declared(),
              yaml -> Optional.of(SustainRun.toBeFound())));
    }
    experiments.forEach(
        experiment -> RateNeeded.by("sustain tries one rate after the other", experiment));
    return experiments;
  }

  private void requirePlans(String file, Experiment experiment) {
    requirePlan(file, experiment);
    Experiment.Counterpart counterpart = experiment.counterpart();
    if (counterpart != null) {
      requirePlan(file, counterpart.experiment());
    }
  }

  /** An engine's objection to a plan names the file that asked for it. */
  private void requirePlan(String file, Experiment experiment) {
    try {
      var unused = plan(experiment);
    } catch (ReboundException e) {
      throw new ReboundException(
          e.reason(), file + "(" + experiment.name() + "): " + e.getMessage(), e.remedy(), e);
    }
  }

  /** The plan of an experiment's run: what it will do, need and take. Starts nothing. */
  public RunPlan plan(Experiment experiment) {
    return execution(runs)
        .plan(
            experiment,
            Engines.named(experiment.engine().name()),
            what -> listeners.forEach(listener -> listener.preparing(what)));
  }

  Execution execution(Path folder) {
    return execution(folder, false);
  }

  private Execution execution(Path folder, boolean ends) {
    return new Execution(folder, home, platforms(), keep, version(), busy, ends);
  }

  private Platforms platforms() {
    return platforms == null ? Platforms.local(home) : platforms;
  }

  /** The same of other files. */
  Rebound of(List<Path> others) {
    Rebound same = new Rebound(others, null).set(settings).scale(scale).shortened(shortened);
    same.listeners.addAll(listeners);
    same.platforms = platforms;
    same.busy = busy;
    return same.keep(keep).runs(runs).home(home).untilCertain(untilCertain);
  }

  /**
   * Starts all runs, one after the other, and returns at once. Throws {@link ReboundException} as
   * {@link #read} does.
   */
  public Running start() {
    Execution execution = execution(runs, untilCertain);
    List<RunListener> all = List.copyOf(listeners);
    return new Running(execution, new AllRuns(new RealRuns(execution, all), read(), runs, all));
  }

  /**
   * Plans the study of a folder with {@code study.yaml}, with the settings of this, and starts
   * nothing: it goes on where it stopped. Throws {@link ReboundException} for what is wrong with
   * its files.
   *
   * @param tell hears its plan, and its progress, in words
   */
  public StudyRun study(Path folder, StudyRequest asked, Consumer<String> tell) {
    return new StudyRun(this, folder, asked, tell);
  }

  /**
   * Plans runs of the only experiment until it is shown, or refuted, that a share of faults stays
   * below the promised times, and starts nothing. Runs of earlier calls count.
   *
   * @param runsMax how many runs there may be, earlier ones included; null for three times the
   *     least
   * @param tell hears its price, and its progress, in words
   */
  public PromiseRun promise(
      PromisedLimits limits, @Nullable Integer runsMax, Consumer<String> tell) {
    return new PromiseRun(this, limits, runsMax, tell);
  }

  /** A search for the highest rate that a job sustains, which {@link CapacityStore} keeps. */
  public SustainRun sustain() {
    return new SustainRun(runs, platforms(), CapacityStore.ofUser());
  }

  /**
   * Carries out all runs, one after the other, and waits until they have ended. If the calling
   * thread is interrupted, the run under way ends in order and the others are left out; the outcome
   * then says so, and the thread's interrupt flag is set.
   *
   * <p>Throws {@link ReboundException} as {@link #read} does, and if there is a single run and it
   * could not be carried out, though nobody stopped it.
   */
  public Outcome run() {
    return start().await();
  }

  /**
   * Holds runs against each other, or those of one study: folders of runs, folders that hold runs,
   * or one folder of a study.
   */
  public static Comparison compare(List<Path> named) {
    return compare(named, progress -> {});
  }

  /**
   * The same.
   *
   * @param progress hears how many were read, in words
   */
  public static Comparison compare(List<Path> named, Consumer<String> progress) {
    if (named.size() == 1 && StudyFolder.is(named.get(0))) {
      return StudyFolder.compare(named.get(0), progress);
    }
    RunFolders folders = RunFolders.find(named);
    List<String> leftOut =
        Stream.concat(
                folders.leftOut().stream().map(folder -> folder + ": it has no results"),
                folders.words().stream())
            .toList();
    List<ComparedRun> runs = RunReader.all(folders.runs(), progress);
    String title =
        runs.stream()
            .map(ComparedRun::scenario)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return new Comparer().compare(runs, ComparisonRequest.of(title), leftOut);
  }

  /**
   * Audits a run again from what it left, judges it again, and writes results and reports anew.
   * What is left of a damaged run does not take the place of the results that it had.
   */
  public static CheckedRun check(Path run) {
    return CheckedRun.of(run);
  }

  /** A slow listener may still hear the end of a run when the next one begins. */
  private record OneAtATime(JournalListener listener) implements JournalListener {
    @Override
    public synchronized void on(Entry entry) {
      listener.on(entry);
    }

    @Override
    public synchronized void end() {
      listener.end();
    }
  }
}
