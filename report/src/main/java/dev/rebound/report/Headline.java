package dev.rebound.report;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.experiment.SecondJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says in words what a run found: what terminal, report and index open with. Pure. */
public final class Headline {
  /**
   * The metrics that a run measures whatever its expectations; others are absent rather than wrong.
   */
  private static final Set<String> MEASURED =
      Set.of(
          "warmup",
          "baseline",
          "faults",
          "settle",
          "outage",
          "recovery",
          "disrupted",
          "input",
          "lag",
          "cpu");

  /** So many faults are told one by one. */
  private static final int AWAY_TOLD = 4;

  private Headline() {}

  /** Sentences, most important first. */
  public static List<String> sentences(@Nullable Results results) {
    if (results == null) {
      return List.of(
          "The run ended before it was judged. What was measured until then is shown here; whether"
              + " anything was lost is not known.");
    }
    List<String> said = new ArrayList<>();
    if (results.interrupted()) {
      said.add("The run was interrupted; what was measured until then is judged here.");
    }
    failures(results, said);
    findings(results, said);
    recoveries(results, said);
    answeredEarly(results, said);
    away(results, said);
    backlog(results, said);
    String told = told(results);
    if (!told.isEmpty()) {
      said.add(told);
    }
    allowed(results, said);
    doubts(results, said);
    return said;
  }

  private static void backlog(Results results, List<String> said) {
    Double rate = results.metrics().get(Metrics.BACKLOG_RATE);
    Double cost = results.metrics().get(Metrics.COST);
    if (rate != null) {
      said.add(
          "The job worked off "
              + Figures.metric(Metrics.BACKLOG_RATE, rate)
              + (cost == null
                  ? "."
                  : String.format(
                      Locale.ROOT,
                      ", %,.0f records for each CPU-second of the engine.",
                      1e6 / cost)));
    }
    Double rig = results.metrics().get(Metrics.BACKLOG_RIG);
    if (rate != null && rig != null && rig >= Metrics.RIG_FULL) {
      said.add(
          "Brokers and observer used "
              + Words.share(rig)
              + " of their cores meanwhile: the engine may take more.");
    }
  }

  private static void failures(Results results, List<String> said) {
    List<String> failed = names(results, Verdict.FAIL);
    List<String> unknown = names(results, Verdict.UNKNOWN);
    if (!failed.isEmpty()) {
      said.add("Not met: " + listed(failed) + ".");
    }
    if (!unknown.isEmpty()) {
      said.add("Could not be judged: " + listed(unknown) + ".");
    }
  }

  /** The experiment's demands on the rig are told beside every verdict. */
  static void allowed(Results results, List<String> said) {
    for (Results.RigDoubt warning : results.warnings()) {
      if (warning.allowed()) {
        said.add(
            "Allowed by the experiment, and judged as if it were not there: "
                + warning.code()
                + " ("
                + warning.message()
                + ").");
      }
    }
  }

  /** Metrics that nobody asked for and that yet must not be relied on. */
  static void doubts(Results results, List<String> said) {
    Map<String, List<String>> byReason = new TreeMap<>();
    results
        .unjudged()
        .forEach(
            (metric, reason) -> {
              if (MEASURED.contains(metric) && !names(results, Verdict.UNKNOWN).contains(metric)) {
                byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(metric);
              }
            });
    byReason.forEach(
        (reason, metrics) -> {
          Collections.sort(metrics);
          said.add("Do not rely on " + doubted(metrics) + ": " + reason + ".");
        });
  }

  /** A phase's name alone stands for its latencies. */
  private static String doubted(List<String> metrics) {
    List<String> phases = metrics.stream().filter(Metrics.PHASES::contains).toList();
    List<String> named =
        new ArrayList<>(metrics.stream().filter(metric -> !phases.contains(metric)).toList());
    if (named.isEmpty()) {
      return "latencies of " + listed(phases);
    }
    if (!phases.isEmpty()) {
      named.add("latencies of " + String.join(", ", phases));
    }
    return listed(named);
  }

  private static List<String> names(Results results, Verdict verdict) {
    return results.judgements().stream()
        .filter(j -> j.verdict() == verdict)
        .map(Results.Judgement::metric)
        .toList();
  }

