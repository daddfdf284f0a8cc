package dev.rebound.report.pipeline;

import dev.rebound.advise.Advice;
import dev.rebound.advise.MeasuredFigures;
import dev.rebound.advise.SettingFinding;
import dev.rebound.advise.Severity;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.result.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;

/** Advice on settings as one JSON document. */
public final class AdviceJson {
  /** The version of this format. */
  public static final int VERSION = 1;

  private AdviceJson() {}

  /** The document, indented, with a line's end. */
  public static String text(Advice advice, MeasuredFigures measured, int exitStatus) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("version", VERSION);
    document.put("verdict", advice.losesData() ? Verdict.FAIL : Verdict.PASS);
    document.put("exitStatus", exitStatus);
    document.put("looked", advice.looked());
    document.put("checks", advice.checks());
    Map<String, Object> counts = new LinkedHashMap<>();
    for (Severity severity : Severity.values()) {
      counts.put(severity.word(), advice.count(severity));
    }
    document.put("counts", counts);
    document.put(
        "findings",
        advice.findings().stream()
            .map(finding -> finding(finding, measured, advice.allowed().contains(finding.check())))
            .toList());
    document.put("notes", advice.notes());
    return JsonFile.text(document);
  }

  private static Map<String, Object> finding(
      SettingFinding finding, MeasuredFigures measured, boolean allowed) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("check", finding.check());
    node.put("severity", finding.severity().word());
    node.put("allowed", allowed);
    node.put("subjects", finding.subjects());
    node.put("key", finding.found().name());
    node.put("value", finding.found().shown());
    if (finding.found().written()) {
      node.put("file", finding.found().file());
      node.put("line", finding.found().line());
    } else {
      node.put("origin", finding.found().origin());
    }
    node.put("why", finding.why());
    node.put("risk", finding.risk());
    measured
        .of(finding)
        .ifPresent(
            figure ->
                node.put("measured", Map.of("text", figure.text(), "source", figure.source())));
    node.put("write", finding.write());
    node.put("besides", finding.besides());
    return node;
  }
}
