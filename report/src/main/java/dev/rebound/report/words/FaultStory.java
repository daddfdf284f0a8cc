package dev.rebound.report.words;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells one fault in sentences: what was done, what stopped for how long, what it cost. Pure. */
public final class FaultStory {
  /** More names than this are a crowd. */
  private static final int NAMES_MAX = 3;

  private FaultStory() {}

  /** Sentences in order; the first says what was done. */
  public static List<String> of(FaultResult fault, @Nullable FaultTimeline scene, Results results) {
    List<String> said = new ArrayList<>();
    said.add(cause(fault));
    said.add(course(fault, scene));
    if (fault.away() != null) {
      said.add("The service was " + FaultWords.away(fault) + ".");
    }
    said.addAll(findings(fault, results));
    return said;
  }

  /** The act and its victims, without a full stop. */
  public static String act(FaultResult fault) {
    return fault.does().act(whom(fault.role(), fault.victims()));
  }

  /** Names, or how many where there are too many to tell. */
  public static String whom(String role, List<String> victims) {
    return victims.size() <= NAMES_MAX
        ? Headline.listed(victims)
        : Words.plural(victims.size(), role);
  }

  private static String cause(FaultResult fault) {
    return act(fault)
        + switch (fault.impact()) {
          case NONE -> ", and held no work.";
          case NOT_KNOWN ->
              "; nobody tells whether it held work, and the output does not show that it did.";
          case NOT_CONFIRMED -> ", but that it did was not confirmed.";
          case HIT -> ".";
        };
  }

  private static String course(FaultResult fault, @Nullable FaultTimeline scene) {
    Span outage = fault.outage();
    Span recovery = fault.recovery();
    if (outage.state() == SpanState.UNKNOWN && recovery.state() == SpanState.UNKNOWN) {
      return "How long output stopped, and when all was caught up, is not known: %s."
          .formatted(outage.detail());
    }
    if (outage.state() == SpanState.UNENDED && recovery.state() == SpanState.UNENDED) {
      return "Output stopped%s; it had not come back everywhere, nor had all that was delayed been delivered, %s."
          .formatted(where(scene), watched(scene));
    }
    String by =
        fault.by() == null ? "" : " (" + FaultWords.by(fault).strip() + ", not by identity)";
    return stopped(fault, scene) + "; " + caughtUp(recovery, scene) + by + ".";
  }

  /** On how many lanes, unless it was all of them. */
  private static String where(@Nullable FaultTimeline scene) {
    return scene == null || scene.lanesBelow() == 0 || scene.lanesBelow() >= scene.lanesDue()
        ? ""
        : " on " + scene.lanesBelow() + " of " + scene.lanesDue() + " lanes";
  }

  private static String stopped(FaultResult fault, @Nullable FaultTimeline scene) {
    Span outage = fault.outage();
    String where = where(scene);
    return switch (outage.state()) {
      case ENDED ->
          "Output stopped%s%s for %s"
              .formatted(
                  byTurns(fault) ? " and came by turns" : "",
                  where,
                  Words.duration(outage.millis()));
      case UNENDED ->
          "Output stopped" + where + " and had not come back everywhere " + watched(scene);
      case NO_DIP ->
          "Output did not stop for so long that it could be seen (up to %s)"
              .formatted(Words.duration(outage.highOrInfinite()));
      case UNKNOWN -> "How long output stopped is not known (" + outage.detail() + ")";
    };
  }

  /** An outage holds what comes between two stops that are close to one another. */
  private static boolean byTurns(FaultResult fault) {
    Span disrupted = fault.disrupted();
    return disrupted.state() == SpanState.ENDED && disrupted.millis() < fault.outage().lowMillis();
  }

  private static String caughtUp(Span recovery, @Nullable FaultTimeline scene) {
    return switch (recovery.state()) {
      case ENDED ->
          "all that was delayed had been delivered after " + Words.duration(recovery.millis());
      case UNENDED -> "what was delayed had not all been delivered " + watched(scene);
      case NO_DIP -> "nothing came much later than usual";
      case UNKNOWN -> "when all had been delivered is not known (" + recovery.detail() + ")";
    };
  }

  private static String watched(@Nullable FaultTimeline scene) {
    return scene == null
        ? "when the watch ended"
        : "when the watch ended after " + Words.duration(scene.watchedMillis());
  }

  private static List<String> findings(FaultResult fault, Results results) {
    List<String> said = new ArrayList<>();
    Results.Audit audit = results.judgedAudit();
    if (audit == null) {
      return said;
    }
    List<String> bad = new ArrayList<>();
    List<String> clean = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    List<String> shared = new ArrayList<>();
    long ofNone = 0;
    for (Results.Finding finding : audit.findings()) {
      long count = of(fault, finding);
      boolean main = FindingKind.first().contains(finding.kind());
      long elsewhere = main ? elsewhere(finding) : 0;
      if (elsewhere > 0) {
        shared.add(Words.count(elsewhere) + " " + finding.kind());
        ofNone += elsewhere;
      }
      if (count > 0) {
        bad.add(Words.count(count) + " " + finding.kind() + Headline.allowed(finding, results));
      } else if (main && elsewhere == 0) {
        boolean known = Doubts.ofNumber(finding.kind(), results).isEmpty();
        (known ? clean : unknown).add(finding.kind().toString());
      }
    }
    if (!bad.isEmpty()) {
      String nothing = clean.isEmpty() ? "" : "; nothing " + String.join(" or ", clean);
      said.add("Readers saw " + Headline.listed(bad) + nothing + ".");
    } else if (!clean.isEmpty()) {
      said.add("Readers saw nothing " + String.join(" or ", clean) + ".");
    }
    if (!shared.isEmpty()) {
      said.add(
          "%s in the run %s attributed to no single fault."
              .formatted(Headline.listed(shared), ofNone == 1 ? "is" : "are"));
    }
    if (!unknown.isEmpty()) {
      said.add("Whether anything was " + String.join(" or ", unknown) + " is not known.");
    }
    long discarded =
        results.audits().stream()
            .filter(other -> audit.judged() && !other.judged())
            .map(other -> Headline.finding(other, FindingKind.DUPLICATED))
            .filter(Objects::nonNull)
            .mapToLong(finding -> of(fault, finding))
            .sum();
    if (discarded > 0) {
      said.add(
          "%s %s discarded."
              .formatted(
                  Words.plural(discarded, "uncommitted duplicate"),
                  discarded == 1 ? "was" : "were"));
    }
    return said;
  }

  /** The number that belongs to one of several faults, or to none. */
  private static long elsewhere(Results.Finding finding) {
    return finding.byFault().getOrDefault("ambiguous", 0L)
        + finding.byFault().getOrDefault("unattributed", 0L);
  }

  private static long of(FaultResult fault, Results.Finding finding) {
    return finding.byFault().getOrDefault(Integer.toString(fault.fault()), 0L);
  }
}
