package dev.rebound.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.Scene;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data of a report as JSON: words and formatted figures for its tables, columns of numbers for
 * its charts. Times are seconds since the run's first event. A text is shown as text; the page
 * writes no markup from it.
 */
final class ReportData {
  private static final int TRANSITIONS_MAX = 400;

  record ExitRow(String clock, String node, int status, List<String> lines) {}

  record TransitionRow(String clock, String step, String node, String detail) {}

  record TextRow(String title, String text) {}

  private final RunFolder run;
  private final RecordedRun recorded;
  private final @Nullable Results results;
  private final Standing standing;
  private final @Nullable List<String> sentences;

  ReportData(RunFolder run) {
    this(run, Standing.of(run.results()), null);
  }

  /**
   * @param sentences what to say of a run that is not judged yet; null of any other
   */
  ReportData(RunFolder run, Standing standing, @Nullable List<String> sentences) {
    this.run = run;
    this.standing = standing;
    this.sentences = sentences;
    this.recorded = run.recorded();
    this.results = run.results();
  }

  /** Writes the JSON object; the writer stays open. */
  void write(Writer writer) throws IOException {
    JsonFactory factory = new ObjectMapper().getFactory();
    try (JsonGenerator json =
        factory.createGenerator(writer).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeStringField("index", HtmlIndex.from(run.path()));
      json.writePOJOField("run", about());
      if (!recorded.shares().isEmpty() && sentences == null) {
        json.writePOJOField("beside", recorded.shares().stream().map(ReportData::link).toList());
      }
      json.writeStringField("verdict", standing.toString());
      json.writePOJOField("sentences", sentences == null ? RunStory.of(results) : sentences);
      if (sentences != null) {
        json.writeBooleanField("provisional", standing == Standing.RUNNING);
      }
      json.writePOJOField("doubts", RunStory.doubts(results));
      json.writePOJOField("tiles", results == null ? List.of() : ReportTables.tiles(results));
      json.writePOJOField(
          "judgements", results == null ? judgedLive() : ReportTables.judgements(results));
      List<Scene> scenes = run.timeline().scenes();
      json.writePOJOField("faults", new ReportFaults(recorded, results, scenes).rows());
      json.writePOJOField("scenes", scenes);
      json.writePOJOField("audits", results == null ? List.of() : ReportTables.audits(results));
      json.writePOJOField(
          "latencies", results == null ? List.of() : ReportTables.latencies(results));
      Map<String, Object> requests = results == null ? null : RequestsTable.of(results);
      if (requests != null) {
        json.writePOJOField("requests", requests);
      }
      json.writePOJOField("warnings", warnings());
      json.writePOJOField("exits", exits());
      json.writePOJOField(
          "difference", results == null ? List.of() : ReportTables.difference(results));
      json.writePOJOField("unjudged", results == null ? Map.of() : results.unjudged());
      json.writePOJOField("phases", phases());
      json.writePOJOField("transitions", transitions());
      json.writePOJOField("reference", reference());
      json.writePOJOField("absent", recorded.absent());
      json.writePOJOField("texts", texts());
      json.writePOJOField("files", files());
      json.writePOJOField("glossary", Glossary.terms());
      ReportSeries.audited(json, recorded, run.timeline());
      ReportSeries.write(json, recorded, LatencyLog.read(run.path()));
      json.writeEndObject();
    }
  }

  private Map<String, Object> about() {
    Event.RunStarted started = recorded.started();
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("name", started == null ? run.path().toString() : started.name());
    about.put("runId", started == null ? "" : started.runId());
    about.put("engine", started == null ? "" : started.engine());
    about.put("engineVersion", started == null ? "" : started.engineVersion());
    about.put("guarantee", results == null ? "" : results.guarantee());
    about.put("profile", results == null ? "" : results.profile());
    about.put("control", started != null && started.control());
    Map<String, String> differs = results == null ? recorded.differs() : results.differs();
    if (!differs.isEmpty()) {
      about.put("differs", Variants.words(differs));
    }
    about.put("repetition", started == null ? 1 : started.repetition());
    double scale = started == null ? 1 : started.scale();
    about.put("scaled", scale == 1 ? "" : "scaled to " + Words.share(scale));
    about.put("shortened", started == null ? "" : started.shortened());
    about.put("startedMillis", recorded.firstMicros() / 1000);
    about.put(
        "started", CsvFile.iso(recorded.firstMicros()).substring(0, 19).replace('T', ' ') + " UTC");
    about.put("length", Words.duration((recorded.lastMicros() - recorded.firstMicros()) / 1000));
    about.put("seconds", seconds(recorded.lastMicros()));
    about.put("plan", started == null ? List.of() : started.plan());
    return about;
  }

