package dev.rebound.report.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.csv.CsvFile;
import dev.rebound.report.run.LatencyLog;
import dev.rebound.report.run.RecordedRun;
import dev.rebound.report.run.RunFolder;
import dev.rebound.report.words.RunStory;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data of a report as JSON: words and formatted figures for its tables, columns of numbers for
 * its charts. Times are seconds since the run's first event. A text is shown as text; the page
 * writes no markup from it.
 */
public final class ReportData {
  private static final int TRANSITIONS_MAX = 400;

  public record ExitRow(String clock, String node, int status, List<String> lines) {}

  public record TransitionRow(String clock, String step, String node, String detail) {}

  public record TextRow(String title, String text) {}

  /** A report of another run. */
  public record ReportLink(String href, String name) {}

  public record PhaseRow(
      String name, double start, double end, String length, boolean complete, String detail) {}

  private final RunFolder run;
  private final RecordedRun recorded;
  private final @Nullable Results results;
  private final VerdictLabel standing;
  private final @Nullable List<String> sentences;

  public ReportData(RunFolder run) {
    this(run, run.standing(), null);
  }

  /**
   * @param sentences what to say of a run that is not judged yet; null of any other
   */
  public ReportData(RunFolder run, VerdictLabel standing, @Nullable List<String> sentences) {
    this.run = run;
    this.standing = standing;
    this.sentences = sentences;
    this.recorded = run.recorded();
    this.results = run.results();
  }

  /** The JSON object. */
  public String json() {
    Map<String, Object> fields = fields();
    fields.putAll(ReportSeries.of(recorded, run.timeline(), LatencyLog.read(run.path())));
    return JsonFields.text(fields);
  }

  private Map<String, Object> fields() {
    List<FaultTimeline> scenes = run.timeline().scenes();
    List<ReportLink> beside =
        recorded.events(Event.SharesCluster.class).stream()
            .map(one -> new ReportLink(one.folder() + "/" + HtmlReport.FILE, one.with()))
            .toList();
    Map<String, Object> fields =
        JsonFields.of(
            "index", HtmlIndex.from(run.path()),
            "run", about(),
            "beside", beside,
            "verdict", standing.toString(),
            "sentences", sentences == null ? run.sentences() : sentences,
            "provisional", standing == VerdictLabel.RUNNING,
            "doubts", RunStory.doubts(results),
            "tiles", of(ReportTables::tiles, List.of()),
            "judgements", of(ReportTables::judgements, judgedLive()),
            "faults", new ReportFaults(recorded, results, scenes).rows(),
            "scenes", scenes,
            "audits", of(ReportTables::audits, List.of()),
            "latencies", of(ReportTables::latencies, List.of()),
            "requests", results == null ? null : RequestsTable.of(results),
            "warnings", of(Results::warnings, recorded.events(Event.DoubtRaised.class)),
            "exits", exits(),
            "difference", of(ReportTables::difference, List.of()),
            "unjudged", of(Results::unjudged, Map.of()),
            "phases", recorded.phases().stream().map(this::phase).toList(),
            "transitions", transitions(),
            "reference", reference(),
            "absent", absent(),
            "texts", texts(),
            "files", files(),
            "glossary", Glossary.terms());
    if (beside.isEmpty() || sentences != null) {
      fields.remove("beside");
    }
    if (sentences == null) {
      fields.remove("provisional");
    }
    fields.remove("requests", null);
    return fields;
  }

  private Object of(Function<Results, Object> judged, Object otherwise) {
    return results == null ? otherwise : judged.apply(results);
  }

