package dev.rebound.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.Scaling;
import dev.rebound.analysis.compare.Scaling.ScalingLaw;
import dev.rebound.analysis.compare.Scaling.ScalingLine;
import dev.rebound.analysis.compare.Scaling.ScalingPoint;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study of one to eight workers: what was measured, and apart from it what a model says. */
class ScalingStudyTest {
  @TempDir Path folder;

  private final Random random = new Random(3);

  private ComparedRun run(String engine, int workers, String cores, int block, double rate) {
    Results results =
        Results.of("grep-" + engine + workers + cores + block, engine, "1")
            .guarantee("none")
            .profile("tuned")
            .verdict(Verdict.PASS)
            .metrics(Map.of("backlog.rate", rate * (1 + 0.02 * random.nextGaussian())))
            .build();
    return new ComparedRun(
            Path.of("runs", results.name()),
            "grep",
            results,
            block,
            "",
            Map.of(
                "engine.workers",
                Integer.toString(workers),
                "cores.subject",
                cores,
                "cores.rig",
                cores.equals("1") ? "1" : "0"),
            Map.of(),
            "",
            "",
            null,
            Map.of(),
            Map.of(),
            ComparedRun.Made.UNKNOWN,
            SubjectMeans.UNKNOWN)
        .made(new ComparedRun.Made(block, 0, 60));
  }

  private static double law(int number, double sigma, double kappa) {
    return 90_000.0 * number / (1 + sigma * (number - 1) + kappa * number * (number - 1));
  }

