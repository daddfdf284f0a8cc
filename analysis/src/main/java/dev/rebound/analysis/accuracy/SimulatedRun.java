package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A made-up run, measured, and held against its truth. The same scenario and seed give the same
 * one.
 */
public final class SimulatedRun {
  private static final double NARROW_MILLIS = 500;

  /** Bounds that are drawn for each metric. */
  private static final int BOUNDS = 3;

  private final SimulatedScenario world;
  private final Simulation with;
  private final ScenarioTruth truth;
  private final AnalysisResult findings;

  /** The same without a look at identities; null of a world in which none is needed. */
  private final @Nullable AnalysisResult unidentified;

  private SimulatedRun(Scenario scenario, long seed, Path folder) throws IOException {
    world = scenario.world(seed);
    with = Simulation.of(world);
    SimulatedEvidence made = new SimulatedEvidence(world, with);
    Evidence evidence = made.write(folder);
    unidentified = world.consumers() == null ? null : Analyst.analyse(made.unidentified(evidence));
    truth = ScenarioTruth.of(world, with, made::shows);
    findings = Analyst.analyse(evidence);
  }

  /**
   * Makes a run, writes its files into a folder and measures it.
   *
   * @param folder empty, or with the files of another such run
   */
  public static SimulatedRun measure(Scenario scenario, long seed, Path folder) throws IOException {
    return new SimulatedRun(scenario, seed, folder);
  }

  /** All that is kept of it. */
  Accuracy.Score score() {
    return new Accuracy.Score(
        world.scenario(),
        world.seed(),
        lengths(),
        passes(),
        byOffsets(),
        passesByOffsets(),
        dips());
  }

  /** Every printed length beside its truth. */
  public List<ScoredLength> lengths() {
    List<ScoredLength> lengths = new ArrayList<>();
    for (int f = 0; f < findings.faults().size(); f++) {
      FaultResult printed = findings.faults().get(f);
      add(lengths, f, LengthKind.PROCESSING, printed.processing(), truth);
      Span visible = printed.visible();
      if (visible != null) {
        add(lengths, f, LengthKind.VISIBLE, visible, truth);
      }
      add(lengths, f, LengthKind.RECOVERY, printed.recovery(), truth);
      add(lengths, f, LengthKind.DISRUPTED, printed.disrupted(), truth);
      Lasted lasted = printed.lasted();
      if (lasted != null) {
        add(lengths, f, LengthKind.RECOVERY_HEALED, lasted.recovery(), truth);
      }
    }
    return lengths;
  }

  /** When each fault that lasted was noticed, as it is printed. */
  List<Span> noticed() {
    return findings.faults().stream()
        .flatMap(fault -> Stream.ofNullable(fault.lasted()))
        .map(Lasted::noticed)
        .toList();
  }

  /** What offsets and append times tell of it, beside its truth. */
  public List<ScoredLength> byOffsets() {
    List<ScoredLength> lengths = new ArrayList<>();
    for (int f = 0; f < findings.faults().size(); f++) {
      OffsetView view = findings.faults().get(f).byOffsets();
      if (view != null) {
        ScenarioTruth seen = truth.blurred(view.outage().floorMillis());
        add(lengths, f, LengthKind.OUTAGE_BY_OFFSETS, view.outage(), seen);
        add(lengths, f, LengthKind.RECOVERY_BY_OFFSETS, view.recovery(), seen);
        if (unidentified != null) {
          Span disrupted = unidentified.faults().get(f).disrupted();
          add(lengths, f, LengthKind.DISRUPTED_BY_OFFSETS, disrupted, seen);
        }
      }
    }
    return lengths;
  }

  /** Bounds near the truth, and whether what offsets tell keeps them. */
  public List<JudgedBound> passesByOffsets() {
    List<JudgedBound> passes = new ArrayList<>();
    SeededRandom dice = world.dice(10);
    for (ScoredLength scored : byOffsets()) {
      for (int i = 0; i < BOUNDS; i++) {
        double most = scored.truth().least();
        double bound = Math.rint(most * dice.scaled(0.5, 2) + dice.between(-500, 1000));
        boolean passed = scored.known() && scored.printed().highOrInfinite() < bound;
        passes.add(
            new JudgedBound(
                scored.quantity().word(), passed, most - bound, world.floorMicros() / 1e3));
      }
    }
    return passes;
  }

