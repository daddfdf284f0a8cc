package dev.rebound.report.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** JUnit XML, Markdown and JSON of made-up runs, whose names carry what must be escaped. */
class PipelineFilesTest {
  private static final String NAME = "kill <&\"'> | *one* \u0007 `two`";

  @TempDir Path folder;

  @Test
  void eachRunIsATestSuiteAndEachExpectationATestCase() throws Exception {
    PipelineSummary ran =
        ran(
            run(
                Verdict.FAIL,
                expectation("lost", Verdict.FAIL),
                expectation("recovery.max", Verdict.UNKNOWN)),
            run(Verdict.PASS, expectation("lost", Verdict.PASS)));
    Element root = parse(JUnitXml.text(ran));
    assertThat(root.getTagName()).isEqualTo("testsuites");
    assertThat(root.getAttribute("tests")).isEqualTo("5");
    assertThat(root.getAttribute("failures")).isEqualTo("1");
    assertThat(root.getAttribute("errors")).isEqualTo("1");
    List<Element> suites = elements(root, "testsuite");
    assertThat(suites).hasSize(2);
    assertThat(suites.get(0).getAttribute("name"))
        .as("what XML has no character for is replaced")
        .isEqualTo(NAME.replace('\u0007', '\uFFFD') + " (flink 2.3.0)");
    assertThat(suites.get(1).getAttribute("name")).endsWith("(flink 2.3.0) run 2");
    List<Element> cases = elements(suites.get(0), "testcase");
    assertThat(cases)
        .extracting(one -> one.getAttribute("name"))
        .containsExactly("run", "lost < 1", "recovery.max < 1");
    Element failure = elements(cases.get(1), "failure").get(0);
    assertThat(failure.getAttribute("message")).isEqualTo("observed 3");
    assertThat(failure.getTextContent()).isEqualTo("because <of> ]]> \"that\"");
    assertThat(elements(cases.get(2), "error").get(0).getAttribute("message"))
        .startsWith("unknown: because");
    assertThat(elements(cases.get(0), "error")).as("the run itself was in order").isEmpty();
  }

  @Test
  void whatNobodyLookedAtIsSkipped() throws Exception {
    Results.Audit audit =
        new Results.Audit(
            "read-committed",
            true,
            9,
            9,
            9,
            List.of(
                new Results.Finding(FindingKind.DIVERGED, 0, false, Map.of(), List.of(), Map.of())),
            null,
            List.of(
                new Results.Unlooked(
                    "content", "what outputs say", FindingKind.DIVERGED, "Write same.")));
    PipelineSummary ran =
        ran(
            run(Verdict.PASS, expectation("lost", Verdict.PASS)).toBuilder()
                .audits(List.of(audit))
                .build());
    Element suite = elements(parse(JUnitXml.text(ran)), "testsuite").get(0);
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("0");
    assertThat(elements(suite, "skipped").get(0).getAttribute("message"))
        .isEqualTo("not judged: what outputs say. Write same.");
    assertThat(MarkdownSummary.text(ran))
        .contains("| – | diverged | | 0 | not judged: what outputs say. Write same. |");
    JsonNode first = new ObjectMapper().readTree(RunsJson.text(ran)).path("runs").path(0);
    assertThat(first.path("verdict").asText()).isEqualTo("pass");
    assertThat(first.path("notJudged").path(0).path("metric").asText()).isEqualTo("diverged");
  }

  @Test
  void aRunThatProvesNothingIsAnErrorThoughEveryExpectationHeld() throws Exception {
    Results results =
        results(
            Verdict.UNKNOWN,
            Map.of(Doubt.EVERYTHING, "the run was interrupted"),
            expectation("lost", Verdict.PASS));
    PipelineSummary ran =
        new PipelineSummary(
            Verdict.UNKNOWN,
            70,
            true,
            List.of(new PipelineSummary.RunWithResults(results, folder)),
            List.of(
                new PipelineSummary.RunWithoutResults(
                    "other", ReboundException.environment("no <room>", "Make some."))),
            List.of());
    Element root = parse(JUnitXml.text(ran));
    List<Element> suites = elements(root, "testsuite");
    assertThat(elements(suites.get(0), "error").get(0).getAttribute("message"))
        .isEqualTo("the run was interrupted");
    assertThat(elements(suites.get(1), "error").get(0).getAttribute("message"))
        .isEqualTo("no <room> (Make some.)");
    assertThat(MarkdownSummary.text(ran)).contains("Not carried out: other", "no &lt;room&gt;");
    JsonNode json = new ObjectMapper().readTree(RunsJson.text(ran));
    assertThat(json.path("interrupted").asBoolean()).isTrue();
    assertThat(json.path("runs").get(0).path("unjudged").path("*").asText())
        .as("figures are not told without what puts them in doubt")
        .isEqualTo("the run was interrupted");
    assertThat(json.path("failures").get(0).path("problem").asText()).isEqualTo("no <room>");
  }

