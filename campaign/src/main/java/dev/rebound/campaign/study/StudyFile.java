package dev.rebound.campaign.study;

import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.ComparableKeys;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.LocatedYaml;
import dev.rebound.lab.experiment.Problems;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.lab.experiment.ValueType;
import dev.rebound.lab.experiment.Values;
import dev.rebound.lab.experiment.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads study files as strictly as experiment files: what is wrong is told in one {@link
 * ReboundException}, each problem with file, line, column, the line itself and what would be right.
 */
public final class StudyFile {
  /** Keys of experiment files that are parts of every cell. */
  private static final Map<String, String> PARTS_AS_KEYS =
      Map.of("engine.name", "engine", "engine.version", "version", "engine.profile", "profile");

  private final Path folder;
  private final Map<String, EngineDeclaration> engines;
  private final Problems problems = new Problems();
  private final Set<String> scenarios = new LinkedHashSet<>();

  private StudyFile(Path folder, Map<String, EngineDeclaration> engines) {
    this.folder = folder;
    this.engines = engines;
  }

  /** The study file of a folder, if it holds one. */
  public static Optional<Path> in(Path folder) {
    Path file = folder.resolve(Study.FILE);
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  /**
   * The folder of the study that is named, if one is. Throws {@link ReboundException} if it is not
   * alone.
   */
  public static Optional<Path> named(List<Path> named) {
    Optional<Path> study =
        named.stream()
            .map(path -> path.endsWith(Study.FILE) ? path.toAbsolutePath().getParent() : path)
            .filter(path -> path != null && in(path).isPresent())
            .findFirst();
    if (study.isPresent() && named.size() > 1) {
      throw ReboundException.badInput(
          study.get() + " is a study, and is run alone",
          "Name the study's folder and nothing else.");
    }
    return study;
  }

  /**
   * Reads a study file that may name any key of {@code engine}. Its experiments are only looked
   * for, not read.
   */
  public static Study load(Path file) {
    return load(file, Map.of());
  }

  /**
   * The same for a file that may name the keys of these engines, and no others.
   *
   * @param engines by name; if empty, any key will do
   */
  public static Study load(Path file, Map<String, EngineDeclaration> engines) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw ReboundException.unreadable(
          file, "Name a study file, for example experiments/thesis/study.yaml.", e);
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    return new StudyFile(parent == null ? Path.of("").toAbsolutePath() : parent, engines)
        .read(file, text);
  }

  private Study read(Path file, String text) {
    LocatedYaml.Source source =
        new LocatedYaml.Source(file.toString(), text.lines().toList(), true);
    LocatedYaml tree = YamlText.read(source, text, 0, problems);
    Object parsed =
        tree == null
            ? null
            : StudySchema.section().parse(tree, "", new ValueType.ReadingContext(problems, folder));
    problems.throwIfAny(file.toString());
    if (!(parsed instanceof Values values)) {
      throw new IllegalStateException("a file without values has a problem");
    }
    List<Values> members = values.list("experiments");
    if (members.isEmpty()) {
      problems.add(
          values.place("experiments"),
          "a study without experiments answers nothing",
          "Write [{ file: kill.yaml, scenario: kill 2 of 8 }].");
    }
    Study study =
        new Study(
            values.text("name"),
            values.text("question"),
            values.text("source"),
            values.number("seed"),
            values.count("repetitions"),
            values.has("precision") ? precision(values) : null,
            members.stream().map(this::member).toList(),
            values.<Values>list("compare").stream().map(this::contrast).toList(),
            values.<Values>list("trade-offs").stream().map(this::trade).toList(),
            values.<Values>list("scaling").stream().map(this::growth).toList(),
            values.<Values>list("published").stream().map(this::published).toList(),
            values.<Values>list("claims").stream().map(this::claim).toList(),
            folder);
    sameFileTwice(members);
    problems.throwIfAny(file.toString());
    return study;
  }

  private double precision(Values values) {
    String text = values.text("precision").strip();
    OptionalDouble share = Quantity.share(text);
    if (share.isEmpty()) {
      problems.add(
          values.place("precision"),
          "precision: '" + text + "' is not a share between 0% and 100%",
          "Write for example 25%.");
    }
    return share.orElse(Double.NaN);
  }