  Comparison compared() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int block = 1; block <= 3; block++) {
      for (int workers : new int[] {1, 2, 4, 8}) {
        runs.add(run("flink", workers, "2", block, law(workers, 0.05, 0.03)));
        runs.add(run("storm", workers, "2", block, law(workers, 0, 0)));
        runs.add(run("flink", workers, "1", block, 80_000));
      }
    }
    ComparisonRequest brief =
        new ComparisonRequest(
            "scaling",
            "",
            "",
            "",
            List.of(),
            List.of(),
            List.of(
                new Study.Growth("backlog.rate", "engine.workers"),
                new Study.Growth("backlog.rate", "cores.subject")),
            List.of(),
            List.of());
    return new Comparer().compare(runs, brief, List.of());
  }

  @Test
  void aDocumentTellsWhatWasMeasuredAndApartFromItWhatAModelSays() {
    String text = String.join("\n", ComparisonMarkdown.lines(compared()));

    assertThat(text)
        .contains(
            "| | engine.workers | rate of a backlog | speed-up | efficiency |",
            "|  | 8 | ",
            "- grep, Flink, tuned, cores.rig 0, cores.subject 2: Model: λ ",
            "; within blocks. Not measured, the model says ",
            " at 16 and ",
            " at 32.",
            "grep, Flink, tuned, cores.rig 0, cores.subject 2; grep, Storm, tuned: At each: brokers, instruments and the lab run on the engine's cores, too",
            "- No law is fitted: 2 numbers",
            ScalingWords.MODEL)
        .doesNotContain("NaN", "Infinity", "∞");
    assertThat(text.lines().filter(line -> line.startsWith("- grep, Storm")))
        .singleElement()
        .asString()
        .contains("σ and κ may both be 0", "peak: none");
    assertThat(text.lines().filter(line -> line.contains("more workers than the engine has cores")))
        .as("told apart by how many cores there are")
        .hasSize(2);
  }

  @Test
  void aTerminalHasTheSame() {
    assertThat(String.join("\n", ComparisonText.lines(compared())))
        .contains("Rate of a backlog over engine.workers", "efficiency", "Not measured, the model")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aPictureSetsTheModelApart() throws Exception {
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(compared(), file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    String svg = Files.readString(file);

    assertThat(svg)
        .contains(
            ">Grep: Rate of a backlog over engine.workers<",
            ">Grep: Rate of a backlog over cores.subject<",
            ">a model, not measured →<",
            ">32<")
        .doesNotContain("NaN", "Infinity");
    assertThat(svg.split("a model, not measured", -1)).as("of ratios there is none").hasSize(2);
    ComparisonFiles.pictures(compared(), folder);
    assertThat(folder.resolve("backlog.rate-scaling-over-engine.workers-grep.svg")).exists();
  }

  @Test
  void aPageHasAPictureAndATable() throws IOException {
    String data = new StudyData(compared(), Path.of(".")).json();
    JsonNode rows = new ObjectMapper().readTree(data).at("/scalings/0/rows");

    assertThat(rows).hasSize(12);
    assertThat(rows.at("/0/words/2").asText()).isEqualTo("1");
    assertThat(StudyPicture.ofPage(compared()))
        .contains("id=\"drawn-" + rows.at("/0/picture").asText() + "\"", "data-hint=")
        .as("the law, within what was measured and beyond, with its bounds")
        .contains(" figure dashed\"", " bounds\"", "beyond what was measured")
        .doesNotContain("Infinity", "NaN");
    assertThat(data).doesNotContain("Infinity", "NaN");
  }

  @Test
  void theLawIsAmongTheFilesForPrograms() throws IOException {
    ComparisonFiles.json(compared(), folder.resolve("comparison.json"));
    JsonNode fit =
        new ObjectMapper()
            .readTree(folder.resolve("comparison.json").toFile())
            .at("/scalings/0/lines/0/fit");
    assertThat(fit.at("/kappa/value/low").asDouble()).isBetween(0.01, 0.05);
    assertThat(fit.at("/predictions")).hasSize(2);
  }

  private static Estimate exact(double value) {
    return new Estimate(BoundedValue.of(value), BoundedValue.of(value), 3, 3, "");
  }

  @Test
  void aRatioThatIsTheSameInAllBlocksIsToldAsItIs() {
    ScalingLine line =
        new ScalingLine(
            "grep",
            "grep",
            List.of(
                new ScalingPoint(1, exact(1000), exact(1), exact(1)),
                new ScalingPoint(2, exact(1500), exact(1.5), exact(0.75))),
            null,
            "2 numbers",
            List.of());
    assertThat(row(line, 0)).endsWith("1", "100 %");
    assertThat(row(line, 1)).endsWith("1.50 [1.50 to 1.50]", "75 % [75 % to 75 %]");
  }

  private static List<String> row(ScalingLine line, int number) {
    Scaling scaling = new Scaling("engine.workers", "backlog.rate", List.of(line));
    return ScalingWords.columns(scaling).stream()
        .map(column -> column.words().apply(ScalingWords.steps(scaling).get(number)))
        .toList();
  }

  private static String said(int least, boolean blocks, @Nullable BoundedValue interval) {
    Estimate figure =
        new Estimate(BoundedValue.of(0.1), interval, 3, 3, interval == null ? "few" : "");
    ScalingPoint point = new ScalingPoint(least, exact(1000), exact(1), exact(1));
    ScalingLaw law =
        new ScalingLaw(blocks, figure, figure, figure, figure, false, List.of(), List.of());
    return String.join(
        "\n",
        ScalingWords.said(
            new Scaling(
                "engine.workers",
                "backlog.rate",
                List.of(new ScalingLine("grep", "grep", List.of(point), law, "", List.of())))));
  }

  @Test
  void whatIsNotMeasuredOrTakenForGrantedIsSaid() {
    BoundedValue interval = new BoundedValue(0.05, 0.2);
    assertThat(said(1, true, interval))
        .contains("; within blocks.")
        .doesNotContain("λ (not measured)", "independent");
    assertThat(said(8, true, interval)).contains("λ (not measured) ");
    assertThat(said(1, false, interval))
        .contains("; runs of no known block, taken to be independent.");
    assertThat(said(1, false, null)).doesNotContain("independent").contains("no intervals (few)");
  }
}
