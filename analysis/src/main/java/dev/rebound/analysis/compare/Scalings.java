package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Scaling.LawRate;
import dev.rebound.analysis.compare.Scaling.ScalingLaw;
import dev.rebound.analysis.compare.Scaling.ScalingLine;
import dev.rebound.analysis.compare.Scaling.ScalingPoint;
import dev.rebound.analysis.compare.Study.Growth;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.RunBlocks;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.ScalabilityFit;
import dev.rebound.analysis.compare.statistics.ScalabilityFit.Blocking;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a rate grows with a number in which cells differ, those that agree in all else together:
 * speed-up, efficiency, and the law that is fitted where there are enough numbers. Pure.
 *
 * @param cells of which none is one of controls
 */
record Scalings(List<CellRuns> cells) {
  private static final String SUBJECT = "cores.subject";
  private static final String RIG = "cores.rig";
  private static final String WORKERS = "engine.workers";

  /** What cannot stay as it is where the engine has more of a machine's cores. */
  private static final Set<String> WITH_CORES = Set.of(SUBJECT, RIG);

  /** Predictions are made at so many times the greatest number. */
  private static final List<Integer> AHEAD = List.of(2, 4);

  private static final int CURVE = 32;

  /** A cell at its number. */
  private record Member(double at, CellRuns runs) {}

  /** One for each that has a line. */
  List<Scaling> of(List<Growth> wanted) {
    return wanted.stream().map(this::of).filter(scaling -> !scaling.lines().isEmpty()).toList();
  }

  private Scaling of(Growth wanted) {
    Set<String> keys = wanted.over().equals(SUBJECT) ? WITH_CORES : Set.of(wanted.over());
    List<List<Member>> lines = new ArrayList<>();
    for (CellRuns members : cells) {
      Optional<Double> at = number(wanted.over(), members);
      if (at.isPresent() && Samples.of(wanted.metric(), members.runs()).usable()) {
        lines.stream()
            .filter(line -> line.stream().noneMatch(other -> other.at() == at.get()))
            .filter(line -> SettingsMatch.butFor(keys, line.get(0).runs(), members))
            .min(Comparator.comparing(line -> !sameRig(line.get(0).runs(), members)))
            .orElseGet(
                () -> {
                  List<Member> line = new ArrayList<>();
                  lines.add(line);
                  return line;
                })
            .add(new Member(at.get(), members));
      }
    }
    return new Scaling(
        wanted.over(),
        wanted.metric(),
        lines.stream()
            .filter(line -> line.size() > 1)
            .map(line -> line(line, wanted, keys))
            .toList());
  }

  /** A line of cores that are alike for the rig, too, goes before one of which they are not. */
  private static boolean sameRig(CellRuns one, CellRuns other) {
    return number(RIG, one).equals(number(RIG, other));
  }

  private static Optional<Double> number(String key, CellRuns members) {
    return CellAxes.number(DottedKeys.value(key, members.settings())).filter(at -> at > 0);
  }

  private ScalingLine line(List<Member> line, Growth wanted, Set<String> keys) {
    List<Member> members = line.stream().sorted(Comparator.comparingDouble(Member::at)).toList();
    String scenario = members.get(0).runs().cell().scenario();
    String label = CellAxes.label(cells, members.get(0).runs(), keys);
    List<ScalingPoint> points =
        members.stream().map(member -> step(member, members.get(0), wanted.metric())).toList();
    List<String> threats = threats(members, wanted.over());
    String noFit = noFit(members);
    if (!noFit.isEmpty()) {
      return new ScalingLine(scenario, label, points, null, noFit, threats);
    }
    Optional<ScalabilityFit> fit = fit(members, wanted.metric());
    return new ScalingLine(
        scenario,
        label,
        points,
        fit.map(f -> told(f, members)).orElse(null),
        fit.isPresent() ? "" : "of some runs no more than a bound of the rate is known",
        threats);
  }

  /** Why numbers are none for the law; empty if they are. */
  private static String noFit(List<Member> members) {
    if (members.size() < ScalabilityFit.NUMBERS_MIN) {
      return "%s numbers: the law has three figures of its own, and takes %s to be fitted"
          .formatted(members.size(), ScalabilityFit.NUMBERS_MIN);
    }
    double least = members.get(0).at();
    return least < 1
        ? Quantity.plain(least) + " is below 1: the law counts what works side by side, from one on"
        : "";
  }

