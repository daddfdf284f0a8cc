package dev.rebound.report.terminal;

import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.page.ReportTables;
import dev.rebound.report.words.FaultWords;
import dev.rebound.report.words.FindingWords;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.NotLookedAt;
import dev.rebound.report.words.RequestsText;
import dev.rebound.report.words.VerdictLabel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last lines of a run at the terminal: what was expected, what was found, the verdict. Pure.
 */
public final class TerminalSummary {
  private static final int EXAMPLES = 3;
  private static final String ON_RETURN = " on return";

  private final TerminalOptions options;
  private final TerminalColours ink;
  private final List<String> lines = new ArrayList<>();

  private TerminalSummary(TerminalOptions options) {
    this.options = options;
    this.ink = new TerminalColours(options);
  }

  public static List<String> lines(
      TerminalOptions options, @Nullable Results results, @Nullable Path report) {
    TerminalSummary summary = new TerminalSummary(options);
    summary.add(results, report);
    return summary.lines;
  }

  private void add(@Nullable Results results, @Nullable Path report) {
    lines.add("");
    if (results != null) {
      expectations(results);
      recovery(results);
      findings(results);
      latency(results);
      section("Requests", RequestsText.lines(results), line -> wrap(line, "  "));
      section(
          "Against the control " + without(results),
          ReportTables.difference(results),
          one -> lines.add("  " + one.metric() + "  " + one.value()));
      section("Warnings on the rig", results.warnings(), this::warning);
    }
    lines.add(ink.bold(ink.verdict(VerdictLabel.of(results))) + subject(results));
    Headline.sentences(results).forEach(sentence -> wrap(sentence, "  "));
    if (report != null) {
      lines.add("");
      lines.add("Report: " + report);
    }
  }

  /** A heading, what stands under it, and an empty line; nothing where there is nothing. */
  private <T> void section(String heading, List<T> all, Consumer<T> add) {
    if (!all.isEmpty()) {
      lines.add(ink.bold(heading));
      all.forEach(add);
      lines.add("");
    }
  }

  private static String subject(@Nullable Results results) {
    if (results == null) {
      return "";
    }
    return "  %s · %s %s · %s%s%s%s"
        .formatted(
            results.name(),
            results.engine(),
            results.engineVersion(),
            results.guarantee(),
            results.control() ? " · control, " + without(results) : "",
            results.scale() == 1 ? "" : " · scaled to " + Words.share(results.scale()),
            results.shortened().isEmpty() ? "" : " · shortened");
  }

