package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.EngineComplaint;
import java.util.List;
import java.util.Map;

/**
 * Texts of a member's log that a reader of the run must hear of: how often each came, and its first
 * line. Not thread-safe.
 *
 * @param meanings of each text that may stand in a line
 * @param exampleLength how much of the first line is kept
 * @param complaints by member and text, in the order in which they are told
 */
public record LogMatches(
    Map<String, String> meanings, int exampleLength, Map<String, EngineComplaint> complaints) {
  /** Takes in a line of a member's log. */
  public void line(String member, String line) {
    meanings.forEach(
        (text, meaning) -> {
          if (line.contains(text)) {
            complaints.merge(
                member + "/" + text,
                new EngineComplaint(
                    member, meaning, 1, line.substring(0, Math.min(exampleLength, line.length()))),
                (before, now) ->
                    new EngineComplaint(member, meaning, before.times() + 1, before.first()));
          }
        });
  }

  public List<EngineComplaint> all() {
    return List.copyOf(complaints.values());
  }
}