  private Map<String, Object> about() {
    Event.ControlOf control = recorded.last(Event.ControlOf.class);
    double scale = begun(Event.RunStarted::scale, 1.0);
    String first = CsvFile.iso(recorded.firstMicros()).substring(0, 19).replace('T', ' ');
    Map<String, String> differs =
        results != null ? results.differs() : control == null ? Map.of() : control.differs();
    Map<String, Object> about =
        JsonFields.of(
            "name", run.name(),
            "runId", begun(Event.RunStarted::runId, ""),
            "engine", begun(Event.RunStarted::engine, ""),
            "engineVersion", begun(Event.RunStarted::engineVersion, ""),
            "guarantee", of(Results::guarantee, ""),
            "profile", of(Results::profile, ""),
            "control", begun(Event.RunStarted::control, false),
            "differs", Variants.words(differs),
            "repetition", begun(Event.RunStarted::repetition, 1),
            "scaled", scale == 1 ? "" : "scaled to " + Words.share(scale),
            "shortened", begun(Event.RunStarted::shortened, ""),
            "startedMillis", recorded.firstMicros() / 1000,
            "started", first + " UTC",
            "length", length(recorded.firstMicros(), recorded.lastMicros()),
            "seconds", seconds(recorded.lastMicros()),
            "plan", begun(Event.RunStarted::plan, List.of()));
    if (differs.isEmpty()) {
      about.remove("differs");
    }
    return about;
  }

  /** What the journal's first event says; something else where there is none. */
  private <T> T begun(Function<Event.RunStarted, T> said, T otherwise) {
    Event.RunStarted started = recorded.started();
    return started == null ? otherwise : said.apply(started);
  }

  private static String length(long fromMicros, long toMicros) {
    return Words.duration((toMicros - fromMicros) / 1000);
  }

  /** The judgements made before an interruption, as the journal has them. */
  private List<ReportTables.JudgementRow> judgedLive() {
    return recorded.events(Event.ExpectationJudged.class).stream()
        .map(j -> new Results.Judgement(j.metric(), j.bound(), j.observed(), j.verdict(), j.why()))
        .map(j -> ReportTables.JudgementRow.of(j, ""))
        .toList();
  }

  private List<ExitRow> exits() {
    return recorded.timed(Event.ProcessExited.class).stream()
        .filter(exit -> !exit.event().expected())
        .map(
            exit ->
                new ExitRow(
                    clock(exit.atMicros()),
                    exit.event().node(),
                    exit.event().exitStatus(),
                    exit.event().lastLines()))
        .toList();
  }

  private PhaseRow phase(RecordedRun.RecordedPhase p) {
    return new PhaseRow(
        p.name(),
        seconds(p.startMicros()),
        seconds(p.endMicros()),
        length(p.startMicros(), p.endMicros()),
        p.complete(),
        p.detail());
  }

  private List<TransitionRow> transitions() {
    return recorded.events(Event.EngineTransition.class).stream()
        .limit(TRANSITIONS_MAX)
        .map(t -> new TransitionRow(clock(t.atMicros()), t.step().word(), t.node(), t.detail()))
        .toList();
  }

  /** Metric to the reason why it cannot be had. */
  private Map<String, String> absent() {
    Map<String, String> absent = new LinkedHashMap<>();
    recorded.events(Event.MetricAbsent.class).forEach(e -> absent.put(e.metric(), e.reason()));
    return absent;
  }

  /** Levels to draw as a thin line: the rate that the baseline had. */
  private Map<String, Double> reference() {
    Double rate = results == null ? null : results.metrics().get("output.rate.baseline");
    return rate == null || rate.isNaN() ? Map.of() : Map.of("output.rate", rate);
  }

  private List<TextRow> texts() {
    String plan = String.join("\n", begun(Event.RunStarted::plan, List.of()));
    return Stream.of(
            new TextRow("Experiment file, as resolved", run.experiment()),
            new TextRow("Plan", plan),
            new TextRow("Environment and versions", pretty(run.environment())))
        .filter(text -> !text.text().isBlank())
        .toList();
  }

  private static String pretty(String json) {
    if (json.isBlank()) {
      return "";
    }
    try {
      ObjectMapper mapper = new ObjectMapper();
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json));
    } catch (IOException e) {
      return json;
    }
  }

  /** The files beside the report, relative to it. */
  private List<String> files() {
    try (Stream<Path> found = Files.walk(run.path(), 2)) {
      return found
          .filter(Files::isRegularFile)
          .map(f -> run.path().relativize(f).toString().replace('\\', '/'))
          .filter(f -> !f.endsWith(".html") && !f.startsWith("."))
          .filter(f -> !f.contains("/") || f.startsWith("metrics/") || f.startsWith("logs/"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double seconds(long micros) {
    return ReportSeries.seconds(recorded, micros);
  }

  private String clock(long micros) {
    return Words.clock((micros - recorded.firstMicros()) / 1000);
  }
}