  static void findings(Results results, List<String> said) {
    Results.Audit audit = results.judgedAudit();
    if (audit == null) {
      return;
    }
    NotLookedAt.sentence(results).ifPresent(said::add);
    List<String> clean = new ArrayList<>();
    for (FindingKind kind : FindingKind.always()) {
      if (kind != FindingKind.DIVERGED && isClean(audit, kind) && isKnown(kind, results)) {
        clean.add(kind.toString());
      }
    }
    List<String> found = new ArrayList<>();
    String states = "";
    for (Results.Finding finding : audit.findings()) {
      if (finding.count() > 0) {
        String allowed = finding.allowed() ? " (allowed by " + results.guarantee() + ")" : "";
        if (finding.kind() == FindingKind.DIVERGED) {
          // Rules and windows diverge, not outputs.
          states =
              Words.plural(finding.count(), finding.kind().noun())
                  + " "
                  + finding.kind()
                  + in(finding.kind(), results)
                  + allowed
                  + ".";
        } else {
          found.add(
              Words.count(finding.count())
                  + " "
                  + finding.kind()
                  + in(finding.kind(), results)
                  + allowed);
        }
      }
    }
    if (!found.isEmpty()) {
      said.add("Of " + Words.count(audit.expected()) + " expected outputs: " + listed(found) + ".");
    }
    if (!states.isEmpty()) {
      said.add(states);
    }
    if (!clean.isEmpty()) {
      boolean another =
          results.audits().stream().anyMatch(other -> !other.reader().equals(audit.reader()));
      said.add(
          (another ? "For " + audit.reader() + " readers, nothing was " : "Nothing was ")
              + listed(clean, "or")
              + (isClean(audit, FindingKind.DIVERGED) && isKnown(FindingKind.DIVERGED, results)
                  ? ", and no state diverged"
                  : "")
              + (found.isEmpty() && audit.expected() > 0
                  ? ": " + Words.count(audit.expected()) + " outputs were expected."
                  : "."));
    }
  }

  /** The output topics that a finding was made in, where there are several. */
  private static String in(FindingKind kind, Results results) {
    List<String> topics = new ArrayList<>();
    if (kind.ofInputs()) {
      return "";
    }
    for (Results.Audit audit : results.audits()) {
      Results.Finding finding = finding(audit, kind);
      if (audit.topic() != null && audit.judged() && finding != null && finding.count() > 0) {
        topics.add(audit.topic());
      }
    }
    return topics.isEmpty() ? "" : " in " + listed(topics);
  }

  /** Whether a count can be relied on, judged or not. */
  private static boolean isKnown(FindingKind kind, Results results) {
    return Doubts.ofNumber(kind, results).isEmpty();
  }

  private static boolean isClean(Results.Audit audit, FindingKind kind) {
    Results.Finding finding = finding(audit, kind);
    return finding != null && finding.count() == 0;
  }

  /** What is to be said of faults where there are no results of any. */
  static String withoutFaults(Results results) {
    return results.warnings().stream()
            .anyMatch(doubt -> doubt.code().equals(Doubt.EVIDENCE_CHANGED.code()))
        ? "What its faults did was not worked out: what the run left cannot be verified."
        : "No fault was injected.";
  }

  private static void recoveries(Results results, List<String> said) {
    if (results.faults().isEmpty()) {
      said.add(withoutFaults(results));
      return;
    }
    long missed = results.faults().stream().filter(f -> !f.confirmed()).count();
    if (missed > 0) {
      said.add(
          Words.count(missed)
              + " of "
              + Words.plural(results.faults().size(), "fault")
              + " not confirmed.");
    }
    long unended =
        results.faults().stream()
            .filter(
                f ->
                    f.recovery().state() == SpanState.UNENDED
                        || f.outage().state() == SpanState.UNENDED)
            .count();
    if (unended > 0) {
      said.add(
          "After " + Words.plural(unended, "fault") + " it did not catch up while it was watched.");
    }
    long longest =
        results.faults().stream()
            .filter(f -> f.recovery().state() == SpanState.ENDED)
            .mapToLong(f -> f.recovery().millis())
            .max()
            .orElse(-1);
    if (longest >= 0) {
      long known =
          results.faults().stream()
              .filter(
                  f ->
                      f.recovery().state() == SpanState.ENDED
                          || f.recovery().state() == SpanState.NO_DIP)
              .count();
      said.add(
          results.faults().size() == 1
              ? "The recovery took " + Words.duration(longest) + "."
              : "The slowest recovery of "
                  + Words.plural(known, "fault")
                  + " took "
                  + Words.duration(longest)
                  + ".");
      long unknown =
          results.faults().stream()
              .filter(
                  f ->
                      (f.impact() == Impact.HIT || f.impact() == Impact.NOT_KNOWN)
                          && f.recovery().state() == SpanState.UNKNOWN
                          && f.outage().state() != SpanState.UNENDED)
              .count();
      if (unknown > 0) {
        said.add("Of " + Words.plural(unknown, "fault") + " it is not known.");
      }
    }
  }

