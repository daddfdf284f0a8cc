package dev.rebound.report.study;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.base.ReboundException;
import dev.rebound.report.csv.CsvFile;
import dev.rebound.report.csv.CsvTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A comparison as files for programs: JSON, CSV with a row per fault, a Markdown table. */
public final class ComparisonFiles {
  private ComparisonFiles() {}

  /** The whole comparison as JSON; folders of runs are relative to the file. */
  public static void json(Comparison comparison, Path file) {
    Path from = folder(file);
    SimpleModule paths =
        new SimpleModule()
            .addSerializer(
                Path.class,
                new ToStringSerializerBase(Path.class) {
                  @Override
                  public String valueToString(Object path) {
                    return relative(from, (Path) path);
                  }
                });
    ObjectMapper mapper =
        new ObjectMapper().registerModule(paths).enable(SerializationFeature.INDENT_OUTPUT);
    writing(file, () -> mapper.writeValue(file.toFile(), comparison));
  }

  /** A fault of a run of a cell; null where the run had none. */
  private record RunFault(Cell cell, RunRef run, @Nullable FaultResult fault) {
    /** What is to be said of the fault; nothing where there is none. */
    Object tell(Function<FaultResult, ?> what) {
      return fault == null ? "" : what.apply(fault);
    }
  }

  /**
   * A row per fault of every run, and one for a run without any, for tools that work out figures of
   * their own.
   */
  public static void csv(Comparison comparison, Path file) {
    List<RunFault> rows = new ArrayList<>();
    for (CellFigures cell : comparison.cells()) {
      for (RunRef run : cell.runs()) {
        run.faults().forEach(fault -> rows.add(new RunFault(cell.cell(), run, fault)));
        if (run.faults().isEmpty()) {
          rows.add(new RunFault(cell.cell(), run, null));
        }
      }
    }
    CsvTable<RunFault> table =
        new CsvTable<RunFault>()
            .column("scenario", row -> row.cell().scenario())
            .column("engine", row -> row.cell().engine())
            .column("version", row -> row.cell().version())
            .column("profile", row -> row.cell().profile())
            .column("guarantee", row -> row.cell().guarantee())
            .column("variant", row -> row.cell().variant())
            .column("run", row -> row.run().runId())
            .column("repetition", row -> row.run().repetition())
            .number("scale", row -> row.run().scale())
            .column("verdict", row -> row.run().verdict())
            .number("backlog_records_per_second", row -> row.run().backlogRate())
            .number("cpu_seconds_per_million_records", row -> row.run().costSeconds())
            .column("before", row -> row.run().before())
            .column("fault", row -> row.tell(FaultResult::fault))
            .column("kind", row -> row.tell(FaultResult::kind))
            .column("impact", row -> row.tell(FaultResult::impact))
            .column("outage_state", row -> row.tell(f -> f.outage().state()))
            .column("outage_milliseconds", row -> row.tell(f -> millis(f.outage())))
            .column(
                "outage_resolution_milliseconds", row -> row.tell(f -> f.outage().floorMillis()))
            .column("recovery_state", row -> row.tell(f -> f.recovery().state()))
            .column("recovery_milliseconds", row -> row.tell(f -> millis(f.recovery())))
            .column(
                "load_to_capacity_ratio", row -> row.tell(f -> CsvFile.decimal(f.loadToCapacity())))
            .column("load_at_most", row -> row.tell(FaultResult::loadAtMost));
    for (String step : Step.words()) {
      table.column(step.replace(' ', '_') + "_milliseconds", row -> row.tell(f -> step(f, step)));
    }
    writing(file, () -> table.write(file, rows));
  }

  private static String step(FaultResult fault, String step) {
    return fault.steps().stream()
        .filter(one -> one.step().equals(step))
        .map(one -> Long.toString(one.maxMillis()))
        .findFirst()
        .orElse("");
  }

  private static Object millis(Span span) {
    return span.state() == SpanState.UNKNOWN ? "" : span.millis();
  }

  /** Figures per cell as a Markdown table, and the sentences as a list. */
  public static void markdown(Comparison comparison, Path file) {
    text(file, String.join("\n", ComparisonMarkdown.lines(comparison)) + "\n");
  }

  /** Requests, outages, recoveries and axes as a picture, SVG. */
  public static void picture(Comparison comparison, Path file) {
    text(file, StudyPicture.of(comparison));
  }

  /** Each chart as a picture of its own, SVG, to be shown on a page. */
  public static void pictures(Comparison comparison, Path folder) {
    StudyPicture.charts(comparison)
        .forEach(chart -> text(folder.resolve(chart.name() + ".svg"), chart.alone()));
  }

  private static void text(Path file, String text) {
    writing(file, () -> Files.writeString(file, text, StandardCharsets.UTF_8));
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
