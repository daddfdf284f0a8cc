package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.Complaint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Texts of a member's log that a reader of the run must hear of: how often each came, and its first
 * line. Not thread-safe.
 */
final class Heard {
  private static final int EXAMPLE_LENGTH = 300;

  private final Map<String, String> meanings;
  private final Map<String, Complaint> complaints = new TreeMap<>();

  /**
   * @param meanings of each text that may stand in a line
   */
  Heard(Map<String, String> meanings) {
    this.meanings = meanings;
  }

  /** Takes in a line of a member's log. */
  void line(String member, String line) {
    meanings.forEach(
        (text, meaning) -> {
          if (line.contains(text)) {
            complaints.merge(
                member + "/" + text,
                new Complaint(
                    member, meaning, 1, line.substring(0, Math.min(EXAMPLE_LENGTH, line.length()))),
                (before, now) ->
                    new Complaint(member, meaning, before.times() + 1, before.first()));
          }
        });
  }

  /** By member and text. */
  List<Complaint> all() {
    return new ArrayList<>(complaints.values());
  }
}