  @Test
  void aRunWhoseControlDidNotPassIsNoPass() throws Exception {
    Results results =
        results(Verdict.PASS, Map.of(), expectation("lost", Verdict.PASS)).toBuilder()
            .warnings(
                List.of(
                    new Results.RigDoubt(
                        Doubt.CONTROL_IN_DOUBT, "fail in lost", "See the control's report.")))
            .build();
    PipelineSummary.RunWithResults run =
        new PipelineSummary.RunWithResults(results, folder, Optional.of(folder), Verdict.UNKNOWN);
    PipelineSummary ran =
        new PipelineSummary(Verdict.UNKNOWN, 2, false, List.of(run), List.of(), List.of());
    Element root = parse(JUnitXml.text(ran));
    assertThat(root.getAttribute("errors")).isEqualTo("1");
    assertThat(elements(root, "error").get(0).getAttribute("message")).isEqualTo("fail in lost");
    assertThat(MarkdownSummary.text(ran)).contains("### ❔ UNKNOWN: ").doesNotContain("✅ PASS");
    assertThat(new ObjectMapper().readTree(RunsJson.text(ran)).at("/runs/0/withControl").asText())
        .isEqualTo("unknown");
  }

  @Test
  void runsThatAreMissingBecauseItWasStoppedAreAnError() throws Exception {
    PipelineSummary.RunWithResults first =
        new PipelineSummary.RunWithResults(
            run(Verdict.PASS, expectation("lost", Verdict.PASS)), folder);
    PipelineSummary ran =
        new PipelineSummary(Verdict.UNKNOWN, 130, true, List.of(first), List.of(), List.of());
    Element root = parse(JUnitXml.text(ran));
    assertThat(root.getAttribute("errors")).isEqualTo("1");
    assertThat(elements(root, "error").get(0).getAttribute("message"))
        .isEqualTo("it was stopped: runs may be missing");
  }

  @Test
  void whatBecameOfABaselineIsASuiteOfItsOwn() throws Exception {
    PipelineSummary ran =
        new PipelineSummary(
            Verdict.FAIL,
            1,
            false,
            List.of(),
            List.of(),
            List.of(
                held("one", Regression.RegressionOutcome.SLOWER),
                held("two", Regression.RegressionOutcome.NOT_SLOWER),
                held("three", Regression.RegressionOutcome.NOT_COMPARABLE),
                held("four", Regression.RegressionOutcome.UNKNOWN)));
    Element suite = elements(parse(JUnitXml.text(ran)), "testsuite").get(0);
    assertThat(
            suite.getAttribute("tests")
                + suite.getAttribute("failures")
                + suite.getAttribute("errors"))
        .isEqualTo("412");
    assertThat(MarkdownSummary.text(ran))
        .contains("- ❌ one is", "- ✅ two is", "- ❔ three is", "- ❔ four is");
    JsonNode against = new ObjectMapper().readTree(RunsJson.text(ran)).path("against");
    assertThat(against.findValuesAsText("outcome"))
        .containsExactly("slower", "not slower", "not comparable", "unknown");
  }

  @Test
  void markdownEscapesWhatMeansSomethingThere() {
    String text = MarkdownSummary.text(ran(run(Verdict.FAIL, expectation("lost", Verdict.FAIL))));
    assertThat(text)
        .contains("### ❌ FAIL: kill &lt;&amp;\"'&gt; \\| \\*one\\* ", "\\`two\\` (flink 2.3.0, ")
        .contains("| ❌ | lost | 3 | &lt; 1 | because &lt;of&gt; \\]\\]&gt; \"that\" |")
        .contains("| 1: kill worker-1 | 900 ms | 1.5 s |");
    assertThat(text.lines().filter(line -> line.startsWith("|")))
        .allSatisfy(
            line ->
                assertThat(line.replace("\\|", "").chars().filter(c -> c == '|').count())
                    .isIn(4L, 6L));
  }

