package dev.rebound.analysis.compare;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.compare.SeenHash.Sameness;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Median;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds runs against a {@link Baseline}: has the recovery, or all time that a fault disrupted
 * output, become longer by more than a margin, see {@link Slowdown}? Runs are comparable if they
 * were set up alike but for the program under test, on machines of one speed, and are enough on
 * both sides. Pure.
 */
public final class Regression {
  /** From this share on, two machines are not of one speed. */
  static final double SPEED_APART = 0.10;

  /** Settings that name what is under test: a regression is looked for between their values. */
  private static final Set<String> UNDER_TEST =
      Set.of(
          "engine.version",
          Variants.JAR,
          Variants.JAR_HASH,
          "engine.main",
          Variants.RUN,
          Variants.RUN_HASH,
          "engine.setup",
          "engine.setup-in",
          "engine.teardown",
          "engine.env-file",
          "engine.program-files");

  private static final int DIFFERENCES_TOLD = 4;
  private static final double MIB = 1 << 20;
  private static final Pattern CORES = Pattern.compile(", (\\d+) cores, ");

  private Regression() {}

  /** Items of a list count from 1: {@code engine.setup.1}. */
  private static boolean isUnderTest(String key) {
    return UNDER_TEST.contains(key.replaceFirst("[.][0-9]+$", ""));
  }

  /**
   * So many times as long may pass if nobody says otherwise: less is not told from what runs of one
   * build differ by, but with very many of them.
   */
  public static final double SLOWER_THAN = 1.25;

  /** The outcome for the runs of one cell. */
  public enum RegressionOutcome {
    /** It was shown that recovery takes longer. */
    SLOWER,
    /** It was shown that recovery takes no longer than the margin allows. */
    NOT_SLOWER,
    /** Neither was shown; the sentence says by how much recovery may have become slower. */
    UNKNOWN,
    /** They are not to be held against each other. */
    NOT_COMPARABLE;

    /** In lower case, with spaces. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The verdict that a pipeline takes it for. */
    public Verdict verdict() {
      return switch (this) {
        case SLOWER -> Verdict.FAIL;
        case NOT_SLOWER -> Verdict.PASS;
        case UNKNOWN, NOT_COMPARABLE -> Verdict.UNKNOWN;
      };
    }
  }

  /**
   * One cell beside its baseline.
   *
   * @param name of the cell
   * @param sentence what was found, with its figures
   * @param notes what to know beside it, sentences
   */
  public record ComparedCell(
      String name, RegressionOutcome outcome, String sentence, List<String> notes) {
    public ComparedCell {
      notes = List.copyOf(notes);
    }
  }

  /**
   * Each cell of the runs beside that of the baseline, and what of the baseline was not run. Throws
   * {@link ReboundException} if one of the runs is there twice, or is one of the baseline's.
   *
   * @param factor so many times as long may pass, above 1
   */
  public static List<ComparedCell> judge(Baseline baseline, List<ComparedRun> runs, double factor) {
    RunIdentity.requireNoCopies(runs);
    runs.forEach(run -> requireLater(baseline, run));
    List<ComparedCell> held = new ArrayList<>();
    List<Baseline.BaselineCell> now = Baseline.kept(runs);
    for (Baseline.BaselineCell cell : now) {
      List<Baseline.BaselineCell> then =
          baseline.cells().stream().filter(kept -> alike(kept.cell(), cell.cell())).toList();
      long namesakes = now.stream().filter(one -> alike(one.cell(), cell.cell())).count();
      if (then.isEmpty()) {
        held.add(not(cell, "the baseline has no runs of it"));
      } else if (namesakes > 1) {
        held.add(not(cell, "its runs differ in their settings: " + cell.cell().variant()));
      } else {
        held.add(judge(then.get(0), cell, factor));
      }
    }
    for (Baseline.BaselineCell cell : baseline.cells()) {
      if (now.stream().noneMatch(one -> alike(one.cell(), cell.cell()))) {
        held.add(not(cell, "the baseline has runs of it, and none was named"));
      }
    }
    return held;
  }

  /** What a baseline was made of does not tell whether anything has changed since. */
  private static void requireLater(Baseline baseline, ComparedRun run) {
    if (baseline.cells().stream().anyMatch(cell -> cell.holds(RunIdentity.of(run)))) {
      throw ReboundException.badInput(
          run.folder()
              + " is a run that the baseline was made of, or a copy of it: "
              + run.results().runId(),
          "Name runs alone that were made later.");
    }
  }

