package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Unlooked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The audits of several output topics as one: counts added up, examples that name their topic. */
final class AuditAggregate {
  private static final int EXAMPLES = 10;

  private AuditAggregate() {}

  /** Together; there is one at least. */
  static Audit of(List<Audit> audits) {
    Map<FindingKind, Finding> findings = new LinkedHashMap<>();
    for (Audit audit : audits) {
      for (Finding finding : audit.findings()) {
        findings.merge(finding.kind(), named(finding, audit), AuditAggregate::both);
      }
    }
    return new Audit(
        audits.get(0).reader(),
        audits.get(0).judged(),
        audits.stream().mapToLong(Audit::expected).sum(),
        audits.stream().mapToLong(Audit::distinct).sum(),
        audits.stream().mapToLong(Audit::observed).sum(),
        List.copyOf(findings.values()),
        null,
        notJudged(audits));
  }

  /** Of a kind nothing could be found where that is so in each topic. */
  private static List<Unlooked> notJudged(List<Audit> audits) {
    List<Unlooked> all = new ArrayList<>();
    for (Audit audit : audits) {
      for (Unlooked one : audit.notJudged()) {
        boolean whole =
            audits.stream()
                .allMatch(
                    its -> its.notJudged().stream().anyMatch(same -> same.kind() == one.kind()));
        Unlooked named = audit.topic() == null ? one : one.in(audit.topic());
        all.add(whole ? named : new Unlooked(named.aspect(), named.what(), null, named.remedy()));
      }
    }
    return List.copyOf(all);
  }

  private static Finding named(Finding finding, Audit audit) {
    String topic = audit.topic() + ": ";
    Map<String, String> exampleOf = new TreeMap<>(finding.exampleOf());
    exampleOf.replaceAll((cause, example) -> topic + example);
    return new Finding(
        finding.kind(),
        finding.count(),
        finding.allowed(),
        finding.byFault(),
        finding.examples().stream().map(example -> topic + example).toList(),
        exampleOf,
        finding.byCommit());
  }

  private static Finding both(Finding one, Finding other) {
    // Of each topic as many as there is room for.
    int others = Math.min(other.examples().size(), EXAMPLES / 2);
    int ones = Math.min(one.examples().size(), EXAMPLES - others);
    List<String> examples = new ArrayList<>(one.examples().subList(0, ones));
    examples.addAll(
        other.examples().subList(0, Math.min(other.examples().size(), EXAMPLES - ones)));
    Map<String, String> exampleOf = new TreeMap<>(other.exampleOf());
    exampleOf.putAll(one.exampleOf());
    return new Finding(
        one.kind(),
        one.count() + other.count(),
        one.allowed() && other.allowed(),
        sums(one.byFault(), other.byFault()),
        List.copyOf(examples),
        exampleOf,
        sums(one.byCommit(), other.byCommit()));
  }

  private static Map<String, Long> sums(Map<String, Long> some, Map<String, Long> others) {
    Map<String, Long> sums = new TreeMap<>(some);
    others.forEach((cause, count) -> sums.merge(cause, count, Long::sum));
    return sums;
  }
}
