package dev.rebound.report;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Unlooked;
import dev.rebound.oracle.records.Events;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says of a run what its verdict does not speak of. Pure. */
public final class NotLookedAt {
  private NotLookedAt() {}

  /**
   * What the guarantee promises that nobody looked at, so that it neither held nor failed.
   *
   * @param why with what would have it judged
   */
  public record NotJudged(String metric, String bound, String why) {}

  /** In the order to print. */
  public static List<NotJudged> expectations(Results results) {
    List<NotJudged> rows = new ArrayList<>();
    Results.Audit audit = results.judgedAudit();
    for (Map.Entry<FindingKind, String> unlooked : Results.unlooked(results.audits()).entrySet()) {
      String metric = unlooked.getKey().toString();
      Results.Finding finding = audit == null ? null : Headline.finding(audit, unlooked.getKey());
      boolean promised = finding != null && !finding.allowed();
      boolean judged = results.judgements().stream().anyMatch(j -> j.metric().equals(metric));
      if (promised && !judged) {
        rows.add(new NotJudged(metric, "0", unlooked.getValue()));
      }
    }
    return rows;
  }

  /** True if nothing says what must come out, so that no output was held against anything. */
  static boolean in(Results results) {
    return results.unjudged().containsValue(Events.NONE);
  }

  /** A sentence beside the verdict; empty if all was looked at that a line of a file can name. */
  static Optional<String> sentence(Results results) {
    if (in(results)) {
      return Optional.of("Not looked at: lost, duplicated, values (oracle none).");
    }
    Results.Audit audit = results.judgedAudit();
    List<String> passed =
        audit == null
            ? List.of()
            : audit.notJudged().stream()
                .filter(one -> !one.remedy().isEmpty())
                .map(Unlooked::what)
                .toList();
    return passed.isEmpty()
        ? Optional.empty()
        : Optional.of("Not looked at: " + Headline.listed(passed) + ".");
  }

  /** What a count of inputs is, where it may be taken for one of outputs; empty elsewhere. */
  static Optional<String> beside(Results.Judgement judgement, Results results) {
    return in(results) && judgement.metric().equals(FindingKind.LOST_BY_KAFKA.toString())
        ? Optional.of(
            "of the inputs that the brokers had acknowledged, not of the program's output")
        : Optional.empty();
  }
}
