package dev.rebound.campaign.study;

import static dev.rebound.lab.experiment.ScalarType.choice;
import static dev.rebound.lab.experiment.ScalarType.count;
import static dev.rebound.lab.experiment.ScalarType.decimal;
import static dev.rebound.lab.experiment.ScalarType.file;
import static dev.rebound.lab.experiment.ScalarType.pattern;

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
    return Section.of(
        Option.required(
                "name",
                pattern("a name", NAME_FORM, "Use letters, digits, dot, dash and underscore.")
                    .alone(),
                "thesis")
            .meaning("Names the folder under runs/."),
        text("question", "What the study is to answer.", "How fast are both back?"),
        text("source", "The publication that figures and claims come from.", "Madisson 2024"),
        Option.of("seed", count(0, Long.MAX_VALUE).alone(), "1")
            .meaning("Decides the order of runs within each block."),
        Option.of("repetitions", count(1, 1000).alone(), "1", "3")
            .meaning(
                "How many blocks, each with one run of every cell and its control; the experiments'"
                    + " own number is not used."),
        Option.optional("precision", ScalarType.text().alone(), "25%")
            .meaning(
                "How far a cell's interval may reach to each side, as a share of its figure: the"
                    + " first block then decides how many blocks there are, and repetitions does"
                    + " not."),
        Option.required(
                "experiments",
                new ItemsType(member()),
                "[{ file: kill.yaml, scenario: kill 2 of 8 }]")
            .meaning("The experiment files, in the study's folder."),
        Option.of(
                "compare",
                new ItemsType(contrast()),
                "[]",
                "[{ metric: recovery, between: engine }]")
            .meaning("The comparisons wanted."),
        Option.of(
                "trade-offs",
                new ItemsType(tradeOff()),
                "[]",
                "[{ metric: recovery, against: baseline.latency.p95 }]")
            .meaning("What cells pay in one metric for another, to be drawn."),
        Option.of(
                "scaling",
                new ItemsType(growth()),
                "[]",
                "[{ metric: backlog.rate, over: engine.workers }]")
            .meaning(
                "The numbers over which rates are to be followed: speed-up, efficiency, and the"
                    + " Universal Scalability Law, fitted."),
        Option.of(
                "published",
                new ItemsType(published()),
                "[]",
                "[{ metric: recovery.mean, engine: flink, value: 113s }]")
            .meaning("Published figures to print beside the measured ones."),
        Option.of(
                "claims",
                new ItemsType(claim()),
                "[]",
                "[{ claim: Flink is faster, metric: recovery, less: { engine: flink }, than: {"
                    + " engine: kafka-streams } }]")
            .meaning("Claims to be held against the measured figures."));
  }

  private static Option text(String key, String meaning, String example) {
    return Option.of(key, ScalarType.text().alone(), "''", example).meaning(meaning);
  }

  private static Section member() {
    return Section.of(
        Option.required("file", file().alone(), "kill-2-of-8.yaml")
            .meaning("An experiment file; it may be a matrix."),
        Option.required("scenario", ScalarType.text().alone(), "kill 2 of 8")
            .meaning("What is done to the engine: runs of the same scenario are compared."));
  }

  private static Section contrast() {
    return Section.of(
        Option.required("metric", metric(), "recovery").meaning("What is compared, by its median."),
        Option.required("between", ScalarType.text().alone(), "engine")
            .meaning(
                "In what the two sides differ, all else being equal: engine, version, profile,"
                    + " scenario, or any key of experiment files, such as engine.workers."));
  }

  private static Section tradeOff() {
    return Section.of(
        Option.required("metric", metric(), "recovery").meaning("What is wanted."),
        Option.required("against", metric(), "baseline.latency.p95").meaning("What it costs."),
        Option.of(
                "between", choice("difference", List.of("", "scenario")).alone(), "''", "scenario")
            .meaning(
                "With scenario, what it costs is told by another scenario with the same settings,"
                    + " loads aside, as no run flat out tells its latency; study.svg then has it"
                    + " as a line for each engine and guarantee."));
  }

  private static Section growth() {
    return Section.of(
        Option.required("metric", metric(), "backlog.rate")
            .meaning("A rate, of which more is better."),
        Option.required("over", ScalarType.text().alone(), "engine.workers")
            .meaning(
                "A key of experiment files that is a number, such as engine.workers or"
                    + " cores.subject; cells that agree in all else are a line. Over cores.subject"
                    + " cores.rig may differ, too."));
  }

  private static Section published() {
    List<Option> options = new ArrayList<>();
    options.add(
        Option.required("metric", ScalarType.text().alone(), "recovery.mean")
            .meaning("A metric and how its values were put together: mean, median, min or max."));
    options.addAll(side());
    options.add(
        Option.required("value", ScalarType.text().alone(), "113s")
            .meaning("The figure, in a unit of the metric."));
    options.add(text("where", "Where the publication says so.", "table 4"));
    return new Section(options);
  }

  private static Section claim() {
    return Section.of(
        Option.required("claim", ScalarType.text().alone(), "Flink recovers faster")
            .meaning("What the publication says."),
        text("reading", "How it is made testable, where that is not plain.", "first output"),
        text("where", "Where the publication says so.", "section 4.4"),
        Option.required("metric", metric(), "recovery").meaning("What is held against each other."),
        Option.optional("less", new Section(side()), "{ engine: flink }")
            .meaning("The cells that are said to have less."),
        Option.optional("than", new Section(side()), "{ engine: kafka-streams }")
            .meaning("The cells that are said to have more."),
        Option.optional("by", ScalarType.text().alone(), "10s")
            .meaning("How much more is claimed; any amount if absent."),
        Option.optional("times", times(), "{ from: 2 }")
            .meaning("How many times as much is claimed, in place of by."),
        Option.optional("below", ScalarType.text().alone(), "200ms")
            .meaning("What the cells that have less are said to be below; there is no than then."),
        Option.optional("above", ScalarType.text().alone(), "350s")
            .meaning("What the cells that have more are said to be above; there is no less then."));
  }

  private static Section times() {
    return Section.of(
        Option.optional("from", decimal(0, TIMES_MAX).alone(), "3")
            .meaning("At least so many times."),
        Option.optional("to", decimal(0, TIMES_MAX).alone(), "10")
            .meaning("At most so many times."));
  }

  private static ScalarType metric() {
    return choice("metric", Metrics.all().stream().map(Metrics.Metric::name).toList()).alone();
  }

  /** The parts of a cell; those that are absent mean any. */
  private static List<Option> side() {
    return List.of(
        text("scenario", "Cells of this scenario only.", "kill 2 of 8"),
        text("engine", "Cells of this engine only.", "flink"),
        text("version", "Cells of this version only.", "2.3.0"),
        text("profile", "Cells of this profile only.", "quick"),
        Option.of("with", new SettingsType(), "{}", "{ engine.workers: 4 }")
            .meaning("Cells with these settings only, by the keys of experiment files."));
  }
}
