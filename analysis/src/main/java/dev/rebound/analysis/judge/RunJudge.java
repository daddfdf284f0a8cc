package dev.rebound.analysis.judge;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges what a run left against what was expected of it: files in, findings out. */
public final class RunJudge {
  private final RunTerms terms;
  private final JournalFacts facts;
  private final boolean interrupted;
  private final boolean left;

  private RunJudge(RunTerms terms, JournalFacts facts, boolean interrupted, boolean left) {
    this.left = left;
    this.terms = terms;
    this.facts = facts;
    this.interrupted = interrupted;
  }

  /** Judges a run whose check has begun, by its journal until now. */
  public static JudgedRun judge(Path run, RunTerms terms, Evidence evidence, boolean interrupted) {
    AnalysisResult found = analyse(evidence, terms);
    // What happened while it was analysed counts, too.
    JournalFacts facts = heard(run, terms);
    return new JudgedRun(
        new RunJudge(terms, facts, interrupted, false).results(found), found, true);
  }

  /**
   * Judges a run that is over. Files that are not what the run wrote are not analysed, and then
   * nothing of the run is known.
   *
   * @param head of its journal
   */
  public static JudgedRun judgeAgain(Path run, RunTerms terms, Evidence evidence, RunHead head) {
    JournalFacts facts = heard(run, terms);
    if (evidence.sendLogs().stream().noneMatch(Files::exists)) {
      throw ReboundException.badInput(
          "the bulk data of " + run + " was deleted, by `rebound clean --data` for instance",
          "It cannot be checked again; `rebound report " + run + "` writes its report anew.");
    }
    Optional<Event.DoubtRaised> changed = head.integrity().changed(run, evidence);
    changed.ifPresent(facts::raise);
    if (head.left()) {
      facts.raise(head.integrity().killed());
    } else {
      head.integrity().cut(evidence, terms).ifPresent(facts::raise);
    }
    boolean whole = changed.isEmpty();
    AnalysisResult found = whole ? analyse(evidence, terms) : nothing();
    RunJudge judge = new RunJudge(terms, facts, head.interrupted(), head.left());
    return new JudgedRun(judge.results(found), found, whole);
  }

  private static JournalFacts heard(Path run, RunTerms terms) {
    JournalFacts facts = new JournalFacts(terms);
    JournalFile.replay(run.resolve(RunFiles.JOURNAL), facts);
    return facts;
  }

  /** Audits the evidence, and works out the recovery. */
  private static AnalysisResult analyse(Evidence evidence, RunTerms terms) {
    try {
      return terms.load().known(Analyst.analyse(evidence, terms.expect()));
    } catch (IOException e) {
      throw ReboundException.environment(
          "the check could not read what the run left: " + e.getMessage(),
          "See the data folder of the run; free memory and disk, then run `rebound check` on it.",
          e);
    }
  }

  private static AnalysisResult nothing() {
    return new AnalysisResult(
        List.of(), List.of(), List.of(), new Timeline(0, List.of()), 0, Measures.NONE, null);
  }

  /** What a closed loop cannot show is left out: how long lanes stood still, or were behind. */
  private AnalysisResult timed(AnalysisResult found) {
    boolean untimed =
        facts.warnings().stream()
            .anyMatch(w -> w.code().equals(Doubt.FLAT_OUT.code()) && !w.allowed());
    return untimed
        ? found.with(
            UntimedRun.of(found.faults(), "the load kept to no schedule"),
            UntimedRun.of(found.measures()))
        : found;
  }

  private boolean endedEarly() {
    return interrupted || left || facts.warned(Doubt.RUN_BROKEN) || facts.warned(Doubt.ENDED_EARLY);
  }

  /** Judges what was found. */
  private Results results(AnalysisResult found) {
    if (!endedEarly()) {
      facts.ended();
    }
    AnalysisResult findings = timed(found);
    Map<String, Double> metrics = new HashMap<>(facts.metrics());
    Map<String, String> unjudged = new HashMap<>(findings.unjudged());
    measure(findings, metrics, unjudged);
    if (terms.expect().stream().anyMatch(bound -> bound.metric().equals(Metrics.RESTARTS))) {
      metrics.putIfAbsent(Metrics.RESTARTS, 0.0);
    }
    Map<String, String> doubted = facts.unjudged();
    if (metrics.containsKey(FaultFigure.NOTICED + ".max")) {
      doubted.putAll(Doubts.ofNotice(doubted));
    }
    unjudged.putAll(doubted);
    ofLasting(findings, metrics, unjudged);
    if (findings.requests() != null) {
      // What is refused leaves these unknown on any machine: no better rig helps.
      findings.unjudged().entrySet().stream()
          .filter(reason -> UntimedRun.isOf(reason.getKey()))
          .forEach(reason -> unjudged.put(reason.getKey(), reason.getValue()));
    }
    if (interrupted) {
      unjudged.put(JournalFacts.EVERYTHING, "the run was interrupted");
      Verdicts.leaveOpen(metrics, unjudged);
    }
    if (endedEarly()) {
      leaveOutUnended(metrics, unjudged);
    }
    Map<FindingKind, String> unlooked = Results.unlooked(findings.audits());
    List<Expectation> asked = Verdicts.judged(terms.expect(), metrics, unlooked.keySet(), unjudged);
    unlooked.forEach((kind, why) -> unjudged.putIfAbsent(kind.toString(), why));
    List<Results.Judgement> judgements =
        Verdicts.detailed(
            Verdicts.judge(asked, metrics, findings.bounds(), unjudged, doubted),
            findings.measures().details());
    Verdict verdict = Verdicts.verdict(judgements, findings.faults());
    if (verdict == Verdict.PASS && unjudged.containsKey(JournalFacts.EVERYTHING)) {
      verdict = Verdict.UNKNOWN;
    }
    if (facts.warned(Doubt.EVIDENCE_CHANGED) || facts.warned(Doubt.JOURNAL_CUT)) {
      // A run that left only a part of itself is convicted as little as it is acquitted.
      verdict = Verdict.UNKNOWN;
      judgements = Verdicts.unknown(judgements, unjudged.getOrDefault(JournalFacts.EVERYTHING, ""));
    }
    return terms.head().toBuilder()
        .verdict(verdict)
        .interrupted(interrupted)
        .faults(findings.faults())
        .audits(findings.audits())
        .latencies(findings.latencies())
        .judgements(judgements)
        .warnings(warnings(findings))
        .metrics(metrics)
        .unjudged(unjudged)
        .bounds(findings.bounds())
        .build();
  }

