package dev.rebound.report.words;

import dev.rebound.analysis.check.Attribution;
import dev.rebound.analysis.result.DuplicateCause;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what findings are attributed to, and of what they are examples. Pure. */
public final class FindingWords {
  private FindingWords() {}

  /** {@code 12 before the first fault, 40 from fault 1, 3 unattributed}. */
  public static String attribution(Map<String, Long> byFault) {
    return byFault.entrySet().stream()
        .filter(part -> part.getValue() > 0)
        .sorted(Comparator.comparing(part -> !part.getKey().equals(Attribution.BEFORE)))
        .map(part -> Words.count(part.getValue()) + " " + attributed(part.getKey()))
        .collect(Collectors.joining(", "));
  }

  /** What a finding is put down to: {@code 12 from fault 1; 9 redelivered, 3 beyond commit}. */
  public static String causes(Results.Finding finding) {
    return Stream.of(attribution(finding.byFault()), DuplicateCause.words(finding.byCommit()))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String attributed(String to) {
    return to.equals(Attribution.BEFORE)
        ? "before the first fault"
        : numbered(to) ? "from fault " + to : to;
  }

  private static boolean numbered(String attribution) {
    return attribution.chars().allMatch(Character::isDigit);
  }

  /** The examples of a finding: one of each attribution first, where there are several. */
  public static List<String> examples(Results.Finding finding) {
    Stream<String> first =
        finding.exampleOf().entrySet().stream()
            .sorted(Comparator.comparing(one -> numbered(one.getKey())))
            .map(one -> attributed(one.getKey()) + ": " + one.getValue());
    Stream<String> others =
        finding.examples().stream().filter(example -> !finding.exampleOf().containsValue(example));
    return Stream.concat(first, others).toList();
  }
}
