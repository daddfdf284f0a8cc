package dev.rebound.report;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells a run in a few sentences to someone who has never seen one: why it failed, what was broken,
 * for how long, what was lost. Pure.
 */
final class RunStory {
  /** More reasons than this why something could not be judged are among the doubts. */
  private static final int REASONS_MAX = 1;

  private RunStory() {}

  /** Sentences, most important first. */
  static List<String> of(@Nullable Results results) {
    if (results == null) {
      return Headline.sentences(null);
    }
    List<String> said = new ArrayList<>();
    if (results.interrupted()) {
      said.add("The run was interrupted; what was measured until then is judged here.");
    }
    because(results, said);
    faults(results, said);
    Headline.findings(results, said);
    return said;
  }

  /** The figures that are not to be relied on, and what the experiment takes of the rig. */
  static List<String> doubts(@Nullable Results results) {
    List<String> said = new ArrayList<>();
    if (results == null) {
      return said;
    }
    unknown(results).stream().skip(REASONS_MAX).forEach(said::add);
    Headline.allowed(results, said);
    Headline.doubts(results, said);
    List<String> reasons =
        unknown(results).stream().limit(REASONS_MAX).map(RunStory::reason).toList();
    return said.stream().map(doubt -> withoutReason(doubt, reasons)).toList();
  }

  private static String reason(String sentence) {
    return sentence.substring(sentence.indexOf(": "));
  }

  /** A reason that was told once is not told again. */
  private static String withoutReason(String doubt, List<String> told) {
    for (String reason : told) {
      if (doubt.startsWith("Do not rely on") && doubt.endsWith(reason)) {
        return doubt.substring(0, doubt.length() - reason.length()) + ", for the same reason.";
      }
    }
    return doubt;
  }

  /** Each expectation that did not hold, with what was seen; unknown ones by their reason. */
  private static void because(Results results, List<String> said) {
    List<String> failed =
        results.judgements().stream()
            .filter(j -> j.verdict() == Verdict.FAIL)
            .map(j -> j.metric() + " was " + Headline.observed(j) + " (expected " + bound(j) + ")")
            .toList();
    if (!failed.isEmpty()) {
      said.add("It failed because " + Headline.listed(failed) + ".");
    }
    unknown(results).stream().limit(REASONS_MAX).forEach(said::add);
  }

  /** The metrics that could not be judged, a sentence for each reason. */
  private static List<String> unknown(Results results) {
    Map<String, List<String>> metrics = new LinkedHashMap<>();
    for (Results.Judgement j : results.judgements()) {
      if (j.verdict() != Verdict.FAIL && j.verdict() != Verdict.PASS) {
        String why = j.why().isEmpty() ? "it could not be had" : j.why();
        metrics.computeIfAbsent(why, key -> new ArrayList<>()).add(j.metric());
      }
    }
    List<String> said = new ArrayList<>();
    metrics.forEach(
        (why, named) -> said.add(Headline.listed(named) + " could not be judged: " + why + "."));
    return said;
  }

  private static String bound(Results.Judgement j) {
    return j.bound();
  }

  private static void faults(Results results, List<String> said) {
    List<FaultResult> faults = results.faults();
    if (faults.isEmpty()) {
      said.add(Headline.withoutFaults(results));
      return;
    }
    said.add(acts(faults) + ".");
    long missed = faults.stream().filter(f -> !f.confirmed()).count();
    if (missed > 0) {
      said.add(
          Words.count(missed) + " of " + Words.plural(faults.size(), "fault") + " not confirmed.");
    }
    boolean one = faults.size() == 1;
    String stopped =
        worst(faults, FaultResult::outage, "output stopped for ", " and did not come back");
    String caughtUp =
        worst(
            faults,
            FaultResult::recovery,
            "all that was delayed had been delivered after ",
            " what was delayed had not all been delivered");
    List<String> known =
        List.of(stopped, caughtUp).stream().filter(text -> !text.isEmpty()).toList();
    if (!known.isEmpty()) {
      String text = String.join("; ", known);
      said.add(
          (one
                  ? text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1)
                  : "At worst, " + text)
              + ".");
    }
  }

  /** {@code 2 faults, each SIGKILL to 1 worker}, or one after the other where they differ. */
  private static String acts(List<FaultResult> faults) {
    if (faults.size() == 1) {
      return FaultStory.act(faults.get(0));
    }
    Map<String, Integer> acts = new LinkedHashMap<>();
    for (FaultResult fault : faults) {
      acts.merge(
          fault.does().sign() + " to " + Words.plural(fault.victims().size(), fault.role()),
          1,
          Integer::sum);
    }
    if (acts.size() == 1) {
      return faults.size() + " faults, each " + acts.keySet().iterator().next();
    }
    List<String> parts = new ArrayList<>();
    acts.forEach((act, count) -> parts.add(count + " × " + act));
    return faults.size() + " faults: " + Headline.listed(parts);
  }

  /** The longest in words; of one that did not end, for how long it was watched. */
  private static String worst(
      List<FaultResult> faults, Function<FaultResult, Span> which, String ended, String unended) {
    long longest = -1;
    long open = -1;
    for (FaultResult fault : faults) {
      Span span = which.apply(fault);
      if (span.state() == SpanState.UNENDED) {
        open = Math.max(open, span.millis());
      } else if (span.state() == SpanState.ENDED) {
        longest = Math.max(longest, span.millis());
      }
    }
    if (open >= 0) {
      String watched = Words.duration(open);
      return ended.startsWith("output")
          ? ended + "over " + watched + unended + " while it was watched"
          : "after " + watched + unended;
    }
    return longest < 0 ? "" : ended + Words.duration(longest);
  }
}
