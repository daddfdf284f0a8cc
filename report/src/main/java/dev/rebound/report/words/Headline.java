package dev.rebound.report.words;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.experiment.SecondJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in words what a run found: what terminal, report and index open with. Pure. */
public final class Headline {
  /**
   * The metrics that a run measures whatever its expectations, beside the latencies of its phases;
   * others are absent rather than wrong.
   */
  private static final Set<String> MEASURED =
      Set.of("outage", "recovery", "disrupted", "input", "lag", "cpu");

  /** So many faults are told one by one. */
  private static final int AWAY_TOLD = 4;

  public static final String INTERRUPTED =
      "The run was interrupted; what was measured until then is judged here.";

  private Headline() {}

  /** Sentences, most important first. */
  public static List<String> sentences(@Nullable Results results) {
    if (results == null) {
      return List.of(
          "The run ended before it was judged. What was measured until then is shown here; whether"
              + " anything was lost is not known.");
    }
    List<String> said = new ArrayList<>();
    said.add(results.interrupted() ? INTERRUPTED : "");
    said.add(named("Not met: %s.", names(results, Verdict.FAIL)));
    said.add(named("Could not be judged: %s.", names(results, Verdict.UNKNOWN)));
    findings(results, said);
    recoveries(results, said);
    answeredEarly(results, said);
    away(results, said);
    backlog(results, said);
    said.add(told(results));
    allowed(results, said);
    doubts(results, said);
    said.removeIf(String::isEmpty);
    return said;
  }

  private static String named(String sentence, List<String> names) {
    return names.isEmpty() ? "" : sentence.formatted(listed(names));
  }

  private static void backlog(Results results, List<String> said) {
    Double rate = results.metrics().get(Metrics.BACKLOG_RATE);
    if (rate == null) {
      return;
    }
    Double cost = results.metrics().get(Metrics.COST);
    String each =
        cost == null
            ? ""
            : String.format(
                Locale.ROOT, ", %,.0f records for each CPU-second of the engine", 1e6 / cost);
    said.add("The job worked off " + Figures.metric(Metrics.BACKLOG_RATE, rate) + each + ".");
    double rig = results.metrics().getOrDefault(Metrics.BACKLOG_RIG, 0.0);
    if (rig >= Metrics.RIG_FULL) {
      said.add(
          "Brokers and observer used %s of their cores meanwhile: the engine may take more."
              .formatted(Words.share(rig)));
    }
  }

  /** The experiment's demands on the rig are told beside every verdict. */
  public static void allowed(Results results, List<String> said) {
    for (Results.RigDoubt warning : Doubts.allowed(results)) {
      said.add(
          "Allowed by the experiment, and judged as if it were not there: %s (%s)."
              .formatted(warning.code(), warning.message()));
    }
  }

  /** Metrics that nobody asked for and that yet must not be relied on. */
  public static void doubts(Results results, List<String> said) {
    Map<String, List<String>> byReason = new TreeMap<>();
    List<String> unknown = names(results, Verdict.UNKNOWN);
    new TreeMap<>(results.unjudged())
        .forEach(
            (metric, reason) -> {
              boolean measured = MEASURED.contains(metric) || Metrics.PHASES.contains(metric);
              if (measured && !unknown.contains(metric)) {
                byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(metric);
              }
            });
    byReason.forEach(
        (reason, metrics) -> said.add("Do not rely on " + doubted(metrics) + ": " + reason + "."));
  }

