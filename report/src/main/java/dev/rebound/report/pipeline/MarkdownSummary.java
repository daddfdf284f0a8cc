package dev.rebound.report.pipeline;

import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.words.FaultWords;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.NotLookedAt;
import dev.rebound.report.words.VerdictLabel;
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
    ran.runs().forEach(run -> run(run, lines));
    for (PipelineSummary.RunWithoutResults failure : ran.failures()) {
      paragraph("### ❔ Not carried out: " + escape(failure.name()), lines);
      paragraph(escape(failure.words()), lines);
    }
    if (!ran.against().isEmpty()) {
      paragraph("### Against the baseline", lines);
      for (Regression.ComparedCell held : ran.against()) {
        String mark = mark(VerdictLabel.of(held.outcome().verdict()));
        lines.add("- " + mark + " " + escape(held.sentence()));
        held.notes().forEach(note -> lines.add("  - " + escape(note)));
      }
      lines.add("");
    }
    if (ran.interrupted()) {
      paragraph("It was stopped: runs may be missing.", lines);
    }
    return String.join("\n", lines) + "\n";
  }

  private static void paragraph(String text, List<String> lines) {
    lines.add(text);
    lines.add("");
  }

  private static void run(PipelineSummary.RunWithResults run, List<String> lines) {
    Results results = run.results();
    VerdictLabel standing =
        run.spoilt().isPresent() ? VerdictLabel.of(run.verdict()) : VerdictLabel.of(results);
    String of =
        "%s %s, %s".formatted(results.engine(), results.engineVersion(), results.guarantee());
    paragraph(
        "### %s %s: %s (%s)"
            .formatted(mark(standing), standing.name(), escape(results.name()), escape(of)),
        lines);
    paragraph(escape(String.join(" ", Headline.sentences(results))), lines);
    expectations(results, lines);
    recoveries(results, lines);
    for (Results.RigDoubt warning : results.warnings()) {
      String allowed = warning.allowed() ? " (allowed)" : "";
      lines.add("- ⚠ " + escape(warning.code()) + allowed + ": " + escape(warning.message()));
    }
    if (!results.warnings().isEmpty()) {
      lines.add("");
    }
    paragraph("Report: `" + run.report().toString().replace('`', '\'') + "`", lines);
  }

  private static void expectations(Results results, List<String> lines) {
    if (results.judgements().isEmpty()) {
      return;
    }
    lines.add("| | expectation | observed | bound | |");
    lines.add("|---|---|---|---|---|");
    for (Results.Judgement j : results.judgements()) {
      String mark = mark(VerdictLabel.of(j.verdict()));
      String why = j.verdict() == Verdict.PASS ? "" : escape(j.why());
      lines.add(
          row(mark, escape(j.metric()), escape(Headline.observed(j)), escape(j.bound()), why));
    }
    for (NotLookedAt.NotJudged other : NotLookedAt.expectations(results)) {
      lines.add(
          "| – | %s | | %s | %s |"
              .formatted(escape(other.metric()), escape(other.bound()), escape(other.why())));
    }
    lines.add("");
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static void recoveries(Results results, List<String> lines) {
    if (results.faults().isEmpty()) {
      return;
    }
    lines.add("| fault | outage | recovery time |");
    lines.add("|---|---|---|");
    for (Results.FaultResult fault : results.faults()) {
      String act = escape(fault.kind() + " " + String.join(", ", fault.victims()));
      String impact = escape(fault.impact().toString());
      lines.add(
          row(
              "%s: %s%s"
                  .formatted(
                      fault.fault(), act, fault.impact() == Impact.HIT ? "" : " (" + impact + ")"),
              escape(FaultWords.outage(fault)),
              escape(FaultWords.recovery(fault))));
    }
    lines.add("");
  }

  private static String mark(VerdictLabel standing) {
    return switch (standing) {
      case PASS -> "✅";
      case FAIL -> "❌";
      case RUNNING, UNKNOWN, INTERRUPTED, NOT_STARTED -> "❔";
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
