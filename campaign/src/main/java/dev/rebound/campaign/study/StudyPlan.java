package dev.rebound.campaign.study;

import dev.rebound.analysis.Sha256;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.lab.experiment.DataFiles;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.OwnSettings;
import dev.rebound.lab.runner.Controls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A study with its experiments read and planned: which runs it is made of, in which order, and what
 * each takes. Reads nothing but these files.
 *
 * <p>A control runs the experiment without its faults, or with the settings that its file names.
 * Where experiments of several scenarios differ in their faults alone, their controls without
 * faults would be the same run; one then stands for all of them. One on other cores, beside another
 * job, or with other doubts that are allowed would not.
 *
 * @param scale factor on every rate; 1 for none
 * @param overrides what {@code --set} laid over every experiment
 * @param experiments in the order of the study file, a matrix spread out; those of one cell are
 *     told apart by the settings in which they differ
 */
public record StudyPlan(
    Study study, double scale, List<String> overrides, List<PlannedExperiment> experiments) {
  private static final String CONTROL = "-control";

  public StudyPlan {
    experiments = toldApart(experiments);
  }

  /**
   * An experiment of the study.
   *
   * @param control what its control takes; {@link Cost#NONE} if it wants none
   */
  public record PlannedExperiment(PlannedCell cell, Experiment experiment, Cost run, Cost control) {
    private PlannedExperiment with(String variant) {
      return variant.isEmpty()
          ? this
          : new PlannedExperiment(cell.with(variant), experiment, run, control);
    }

    /** Every setting that tells runs apart, by dotted key. */
    private Map<String, String> settings() {
      Map<String, String> settings = new TreeMap<>(OwnSettings.of(experiment.resolvedYaml()).all());
      settings.keySet().removeIf(key -> !OwnSettings.tellsApart(key));
      return settings;
    }
  }

  /**
   * The length and the disk space that a run takes.
   *
   * @param diskBytes while it lasts
   * @param keptBytes of them that stay
   */
  public record Cost(Duration length, long diskBytes, long keptBytes) {
    /** Nothing. */
    public static final Cost NONE = new Cost(Duration.ZERO, 0, 0);
  }

  /**
   * All runs, none of them started, in blocks: one run of every cell and its control, in an order
   * of their own in each block, which the seed decides. So nothing that changes with time (a warm
   * machine, a neighbour at work) can pass for a difference between cells.
   */
  public List<PlannedRun> runs(int blocks) {
    List<PlannedRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      List<PlannedRun> these = new ArrayList<>(block(block));
      Collections.shuffle(these, new Random(study.seed() * 1_000_003 + block));
      for (PlannedRun run : these) {
        runs.add(run.numbered(runs.size() + 1));
      }
    }
    return List.copyOf(runs);
  }

  private List<PlannedRun> block(int block) {
    List<PlannedRun> runs = new ArrayList<>();
    for (PlannedExperiment planned : experiments) {
      runs.add(pending(planned, false, block, List.of()));
      if (planned.experiment().control() && owner(planned).equals(planned)) {
        List<String> others =
            sharers(planned).map(other -> other.cell().scenario()).distinct().toList();
        runs.add(pending(planned, true, block, others));
      }
    }
    return runs;
  }

  private static PlannedRun pending(
      PlannedExperiment planned, boolean control, int repetition, List<String> alsoFor) {
    Experiment.Counterpart counterpart = planned.experiment().counterpart();
    return PlannedRun.of(
        planned.cell(),
        planned.experiment().name() + (control ? CONTROL : ""),
        control,
        repetition,
        alsoFor,
        control && counterpart != null ? counterpart.set() : Map.of());
  }

  /** The experiment whose control stands for that of this one; often itself. */
  private PlannedExperiment owner(PlannedExperiment planned) {
    return experiments.stream()
        .filter(other -> other.experiment().control() && sameControl(other, planned))
        .findFirst()
        .orElse(planned);
  }

  private Stream<PlannedExperiment> sharers(PlannedExperiment owner) {
    return experiments.stream()
        .filter(other -> !other.equals(owner) && other.experiment().control())
        .filter(other -> owner(other).equals(owner));
  }

  private static boolean sameControl(PlannedExperiment a, PlannedExperiment b) {
    return a.equals(b)
        || (a.experiment().counterpart() == null
            && b.experiment().counterpart() == null
            && !a.cell().scenario().equals(b.cell().scenario())
            && withoutNames(a).equals(withoutNames(b)));
  }

  /** The settings of a control without faults, whatever it is called. */
  private static List<Object> withoutNames(PlannedExperiment planned) {
    Experiment control = Controls.withoutFaults(planned.experiment());
    return List.of(
        planned.cell().profile(), control.jobs().stream().map(StudyPlan::unnamed).toList());
  }

  /** The same of one of the jobs of a control. */
  private static List<Object> unnamed(Experiment job) {
    return List.of(
        job.seed(),
        job.scale(),
        job.kafka(),
        job.engine(),
        job.workload(),
        job.load(),
        job.phases(),
        job.rig(),
        Optional.ofNullable(job.cores()));
  }

  private static List<PlannedExperiment> toldApart(List<PlannedExperiment> experiments) {
    Map<PlannedCell, List<PlannedExperiment>> cells = new LinkedHashMap<>();
    for (PlannedExperiment planned : experiments) {
      cells.computeIfAbsent(planned.cell(), cell -> new ArrayList<>()).add(planned);
    }
    Map<PlannedExperiment, PlannedExperiment> told = new LinkedHashMap<>();
    cells.forEach(
        (cell, members) -> {
          List<SortedMap<String, String>> variants =
              Variants.of(members.stream().map(PlannedExperiment::settings).toList());
          for (int i = 0; i < members.size(); i++) {
            told.put(members.get(i), members.get(i).with(Variants.words(variants.get(i))));
          }
        });
    return experiments.stream().map(planned -> told.getOrDefault(planned, planned)).toList();
  }

  /** Whether a control is that of a run, or stands for it, in the same block. */
  boolean controls(PlannedRun control, PlannedRun run) {
    return control.control()
        && !run.control()
        && control.repetition() == run.repetition()
        && of(run).experiment().control()
        && owner(of(run)).equals(of(control));
  }

  /** The experiment of a run; of a control, the one that it is held against. */
  public PlannedExperiment of(PlannedRun run) {
    return experiments.stream()
        .filter(
            planned ->
                run.experiment()
                    .equals(planned.experiment().name() + (run.control() ? CONTROL : "")))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no experiment of " + run));
  }

  /** The cost of a run by its plan. */
  Cost cost(PlannedRun run) {
    PlannedExperiment planned = of(run);
    return run.control() ? planned.control() : planned.run();
  }

  /**
   * How long a run will take: as long as the same took before; else as long as planned, times what
   * plans were wrong by until now.
   */
  Duration expected(PlannedRun run, List<PlannedRun> all) {
    List<PlannedRun> done = all.stream().filter(PlannedRun::done).toList();
    double seen =
        done.stream()
            .filter(other -> other.experiment().equals(run.experiment()))
            .mapToLong(PlannedRun::seconds)
            .average()
            .orElse(0);
    if (seen > 0) {
      return Duration.ofSeconds(Math.round(seen));
    }
    List<PlannedRun> alike =
        done.stream().filter(other -> other.control() == run.control()).toList();
    List<PlannedRun> measure = alike.isEmpty() ? done : alike;
    double took = measure.stream().mapToLong(PlannedRun::seconds).sum();
    double planned = measure.stream().mapToLong(other -> cost(other).length().toSeconds()).sum();
    double factor = took > 0 && planned > 0 ? took / planned : 1;
    return Duration.ofSeconds(Math.round(cost(run).length().toSeconds() * factor));
  }

  /** How long these will take one after the other. */
  Duration expected(List<PlannedRun> some, List<PlannedRun> all) {
    return some.stream().map(run -> expected(run, all)).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Per experiment, what tells whether a study that was begun is still this one: what it sets
   * itself, and what the files hold that its records are made from.
   */
  public Map<String, String> fingerprints() {
    Map<String, String> fingerprints = new LinkedHashMap<>();
    for (PlannedExperiment planned : experiments) {
      String yaml = planned.experiment().resolvedYaml();
      String data = DataFiles.hash(planned.experiment()).sha256();
      fingerprints.put(planned.experiment().name(), Sha256.of(OwnSettings.of(yaml).text() + data));
    }
    return fingerprints;
  }

  /** The lengths that {@code --short} made shorter, in words; empty if none. */
  public String shortened() {
    return String.join(
        " / ",
        experiments.stream()
            .map(planned -> planned.experiment().shortened())
            .filter(words -> !words.isEmpty())
            .distinct()
            .toList());
  }
}
