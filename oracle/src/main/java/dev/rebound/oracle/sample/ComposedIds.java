package dev.rebound.oracle.sample;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ids of several fields. The first one is made unique in each round, alike wherever it is alike in
 * the sample, so that what belongs together still does; the others stay as they are.
 */
final class ComposedIds {
  private final Map<String, Integer> firsts = new HashMap<>();
  private final Map<String, Integer> rows = new HashMap<>();

  /** Adds a row's id; gives the row that has the same already, or −1. */
  int add(List<String> texts, int row) {
    int number = first(texts.get(0));
    Integer before = rows.putIfAbsent(text(number, texts.subList(1, texts.size())), row);
    return before == null ? -1 : before;
  }

  /** The number of a first field, by which it is made unique. */
  int first(String text) {
    return firsts.computeIfAbsent(text, its -> firsts.size());
  }

  /** How many different ones there are. */
  int firsts() {
    return firsts.size();
  }

  /** The row of an id, by the number of its first field and its other fields; −1 for none. */
  int row(int first, List<String> others) {
    return rows.getOrDefault(text(first, others), -1);
  }

  private static String text(int first, List<String> others) {
    StringBuilder text = new StringBuilder().append(first);
    others.forEach(its -> text.append('\0').append(UniqueId.folded(its)));
    return text.toString();
  }
}
