package dev.rebound.lab.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What an engine complains of in its own logs, such as a dropped transaction.
 *
 * @param node whose log it is; empty if it is of none
 * @param meaning what it means, without a full stop
 * @param times how often it is there; 0 if that says nothing
 * @param first the first of them: its time, or its line
 */
public record EngineComplaint(String node, String meaning, int times, String first) {
  /** One that is of no node alone. */
  public static EngineComplaint of(String meaning) {
    return new EngineComplaint("", meaning, 0, "");
  }

  /** What several nodes complain of, told once. */
  public record SharedComplaint(List<String> nodes, String message) {}

  /** One for each meaning, in the order in which they are there. */
  public static List<SharedComplaint> together(List<EngineComplaint> complaints) {
    Map<String, List<EngineComplaint>> byMeaning = new LinkedHashMap<>();
    complaints.forEach(
        one -> byMeaning.computeIfAbsent(one.meaning, meaning -> new ArrayList<>()).add(one));
    return byMeaning.values().stream().map(EngineComplaint::shared).toList();
  }

  private static SharedComplaint shared(List<EngineComplaint> same) {
    String who =
        same.stream()
            .filter(one -> !one.node.isEmpty())
            .map(one -> one.node + (one.times == 0 ? "" : " " + one.times + "×"))
            .collect(Collectors.joining(", "));
    String first =
        same.stream()
            .map(EngineComplaint::first)
            .filter(one -> !one.isEmpty())
            .sorted()
            .findFirst()
            .orElse("");
    String where = first.isEmpty() ? who : who + (who.isEmpty() ? "" : "; ") + "first: " + first;
    return new SharedComplaint(
        same.stream()
            .map(EngineComplaint::node)
            .filter(node -> !node.isEmpty())
            .distinct()
            .toList(),
        same.get(0).meaning + (where.isEmpty() ? "" : " (" + where + ")"));
  }
}
