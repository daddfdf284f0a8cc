package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The figures that the instrument printed of many made-up runs, beside their truth. For use by one
 * thread; the order in which runs are added does not matter.
 */
public final class Accuracy {
  static final double HELD_SHARE = 0.99;
  static final double NARROW_SHARE = 0.90;
  static final double WRONG_PASS_SHARE = 0.01;
  static final double BIAS_MILLIS = 50;
  static final double BIAS_SHARE = 0.02;

  private final Map<Section, Map<Enum<?>, ScenarioTally>> sections = new EnumMap<>(Section.class);
  private final ScenarioTally allOffsets = new ScenarioTally("by offsets", false);
  private final ScenarioTally consumers = new ScenarioTally("of consumers by offsets", false);
  private final ScenarioTally all = new ScenarioTally("all", false);
  private final ScenarioTally ordinary = new ScenarioTally("all ordinary", true);

  /** The sections of the table, each with lines of its own, in the order to print. */
  private enum Section {
    SCENARIOS(""),
    LENGTHS(""),
    ORDINARY("ordinary "),
    OFFSETS(""),
    ORDINARY_OFFSETS("ordinary "),
    CONSUMER_OFFSETS("consumers' ");

    private final String prefix;

    Section(String prefix) {
      this.prefix = prefix;
    }
  }

  public Accuracy() {
    for (Section section : Section.values()) {
      sections.put(section, new TreeMap<>());
    }
  }

  /** All that is kept of one run. */
  public record Score(
      Scenario scenario,
      long seed,
      List<ScoredLength> lengths,
      List<JudgedBound> passes,
      List<ScoredLength> byOffsets,
      List<JudgedBound> passesByOffsets,
      DipCount dips) {}

  public void add(Score score) {
    Scenario scenario = score.scenario();
    boolean isOrdinary = scenario.ordinary();
    List<ScenarioTally> tallies = new ArrayList<>();
    tallies.add(
        lines(Section.SCENARIOS)
            .computeIfAbsent(scenario, s -> new ScenarioTally(scenario.word(), isOrdinary)));
    tallies.add(all);
    if (isOrdinary) {
      tallies.add(ordinary);
    }
    for (ScenarioTally tally : tallies) {
      tally.run();
      tally.add(score.dips());
      score.lengths().forEach(tally::add);
      score.passes().forEach(pass -> tally.add(pass, scenario, score.seed()));
    }
    for (ScoredLength scored : score.lengths()) {
      of(Section.LENGTHS, scored.quantity()).add(scored);
      if (isOrdinary) {
        of(Section.ORDINARY, scored.quantity()).add(scored);
      }
    }
    for (ScoredLength scored : score.byOffsets()) {
      byOffsets(scenario, scored.quantity()).forEach(tally -> tally.add(scored));
    }
    for (JudgedBound pass : score.passesByOffsets()) {
      Arrays.stream(LengthKind.values())
          .filter(kind -> kind.word().equals(pass.metric()))
          .flatMap(kind -> byOffsets(scenario, kind).stream())
          .forEach(tally -> tally.add(pass, scenario, score.seed()));
    }
  }

  private List<ScenarioTally> byOffsets(Scenario scenario, LengthKind kind) {
    List<ScenarioTally> tallies = new ArrayList<>(List.of(allOffsets, of(Section.OFFSETS, kind)));
    if (scenario.ordinary()) {
      tallies.add(of(Section.ORDINARY_OFFSETS, kind));
    }
    if (scenario.consumers()) {
      tallies.add(consumers);
      tallies.add(of(Section.CONSUMER_OFFSETS, kind));
    }
    return tallies;
  }

  private ScenarioTally of(Section section, LengthKind kind) {
    boolean narrow = section == Section.ORDINARY || section == Section.ORDINARY_OFFSETS;
    return lines(section)
        .computeIfAbsent(kind, k -> new ScenarioTally(section.prefix + kind.word(), narrow));
  }

  private Map<Enum<?>, ScenarioTally> lines(Section section) {
    return sections.getOrDefault(section, Map.of());
  }

  private Stream<ScenarioTally> tallies(Section... of) {
    return Arrays.stream(of).flatMap(section -> lines(section).values().stream());
  }

  /** One per kind of length, over all scenarios. */
  List<ScenarioTally> quantities() {
    return tallies(Section.LENGTHS).toList();
  }

  /** Over all runs. */
  ScenarioTally all() {
    return all;
  }

  /** The targets that are missed, in words; empty if none is. */
  public List<String> missed() {
    return missed(0);
  }

