package dev.rebound.report.words;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Unlooked;
import dev.rebound.oracle.records.Events;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    Results.Audit audit = results.judgedAudit();
    return Results.unlooked(results.audits()).entrySet().stream()
        .filter(unlooked -> isPromised(unlooked.getKey(), audit))
        .map(unlooked -> new NotJudged(unlooked.getKey().toString(), "0", unlooked.getValue()))
        .filter(
            row -> results.judgements().stream().noneMatch(j -> j.metric().equals(row.metric())))
        .toList();
  }

  private static boolean isPromised(FindingKind kind, Results.@Nullable Audit audit) {
    Results.Finding finding = audit == null ? null : Headline.finding(audit, kind);
    return finding != null && !finding.allowed();
  }

  /** True if nothing says what must come out, so that no output was held against anything. */
  public static boolean in(Results results) {
    return results.unjudged().containsValue(Events.NONE);
  }

  /** A sentence beside the verdict; empty if all was looked at that a line of a file can name. */
  public static Optional<String> sentence(Results results) {
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
  public static Optional<String> beside(Results.Judgement judgement, Results results) {
    return in(results) && judgement.metric().equals(FindingKind.LOST_BY_KAFKA.toString())
        ? Optional.of(
            "of the inputs that the brokers had acknowledged, not of the program's output")
        : Optional.empty();
  }
}