  @Test
  void theSummaryOfAJobIsAddedToAndAnyOtherFileIsWrittenAnew() throws IOException {
    PipelineSummary ran = ran(run(Verdict.PASS, expectation("lost", Verdict.PASS)));
    Path file = folder.resolve("deep/summary.md");
    MarkdownSummary.write(ran, file, Map.of());
    MarkdownSummary.write(ran, file, Map.of());
    String once = Files.readString(file);
    assertThat(once).isEqualTo(MarkdownSummary.text(ran));
    MarkdownSummary.write(ran, file, Map.of("GITHUB_STEP_SUMMARY", file.toString()));
    assertThat(Files.readString(file)).isEqualTo(once + once);
  }

  @Test
  void oneDocumentHasVerdictFolderAndKeyFigures() throws IOException {
    JsonNode json =
        new ObjectMapper()
            .readTree(
                RunsJson.text(ran(run(Verdict.FAIL, expectation("recovery.max", Verdict.FAIL)))));
    assertThat(json.path("version").asInt()).isEqualTo(RunsJson.VERSION);
    assertThat(json.path("verdict").asText()).isEqualTo("fail");
    assertThat(json.path("exitStatus").asInt()).isEqualTo(1);
    JsonNode run = json.path("runs").get(0);
    assertThat(run.path("name").asText()).isEqualTo(NAME);
    assertThat(run.path("folder").asText()).isEqualTo(folder.toString());
    assertThat(run.path("results").asText()).isEqualTo(folder.resolve("results.json").toString());
    assertThat(run.path("metrics").path("recovery.max").asDouble()).isEqualTo(1500);
    assertThat(run.path("metrics").path("outage.max").asText())
        .as("what JSON has no number for, as in results.json")
        .isEqualTo("Infinity");
    assertThat(run.path("expectations").get(0).path("verdict").asText()).isEqualTo("fail");
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedBeforeARun() throws IOException {
    Path taken = Files.createFile(folder.resolve("taken"));
    PipelineFile.require("--junit", folder.resolve("new/and/deep.xml"));
    for (Path wrong : List.of(folder, taken.resolve("below.xml"))) {
      assertThatThrownBy(() -> PipelineFile.require("--junit", wrong))
          .isInstanceOf(ReboundException.class)
          .hasMessageStartingWith("--junit ");
    }
  }

  private static Regression.ComparedCell held(String name, Regression.RegressionOutcome outcome) {
    return new Regression.ComparedCell(name, outcome, name + " is what it is.", List.of("A note."));
  }

  private PipelineSummary ran(Results... results) {
    List<PipelineSummary.RunWithResults> runs = new ArrayList<>();
    for (Results one : results) {
      runs.add(new PipelineSummary.RunWithResults(one, folder));
    }
    return new PipelineSummary(results[0].verdict(), 1, false, runs, List.of(), List.of());
  }

  private static Results run(Verdict verdict, Results.Judgement... judgements) {
    return results(verdict, Map.of(), judgements);
  }

  private static Results.Judgement expectation(String metric, Verdict verdict) {
    return new Results.Judgement(
        metric,
        "< 1",
        verdict == Verdict.UNKNOWN ? null : 3.0,
        verdict,
        verdict == Verdict.PASS ? "" : "because <of> ]]> \"that\"");
  }

  private static Results results(
      Verdict verdict, Map<String, String> unjudged, Results.Judgement... judgements) {
    return Results.of(NAME, "flink", "2.3.0")
        .runId("r-1")
        .name(NAME)
        .guarantee("exactly-once")
        .profile("quick")
        .verdict(verdict)
        .interrupted(!unjudged.isEmpty())
        .faults(
            List.of(
                Results.FaultResult.hit(
                        1,
                        "kill",
                        "worker",
                        List.of("worker-1"),
                        new Results.Span(SpanState.ENDED, 900, 1000, ""),
                        new Results.Span(SpanState.ENDED, 1500, 1000, ""))
                    .build()))
        .judgements(List.of(judgements))
        .warnings(List.of(new Results.RigDoubt("sampling-gap", "a <gap>", "Use fewer processes.")))
        .metrics(Map.of("recovery.max", 1500.0, "outage.max", Double.POSITIVE_INFINITY))
        .unjudged(unjudged)
        .build();
  }

  private static Element parse(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static List<Element> elements(Element within, String name) {
    NodeList found = within.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
