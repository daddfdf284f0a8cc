package dev.rebound.report.pipeline;

import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.FaultWords;
import dev.rebound.report.Headline;
import dev.rebound.report.NotLookedAt;
import dev.rebound.report.Standing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The outcome of runs as Markdown, for the summary page of a job or a comment on a change: the
 * verdict, the expectations, the recoveries, and what is to be said of the rig.
 */
public final class MarkdownSummary {
  private static final String STEP_SUMMARY = "GITHUB_STEP_SUMMARY";

  private MarkdownSummary() {}

  /**
   * Writes it; to the file that {@code $GITHUB_STEP_SUMMARY} names it is added, as that page
   * belongs to a whole job. Throws {@link dev.rebound.base.ReboundException} if the file cannot be
   * written.
   *
   * @param environment of the process
   */
  public static void write(PipelineSummary ran, Path file, Map<String, String> environment) {
    String shared = environment.getOrDefault(STEP_SUMMARY, "");
    if (!shared.isEmpty() && file.toAbsolutePath().equals(Path.of(shared).toAbsolutePath())) {
      PipelineFile.append(file, text(ran));
    } else {
      PipelineFile.write(file, text(ran));
    }
  }

  static String text(PipelineSummary ran) {
    List<String> lines = new ArrayList<>();
    for (PipelineSummary.RunWithResults run : ran.runs()) {
      run(run, lines);
    }
    for (PipelineSummary.RunWithoutResults failure : ran.failures()) {
      lines.add("### ❔ Not carried out: " + escape(failure.name()));
      lines.add("");
      lines.add(escape(failure.words()));
      lines.add("");
    }
    if (!ran.against().isEmpty()) {
      lines.add("### Against the baseline");
      lines.add("");
      for (Regression.ComparedCell held : ran.against()) {
        lines.add(
            "- " + mark(Standing.of(held.outcome().verdict())) + " " + escape(held.sentence()));
        held.notes().forEach(note -> lines.add("  - " + escape(note)));
      }
      lines.add("");
    }
    if (ran.interrupted()) {
      lines.add("It was stopped: runs may be missing.");
      lines.add("");
    }
    return String.join("\n", lines) + "\n";
  }

  private static void run(PipelineSummary.RunWithResults run, List<String> lines) {
    Results results = run.results();
    Standing standing =
        run.spoilt().isPresent() ? Standing.of(run.verdict()) : Standing.of(results);
    lines.add(
        "### "
            + mark(standing)
            + " "
            + standing.name()
            + ": "
            + escape(results.name())
            + " ("
            + escape(results.engine() + " " + results.engineVersion() + ", " + results.guarantee())
            + ")");
    lines.add("");
    lines.add(escape(String.join(" ", Headline.sentences(results))));
    lines.add("");
    expectations(results, lines);
    recoveries(results, lines);
    for (Results.RigDoubt warning : results.warnings()) {
      lines.add(
          "- ⚠ "
              + escape(warning.code())
              + (warning.allowed() ? " (allowed)" : "")
              + ": "
              + escape(warning.message()));
    }
    if (!results.warnings().isEmpty()) {
      lines.add("");
    }
    lines.add("Report: `" + run.report().toString().replace('`', '\'') + "`");
    lines.add("");
  }

  private static void expectations(Results results, List<String> lines) {
    if (results.judgements().isEmpty()) {
      return;
    }
    lines.add("| | expectation | observed | bound | |");
    lines.add("|---|---|---|---|---|");
    for (Results.Judgement judgement : results.judgements()) {
      lines.add(
          "| "
              + mark(Standing.of(judgement.verdict()))
              + " | "
              + escape(judgement.metric())
              + " | "
              + escape(Headline.observed(judgement))
              + " | "
              + escape(judgement.bound())
              + " | "
              + (judgement.verdict() == Verdict.PASS ? "" : escape(judgement.why()))
              + " |");
    }
    for (NotLookedAt.NotJudged other : NotLookedAt.expectations(results)) {
      lines.add(
          "| – | "
              + escape(other.metric())
              + " | | "
              + escape(other.bound())
              + " | "
              + escape(other.why())
              + " |");
    }
    lines.add("");
  }

  private static void recoveries(Results results, List<String> lines) {
    if (results.faults().isEmpty()) {
      return;
    }
    lines.add("| fault | outage | recovery time |");
    lines.add("|---|---|---|");
    for (Results.FaultResult fault : results.faults()) {
      lines.add(
          "| "
              + fault.fault()
              + ": "
              + escape(fault.kind() + " " + String.join(", ", fault.victims()))
              + (fault.impact() == Impact.HIT ? "" : " (" + escape(fault.impact().toString()) + ")")
              + " | "
              + escape(FaultWords.outage(fault))
              + " | "
              + escape(FaultWords.recovery(fault))
              + " |");
    }
    lines.add("");
  }

  private static String mark(Standing standing) {
    return switch (standing) {
      case PASS -> "✅";
      case FAIL -> "❌";
      case RUNNING, UNKNOWN, INTERRUPTED -> "❔";
    };
  }

  /** A character that means something in Markdown, or in HTML, is taken by its letters. */
  static String escape(String text) {
    return text.replaceAll("\\s+", " ")
        .replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .strip();
  }
}