  /**
   * The same with room for chance, where runs are few.
   *
   * @param slack standard deviations of a share that it may be off by
   */
  List<String> missed(double slack) {
    List<String> missed = new ArrayList<>();
    for (ScenarioTally tally : List.of(all, allOffsets, consumers)) {
      String which = tally == all ? "" : " " + tally.name;
      if (tally.heldShare() < HELD_SHARE - slack * deviation(HELD_SHARE, tally.known)) {
        missed.add(
            Words.text(
                "%.2f %% of intervals%s hold the truth, not 99 %%",
                100 * tally.heldShare(), which));
      }
      double wrong = tally.bounds == 0 ? 0 : (double) tally.wrongPasses / tally.bounds;
      if (wrong > WRONG_PASS_SHARE + slack * deviation(WRONG_PASS_SHARE, tally.bounds)) {
        missed.add(
            Words.text("%.2f %% of bounds%s pass wrongly, more than 1 %%", 100 * wrong, which));
      }
      if (tally.endless > 0) {
        missed.add(tally.endless + " ends" + which + " are printed of what never ended");
      }
    }
    if (ordinary.runs > 0
        && ordinary.narrowShare()
            < NARROW_SHARE - slack * deviation(NARROW_SHARE, ordinary.known)) {
      missed.add(
          Words.text(
              "%.1f %% of ordinary ones are narrow, not 90 %%", 100 * ordinary.narrowShare()));
    }
    for (ScenarioTally tally : tallies(Section.ORDINARY).toList()) {
      double most = Math.max(BIAS_MILLIS, BIAS_SHARE * tally.meanMillis());
      if (Math.abs(tally.biasMillis()) > most * (1 + slack)) {
        missed.add(
            Words.text(
                "%s is %.0f ms off on average, more than %.0f ms",
                tally.name, tally.biasMillis(), most));
      }
    }
    if (all.worstPassOver > 0) {
      missed.add(
          Words.text(
              "a bound passes wrongly by %.0f ms more than the tolerance: %s",
              all.worstPassOver, all.worstPass));
    }
    return missed;
  }

  private static double deviation(double share, long count) {
    return Math.sqrt(share * (1 - share) / Math.max(1, count));
  }

  /** The table, as lines for a terminal. */
  public List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Words.text(
            "%-32s %6s %9s %8s %9s %8s %8s %8s %7s %6s %11s  %s",
            "scenario",
            "runs",
            "intervals",
            "unknown",
            "hold true",
            "in time",
            "narrow",
            "bias",
            "passes",
            "wrong",
            "dips found",
            "worst miss"));
    tallies(Section.SCENARIOS).map(Accuracy::line).forEach(lines::add);
    Stream<ScenarioTally> offsets =
        tallies(Section.OFFSETS, Section.ORDINARY_OFFSETS, Section.CONSUMER_OFFSETS);
    for (Stream<ScenarioTally> part :
        List.of(
            tallies(Section.LENGTHS, Section.ORDINARY),
            Stream.concat(offsets, Stream.of(consumers, allOffsets)),
            Stream.of(ordinary, all))) {
      lines.add("");
      part.map(Accuracy::line).forEach(lines::add);
    }
    return lines;
  }

  /** The table for a document. */
  public List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| runs of | runs | intervals | hold the truth | finite and narrow | bias | bounds that"
            + " pass wrongly |");
    lines.add("|---|--:|--:|--:|--:|--:|--:|");
    Stream.concat(tallies(Section.SCENARIOS), Stream.of(ordinary, all))
        .forEach(tally -> lines.add(row(tally)));
    lines.add("");
    lines.add("| length | intervals | hold the truth | finite and narrow | bias |");
    lines.add("|---|--:|--:|--:|--:|");
    tallies(Section.LENGTHS, Section.ORDINARY)
        .map(
            tally ->
                Words.text(
                    "| %s | %,d | %.2f %% | %.1f %% | %.0f ms |",
                    tally.name,
                    tally.known,
                    100 * tally.heldShare(),
                    100 * tally.narrowShare(),
                    tally.biasMillis()))
        .forEach(lines::add);
    lines.add("");
    lines.add(
        "| length | intervals | unknown | hold the truth | begin no later than its first end |"
            + " finite and narrow | bounds that pass wrongly |");
    lines.add("|---|--:|--:|--:|--:|--:|--:|");
    tallies(Section.OFFSETS, Section.ORDINARY_OFFSETS, Section.CONSUMER_OFFSETS)
        .map(
            tally ->
                Words.text(
                    "| %s | %,d | %.1f %% | %.2f %% | %.2f %% | %.1f %% | %d of %,d |",
                    tally.name,
                    tally.known,
                    100 * tally.unknownShare(),
                    100 * tally.heldShare(),
                    100 * tally.inTimeShare(),
                    100 * tally.narrowShare(),
                    tally.wrongPasses,
                    tally.bounds))
        .forEach(lines::add);
    return lines;
  }

  private static String row(ScenarioTally tally) {
    return Words.text(
        "| %s%s | %,d | %,d | %.2f %% | %.1f %% | %.0f ms | %d of %,d |",
        tally.name,
        tally.ordinary && !tally.name.contains("ordinary") ? " \\*" : "",
        tally.runs,
        tally.known,
        100 * tally.heldShare(),
        100 * tally.narrowShare(),
        tally.biasMillis(),
        tally.wrongPasses,
        tally.bounds);
  }

  private static String line(ScenarioTally tally) {
    DipCount dips = tally.dips;
    return Words.text(
        "%-32s %6s %9d %7.1f%% %8.2f%% %7.2f%% %7.1f%% %6.0fms %7d %6d %11s  %s",
        (tally.ordinary ? "* " : "  ") + tally.name,
        tally.runs > 0 ? tally.runs : "",
        tally.known,
        100 * tally.unknownShare(),
        100 * tally.heldShare(),
        100 * tally.inTimeShare(),
        100 * tally.narrowShare(),
        tally.biasMillis(),
        tally.bounds,
        tally.wrongPasses,
        dips.due() + dips.phantoms() > 0
            ? dips.found() + "/" + dips.due() + " +" + dips.phantoms()
            : "",
        worst(tally));
  }

  private static String worst(ScenarioTally tally) {
    ScoredLength worst = tally.worst;
    return worst == null
        ? ""
        : Words.text(
            "%.0f ms: %s of --scenario %s --seed %d",
            worst.missedBy(), worst.quantity().word(), worst.scenario().word(), worst.seed());
  }
}
