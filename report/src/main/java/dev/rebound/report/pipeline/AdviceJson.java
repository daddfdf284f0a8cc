package dev.rebound.report.pipeline;

import dev.rebound.advise.Advice;
import dev.rebound.advise.MeasuredFigures;
import dev.rebound.advise.Setting;
import dev.rebound.advise.SettingFinding;
import dev.rebound.advise.Severity;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.page.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;

/** Advice on settings as one JSON document. */
public final class AdviceJson {
  /** The version of this format. */
  public static final int VERSION = 1;

  private AdviceJson() {}

  /** The document, indented, with a line's end. */
  public static String text(Advice advice, MeasuredFigures measured, int exitStatus) {
    Map<String, Object> counts = new LinkedHashMap<>();
    for (Severity severity : Severity.values()) {
      counts.put(severity.word(), advice.count(severity));
    }
    return JsonFile.text(
        JsonFields.of(
            "version",
            VERSION,
            "verdict",
            advice.losesData() ? Verdict.FAIL : Verdict.PASS,
            "exitStatus",
            exitStatus,
            "looked",
            advice.looked(),
            "checks",
            advice.checks(),
            "counts",
            counts,
            "findings",
            advice.findings().stream().map(f -> finding(f, measured, advice)).toList(),
            "notes",
            advice.notes()));
  }

  private static Map<String, Object> finding(
      SettingFinding finding, MeasuredFigures measured, Advice advice) {
    Setting found = finding.found();
    Map<String, Object> node =
        JsonFields.of(
            "check", finding.check(),
            "severity", finding.severity().word(),
            "allowed", advice.allowed().contains(finding.check()),
            "subjects", finding.subjects(),
            "key", found.name(),
            "value", found.shown());
    node.putAll(
        found.written()
            ? JsonFields.of("file", found.file(), "line", found.line())
            : JsonFields.of("origin", found.origin()));
    node.putAll(JsonFields.of("why", finding.why(), "risk", finding.risk()));
    measured
        .of(finding)
        .ifPresent(
            figure ->
                node.put("measured", Map.of("text", figure.text(), "source", figure.source())));
    node.putAll(JsonFields.of("write", finding.write(), "besides", finding.besides()));
    return node;
  }
}
