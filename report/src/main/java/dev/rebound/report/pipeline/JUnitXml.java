package dev.rebound.report.pipeline;

import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.NotLookedAt;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * JUnit's XML, as Jenkins, GitLab and GitHub's actions read it: each run is a test suite, each
 * expectation a test case. A bound that did not hold is a failure; what could not be judged, or not
 * be carried out, is an error; what the workload has nobody look at is skipped.
 */
public final class JUnitXml {
  /** Name of the test case of a run itself: that it came to its end and its faults happened. */
  static final String RUN = "run";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private JUnitXml() {}

  /** What became of a test case, as its element is named; one that passed has none. */
  private enum Kind {
    PASSED,
    FAILURE,
    ERROR,
    SKIPPED
  }

  private record TestCase(String name, Kind kind, String message, String text) {
    static TestCase passed(String name, String text) {
      return new TestCase(name, Kind.PASSED, "", text);
    }

    static TestCase error(String message) {
      return new TestCase(RUN, Kind.ERROR, message, "");
    }

    private String xml(TestSuite suite) {
      String inside =
          switch (kind) {
            case PASSED -> text.isEmpty() ? "" : output(text);
            case SKIPPED -> "<skipped message=\"%s\"/>".formatted(escaped(message));
            case FAILURE -> wrong("failure", "fail");
            case ERROR -> wrong("error", "unknown");
          };
      // Tools take the part behind the last dot for a class: a version must not be split there.
      return "\n    <testcase classname=\"%s\" name=\"%s\" time=\"%s\">%s</testcase>"
          .formatted(
              escaped(suite.name()).replace('.', '_'),
              escaped(name),
              name.equals(RUN) ? decimal(suite.seconds()) : "0",
              inside);
    }

    private String wrong(String element, String type) {
      return "<%s message=\"%s\" type=\"%s\">%s</%s>"
          .formatted(
              element, escaped(message), type, escaped(text).replace("&quot;", "\""), element);
    }
  }

  /**
   * A test suite.
   *
   * @param text of its output, a line each
   */
  private record TestSuite(
      String name, Optional<RunTimes> times, List<TestCase> cases, List<String> text) {
    /** One that no run stands for. */
    static TestSuite of(String name, List<TestCase> cases) {
      return new TestSuite(name, Optional.empty(), cases, List.of());
    }

    /** The same by another name: repetitions of an experiment share theirs. */
    TestSuite named(String other) {
      return new TestSuite(other, times, cases, text);
    }

    long count(Kind kind) {
      return cases.stream().filter(one -> one.kind() == kind).count();
    }

    double seconds() {
      return times.map(RunTimes::took).orElse(Duration.ZERO).toMillis() / 1000.0;
    }

    String xml() {
      return "\n  <testsuite name=\"%s\" %s skipped=\"%s\"%s>%s%s\n  </testsuite>"
          .formatted(
              escaped(name),
              counts(List.of(this)),
              count(Kind.SKIPPED),
              times
                  .map(ran -> ran.began().truncatedTo(ChronoUnit.SECONDS))
                  .map(began -> " timestamp=\"" + STAMP.format(began) + "\"")
                  .orElse(""),
              cases.stream().map(one -> one.xml(this)).collect(Collectors.joining()),
              text.isEmpty() ? "" : "\n    " + output(String.join("\n", text) + "\n"));
    }
  }

  /** Throws {@link dev.rebound.base.ReboundException} if the file cannot be written. */
  public static void write(PipelineSummary ran, Path file) {
    PipelineFile.write(file, text(ran));
  }