  /** Whether two cells are of one experiment, whatever the version under test. */
  static boolean alike(Cell one, Cell other) {
    return one.scenario().equals(other.scenario())
        && one.engine().equals(other.engine())
        && one.profile().equals(other.profile())
        && one.guarantee().equals(other.guarantee());
  }

  /** Why a side carries no figure; empty if it does. */
  static String missing(Baseline.BaselineCell side) {
    Sample sample = side.recovery();
    String leftOut = sample.leftOut().isEmpty() ? "" : "; " + String.join("; ", sample.leftOut());
    Optional<String> noFigure = sample.noFigure();
    if (noFigure.isPresent()) {
      return "of its recoveries, " + noFigure.get() + leftOut;
    }
    return sample.runCount() < Intervals.RUNS_MIN
        ? "it needs "
            + Intervals.RUNS_MIN
            + " runs whose recovery is known, and has "
            + sample.runCount()
            + leftOut
        : "";
  }

  private static ComparedCell judge(
      Baseline.BaselineCell then, Baseline.BaselineCell now, double factor) {
    String apart = apart(then, now);
    if (!apart.isEmpty()) {
      return not(now, apart);
    }
    boolean fits = then.recoveryFits().measured();
    Sample before = fits ? then.recoveryFits() : then.recovery();
    List<Slowdown> lengths = new ArrayList<>();
    lengths.add(
        Slowdown.of("recovery", before, fits ? now.recoveryFits() : now.recovery(), factor));
    if (then.disrupted().measured() || now.disrupted().measured()) {
      // Nothing hides in a second stop, or in a dip that the recovery does not count.
      String missing = missingDisrupted(then.disrupted(), "in the baseline");
      if (missing.isEmpty()) {
        missing = missingDisrupted(now.disrupted(), "now");
      }
      if (!missing.isEmpty() && lengths.get(0).outcome() != RegressionOutcome.SLOWER) {
        return not(now, missing);
      }
      if (missing.isEmpty()) {
        Sample disrupted = fits ? then.disruptedFits() : then.disrupted();
        lengths.add(
            Slowdown.of(
                "all time disrupted",
                disrupted,
                fits ? now.disruptedFits() : now.disrupted(),
                asMuchMore(before, disrupted, factor)));
      }
    }
    return together(then, now, lengths, missing(then, now));
  }

  /** The factor that allows disruption as much more time as recovery may take. */
  static double asMuchMore(Sample recovery, Sample disrupted, double factor) {
    double recovering = figure(recovery).low();
    double below = Math.max(1, figure(disrupted).high());
    return Math.max(factor, 1 + (factor - 1) * recovering / below);
  }

  private static Value figure(Sample sample) {
    return Intervals.figure(sample, Scale.of(FaultFigure.RECOVERY)).value();
  }

  /** What is not there may be the worst: sentences. */
  private static List<String> missing(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    List<String> missing = new ArrayList<>();
    if (now.missing() > 0) {
      missing.add(
          now.missing()
              + " of "
              + (now.runIds().size() + now.missing())
              + " runs that were to be made are not there: name all of them");
    }
    if (then.missing() > 0) {
      missing.add(
          then.missing()
              + " of "
              + (then.runIds().size() + then.missing())
              + " runs that were to be made are not in the baseline: make it of all");
    }
    int due = sameFaults(then, now) ? Math.max(due(then), due(now)) : due(now);
    int least = now.recovery().unended().runs().stream().mapToInt(FaultsOfRun::all).min().orElse(0);
    if (least < due) {
      missing.add(
          "a run has " + Words.plural(least, "fault") + " that hit, where others have " + due);
    }
    return missing;
  }

  private static int due(Baseline.BaselineCell side) {
    return side.recovery().unended().runs().stream().mapToInt(FaultsOfRun::all).max().orElse(0);
  }

  private static boolean sameFaults(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    return Objects.equals(then.phases().get("faults"), now.phases().get("faults"));
  }

  /** The worst length decides, and is told; where all pass, all are, and what is missing. */
  private static ComparedCell together(
      Baseline.BaselineCell then,
      Baseline.BaselineCell now,
      List<Slowdown> lengths,
      List<String> missing) {
    List<Slowdown> told =
        Stream.of(RegressionOutcome.SLOWER, RegressionOutcome.UNKNOWN)
            .flatMap(worse -> lengths.stream().filter(length -> length.outcome() == worse))
            .findFirst()
            .map(List::of)
            .orElse(lengths);
    RegressionOutcome outcome = told.get(0).outcome();
    return new ComparedCell(
        now.name(),
        outcome == RegressionOutcome.NOT_SLOWER && !missing.isEmpty()
            ? RegressionOutcome.UNKNOWN
            : outcome,
        now.name()
            + ": "
            + Stream.concat(missing.stream(), told.stream().map(Slowdown::words))
                .collect(Collectors.joining("; "))
            + ".",
        notes(then, now));
  }