  private static TrueLength length(ScenarioTruth truth, int fault, LengthKind quantity) {
    return switch (quantity) {
      case PROCESSING -> truth.processing(fault);
      case VISIBLE -> truth.resumed(fault);
      case RECOVERY, RECOVERY_BY_OFFSETS -> truth.recovery(fault);
      case DISRUPTED, DISRUPTED_BY_OFFSETS -> truth.disrupted(fault);
      case RECOVERY_HEALED -> truth.recoveryFromHealing(fault);
      // Whether what is done again counts is a matter of words.
      case OUTAGE_BY_OFFSETS -> truth.resumed(fault).or(truth.processing(fault));
    };
  }

  /**
   * @param seen the truth for whoever sees as much as what was printed from
   */
  private void add(
      List<ScoredLength> to, int fault, LengthKind quantity, Span printed, ScenarioTruth seen) {
    TrueLength truth = length(seen, fault, quantity);
    boolean last = fault + 1 == world.faults().size();
    double commits = quantity.byOffsets() ? SimulatedCommits.apartMicros(world, with) / 1e3 : 0;
    double narrow = Math.max(NARROW_MILLIS, world.rhythmMicros() / 1e3) + commits;
    to.add(
        new ScoredLength(
            world.scenario(),
            world.seed(),
            fault + 1,
            quantity,
            printed,
            truth,
            length(this.truth, fault, quantity).least(),
            narrow,
            last && truth.endless()));
  }

  /** Bounds near the truth, and what the verdict says to them. */
  public List<JudgedBound> passes() {
    List<JudgedBound> passes = new ArrayList<>();
    SeededRandom dice = world.dice(5);
    judge(passes, dice, "outage.max", f -> truth.resumed(f).least());
    judge(passes, dice, "recovery.max", f -> truth.recovery(f).least());
    judge(passes, dice, "disrupted.max", f -> truth.disrupted(f).least());
    if (world.faults().stream().anyMatch(fault -> fault.healed() > 0)) {
      judge(passes, dice, "recovery.healed.max", f -> truth.recoveryFromHealing(f).least());
    }
    return passes;
  }

  private void judge(
      List<JudgedBound> passes,
      SeededRandom dice,
      String metric,
      ToDoubleFunction<Integer> trueMillis) {
    double most = 0;
    for (int f = 0; f < findings.faults().size(); f++) {
      most = Math.max(most, trueMillis.applyAsDouble(f));
    }
    for (int i = 0; i < BOUNDS; i++) {
      double bound = Math.rint(most * dice.scaled(0.5, 2) + dice.between(-500, 1000));
      Expectation expectation =
          new Expectation(metric, Expectation.Op.LESS, bound, "< " + bound + "ms", 0);
      Judgement judgement =
          Verdicts.judge(
                  List.of(expectation), findings.metrics(), findings.bounds(), findings.unjudged())
              .get(0);
      boolean passed = judgement.verdict() == Verdict.PASS;
      passes.add(new JudgedBound(metric, passed, most - bound, world.floorMicros() / 1e3));
    }
  }

  /** How stops after the first outage were told of. */
  public DipCount dips() {
    DipCount count = DipCount.NONE;
    for (int f = 0; f < findings.faults().size(); f++) {
      count = count.plus(dips(f, findings.faults().get(f)));
    }
    return count;
  }

  private DipCount dips(int fault, FaultResult printed) {
    double slack = world.floorMicros() / 1e3 + world.slackMicros() / 1e3;
    List<Dip> dips = new ArrayList<>(printed.secondStops());
    dips.addAll(printed.laterDips());
    int due = 0;
    int found = 0;

    double least = 2 * world.floorMicros() / 1e3;
    for (Standstill stop : truth.laterStops(fault)) {
      if ((stop.to() - stop.from()) / 1e3 >= least) {

        due++;
        found += dips.stream().anyMatch(dip -> over(stop.interval(), dip, slack)) ? 1 : 0;
      }
    }

    int phantoms = 0;
    for (Dip dip : dips) {
      phantoms += truth.stops().stream().noneMatch(s -> over(s, dip, slack)) ? 1 : 0;
    }
    return new DipCount(due, found, phantoms);
  }

  private boolean over(TimeRange stop, Dip dip, double slackMillis) {
    double from = (dip.atMicros() - world.startMicros()) / 1e3;
    return stop.startMicros() / 1e3 <= from + dip.millis() + slackMillis
        && from <= stop.endMicros() / 1e3 + slackMillis;
  }

  /** The run, its truth and what is printed, in lines for a person. */
  public List<String> lines() {
    return new SimulatedRunReport(world, findings)
        .lines(Stream.concat(lengths().stream(), byOffsets().stream()).toList(), passes());
  }
}
