package dev.rebound.report.terminal;

import dev.rebound.advise.Advice;
import dev.rebound.advise.MeasuredFigures;
import dev.rebound.advise.Setting;
import dev.rebound.advise.SettingFinding;
import dev.rebound.advise.Severity;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.words.VerdictLabel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Advice on settings as the terminal has it: each finding, then what they come to. Pure. */
public final class AdviceText {
  private static final int SUBJECTS_SHOWN = 4;
  private static final String INDENT = "    ";
  private static final int LABEL = 10;

  private final TerminalOptions options;
  private final TerminalColours ink;
  private final MeasuredFigures measured;

  public AdviceText(TerminalOptions options, MeasuredFigures measured) {
    this.options = options;
    this.ink = new TerminalColours(options);
    this.measured = measured;
  }

  /** All lines. */
  public List<String> lines(Advice advice) {
    List<String> lines = new ArrayList<>();
    advice.looked().forEach(one -> Wrapping.wrap(one, "", options.columns(), lines));
    lines.add("");
    for (SettingFinding finding : advice.findings()) {
      finding(finding, advice.allowed().contains(finding.check()), lines);
      lines.add("");
    }
    advice.notes().forEach(note -> Wrapping.wrap(note, "", options.columns(), lines));
    end(advice, lines);
    return lines.stream().map(ink::plain).toList();
  }

  private void finding(SettingFinding finding, boolean allowed, List<String> lines) {
    String word = finding.severity().word() + (allowed ? " (allowed)" : "");
    lines.add(
        "%s %s  %s"
            .formatted(
                mark(finding.severity(), allowed),
                ink.bold(finding.found().name() + " = " + finding.found().shown()),
                paint(finding.severity(), allowed, word)));
    labelled("where", where(finding), lines);
    labelled("why", finding.why(), lines);
    labelled("risk", finding.risk(), lines);
    measured
        .of(finding)
        .ifPresent(
            figure -> labelled("measured", figure.text() + " (" + figure.source() + ")", lines));
    if (!finding.write().isEmpty()) {
      // A line to be copied is not broken.
      lines.add(label("write") + ink.bold(finding.write()) + others(finding));
    }
    labelled("do", finding.besides(), lines);
    labelled("check", finding.check(), lines);
  }

  private static String others(SettingFinding finding) {
    int more = finding.subjects().size() - 1;
    return more > 0 && !finding.found().written() ? "  (and so for " + more + " more)" : "";
  }

  private static String where(SettingFinding finding) {
    Setting found = finding.found();
    if (found.written()) {
      return found.where();
    }
    List<String> subjects = finding.subjects();
    String shown = subjects.stream().limit(SUBJECTS_SHOWN).collect(Collectors.joining(", "));
    int more = subjects.size() - SUBJECTS_SHOWN;
    return shown + (more > 0 ? " and " + more + " more" : "") + ": " + found.origin();
  }

  private static String label(String label) {
    return INDENT + label + " ".repeat(LABEL - label.length());
  }

  private void labelled(String label, String text, List<String> lines) {
    String indent = " ".repeat(INDENT.length() + LABEL);
    List<String> broken = Wrapping.lines(text, options.columns() - indent.length());
    for (int i = 0; i < broken.size(); i++) {
      lines.add((i == 0 ? label(label) : indent) + broken.get(i));
    }
  }

  private void end(Advice advice, List<String> lines) {
    String counts =
        Arrays.stream(Severity.values())
            .filter(severity -> advice.count(severity) > 0)
            .map(severity -> severity.word() + " " + advice.count(severity))
            .collect(Collectors.joining(", "));
    boolean loses = advice.losesData();
    String but = advice.count(Severity.LOSES_DATA) > 0 ? ", but for what is allowed." : ".";
    Wrapping.wrap(
        "%s  %s %s checks%s"
            .formatted(
                ink.bold(ink.verdict(loses ? VerdictLabel.FAIL : VerdictLabel.PASS)),
                loses
                    ? "Some of these settings lose data."
                    : "Nothing that was looked at loses data" + but,
                advice.checks(),
                counts.isEmpty() ? ", no finding." : ": " + counts + "."),
        "",
        options.columns(),
        lines);
  }

  private String mark(Severity severity, boolean allowed) {
    return switch (severity) {
      case LOSES_DATA -> allowed ? ink.faint("·") : ink.mark(Verdict.FAIL);
      case REPEATS_DATA, SLOW_OR_BRITTLE -> paint(severity, allowed, "!");
      case NOTE -> ink.faint("·");
    };
  }

  private String paint(Severity severity, boolean allowed, String text) {
    if (allowed) {
      return ink.faint(text);
    }
    return switch (severity) {
      case LOSES_DATA -> ink.red(text);
      case REPEATS_DATA, SLOW_OR_BRITTLE -> ink.yellow(text);
      case NOTE -> ink.faint(text);
    };
  }
}