  private static String missingDisrupted(Sample sample, String when) {
    Optional<String> noFigure = sample.noFigure();
    return noFigure.isPresent() || sample.runCount() < Intervals.RUNS_MIN
        ? "for how long output was disrupted is not known "
            + when
            + noFigure.map(why -> ": " + why).orElse("")
        : "";
  }

  /** Why two sides cannot be held against each other; empty if they can. */
  private static String apart(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    if (then.settings().isEmpty() || now.settings().isEmpty()) {
      return "how it was set up is not known "
          + (now.settings().isEmpty() ? "now" : "in the baseline");
    }
    List<String> settings = settings(then, now);
    if (!settings.isEmpty()) {
      return "it was set up otherwise: " + told(settings);
    }
    String shortened = shortened(then, now);
    if (!shortened.isEmpty()) {
      return shortened;
    }
    Set<String> coresThen = cores(then);
    Set<String> coresNow = cores(now);
    if (coresThen.isEmpty() || coresNow.isEmpty()) {
      return "the number of cores of the machine is not known "
          + (coresNow.isEmpty() ? "now" : "in the baseline");
    }
    if (!coresThen.equals(coresNow)) {
      return "other machines: "
          + String.join(" and ", coresNow)
          + " cores now, "
          + String.join(" and ", coresThen)
          + " in the baseline";
    }
    if (then.speeds().isEmpty() || now.speeds().isEmpty()) {
      return "the speed of the machine was not measured "
          + (now.speeds().isEmpty() ? "now" : "in the baseline");
    }
    double before = median(then.speeds());
    double after = median(now.speeds());
    if (Math.max(before, after) > (1 + SPEED_APART) * Math.min(before, after)) {
      return String.format(
          Locale.ROOT,
          "machines of different speed: a core does %.0f MiB/s now and %.0f MiB/s in the baseline"
              + " (SHA-256), more than %.0f %% apart",
          after / MIB,
          before / MIB,
          SPEED_APART * 100);
    }
    String missing = missing(then);
    return missing.isEmpty() ? missing(now) : "in the baseline " + missing;
  }

  /**
   * Faults of a shortened run come sooner after each other, on a program that ran for a shorter
   * time.
   */
  private static String shortened(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    if (then.shortened().isEmpty() || now.shortened().isEmpty()) {
      return "whether it was shortened is not known "
          + (now.shortened().isEmpty() ? "now" : "in the baseline");
    }
    boolean alike = then.shortened().size() == 1 && then.shortened().equals(now.shortened());
    return alike
        ? ""
        : "it was shortened otherwise: "
            + shorter(now)
            + " now, "
            + shorter(then)
            + " in the baseline";
  }

  private static String shorter(Baseline.BaselineCell side) {
    return String.join(
        " or ",
        side.shortened().stream().map(s -> s.isEmpty() ? "nothing" : "(" + s + ")").toList());
  }

  /** {@code load.rate 2000/s now, 1000/s in the baseline}. */
  private static List<String> settings(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    return differences(then, now).stream()
        .filter(key -> !isUnderTest(key))
        .filter(
            key -> !key.equals(Variants.DATA_HASH) || sameness(key, then, now) == Sameness.OTHER)
        .map(key -> difference(key, then, now))
        .toList();
  }

  private static Set<String> differences(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    TreeSet<String> keys = new TreeSet<>(then.settings().keySet());
    keys.addAll(now.settings().keySet());
    boolean sameData = DataKeys.alike(then.settings(), now.settings());
    keys.removeIf(
        key ->
            Objects.equals(then.settings().get(key), now.settings().get(key))
                || (sameData && DataKeys.isOne(key)));
    return keys;
  }

  private static String difference(
      String key, Baseline.BaselineCell then, Baseline.BaselineCell now) {
    return key + " " + value(now, key) + " now, " + value(then, key) + " in the baseline";
  }

  private static String value(Baseline.BaselineCell side, String key) {
    return Objects.requireNonNullElse(side.settings().get(key), "not set");
  }