  /** The judgements made before an interruption, as the journal has them. */
  private List<Map<String, Object>> judgedLive() {
    return recorded.judged().stream()
        .map(
            j ->
                ReportTables.judgement(
                    new Results.Judgement(
                        j.metric(), j.bound(), j.observed(), j.verdict(), j.why()),
                    ""))
        .toList();
  }

  private List<?> warnings() {
    return results != null
        ? results.warnings()
        : recorded.warnings().stream().map(RecordedRun.TimedEvent::event).toList();
  }

  private List<ExitRow> exits() {
    List<ExitRow> exits = new ArrayList<>();
    for (RecordedRun.TimedEvent<Event.ProcessExited> exit : recorded.processesExited()) {
      if (!exit.event().expected()) {
        Event.ProcessExited e = exit.event();
        exits.add(new ExitRow(clock(exit.atMicros()), e.node(), e.exitStatus(), e.lastLines()));
      }
    }
    return exits;
  }

  private List<Map<String, Object>> phases() {
    List<Map<String, Object>> phases = new ArrayList<>();
    for (RecordedRun.RecordedPhase p : recorded.phases()) {
      Map<String, Object> phase = new LinkedHashMap<>();
      phase.put("name", p.name());
      phase.put("start", seconds(p.startMicros()));
      phase.put("end", seconds(p.endMicros()));
      phase.put("length", Words.duration((p.endMicros() - p.startMicros()) / 1000));
      phase.put("complete", p.complete());
      phase.put("detail", p.detail());
      phases.add(phase);
    }
    return phases;
  }

  private List<TransitionRow> transitions() {
    return recorded.transitions().stream()
        .limit(TRANSITIONS_MAX)
        .map(t -> new TransitionRow(clock(t.atMicros()), t.step().word(), t.node(), t.detail()))
        .toList();
  }

  /** Levels to draw as a thin line: the rate that the baseline had. */
  private Map<String, Double> reference() {
    Map<String, Double> reference = new LinkedHashMap<>();
    Double rate = results == null ? null : results.metrics().get("output.rate.baseline");
    if (rate != null && !rate.isNaN()) {
      reference.put("output.rate", rate);
    }
    return reference;
  }

  private List<TextRow> texts() {
    List<TextRow> texts = new ArrayList<>();
    Event.RunStarted started = recorded.started();
    if (!run.experiment().isBlank()) {
      texts.add(new TextRow("Experiment file, as resolved", run.experiment()));
    }
    if (started != null && !started.plan().isEmpty()) {
      texts.add(new TextRow("Plan", String.join("\n", started.plan())));
    }
    if (!run.environment().isBlank()) {
      texts.add(new TextRow("Environment and versions", pretty(run.environment())));
    }
    return texts;
  }

  private static String pretty(String json) {
    try {
      ObjectMapper mapper = new ObjectMapper();
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json));
    } catch (IOException e) {
      return json;
    }
  }

  private static Map<String, String> link(Event.SharesCluster other) {
    return new TreeMap<>(
        Map.of("name", other.with(), "href", other.folder() + "/" + HtmlReport.FILE));
  }

  /** The files beside the report, relative to it. */
  private List<String> files() throws IOException {
    try (Stream<Path> found = Files.walk(run.path(), 2)) {
      return found
          .filter(Files::isRegularFile)
          .map(f -> run.path().relativize(f).toString().replace('\\', '/'))
          .filter(f -> !f.endsWith(".html") && !f.startsWith("."))
          .filter(f -> !f.contains("/") || f.startsWith("metrics/") || f.startsWith("logs/"))
          .sorted()
          .toList();
    }
  }

  private double seconds(long micros) {
    return ReportSeries.seconds(recorded, micros);
  }

  private String clock(long micros) {
    return Words.clock((micros - recorded.firstMicros()) / 1000);
  }
}
