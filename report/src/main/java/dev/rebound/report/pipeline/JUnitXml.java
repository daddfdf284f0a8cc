package dev.rebound.report.pipeline;

import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.NotLookedAt;
import java.io.StringWriter;
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
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

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

  /** A test case; what is neither failure nor error, nor skipped, passed. */
  private record TestCase(String name, String kind, String message, String text) {
    private static final String FAILURE = "failure";
    private static final String ERROR = "error";
    private static final String SKIPPED = "skipped";

    static TestCase passed(String name, String text) {
      return new TestCase(name, "", "", text);
    }
  }

  /**
   * A test suite.
   *
   * @param text of its output, a line each
   */
  private record TestSuite(
      String name, Optional<RunTimes> times, List<TestCase> cases, List<String> text) {
    /** The same by another name: repetitions of an experiment share theirs. */
    TestSuite named(String other) {
      return new TestSuite(other, times, cases, text);
    }

    long count(String kind) {
      return cases.stream().filter(one -> one.kind().equals(kind)).count();
    }

    double seconds() {
      return times.map(RunTimes::took).orElse(Duration.ZERO).toMillis() / 1000.0;
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
      TestCase stopped =
          new TestCase(RUN, TestCase.ERROR, "it was stopped: runs may be missing", "");
      suites.add(new TestSuite("rebound", Optional.empty(), List.of(stopped), List.of()));
    }
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      write(suites, xml);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("XML in memory", e);
    }
    return text.toString();
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
                        other.metric() + " " + other.bound(), TestCase.SKIPPED, other.why(), "")));
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
    return wrong.isEmpty()
        ? TestCase.passed(RUN, "")
        : new TestCase(RUN, TestCase.ERROR, String.join("; ", wrong), "");
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
        failed ? TestCase.FAILURE : TestCase.ERROR,
        failed || judgement.why().isEmpty() ? observed : "unknown: " + judgement.why(),
        judgement.why());
  }

  private static TestSuite suite(PipelineSummary.RunWithoutResults failure) {
    return new TestSuite(
        failure.name().isEmpty() ? "rebound" : failure.name(),
        Optional.empty(),
        List.of(new TestCase(RUN, TestCase.ERROR, failure.words(), "")),
        List.of());
  }

  private static TestSuite against(List<Regression.ComparedCell> against) {
    List<TestCase> cases = new ArrayList<>();
    for (Regression.ComparedCell held : against) {
      String kind =
          switch (held.outcome()) {
            case SLOWER -> TestCase.FAILURE;
            case UNKNOWN, NOT_COMPARABLE -> TestCase.ERROR;
            case NOT_SLOWER -> "";
          };
      cases.add(
          kind.isEmpty()
              ? TestCase.passed(held.name(), held.sentence())
              : new TestCase(held.name(), kind, held.sentence(), String.join("\n", held.notes())));
    }
    return new TestSuite("against the baseline", Optional.empty(), cases, List.of());
  }

  private static void write(List<TestSuite> suites, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuites");
    xml.writeAttribute("name", "rebound");
    counts(
        suites.stream().mapToLong(suite -> suite.cases().size()).sum(),
        suites.stream().mapToLong(suite -> suite.count(TestCase.FAILURE)).sum(),
        suites.stream().mapToLong(suite -> suite.count(TestCase.ERROR)).sum(),
        suites.stream().mapToDouble(TestSuite::seconds).sum(),
        xml);
    for (TestSuite suite : suites) {
      write(suite, xml);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndDocument();
  }

  private static void write(TestSuite suite, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", clean(suite.name()));
    counts(
        suite.cases().size(),
        suite.count(TestCase.FAILURE),
        suite.count(TestCase.ERROR),
        suite.seconds(),
        xml);
    xml.writeAttribute("skipped", Long.toString(suite.count(TestCase.SKIPPED)));
    if (suite.times().isPresent()) {
      xml.writeAttribute(
          "timestamp", STAMP.format(suite.times().get().began().truncatedTo(ChronoUnit.SECONDS)));
    }
    for (TestCase one : suite.cases()) {
      write(suite, one, xml);
    }
    if (!suite.text().isEmpty()) {
      xml.writeCharacters("\n    ");
      element("system-out", String.join("\n", suite.text()) + "\n", xml);
    }
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static void write(TestSuite suite, TestCase one, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    // Tools take the part behind the last dot for a class: a version must not be split there.
    xml.writeAttribute("classname", clean(suite.name()).replace('.', '_'));
    xml.writeAttribute("name", clean(one.name()));
    xml.writeAttribute("time", one.name().equals(RUN) ? decimal(suite.seconds()) : "0");
    if (one.kind().equals(TestCase.SKIPPED)) {
      xml.writeEmptyElement(one.kind());
      xml.writeAttribute("message", clean(one.message()));
    } else if (!one.kind().isEmpty()) {
      xml.writeStartElement(one.kind());
      xml.writeAttribute("message", clean(one.message()));
      xml.writeAttribute("type", one.kind().equals(TestCase.FAILURE) ? "fail" : "unknown");
      xml.writeCharacters(clean(one.text()));
      xml.writeEndElement();
    } else if (!one.text().isEmpty()) {
      element("system-out", one.text(), xml);
    }
    xml.writeEndElement();
  }

  private static void element(String name, String text, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(clean(text));
    xml.writeEndElement();
  }

  private static void counts(
      long tests, long failures, long errors, double seconds, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeAttribute("tests", Long.toString(tests));
    xml.writeAttribute("failures", Long.toString(failures));
    xml.writeAttribute("errors", Long.toString(errors));
    xml.writeAttribute("time", decimal(seconds));
  }

  private static String decimal(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  /** A character that XML does not have is replaced; the writer escapes the rest. */
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().map(c -> isCharacter(c) ? c : 0xFFFD).forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isCharacter(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
