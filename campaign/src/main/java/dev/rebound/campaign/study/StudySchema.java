package dev.rebound.campaign.study;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.lab.experiment.ItemsType;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.experiment.Section;
import dev.rebound.lab.experiment.SettingsType;
import java.util.ArrayList;
import java.util.List;

/** Every key of a study file, once: reading, "did you mean" and the JSON schema follow from it. */
public final class StudySchema {
  private static final String NAME_FORM = "[A-Za-z0-9][A-Za-z0-9._=-]*";
  private static final double TIMES_MAX = 1_000_000;

  private StudySchema() {}

  /** The JSON schema (draft 2020-12) of study files, for editors. */
  public static String json() {
    return JsonFile.text(
        section()
            .json(
                "urn:rebound:study",
                "Rebound study",
                "Experiments that answer one question together."));
  }

  static Section section() {
    return new Section(
        List.of(
            Option.required(
                "name",
                ScalarType.pattern(
                        "a name", NAME_FORM, "Use letters, digits, dot, dash and underscore.")
                    .alone(),
                "Names the folder under runs/.",
                "thesis"),
            text("question", "What the study is to answer.", "How fast are both back?"),
            text("source", "The publication that figures and claims come from.", "Madisson 2024"),
            Option.of(
                "seed",
                ScalarType.count(0, Long.MAX_VALUE).alone(),
                "1",
                "Decides the order of runs within each block.",
                "1"),
            Option.of(
                "repetitions",
                ScalarType.count(1, 1000).alone(),
                "1",
                "How many blocks, each with one run of every cell and its control; the experiments'"
                    + " own number is not used.",
                "3"),
            Option.optional(
                "precision",
                ScalarType.text().alone(),
                "How far a cell's interval may reach to each side, as a share of its figure: the"
                    + " first block then decides how many blocks there are, and repetitions does"
                    + " not.",
                "25%"),
            Option.required(
                "experiments",
                new ItemsType(member()),
                "The experiment files, in the study's folder.",
                "[{ file: kill.yaml, scenario: kill 2 of 8 }]"),
            Option.of(
                "compare",
                new ItemsType(contrast()),
                "[]",
                "The comparisons wanted.",
                "[{ metric: recovery, between: engine }]"),
            Option.of(
                "trade-offs",
                new ItemsType(tradeOff()),
                "[]",
                "What cells pay in one metric for another, to be drawn.",
                "[{ metric: recovery, against: baseline.latency.p95 }]"),
            Option.of(
                "scaling",
                new ItemsType(growth()),
                "[]",
                "The numbers over which rates are to be followed: speed-up, efficiency, and the"
                    + " Universal Scalability Law, fitted.",
                "[{ metric: backlog.rate, over: engine.workers }]"),
            Option.of(
                "published",
                new ItemsType(published()),
                "[]",
                "Published figures to print beside the measured ones.",
                "[{ metric: recovery.mean, engine: flink, value: 113s }]"),
            Option.of(
                "claims",
                new ItemsType(claim()),
                "[]",
                "Claims to be held against the measured figures.",
                "[{ claim: Flink is faster, metric: recovery, less: { engine: flink }, than: {"
                    + " engine: kafka-streams } }]")));
  }

  private static Option text(String key, String meaning, String example) {
    return Option.of(key, ScalarType.text().alone(), "''", meaning, example);
  }

  private static Section member() {
    return new Section(
        List.of(
            Option.required(
                "file",
                ScalarType.file().alone(),
                "An experiment file; it may be a matrix.",
                "kill-2-of-8.yaml"),
            Option.required(
                "scenario",
                ScalarType.text().alone(),
                "What is done to the engine: runs of the same scenario are compared.",
                "kill 2 of 8")));
  }