  static String text(PipelineSummary ran) {
    List<TestSuite> suites = new ArrayList<>();
    Map<String, Integer> numbers = new HashMap<>();
    for (PipelineSummary.RunWithResults run : ran.runs()) {
      TestSuite suite = suite(run);
      int number = numbers.merge(suite.name(), 1, Integer::sum);
      suites.add(number == 1 ? suite : suite.named(suite.name() + " run " + number));
    }
    ran.failures().forEach(failure -> suites.add(suite(failure)));
    if (!ran.against().isEmpty()) {
      suites.add(against(ran.against()));
    }
    if (ran.interrupted()) {
      suites.add(
          TestSuite.of("rebound", List.of(TestCase.error("it was stopped: runs may be missing"))));
    }
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="rebound" %s>%s
    </testsuites>
    """
        .formatted(
            counts(suites), suites.stream().map(TestSuite::xml).collect(Collectors.joining()));
  }

  private static TestSuite suite(PipelineSummary.RunWithResults run) {
    Results results = run.results();
    List<TestCase> cases = new ArrayList<>();
    cases.add(itself(run));
    results.judgements().forEach(judgement -> cases.add(expectation(judgement)));
    NotLookedAt.expectations(results)
        .forEach(
            other ->
                cases.add(
                    new TestCase(
                        other.metric() + " " + other.bound(), Kind.SKIPPED, other.why(), "")));
    List<String> text = new ArrayList<>(Headline.sentences(results));
    results.warnings().forEach(w -> text.add("warning: " + w.code() + ": " + w.message()));
    text.add("Report: " + run.report());
    return new TestSuite(
        results.name() + " (" + results.engine() + " " + results.engineVersion() + ")",
        RunTimes.of(run.folder()),
        cases,
        text);
  }

  /**
   * The conditions that no expectation tells: that every fault happened, that nothing puts all in
   * doubt, and that the control passed.
   */
  private static TestCase itself(PipelineSummary.RunWithResults run) {
    Results results = run.results();
    List<String> wrong = new ArrayList<>();
    if (results.interrupted()) {
      wrong.add("the run was interrupted");
    }
    results.faults().stream()
        .filter(fault -> fault.impact() != Impact.HIT)
        .forEach(fault -> wrong.add("fault " + fault.fault() + ": " + fault.impact()));
    String everything = results.unjudged().get(Doubt.EVERYTHING);
    if (everything != null && !wrong.contains(everything)) {
      wrong.add(everything);
    }
    run.spoilt().ifPresent(wrong::add);
    return wrong.isEmpty() ? TestCase.passed(RUN, "") : TestCase.error(String.join("; ", wrong));
  }

  private static TestCase expectation(Results.Judgement judgement) {
    String name = judgement.metric() + " " + judgement.bound();
    String observed = "observed " + Headline.observed(judgement);
    if (judgement.verdict() == Verdict.PASS) {
      return TestCase.passed(name, observed);
    }
    boolean failed = judgement.verdict() == Verdict.FAIL;
    return new TestCase(
        name,
        failed ? Kind.FAILURE : Kind.ERROR,
        failed || judgement.why().isEmpty() ? observed : "unknown: " + judgement.why(),
        judgement.why());
  }

  private static TestSuite suite(PipelineSummary.RunWithoutResults failure) {
    return TestSuite.of(
        failure.name().isEmpty() ? "rebound" : failure.name(),
        List.of(TestCase.error(failure.words())));
  }

  private static TestSuite against(List<Regression.ComparedCell> against) {
    List<TestCase> cases = new ArrayList<>();
    for (Regression.ComparedCell held : against) {
      String notes = String.join("\n", held.notes());
      cases.add(
          switch (held.outcome()) {
            case SLOWER -> new TestCase(held.name(), Kind.FAILURE, held.sentence(), notes);
            case UNKNOWN, NOT_COMPARABLE ->
                new TestCase(held.name(), Kind.ERROR, held.sentence(), notes);
            case NOT_SLOWER -> TestCase.passed(held.name(), held.sentence());
          });
    }
    return TestSuite.of("against the baseline", cases);
  }

  private static String counts(List<TestSuite> suites) {
    return "tests=\"%s\" failures=\"%s\" errors=\"%s\" time=\"%s\""
        .formatted(
            suites.stream().mapToLong(suite -> suite.cases().size()).sum(),
            suites.stream().mapToLong(suite -> suite.count(Kind.FAILURE)).sum(),
            suites.stream().mapToLong(suite -> suite.count(Kind.ERROR)).sum(),
            decimal(suites.stream().mapToDouble(TestSuite::seconds).sum()));
  }

  private static String output(String text) {
    return "<system-out>" + escaped(text).replace("&quot;", "\"") + "</system-out>";
  }

  private static String decimal(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  /** Text as content or attribute; a character that XML does not have is replaced. */
  private static String escaped(String text) {
    return text.replaceAll(
            "[^\t\n\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