  private Study.StudyMember member(Values values) {
    Path file = Path.of(values.text("file"));
    Path name = file.getFileName();
    if (!folder.equals(file.getParent()) || name == null) {
      problems.add(
          values.place("file"),
          "an experiment of a study lies in the study's folder",
          "Copy the file to " + folder + " and write its name alone.");
    }
    scenarios.add(values.text("scenario"));
    return new Study.StudyMember(String.valueOf(name), values.text("scenario"));
  }

  private void sameFileTwice(List<Values> members) {
    Set<String> seen = new HashSet<>();
    for (Values member : members) {
      if (!seen.add(member.text("file"))) {
        problems.add(
            member.place("file"),
            "this file is in the study already",
            "Name each file once; repetitions: repeats all of them.");
      }
    }
  }

  private Study.Contrast contrast(Values values) {
    String between = values.text("between");
    String part = PARTS_AS_KEYS.getOrDefault(between, between);
    if (!Study.PARTS.contains(part)) {
      ComparableKeys.check(between, values.place("between"), engines, problems);
    }
    return new Study.Contrast(values.text("metric"), part);
  }

  private Study.Trade trade(Values values) {
    String metric = values.text("metric");
    String against = values.text("against");
    if (metric.equals(against)) {
      problems.add(
          values.place("against"),
          "a trade-off is between two metrics; both are " + metric,
          "Name what it costs, baseline.latency.p95 for example.");
    }
    for (String key : List.of("metric", "against")) {
      Metrics.find(values.text(key))
          .filter(known -> known.better() == Metrics.Better.NEITHER)
          .ifPresent(
              known ->
                  problems.add(
                      values.place(key),
                      key + ": of " + known.name() + " neither more nor less is better",
                      "Name a metric of which one can have too much."));
    }
    return new Study.Trade(metric, against, values.text("between"));
  }

  private Study.Growth growth(Values values) {
    String over = values.text("over");
    if (PARTS_AS_KEYS.containsKey(over) || Study.PARTS.contains(over)) {
      problems.add(
          values.place("over"),
          "over: " + over + " is no number",
          "Name a key that is one, such as engine.workers.");
    } else {
      ComparableKeys.checkNumber(over, values.place("over"), engines, problems);
    }
    Metrics.find(values.text("metric"))
        .filter(known -> known.better() != Metrics.Better.HIGHER)
        .ifPresent(
            known ->
                problems.add(
                    values.place("metric"),
                    "metric: " + known.name() + " is no rate of which more is better",
                    "Name one, such as backlog.rate; compare: draws others over a number."));
    return new Study.Growth(values.text("metric"), over);
  }

  private Study.PublishedValue published(Values values) {
    String written = values.text("metric");
    int dot = written.lastIndexOf('.');
    String statistic = dot < 0 ? "" : written.substring(dot + 1);
    String name = dot < 0 ? written : written.substring(0, dot);
    Optional<Metric> metric = Metrics.find(name);
    if (metric.isEmpty()) {
      problems.add(
          values.place("metric"),
          "unknown metric '" + name + "'",
          Suggestion.remedy(name, Metrics.all().stream().map(Metric::name).toList()));
    } else if (!Study.STATISTICS.contains(statistic)) {
      problems.add(
          values.place("metric"),
          "metric: '" + written + "' does not say how its values were put together",
          "Write " + name + ".mean, .median, .min or .max.");
    }
    double value = metric.map(known -> amount(values, "value", known.unit())).orElse(Double.NaN);
    return new Study.PublishedValue(
        name, statistic, side(values), value, values.text("value"), values.text("where"));
  }

  private Study.Claim claim(Values values) {
    List<String> amounts = Stream.of("by", "times", "below", "above").filter(values::has).toList();
    if (amounts.size() > 1) {
      problems.add(
          values.place(amounts.get(1)),
          amounts.get(0) + " and " + amounts.get(1) + " make two claims",
          "Write a claim for each.");
    }
    Metric metric = Metrics.find(values.text("metric")).orElseThrow();
    CellSelector less = side(values, "less");
    CellSelector than = side(values, "than");
    if (values.has("below")) {
      than = less;
    } else if (values.has("above")) {
      less = than;
    } else if (less.equals(than) && values.has("less") && values.has("than")) {
      problems.add(
          values.place("than"),
          "both sides of this claim are the same cells",
          "Let less and than differ in scenario, engine, version, profile, or in what is with"
              + " them.");
    }
    return new Study.Claim(
        values.text("claim"),
        values.text("reading"),
        values.text("where"),
        metric.name(),
        less,
        than,
        values.has("by") ? by(values, metric) : null,
        values.has("times") ? times(values, metric) : null,
        bounds(values, metric));
  }