  private static ScalingPoint step(Member member, Member least, String metric) {
    Sample sample = Samples.of(metric, member.runs().runs());
    Estimate figure = Intervals.figure(sample, Scale.LOG);
    Estimate speedUp =
        member.equals(least)
            ? new Estimate(
                BoundedValue.of(1), BoundedValue.of(1), figure.runs(), figure.values(), "")
            : Intervals.ratio(RunBlocks.samples(metric, member.runs(), least.runs()), Scale.LOG);
    return new ScalingPoint(member.at(), figure, speedUp, times(speedUp, least.at() / member.at()));
  }

  private static Estimate times(Estimate figure, double factor) {
    BoundedValue interval = figure.interval();
    return figure.with(
        times(figure.value(), factor), interval == null ? null : times(interval, factor));
  }

  private static BoundedValue times(BoundedValue value, double factor) {
    return new BoundedValue(value.low() * factor, value.high() * factor);
  }

  /**
   * Within blocks, if enough of them have a run of each cell. Without intervals, if there are
   * blocks and too few have: a block's runs share its speed. Empty if not all rates are known.
   */
  private static Optional<ScalabilityFit> fit(List<Member> members, String metric) {
    SortedMap<Double, List<Double>> all = new TreeMap<>();
    List<Map<Integer, Double>> byBlock = new ArrayList<>();
    for (Member member : members) {
      Map<Integer, Double> blocks = new LinkedHashMap<>();
      List<Double> logs = new ArrayList<>();
      for (ComparedRun run : member.runs().runs()) {
        Sample sample = Samples.of(metric, List.of(run));
        for (BoundedValue rate : sample.figures(Scale.LOG)) {
          if (!rate.bounded() || rate.low() <= 0) {
            return Optional.empty();
          }
          double log = (Math.log(rate.low()) + Math.log(rate.high())) / 2;
          logs.add(log);
          if (run.made().block() > 0) {
            blocks.put(run.made().block(), log);
          }
        }
      }
      all.put(member.at(), logs);
      byBlock.add(blocks);
    }
    TreeSet<Integer> whole = new TreeSet<>(byBlock.get(0).keySet());
    byBlock.forEach(blocks -> whole.retainAll(blocks.keySet()));
    if (whole.size() < Intervals.RUNS_MIN) {
      boolean known = byBlock.stream().anyMatch(blocks -> !blocks.isEmpty());
      return Optional.of(new ScalabilityFit(all, known ? Blocking.TORN : Blocking.UNKNOWN));
    }
    SortedMap<Double, List<Double>> within = new TreeMap<>();
    for (int i = 0; i < members.size(); i++) {
      within.put(members.get(i).at(), whole.stream().map(byBlock.get(i)::get).toList());
    }
    return Optional.of(new ScalabilityFit(within, Blocking.WHOLE));
  }

  private static ScalingLaw told(ScalabilityFit fit, List<Member> members) {
    double least = members.get(0).at();
    double greatest = members.get(members.size() - 1).at();
    double last = greatest * AHEAD.get(AHEAD.size() - 1);
    return new ScalingLaw(
        fit.blocks(),
        fit.rate(1),
        fit.sigma(),
        fit.kappa(),
        fit.peak(),
        fit.misfit(),
        AHEAD.stream().map(times -> modelled(fit, times * greatest)).toList(),
        IntStream.rangeClosed(0, CURVE)
            .mapToObj(i -> modelled(fit, least * Math.pow(last / least, (double) i / CURVE)))
            .toList());
  }

  private static LawRate modelled(ScalabilityFit fit, double at) {
    return new LawRate(at, fit.rate(at));
  }

  /** What else than the number may make the rates what they are. */
  private static List<String> threats(List<Member> members, String key) {
    List<String> threats = new ArrayList<>();
    List<Member> sharing =
        members.stream().filter(member -> number(RIG, member.runs()).isEmpty()).toList();
    if (!sharing.isEmpty()) {
      threats.add(
          at(sharing, members)
              + "brokers, instruments and the lab run on the engine's cores, too: it has less than"
              + " these to itself.");
    }
    List<Member> crowded =
        members.stream()
            .filter(m -> number(SUBJECT, m.runs()).filter(cores -> cores < m.at()).isPresent())
            .toList();
    if (!crowded.isEmpty() && key.equals(WORKERS)) {
      threats.add(
          at(crowded, members)
              + "more workers than the engine has cores: the law tells what it costs to divide"
              + " these, and nothing of workers with cores of their own.");
    }
    return threats;
  }

  private static String at(List<Member> some, List<Member> all) {
    return some.size() == all.size() ? "At each: " : "At " + numbers(some) + ": ";
  }

  private static String numbers(List<Member> members) {
    return members.stream()
        .map(member -> Quantity.plain(member.at()))
        .collect(Collectors.joining(", "));
  }
}