  private static Section contrast() {
    return new Section(
        List.of(
            Option.required("metric", metric(), "What is compared, by its median.", "recovery"),
            Option.required(
                "between",
                ScalarType.text().alone(),
                "In what the two sides differ, all else being equal: engine, version, profile,"
                    + " scenario, or any key of experiment files, such as engine.workers.",
                "engine")));
  }

  private static Section tradeOff() {
    return new Section(
        List.of(
            Option.required("metric", metric(), "What is wanted.", "recovery"),
            Option.required("against", metric(), "What it costs.", "baseline.latency.p95"),
            Option.of(
                "between",
                ScalarType.choice("difference", List.of("", "scenario")).alone(),
                "''",
                "With scenario, what it costs is told by another scenario with the same settings,"
                    + " loads aside, as no run flat out tells its latency; study.svg then has it"
                    + " as a line for each engine and guarantee.",
                "scenario")));
  }

  private static Section growth() {
    return new Section(
        List.of(
            Option.required("metric", metric(), "A rate, of which more is better.", "backlog.rate"),
            Option.required(
                "over",
                ScalarType.text().alone(),
                "A key of experiment files that is a number, such as engine.workers or"
                    + " cores.subject; cells that agree in all else are a line. Over cores.subject"
                    + " cores.rig may differ, too.",
                "engine.workers")));
  }

  private static Section published() {
    List<Option> options = new ArrayList<>();
    options.add(
        Option.required(
            "metric",
            ScalarType.text().alone(),
            "A metric and how its values were put together: mean, median, min or max.",
            "recovery.mean"));
    options.addAll(side());
    options.add(
        Option.required(
            "value", ScalarType.text().alone(), "The figure, in a unit of the metric.", "113s"));
    options.add(text("where", "Where the publication says so.", "table 4"));
    return new Section(options);
  }

  private static Section claim() {
    return new Section(
        List.of(
            Option.required(
                "claim",
                ScalarType.text().alone(),
                "What the publication says.",
                "Flink recovers faster"),
            text("reading", "How it is made testable, where that is not plain.", "first output"),
            text("where", "Where the publication says so.", "section 4.4"),
            Option.required("metric", metric(), "What is held against each other.", "recovery"),
            Option.optional(
                "less",
                new Section(side()),
                "The cells that are said to have less.",
                "{ engine: flink }"),
            Option.optional(
                "than",
                new Section(side()),
                "The cells that are said to have more.",
                "{ engine: kafka-streams }"),
            Option.optional(
                "by",
                ScalarType.text().alone(),
                "How much more is claimed; any amount if absent.",
                "10s"),
            Option.optional(
                "times",
                times(),
                "How many times as much is claimed, in place of by.",
                "{ from: 2 }"),
            Option.optional(
                "below",
                ScalarType.text().alone(),
                "What the cells that have less are said to be below; there is no than then.",
                "200ms"),
            Option.optional(
                "above",
                ScalarType.text().alone(),
                "What the cells that have more are said to be above; there is no less then.",
                "350s")));
  }

  private static Section times() {
    return new Section(
        List.of(
            Option.optional(
                "from", ScalarType.decimal(0, TIMES_MAX).alone(), "At least so many times.", "3"),
            Option.optional(
                "to", ScalarType.decimal(0, TIMES_MAX).alone(), "At most so many times.", "10")));
  }

  private static ScalarType metric() {
    return ScalarType.choice("metric", Metrics.all().stream().map(Metrics.Metric::name).toList())
        .alone();
  }

  /** The parts of a cell; those that are absent mean any. */
  private static List<Option> side() {
    return List.of(
        text("scenario", "Cells of this scenario only.", "kill 2 of 8"),
        text("engine", "Cells of this engine only.", "flink"),
        text("version", "Cells of this version only.", "2.3.0"),
        text("profile", "Cells of this profile only.", "quick"),
        Option.of(
            "with",
            new SettingsType(),
            "{}",
            "Cells with these settings only, by the keys of experiment files.",
            "{ engine.workers: 4 }"));
  }
}