  /** A side of a claim: both of one without a bound, else the one that the bound is of. */
  private CellSelector side(Values values, String key) {
    String bound = values.has("below") ? "below" : values.has("above") ? "above" : "";
    boolean wanted = bound.isEmpty() || key.equals(bound.equals("below") ? "less" : "than");
    if (wanted && !values.has(key)) {
      problems.add(
          values.place(), "this claim has no " + key, "Add " + key + ": { engine: flink }");
    } else if (!wanted && values.has(key)) {
      problems.add(
          values.place(key),
          "a claim that cells are " + bound + " something has no " + key,
          "Remove it.");
    }
    return values.has(key) ? side(values.section(key)) : new CellSelector("", "", "", "");
  }

  private double by(Values values, Metric metric) {
    double by = amount(values, "by", metric.unit());
    if (by <= 0) {
      problems.add(
          values.place("by"),
          "by: how much more is claimed is above 0",
          "Leave it out for any amount, or exchange less and than.");
    }
    return by;
  }

  private @Nullable BoundedValue times(Values values, Metric metric) {
    Values times = values.section("times");
    double from = times.has("from") ? times.decimal("from") : 0;
    double to = times.has("to") ? times.decimal("to") : Double.POSITIVE_INFINITY;
    if (metric.mayBeZero()) {
      problems.add(
          values.place("times"),
          "times: " + metric.name() + " may be 0, and nothing is so many times as much as 0",
          "Leave it out for any amount, or write by.");
    } else if (from > to || (from == 0 && Double.isInfinite(to))) {
      problems.add(
          values.place("times"),
          "times: no factor is claimed by it",
          "Write for example { from: 2 } or { from: 3, to: 10 }.");
    }
    return from > to ? null : new BoundedValue(from, to);
  }

  private @Nullable BoundedValue bounds(Values values, Metric metric) {
    boolean below = values.has("below");
    if (!below && !values.has("above")) {
      return null;
    }
    double bound = amount(values, below ? "below" : "above", metric.unit());
    if (Double.isNaN(bound)) {
      return null;
    }
    return below
        ? new BoundedValue(Double.NEGATIVE_INFINITY, bound)
        : new BoundedValue(bound, Double.POSITIVE_INFINITY);
  }

  private CellSelector side(Values values) {
    String scenario = values.text("scenario");
    if (!scenario.isEmpty() && !scenarios.contains(scenario)) {
      problems.add(
          values.place("scenario"),
          "no experiment of this study has the scenario '" + scenario + "'",
          Suggestion.remedy(scenario, scenarios));
    }
    Map<String, String> parts = new HashMap<>();
    Study.PARTS.forEach(part -> parts.put(part, values.text(part)));
    Map<String, String> with = new TreeMap<>();
    values
        .settings("with")
        .forEach(
            (key, value) -> {
              ComparableKeys.check(key, values.place("with"), engines, problems);
              String part = PARTS_AS_KEYS.get(key);
              if (part == null) {
                with.put(key, ComparableKeys.inOneForm(key, value, engines));
              } else {
                parts.put(part, value);
              }
            });
    return new CellSelector(
        scenario,
        parts.getOrDefault("engine", ""),
        parts.getOrDefault("version", ""),
        parts.getOrDefault("profile", ""),
        with);
  }

  /** A value with its unit, in the metric's base unit. */
  private double amount(Values values, String key, Unit unit) {
    String text = values.text(key);
    try {
      return number(text, unit);
    } catch (Quantity.Malformed e) {
      problems.add(values.place(key), key + ": " + e.getMessage(), e.remedy());
      return Double.NaN;
    }
  }

  private static double number(String text, Unit unit) throws Quantity.Malformed {
    try {
      double number =
          switch (unit) {
            case MILLIS -> Quantity.duration(text).toMillis();
            case RECORDS_PER_SECOND -> Quantity.rate(text).perSecond();
            case BYTES -> Quantity.bytes(text).count();
            case BYTES_PER_SECOND -> Quantity.bytes(text.replaceFirst("/s$", "")).count();
            case COUNT, RATIO, CORES, CPU_SECONDS -> Double.parseDouble(text);
          };
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new Quantity.Malformed("'" + text + "' is not a number", "Write for example 100000.");
  }
}
