package dev.rebound.report;

import dev.rebound.analysis.check.Attribution;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last lines of a run at the terminal: what was expected, what was found, the verdict. Pure.
 */
final class TerminalSummary {
  private static final int EXAMPLES = 3;
  private static final String ON_RETURN = " on return";

  private final TerminalOptions options;
  private final Ink ink;

  TerminalSummary(TerminalOptions options) {
    this.options = options;
    this.ink = new Ink(options);
  }

  List<String> lines(@Nullable Results results, @Nullable Path report) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    if (results != null) {
      expectations(results, lines);
      recovery(results, lines);
      findings(results, lines);
      latency(results, lines);
      requests(results, lines);
      difference(results, lines);
      warnings(results, lines);
    }
    List<String> said = Headline.sentences(results);
    lines.add(ink.bold(ink.verdict(Standing.of(results))) + subject(results));
    for (String sentence : said) {
      wrap(sentence, "  ", lines);
    }
    if (report != null) {
      lines.add("");
      lines.add("Report: " + report);
    }
    return lines;
  }

  private static String subject(@Nullable Results results) {
    if (results == null) {
      return "";
    }
    return "  "
        + results.name()
        + " · "
        + results.engine()
        + " "
        + results.engineVersion()
        + " · "
        + results.guarantee()
        + (results.control() ? " · control, " + without(results) : "")
        + (results.scale() == 1 ? "" : " · scaled to " + Words.share(results.scale()))
        + (results.shortened().isEmpty() ? "" : " · shortened");
  }

  private void expectations(Results results, List<String> lines) {
    if (results.judgements().isEmpty()) {
      return;
    }
    lines.add(ink.bold("Expectations"));
    List<NotLookedAt.NotJudged> others = NotLookedAt.expectations(results);
    int metric =
        width(
            Stream.concat(
                    results.judgements().stream().map(Results.Judgement::metric),
                    others.stream().map(NotLookedAt.NotJudged::metric))
                .toList());
    int observed = width(results.judgements().stream().map(Headline::observed).toList());
    int bound = width(results.judgements().stream().map(Results.Judgement::bound).toList());
    String told = Headline.told(results);
    Set<String> reasons = new HashSet<>();
    for (Results.Judgement j : results.judgements()) {
      String row =
          String.format(
              Locale.ROOT,
              "%-" + metric + "s  %" + observed + "s  %-" + bound + "s",
              j.metric(),
              Headline.observed(j),
              j.bound());
      lines.add("  " + ink.mark(j.verdict()) + " " + row.stripTrailing());
      if (j.verdict() != Verdict.PASS) {
        why(j, results, reasons).forEach(why -> wrap(why, "      ", lines));
      }
      NotLookedAt.beside(j, results).ifPresent(what -> wrap(what, "      ", lines));
      if (!told.isEmpty() && UntimedRun.isOf(j.metric())) {
        lines.add("      by offsets and append times, not by identity");
      }
      ShownShare.of(j, results).ifPresent(shown -> wrap(shown.words(), "      ", lines));
    }
    for (NotLookedAt.NotJudged other : others) {
      String row =
          String.format(
              Locale.ROOT,
              "%-" + metric + "s  %" + observed + "s  %s",
              other.metric(),
              "",
              other.bound());
      lines.add("  " + ink.faint(ink.plain("–")) + " " + row);
      wrap(other.why(), "      ", lines);
    }
    lines.add("");
  }

  /**
   * Why a bound was not kept, or could not be judged. What is told of a fault stands with it, and
   * comes before what goes away by itself.
   *
   * @param told what was said of others, and is not said again
   */
  private static List<String> why(Results.Judgement j, Results results, Set<String> told) {
    List<String> said = new ArrayList<>();
    List<String> ofFaults =
        results.faults().stream()
            .filter(f -> f.outage().state() == SpanState.UNKNOWN)
            .flatMap(f -> reasons(f).stream())
            .toList();
    boolean unknown = j.observed() == null && UntimedRun.isOf(j.metric()) && !ofFaults.isEmpty();
    if (unknown) {
      said.add("not known of each fault: the reason stands with it, under Recovery");
    }
    boolean again = unknown && ofFaults.stream().anyMatch(j.why()::contains);
    if (!j.why().isEmpty() && !again) {
      said.add(told.add(j.why()) ? j.why() : "for the same reason");
    }
    return said;
  }

  /** Why lengths of a fault are not known, or have no upper end. */
  private static List<String> reasons(Results.FaultResult fault) {
    List<String> all =
        Stream.of(fault.outage(), fault.recovery())
            .filter(span -> span.highMillis() == null)
            .map(Results.Span::detail)
            .filter(detail -> !detail.isEmpty())
            .distinct()
            .toList();
    return all.stream()
        .filter(one -> all.stream().noneMatch(other -> !other.equals(one) && other.contains(one)))
        .toList();
  }

  private void recovery(Results results, List<String> lines) {
    if (results.faults().isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>();
    List<String> outages = new ArrayList<>();
    List<String> recoveries = new ArrayList<>();
    for (Results.FaultResult f : results.faults()) {
      names.add(f.fault() + "  " + f.kind() + " " + String.join(", ", f.victims()));
      outages.add(FaultWords.outage(f));
      recoveries.add(FaultWords.recovery(f));
    }
    int name = Math.min(Math.max(width(names), 8), Math.max(20, options.columns() - 48));
    int outage = Math.max(width(outages), 6);
    int recovery = Math.max(width(recoveries), 8);
    String format = "  %-" + name + "s  %-" + outage + "s  %-" + recovery + "s  %s";
    lines.add(
        ink.bold(
            String.format(
                Locale.ROOT,
                "%-" + (name + 2) + "s  %-" + outage + "s  %-" + recovery + "s  load/capacity",
                "Recovery",
                "outage",
                "recovery")));
    Map<String, Integer> told = new HashMap<>();
    for (int i = 0; i < results.faults().size(); i++) {
      Results.FaultResult f = results.faults().get(i);
      String load = FaultWords.load(f);
      String shown = names.get(i);
      if (shown.length() > name) {
        shown = shown.substring(0, name - 1) + "…";
      }
      lines.add(String.format(Locale.ROOT, format, shown, outages.get(i), recoveries.get(i), load));
      if (f.impact() != Impact.HIT) {
        lines.add("     " + ink.yellow(f.impact().toString()));
      }
      if (f.away() != null) {
        wrap(FaultWords.away(f), "     ", lines);
      }
      for (String reason : reasons(f)) {
        Integer before = told.putIfAbsent(reason, f.fault());
        wrap(before == null ? reason : "for the same reason as fault " + before, "     ", lines);
      }
      wrap(steps(f), "     ", lines);
      FaultWords.dips(f).forEach(dip -> wrap(dip, "     ", lines));
    }
    lines.add("");
  }

  /** The steps in order: {@code detected 340 ms → reassigned 1.1 s}. */
  static String steps(Results.FaultResult fault) {
    List<String> steps = new ArrayList<>();
    for (Results.StepResult s : inTime(fault.steps())) {
      String from = Words.duration(s.minMillis());
      String to = Words.duration(s.maxMillis());
      steps.add(s.step() + " " + (from.equals(to) ? to : from + " – " + to));
    }
    return String.join(" → ", steps);
  }

  /** The order of the steps, with what happened on a victim's return where it belongs in time. */
  private static List<Results.StepResult> inTime(List<Results.StepResult> steps) {
    List<Results.StepResult> ordered = new ArrayList<>();
    steps.stream().filter(s -> !s.step().endsWith(ON_RETURN)).forEach(ordered::add);
    for (Results.StepResult s : steps) {
      if (s.step().endsWith(ON_RETURN)) {
        int at = ordered.size();
        while (at > 0 && ordered.get(at - 1).maxMillis() > s.maxMillis()) {
          at--;
        }
        ordered.add(at, s);
      }
    }
    return ordered;
  }

  private void findings(Results results, List<String> lines) {
    List<String> found = new ArrayList<>();
    for (Results.Audit audit : results.audits()) {
      for (Results.Finding finding : audit.findings()) {
        if (finding.count() > 0) {
          finding(audit, finding, found);
        }
      }
    }
    if (!found.isEmpty()) {
      lines.add(ink.bold("Findings"));
      lines.addAll(found);
      lines.add("");
    }
  }

  private void finding(Results.Audit audit, Results.Finding finding, List<String> lines) {
    boolean harmless = finding.allowed() || !audit.judged();
    String text = Words.count(finding.count()) + " " + finding.kind();
    String whose =
        (audit.topic() == null || finding.kind().ofInputs() ? "" : " in " + audit.topic())
            + ", "
            + audit.reader()
            + (finding.allowed()
                ? ", allowed by the guarantee"
                : audit.judged() ? "" : ", not judged");
    String cause = attribution(finding.byFault());
    wrap(
        (harmless ? text : ink.red(text)) + whose + (cause.isEmpty() ? "" : ": " + cause),
        "  ",
        lines);
    if (!harmless) {
      // A finding that the guarantee allows is counted here; its examples are in the report.
      examples(finding).stream().limit(EXAMPLES).forEach(e -> wrap(e, "      ", lines));
    }
  }

  /** {@code 12 before the first fault, 40 from fault 1, 3 unattributed}. */
  static String attribution(Map<String, Long> byFault) {
    return byFault.entrySet().stream()
        .filter(part -> part.getValue() > 0)
        .sorted(Comparator.comparing(part -> !part.getKey().equals(Attribution.BEFORE)))
        .map(part -> Words.count(part.getValue()) + " " + attributed(part.getKey()))
        .collect(Collectors.joining(", "));
  }

  private static String attributed(String to) {
    return to.equals(Attribution.BEFORE)
        ? "before the first fault"
        : numbered(to) ? "from fault " + to : to;
  }

  private static boolean numbered(String attribution) {
    return attribution.chars().allMatch(Character::isDigit);
  }

  /** The examples of a finding: one of each attribution first, where there are several. */
  static List<String> examples(Results.Finding finding) {
    if (finding.exampleOf().isEmpty()) {
      return finding.examples();
    }
    return Stream.concat(
            finding.exampleOf().entrySet().stream()
                .sorted(Comparator.comparing(one -> numbered(one.getKey())))
                .map(one -> attributed(one.getKey()) + ": " + one.getValue()),
            finding.examples().stream()
                .filter(example -> !finding.exampleOf().containsValue(example)))
        .toList();
  }

  private void latency(Results results, List<String> lines) {
    List<Results.Latency> baseline =
        results.latencies().stream().filter(l -> l.phase().equals("baseline")).toList();
    for (Results.Latency l : baseline) {
      lines.add(
          ink.bold("Latency")
              + " baseline, "
              + l.kind()
              + ": p50 "
              + Words.duration(l.p50())
              + "  p95 "
              + Words.duration(l.p95())
              + "  p99 "
              + Words.duration(l.p99())
              + "  max "
              + Words.duration(l.max())
              + (results.unjudged().containsKey(l.phase()) ? "  (in doubt)" : ""));
    }
    if (!baseline.isEmpty()) {
      lines.add("");
    }
  }

  private void requests(Results results, List<String> lines) {
    List<String> said = RequestsText.lines(results);
    if (!said.isEmpty()) {
      lines.add(ink.bold("Requests"));
      said.forEach(line -> wrap(line, "  ", lines));
      lines.add("");
    }
  }

  /** How a control differs from its run. */
  private static String without(Results results) {
    return results.differs().isEmpty()
        ? "without faults"
        : "with " + Variants.words(results.differs());
  }

  private void difference(Results results, List<String> lines) {
    if (results.difference().isEmpty()) {
      return;
    }
    lines.add(ink.bold("Against the control " + without(results)));
    for (ReportTables.ControlDifference difference : ReportTables.difference(results)) {
      lines.add("  " + difference.metric() + "  " + difference.value());
    }
    lines.add("");
  }

  private void warnings(Results results, List<String> lines) {
    if (results.warnings().isEmpty()) {
      return;
    }
    lines.add(ink.bold("Warnings on the rig"));
    for (Results.RigDoubt w : results.warnings()) {
      wrap(
          ink.yellow(w.code()) + (w.allowed() ? " (allowed)" : "") + ": " + w.message(),
          "  ",
          lines);
      wrap(w.remedy(), "      ", lines);
    }
    lines.add("");
  }

  private static int width(List<String> cells) {
    return cells.stream().mapToInt(String::length).max().orElse(0);
  }

  private void wrap(String text, String indent, List<String> lines) {
    Wrapping.wrap(text, indent, options.columns(), lines);
  }
}