  /** Why there is none of what is told of faults that last, where that is asked. */
  private void ofLasting(
      AnalysisResult findings, Map<String, Double> metrics, Map<String, String> unjudged) {
    String why =
        findings.faults().stream().anyMatch(fault -> fault.lasted() != null)
            ? "no fault that lasted is known to have hit"
            : "no fault of the run lasts and leaves its victims' processes to live";
    for (String of : List.of(FaultFigure.HEALED, FaultFigure.NOTICED)) {
      boolean asked = terms.expect().stream().anyMatch(e -> e.metric().startsWith(of + "."));
      if (asked && !metrics.containsKey(of + ".max")) {
        unjudged.putIfAbsent(of, why);
      }
    }
  }

  /** All numbers, and why others are not known. */
  private void measure(
      AnalysisResult findings, Map<String, Double> metrics, Map<String, String> unjudged) {
    metrics.putAll(findings.metrics()); // exact where the probes only sampled: output.rate
    unjudged.putAll(facts.unknown());
    if (terms.capacity() != null) {
      metrics.put(Metrics.CAPACITY, terms.capacity());
    }
    if (terms.load().workedOff()) {
      Measures workedOff = facts.backlog(findings);
      metrics.putAll(workedOff.metrics());
      unjudged.putAll(workedOff.unjudged());
    } else {
      facts
          .cost(findings)
          .ifPresentOrElse(
              cost -> metrics.put(Metrics.COST, cost),
              () -> unjudged.put(Metrics.COST, facts.costUnknown()));
    }
    facts.costInBaseline(findings).ifPresent(cost -> metrics.put(Metrics.COST_IN_BASELINE, cost));
    metrics.putAll(facts.costByRole(findings));
  }

  /** A run that ended early has not waited for what had not ended by then: that fails nothing. */
  private void leaveOutUnended(Map<String, Double> metrics, Map<String, String> unjudged) {
    List<String> unended = new ArrayList<>();
    metrics.forEach(
        (metric, value) -> {
          if (value.isInfinite()) {
            unended.add(metric);
          }
        });
    if (left || facts.warned(Doubt.NOT_DRAINED)) {
      unended.add(FindingKind.LOST.toString());
    }
    for (String metric : List.of(Metrics.NEVER_BACK, Metrics.STILL_SLOW)) {
      if (metrics.containsKey(metric)) {
        unended.add(metric);
      }
    }
    for (String metric : unended) {
      metrics.remove(metric);
      unjudged.put(metric, "the run ended early, and this had not ended by then");
    }
  }

  /** The warnings of the journal, and what only the audit tells of the rig. */
  private List<Results.RigDoubt> warnings(AnalysisResult findings) {
    List<Results.RigDoubt> warnings = new ArrayList<>();
    String audited = audited(findings);
    for (Results.RigDoubt told : facts.warnings()) {
      warnings.add(
          told.code().equals(Doubt.ENGINE_COMPLAINT)
              ? new Results.RigDoubt(
                  told.code(),
                  told.message() + audited,
                  told.remedy(),
                  told.touches(),
                  told.allowed())
              : told);
    }
    double missed = findings.metrics().getOrDefault(FindingKind.MISSED_LIVE.toString(), 0.0);
    if (missed > 0) {
      Doubt doubt = Doubt.MISSED_LIVE;
      warnings.add(
          new Results.RigDoubt(
              doubt.code(),
              Math.round(missed) + " records of the output topic were missed by the live reader",
              doubt.remedy(),
              doubt.touches(terms.rules().where("drain", true)),
              false));
    }
    return List.copyOf(warnings);
  }

  /** What the audit found of that which an engine complains of. */
  private static String audited(AnalysisResult findings) {
    if (findings.unjudged().containsKey(FindingKind.LOST.toString())) {
      return "; whether outputs are lost is not known";
    }
    Results.Audit audit = Results.judgedAudit(findings.audits());
    if (audit == null || !audit.judged()) {
      return "";
    }
    List<String> found =
        audit.findings().stream()
            .filter(finding -> finding.count() > 0 && !finding.allowed())
            .map(finding -> Words.count(finding.count()) + " " + finding.kind())
            .toList();
    return found.isEmpty()
        ? "; the audit found all outputs there"
        : "; the audit found " + String.join(", ", found);
  }
}