  static Results.@Nullable Finding finding(Results.Audit audit, FindingKind kind) {
    return audit.findings().stream().filter(f -> f.kind() == kind).findFirst().orElse(null);
  }

  /** What an answer promised before it was there, a sentence. */
  private static void answeredEarly(Results results, List<String> said) {
    double count = results.metrics().getOrDefault(Metrics.ANSWERED_EARLY, 0.0);
    if (count == 0 || Doubts.ofNumber(Metrics.ANSWERED_EARLY, results).isPresent()) {
      return;
    }
    Double longest = results.metrics().get("persistence.max");
    said.add(
        Words.plural(Math.round(count), "accepted request")
            + " had no row or record yet when answered"
            + (longest == null || longest.isInfinite()
                ? ""
                : ", for up to " + Words.duration(longest))
            + ": a kill in between loses what is kept nowhere else.");
  }

  /** How long a service was away after its faults, a sentence. */
  private static void away(Results results, List<String> said) {
    List<String> each =
        results.faults().stream()
            .filter(fault -> fault.away() != null)
            .map(fault -> fault.kind() + " " + fault.role() + ": " + FaultWords.away(fault))
            .toList();
    if (!each.isEmpty()) {
      said.add(
          each.size() <= AWAY_TOLD
              ? String.join("; ", each) + "."
              : String.join("; ", each.subList(0, AWAY_TOLD))
                  + "; and "
                  + (each.size() - AWAY_TOLD)
                  + " more.");
    }
  }

  /** By what the lengths of a run are told, a sentence; empty if by identity. */
  static String told(Results results) {
    return results.faults().stream()
        .filter(fault -> fault.by() != null)
        .map(Results.FaultResult::byOffsets)
        .filter(Objects::nonNull)
        .findFirst()
        .map(view -> "Outage and recovery are not told by identity, but " + view.note() + ".")
        .orElse("");
  }

  /** The value that was observed of a metric, with what it is known to lie between. */
  public static String observed(Results.Judgement j) {
    Double observed = j.observed();
    if (observed == null) {
      return SecondJob.is(j.metric()) ? j.verdict().toString() : Words.NONE;
    }
    Results.Bounds between = j.between();
    if (between == null) {
      return Figures.metric(j.metric(), observed);
    }
    String low = Figures.metric(j.metric(), between.low());
    String high = Figures.metric(j.metric(), between.high());
    if (low.equals(high)) {
      return Figures.metric(j.metric(), observed);
    }
    boolean length =
        Metrics.find(j.metric()).filter(m -> m.unit() == Metrics.Unit.MILLIS).isPresent();
    if (Double.isInfinite(between.high())) {
      return j.metric().contains(".")
          ? "over " + Words.atLeast(between.low())
          : Figures.metric(j.metric(), between.low()) + " or more";
    }
    if (length && between.low() == 0 && observed == between.high()) {
      return "up to " + Words.atMost(observed);
    }
    return Figures.metric(j.metric(), observed)
        + " ("
        + (length ? Words.range(between.low(), between.high()) : low + " – " + high)
        + ")";
  }

  static String listed(List<String> words) {
    return listed(words, "and");
  }

  private static String listed(List<String> words, String last) {
    if (words.size() < 2) {
      return String.join("", words);
    }
    return String.join(", ", words.subList(0, words.size() - 1))
        + " "
        + last
        + " "
        + words.get(words.size() - 1);
  }
}
