package dev.rebound.report.study;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.base.ReboundException;
import dev.rebound.report.CsvFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A comparison as files for programs: JSON, CSV with a row per fault, a Markdown table. */
public final class ComparisonFiles {
  private static final List<String> STEPS = Step.words();

  private static final List<String> OF_RUNS =
      List.of(
          "scenario",
          "engine",
          "version",
          "profile",
          "guarantee",
          "variant",
          "run",
          "repetition",
          "scale",
          "verdict",
          "backlog_records_per_second",
          "cpu_seconds_per_million_records",
          "before");

  private static final List<String> OF_FAULTS =
      List.of(
          "fault",
          "kind",
          "impact",
          "outage_state",
          "outage_milliseconds",
          "outage_resolution_milliseconds",
          "recovery_state",
          "recovery_milliseconds",
          "load_to_capacity_ratio",
          "load_at_most");

  private ComparisonFiles() {}

  /** The whole comparison as JSON; folders of runs are relative to the file. */
  public static void json(Comparison comparison, Path file) {
    SimpleModule paths = new SimpleModule();
    Path from = folder(file);
    paths.addSerializer(
        Path.class,
        new JsonSerializer<Path>() {
          @Override
          public void serialize(Path path, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeString(relative(from, path));
          }
        });
    ObjectMapper mapper =
        new ObjectMapper().registerModule(paths).enable(SerializationFeature.INDENT_OUTPUT);
    writing(file, () -> mapper.writeValue(file.toFile(), comparison));
  }

  /**
   * A row per fault of every run, and one for a run without any, for tools that work out figures of
   * their own.
   */
  public static void csv(Comparison comparison, Path file) {
    writing(
        file,
        () -> {
          try (CsvFile csv = new CsvFile(file)) {
            header(csv);
            for (CellFigures cell : comparison.cells()) {
              for (RunRef run : cell.runs()) {
                for (FaultResult fault : run.faults()) {
                  row(csv, cell.cell(), run, fault);
                }
                if (run.faults().isEmpty()) {
                  names(csv, cell.cell(), run);
                  for (int i = 0; i < OF_FAULTS.size() + STEPS.size(); i++) {
                    csv.cell("");
                  }
                  csv.end();
                }
              }
            }
          }
        });
  }

  private static void header(CsvFile csv) throws IOException {
    for (List<String> names : List.of(OF_RUNS, OF_FAULTS)) {
      for (String name : names) {
        csv.cell(name);
      }
    }
    for (String step : STEPS) {
      csv.cell(step.replace(' ', '_') + "_milliseconds");
    }
    csv.end();
  }

  private static void names(CsvFile csv, Cell cell, RunRef run) throws IOException {
    for (String word :
        List.of(
            cell.scenario(),
            cell.engine(),
            cell.version(),
            cell.profile(),
            cell.guarantee(),
            cell.variant(),
            run.runId(),
            Integer.toString(run.repetition()))) {
      csv.cell(word);
    }
    csv.number(run.scale());
    csv.cell(run.verdict().toString());
    csv.number(run.backlogRate());
    csv.number(run.costSeconds());
    csv.cell(run.before());
  }

  private static void row(CsvFile csv, Cell cell, RunRef run, FaultResult fault)
      throws IOException {
    names(csv, cell, run);
    csv.cell(Integer.toString(fault.fault()));
    csv.cell(fault.kind());
    csv.cell(fault.impact().toString());
    span(csv, fault.outage());
    csv.number((double) fault.outage().floorMillis());
    span(csv, fault.recovery());
    csv.number(fault.loadToCapacity());
    csv.cell(Boolean.toString(fault.loadAtMost()));
    for (String step : STEPS) {
      csv.number(
          fault.steps().stream()
              .filter(s -> s.step().equals(step))
              .map(StepResult::maxMillis)
              .findFirst()
              .map(Long::doubleValue)
              .orElse(null));
    }
    csv.end();
  }

  private static void span(CsvFile csv, Span span) throws IOException {
    csv.cell(span.state().toString());
    csv.number(span.state() == SpanState.UNKNOWN ? null : (double) span.millis());
  }

  /** Figures per cell as a Markdown table, and the sentences as a list. */
  public static void markdown(Comparison comparison, Path file) {
    writing(
        file,
        () ->
            Files.writeString(
                file,
                String.join("\n", ComparisonMarkdown.lines(comparison)) + "\n",
                StandardCharsets.UTF_8));
  }

  /** Requests, outages, recoveries and axes as a picture, SVG. */
  public static void picture(Comparison comparison, Path file) {
    writing(
        file, () -> Files.writeString(file, StudyPicture.of(comparison), StandardCharsets.UTF_8));
  }

  /** Each chart as a picture of its own, SVG, to be shown on a page. */
  public static void pictures(Comparison comparison, Path folder) {
    for (Chart chart : StudyPicture.charts(comparison)) {
      Path file = folder.resolve(chart.name() + ".svg");
      writing(file, () -> Files.writeString(file, chart.alone(), StandardCharsets.UTF_8));
    }
  }

  /** The folder that a file lies in. */
  static Path folder(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }

  /** A path as seen from a folder, with slashes. */
  static String relative(Path from, Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      return from.toRealPath().relativize(absolute).toString().replace('\\', '/');
    } catch (IOException | IllegalArgumentException e) {
      return absolute.toString();
    }
  }

  /** Something that writes a file. */
  interface Writing {
    void write() throws IOException;
  }

  /** Writes, and says what to do if the disk does not take it. */
  static void writing(Path file, Writing writing) {
    try {
      Files.createDirectories(folder(file));
      writing.write();
    } catch (IOException e) {
      throw ReboundException.unwritable(file, "Free disk space, or write to another folder.", e);
    }
  }
}