  private static String told(List<String> differences) {
    return differences.size() <= DIFFERENCES_TOLD
        ? String.join("; ", differences)
        : String.join("; ", differences.subList(0, DIFFERENCES_TOLD))
            + "; and "
            + (differences.size() - DIFFERENCES_TOLD)
            + " more";
  }

  private static Set<String> cores(Baseline.BaselineCell side) {
    TreeSet<String> cores = new TreeSet<>();
    for (String machine : side.machines()) {
      Matcher found = CORES.matcher(machine);
      if (found.find()) {
        cores.add(found.group(1));
      }
    }
    return cores;
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static List<String> notes(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    List<String> notes = new ArrayList<>();
    differences(then, now).stream()
        .filter(Regression::isUnderTest)
        .filter(
            key -> !Variants.HASHES.containsKey(key) || sameness(key, then, now) == Sameness.OTHER)
        .forEach(key -> notes.add("Under test: " + difference(key, then, now) + "."));
    notes.addAll(means(Means.of(then.means()), Means.of(now.means())));
    Variants.HASHES.forEach((key, what) -> notKnown(key, what, then, now, notes));
    List<String> phases = phases(then, now);
    if (!phases.isEmpty()) {
      notes.add("Phases are not of one length: " + String.join("; ", phases) + ".");
    }
    if (!then.builds().equals(now.builds())) {
      notes.add("The baseline was made with another build of Rebound.");
    }
    if (!then.machines().equals(now.machines())) {
      notes.add(
          "The machine is not the same in every word: "
              + String.join("; ", now.machines())
              + " now, "
              + String.join("; ", then.machines())
              + " in the baseline.");
    }
    if (!then.recoveryFits().measured()) {
      notes.add(
          "The baseline keeps lengths by their bounds alone, as earlier builds did: one that is made"
              + " anew decides with fewer runs.");
    }
    leftOut("now", now.recovery(), notes);
    leftOut("in the baseline", then.recovery(), notes);
    return notes;
  }

  /** Of what both sides know. */
  private static List<String> means(Means then, Means now) {
    List<String> notes = new ArrayList<>();
    for (Means.Mean mean : Means.Mean.values()) {
      String value = now.of(mean).orElse("");
      String before = then.of(mean).orElse(value);
      if (!value.isEmpty() && !value.equals(before)) {
        notes.add(
            "It had otherwise: "
                + mean.word()
                + " "
                + value
                + " now, "
                + before
                + " in the baseline.");
      }
    }
    return notes;
  }

  private static void notKnown(
      String key,
      String what,
      Baseline.BaselineCell then,
      Baseline.BaselineCell now,
      List<String> notes) {
    if (sameness(key, then, now) == Sameness.NOT_KNOWN) {
      notes.add(
          "Whether the "
              + what
              + " is the same as in the baseline is not known: "
              + hash(key, now).doubt(hash(key, then))
              + ".");
    }
  }

  /** Of hashes; where one is not there, and the other says something, they are of others. */
  private static Sameness sameness(
      String key, Baseline.BaselineCell then, Baseline.BaselineCell now) {
    boolean one = then.settings().containsKey(key);
    boolean other = now.settings().containsKey(key);
    Sameness said = hash(key, then).with(hash(key, now));
    if (one && other) {
      return said;
    }
    boolean told = !(hash(key, then).digits() + hash(key, now).digits()).isEmpty();
    return told ? Sameness.OTHER : one || other ? said : Sameness.SAME;
  }

  private static SeenHash hash(String key, Baseline.BaselineCell side) {
    return SeenHash.read(side.settings().getOrDefault(key, ""));
  }

  /** {@code warmup 20s now, 40s in the baseline}, of what both sides know. */
  private static List<String> phases(Baseline.BaselineCell then, Baseline.BaselineCell now) {
    List<String> phases = new ArrayList<>();
    now.phases()
        .forEach(
            (phase, length) -> {
              String before = then.phases().getOrDefault(phase, length);
              if (!before.equals(length)) {
                phases.add(phase + " " + length + " now, " + before + " in the baseline");
              }
            });
    return phases;
  }

  private static void leftOut(String when, Sample sample, List<String> notes) {
    sample.leftOut().forEach(left -> notes.add("Of the runs " + when + ", " + left + "."));
  }

  private static ComparedCell not(Baseline.BaselineCell cell, String why) {
    return new ComparedCell(
        cell.name(),
        RegressionOutcome.NOT_COMPARABLE,
        cell.name() + " is not comparable: " + why + ".",
        List.of());
  }
}