  /** A phase's name alone stands for its latencies. */
  private static String doubted(List<String> metrics) {
    List<String> phases = metrics.stream().filter(Metrics.PHASES::contains).toList();
    List<String> named = new ArrayList<>(metrics);
    named.removeAll(phases);
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

  public static void findings(Results results, List<String> said) {
    Results.Audit audit = results.judgedAudit();
    if (audit == null) {
      return;
    }
    NotLookedAt.sentence(results).ifPresent(said::add);
    List<String> found = new ArrayList<>();
    String states = "";
    for (Results.Finding finding : audit.findings()) {
      FindingKind kind = finding.kind();
      String where = in(kind, results) + allowed(finding, results);
      if (finding.count() > 0 && kind == FindingKind.DIVERGED) {
        // Rules and windows diverge, not outputs.
        states = Words.plural(finding.count(), kind.noun()) + " " + kind + where + ".";
      } else if (finding.count() > 0) {
        found.add(Words.count(finding.count()) + " " + kind + where);
      }
    }
    if (!found.isEmpty()) {
      said.add("Of " + Words.count(audit.expected()) + " expected outputs: " + listed(found) + ".");
    }
    if (!states.isEmpty()) {
      said.add(states);
    }
    clean(audit, results, found.isEmpty(), said);
  }

  /** What of all that is told always is known to be none. */
  private static void clean(
      Results.Audit audit, Results results, boolean nothingFound, List<String> said) {
    List<FindingKind> none =
        FindingKind.always().stream().filter(kind -> isNone(kind, audit, results)).toList();
    List<String> outputs =
        none.stream().filter(k -> k != FindingKind.DIVERGED).map(FindingKind::toString).toList();
    if (outputs.isEmpty()) {
      return;
    }
    boolean another = results.audits().stream().anyMatch(a -> !a.reader().equals(audit.reader()));
    boolean all = nothingFound && audit.expected() > 0;
    said.add(
        "%s %s%s%s."
            .formatted(
                another ? "For " + audit.reader() + " readers, nothing was" : "Nothing was",
                listed(outputs, "or"),
                none.contains(FindingKind.DIVERGED) ? ", and no state diverged" : "",
                all ? ": " + Words.count(audit.expected()) + " outputs were expected" : ""));
  }

  /** Whether none was found, and that can be relied on, judged or not. */
  private static boolean isNone(FindingKind kind, Results.Audit audit, Results results) {
    Results.Finding finding = finding(audit, kind);
    return finding != null && finding.count() == 0 && Doubts.ofNumber(kind, results).isEmpty();
  }

  /** {@code " (allowed by at-least-once)"}, or nothing. */
  public static String allowed(Results.Finding finding, Results results) {
    return finding.allowed() ? " (allowed by " + results.guarantee() + ")" : "";
  }

  /** The output topics that a finding was made in, where there are several. */
  private static String in(FindingKind kind, Results results) {
    List<String> topics = new ArrayList<>();
    for (Results.Audit audit : results.audits()) {
      Results.Finding finding = finding(audit, kind);
      if (audit.topic() != null && audit.judged() && finding != null && finding.count() > 0) {
        topics.add(audit.topic());
      }
    }
    return topics.isEmpty() || kind.ofInputs() ? "" : " in " + listed(topics);
  }

  /** What is to be said of faults where there are no results of any. */
  public static String withoutFaults(Results results) {
    return results.warnings().stream()
            .anyMatch(doubt -> doubt.code().equals(Doubt.EVIDENCE_CHANGED.code()))
        ? "What its faults did was not worked out: what the run left cannot be verified."
        : "No fault was injected.";
  }

  /** How many faults were not confirmed, a sentence; empty if all were. */
  public static String notConfirmed(Results results) {
    long missed = count(results, fault -> !fault.confirmed());
    String faults = Words.plural(results.faults().size(), "fault");
    return missed == 0 ? "" : Words.count(missed) + " of " + faults + " not confirmed.";
  }

  private static void recoveries(Results results, List<String> said) {
    if (results.faults().isEmpty()) {
      said.add(withoutFaults(results));
      return;
    }
    said.add(notConfirmed(results));
    long unended =
        count(
            results,
            f ->
                f.recovery().state() == SpanState.UNENDED
                    || f.outage().state() == SpanState.UNENDED);
    if (unended > 0) {
      said.add(
          "After " + Words.plural(unended, "fault") + " it did not catch up while it was watched.");
    }
    OptionalLong longest =
        results.faults().stream()
            .map(FaultResult::recovery)
            .filter(recovery -> recovery.state() == SpanState.ENDED)
            .mapToLong(Results.Span::millis)
            .max();
    if (longest.isEmpty()) {
      return;
    }
    long known =
        count(
            results,
            f ->
                f.recovery().state() == SpanState.ENDED
                    || f.recovery().state() == SpanState.NO_DIP);
    said.add(
        "%s took %s."
            .formatted(
                results.faults().size() == 1
                    ? "The recovery"
                    : "The slowest recovery of " + Words.plural(known, "fault"),
                Words.duration(longest.getAsLong())));
    long unknown =
        count(
            results,
            f ->
                (f.impact() == Impact.HIT || f.impact() == Impact.NOT_KNOWN)
                    && f.recovery().state() == SpanState.UNKNOWN
                    && f.outage().state() != SpanState.UNENDED);
    if (unknown > 0) {
      said.add("Of " + Words.plural(unknown, "fault") + " it is not known.");
    }
  }

  private static long count(Results results, Predicate<FaultResult> which) {
    return results.faults().stream().filter(which).count();
  }

  public static Results.@Nullable Finding finding(Results.Audit audit, FindingKind kind) {
    return audit.findings().stream().filter(f -> f.kind() == kind).findFirst().orElse(null);
  }

  /** What an answer promised before it was there, a sentence. */
  private static void answeredEarly(Results results, List<String> said) {
    double count = results.metrics().getOrDefault(Metrics.ANSWERED_EARLY, 0.0);
    if (count == 0 || Doubts.ofNumber(Metrics.ANSWERED_EARLY, results).isPresent()) {
      return;
    }
    Double longest = results.metrics().get("persistence.max");
    boolean known = longest != null && !longest.isInfinite();
    said.add(
        "%s had no row or record yet when answered%s: a kill in between loses what is kept nowhere else."
            .formatted(
                Words.plural(Math.round(count), "accepted request"),
                known ? ", for up to " + Words.duration(longest) : ""));
  }

  /** How long a service was away after its faults, a sentence. */
  private static void away(Results results, List<String> said) {
    List<String> each =
        results.faults().stream()
            .filter(fault -> fault.away() != null)
            .map(fault -> fault.kind() + " " + fault.role() + ": " + FaultWords.away(fault))
            .toList();
    int more = each.size() - AWAY_TOLD;
    String told = each.stream().limit(AWAY_TOLD).collect(Collectors.joining("; "));
    if (!each.isEmpty()) {
      said.add(told + (more > 0 ? "; and " + more + " more." : "."));
    }
  }

  /** By what the lengths of a run are told, a sentence; empty if by identity. */
  public static String told(Results results) {
    return results.faults().stream()
        .filter(fault -> fault.by() != null && fault.byOffsets() != null)
        .map(fault -> Objects.requireNonNull(fault.byOffsets()).note())
        .findFirst()
        .map(note -> "Outage and recovery are not told by identity, but " + note + ".")
        .orElse("");
  }

  /** The value that was observed of a metric, with what it is known to lie between. */
  public static String observed(Results.Judgement j) {
    Double observed = j.observed();
    Results.Bounds between = j.between();
    if (observed == null) {
      return SecondJob.is(j.metric()) ? j.verdict().toString() : Words.NONE;
    }
    String value = Figures.metric(j.metric(), observed);
    if (between == null) {
      return value;
    }
    String low = Figures.metric(j.metric(), between.low());
    String high = Figures.metric(j.metric(), between.high());
    if (low.equals(high)) {
      return value;
    }
    if (Double.isInfinite(between.high())) {
      return j.metric().contains(".") ? "over " + Words.atLeast(between.low()) : low + " or more";
    }
    boolean length =
        Metrics.find(j.metric()).filter(m -> m.unit() == Metrics.Unit.MILLIS).isPresent();
    if (length && between.low() == 0 && observed == between.high()) {
      return "up to " + Words.atMost(observed);
    }
    String range = length ? Words.range(between.low(), between.high()) : low + " – " + high;
    return value + " (" + range + ")";
  }

  public static String listed(List<String> words) {
    return listed(words, "and");
  }

  private static String listed(List<String> words, String last) {
    int most = words.size() - 1;
    return most < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, most)) + " " + last + " " + words.get(most);
  }
}