  private void expectations(Results results) {
    List<Results.Judgement> judged = results.judgements();
    List<NotLookedAt.NotJudged> others = NotLookedAt.expectations(results);
    Stream<String> metrics =
        Stream.concat(
            judged.stream().map(Results.Judgement::metric),
            others.stream().map(NotLookedAt.NotJudged::metric));
    String format =
        "  %%s %%-%ss  %%%ss  %%s"
            .formatted(width(metrics), width(judged.stream().map(Headline::observed)));
    String told = Headline.told(results);
    Set<String> reasons = new HashSet<>();
    if (judged.isEmpty()) {
      return;
    }
    lines.add(ink.bold("Expectations"));
    for (Results.Judgement j : judged) {
      lines.add(
          format.formatted(ink.mark(j.verdict()), j.metric(), Headline.observed(j), j.bound()));
      if (j.verdict() != Verdict.PASS) {
        why(j, results, reasons).forEach(this::remark);
      }
      NotLookedAt.beside(j, results).ifPresent(this::remark);
      if (!told.isEmpty() && UntimedRun.isOf(j.metric())) {
        remark("by offsets and append times, not by identity");
      }
      ShownShare.of(j, results).ifPresent(shown -> remark(shown.words()));
    }
    for (NotLookedAt.NotJudged other : others) {
      lines.add(format.formatted(ink.faint(ink.plain("–")), other.metric(), "", other.bound()));
      remark(other.why());
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

  static String name(Results.FaultResult f) {
    return f.fault() + "  " + f.kind() + " " + String.join(", ", f.victims());
  }

  private void recovery(Results results) {
    List<Results.FaultResult> faults = results.faults();
    int longest = width(faults.stream().map(TerminalSummary::name));
    int name = Math.min(Math.max(longest, 8), Math.max(20, options.columns() - 48));
    String format =
        "%%-%ss  %%-%ss  %%-%ss  %%s"
            .formatted(
                name + 2,
                Math.max(width(faults.stream().map(FaultWords::outage)), 6),
                Math.max(width(faults.stream().map(FaultWords::recovery)), 8));
    Map<String, Integer> told = new HashMap<>();
    section(
        format.formatted("Recovery", "outage", "recovery", "load/capacity"),
        faults,
        f -> {
          String whole = name(f);
          String shown = whole.length() > name ? whole.substring(0, name - 1) + "…" : whole;
          lines.add(
              format.formatted(
                  "  " + shown, FaultWords.outage(f), FaultWords.recovery(f), FaultWords.load(f)));
          if (f.impact() != Impact.HIT) {
            lines.add("     " + ink.yellow(f.impact().toString()));
          }
          wrap(FaultWords.away(f), "     ");
          for (String reason : reasons(f)) {
            Integer before = told.putIfAbsent(reason, f.fault());
            wrap(before == null ? reason : "for the same reason as fault " + before, "     ");
          }
          wrap(steps(f), "     ");
          FaultWords.more(f).forEach(line -> wrap(line, "     "));
        });
  }

  /** The steps in order: {@code detected 340 ms → reassigned 1.1 s}. */
  public static String steps(Results.FaultResult fault) {
    return inTime(fault.steps()).stream()
        .map(step -> step.step() + " " + FaultWords.step(step))
        .collect(Collectors.joining(" → "));
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

  private void findings(Results results) {
    List<Runnable> found = new ArrayList<>();
    for (Results.Audit audit : results.audits()) {
      audit.findings().stream()
          .filter(finding -> finding.count() > 0)
          .forEach(finding -> found.add(() -> finding(audit, finding)));
    }
    section("Findings", found, Runnable::run);
  }

  private void finding(Results.Audit audit, Results.Finding finding) {
    boolean harmless = finding.allowed() || !audit.judged();
    String text = Words.count(finding.count()) + " " + finding.kind();
    String cause = FindingWords.causes(finding);
    wrap(
        "%s%s, %s%s%s"
            .formatted(
                harmless ? text : ink.red(text),
                audit.topic() == null || finding.kind().ofInputs() ? "" : " in " + audit.topic(),
                audit.reader(),
                finding.allowed()
                    ? ", allowed by the guarantee"
                    : audit.judged() ? "" : ", not judged",
                cause.isEmpty() ? "" : ": " + cause),
        "  ");
    if (!harmless) {
      // A finding that the guarantee allows is counted here; its examples are in the report.
      FindingWords.examples(finding).stream().limit(EXAMPLES).forEach(this::remark);
    }
  }

  private void latency(Results results) {
    List<Results.Latency> baseline =
        results.latencies().stream().filter(l -> l.phase().equals("baseline")).toList();
    for (Results.Latency l : baseline) {
      lines.add(
          "%s baseline, %s: p50 %s  p95 %s  p99 %s  max %s%s"
              .formatted(
                  ink.bold("Latency"),
                  l.kind(),
                  Words.duration(l.p50()),
                  Words.duration(l.p95()),
                  Words.duration(l.p99()),
                  Words.duration(l.max()),
                  results.unjudged().containsKey(l.phase()) ? "  (in doubt)" : ""));
    }
    if (!baseline.isEmpty()) {
      lines.add("");
    }
  }

  /** How a control differs from its run. */
  private static String without(Results results) {
    return results.differs().isEmpty()
        ? "without faults"
        : "with " + Variants.words(results.differs());
  }

  private void warning(Results.RigDoubt w) {
    wrap(ink.yellow(w.code()) + (w.allowed() ? " (allowed)" : "") + ": " + w.message(), "  ");
    remark(w.remedy());
  }

  private static int width(Stream<String> cells) {
    return cells.mapToInt(String::length).max().orElse(0);
  }

  private void remark(String text) {
    wrap(text, "      ");
  }

  private void wrap(String text, String indent) {
    Wrapping.wrap(text, indent, options.columns(), lines);
  }
}
