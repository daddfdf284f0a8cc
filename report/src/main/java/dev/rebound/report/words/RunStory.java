package dev.rebound.report.words;

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
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells a run in a few sentences to someone who has never seen one: why it failed, what was broken,
 * for how long, what was lost. Pure.
 */
public final class RunStory {
  /** More reasons than this why something could not be judged are among the doubts. */
  private static final int REASONS_MAX = 1;

  private RunStory() {}

  /** Sentences, most important first. */
  public static List<String> of(@Nullable Results results) {
    if (results == null) {
      return Headline.sentences(null);
    }
    List<String> said = new ArrayList<>();
    said.add(results.interrupted() ? Headline.INTERRUPTED : "");
    said.add(because(results));
    unknown(results).stream().limit(REASONS_MAX).forEach(said::add);
    faults(results, said);
    Headline.findings(results, said);
    said.removeIf(String::isEmpty);
    return said;
  }

  /** The figures that are not to be relied on, and what the experiment takes of the rig. */
  public static List<String> doubts(@Nullable Results results) {
    if (results == null) {
      return List.of();
    }
    List<String> said = new ArrayList<>();
    unknown(results).stream().skip(REASONS_MAX).forEach(said::add);
    Headline.allowed(results, said);
    Headline.doubts(results, said);
    List<String> reasons =
        unknown(results).stream()
            .limit(REASONS_MAX)
            .map(sentence -> sentence.substring(sentence.indexOf(": ")))
            .toList();
    return said.stream().map(doubt -> withoutReason(doubt, reasons)).toList();
  }

  /** A reason that was told once is not told again. */
  private static String withoutReason(String doubt, List<String> told) {
    return told.stream()
        .filter(reason -> doubt.startsWith("Do not rely on") && doubt.endsWith(reason))
        .map(reason -> doubt.substring(0, doubt.length() - reason.length()))
        .map(opening -> opening + ", for the same reason.")
        .findFirst()
        .orElse(doubt);
  }

  /** Each expectation that did not hold, with what was seen. */
  private static String because(Results results) {
    List<String> failed =
        results.judgements().stream()
            .filter(j -> j.verdict() == Verdict.FAIL)
            .map(
                j ->
                    "%s was %s (expected %s)"
                        .formatted(j.metric(), Headline.observed(j), j.bound()))
            .toList();
    return failed.isEmpty() ? "" : "It failed because " + Headline.listed(failed) + ".";
  }

  /** The metrics that could not be judged, a sentence for each reason. */
  private static List<String> unknown(Results results) {
    Map<String, List<String>> metrics =
        results.judgements().stream()
            .filter(j -> j.verdict() == Verdict.UNKNOWN)
            .collect(
                Collectors.groupingBy(
                    j -> j.why().isEmpty() ? "it could not be had" : j.why(),
                    LinkedHashMap::new,
                    Collectors.mapping(Results.Judgement::metric, Collectors.toList())));
    return metrics.entrySet().stream()
        .map(one -> Headline.listed(one.getValue()) + " could not be judged: " + one.getKey() + ".")
        .toList();
  }

  private static void faults(Results results, List<String> said) {
    List<FaultResult> faults = results.faults();
    if (faults.isEmpty()) {
      said.add(Headline.withoutFaults(results));
      return;
    }
    said.add(acts(faults) + ".");
    said.add(Headline.notConfirmed(results));
    String stopped =
        worst(
            faults,
            FaultResult::outage,
            "output stopped for %s",
            "output stopped for over %s and did not come back while it was watched");
    String caughtUp =
        worst(
            faults,
            FaultResult::recovery,
            "all that was delayed had been delivered after %s",
            "after %s what was delayed had not all been delivered");
    String text = stopped + (stopped.isEmpty() || caughtUp.isEmpty() ? "" : "; ") + caughtUp;
    if (!text.isEmpty()) {
      String first = text.substring(0, 1).toUpperCase(Locale.ROOT);
      said.add((faults.size() == 1 ? first + text.substring(1) : "At worst, " + text) + ".");
    }
  }

  /** {@code 2 faults, each SIGKILL to 1 worker}, or one after the other where they differ. */
  private static String acts(List<FaultResult> faults) {
    if (faults.size() == 1) {
      return FaultStory.act(faults.get(0));
    }
    Map<String, Integer> acts = new LinkedHashMap<>();
    for (FaultResult fault : faults) {
      String whom = Words.plural(fault.victims().size(), fault.role());
      acts.merge(fault.does().sign() + " to " + whom, 1, Integer::sum);
    }
    List<String> parts = new ArrayList<>();
    acts.forEach((act, count) -> parts.add(count + " × " + act));
    return faults.size()
        + (acts.size() == 1
            ? " faults, each " + acts.keySet().iterator().next()
            : " faults: " + Headline.listed(parts));
  }

  /** The longest in words; of one that did not end, for how long it was watched. */
  private static String worst(
      List<FaultResult> faults, Function<FaultResult, Span> which, String ended, String unended) {
    OptionalLong open = longest(faults, which, SpanState.UNENDED);
    OptionalLong longest = open.isPresent() ? open : longest(faults, which, SpanState.ENDED);
    return longest.isEmpty()
        ? ""
        : (open.isPresent() ? unended : ended).formatted(Words.duration(longest.getAsLong()));
  }

  private static OptionalLong longest(
      List<FaultResult> faults, Function<FaultResult, Span> which, SpanState state) {
    return faults.stream()
        .map(which)
        .filter(span -> span.state() == state)
        .mapToLong(Span::millis)
        .max();
  }
}
