package dev.rebound.lab.experiment;

import dev.rebound.analysis.ReboundException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is wrong with an experiment file, gathered so that one reading tells all of it. Each problem
 * once, even if every experiment of a matrix has it.
 */
public final class Problems {
  private static final int SHOWN_MAX = 10;

  private final Set<Problem> all = new LinkedHashSet<>();

  private record Problem(Tree.Place place, String message, String remedy) {}

  public void add(Tree.Place place, String message, String remedy) {
    all.add(new Problem(place, message, remedy));
  }

  public boolean none() {
    return all.isEmpty();
  }

  /** Throws if there is any problem. */
  public void throwIfAny(String file) {
    if (all.isEmpty()) {
      return;
    }
    List<String> blocks = new ArrayList<>();
    for (Problem problem : all) {
      if (blocks.size() == SHOWN_MAX) {
        blocks.add("… and " + (all.size() - SHOWN_MAX) + " more");
        break;
      }
      blocks.add(show(problem));
    }
    throw new ReboundException(
        ReboundException.Cause.BAD_INPUT,
        String.join("\n", blocks),
        "Correct " + (all.size() == 1 ? "this" : "these") + ", then: rebound validate " + file);
  }

  private static String show(Problem problem) {
    Tree.Place place = problem.place();
    Tree.Source source = place.source();
    String number = Integer.toString(place.line());
    StringBuilder text = new StringBuilder(source.name());
    if (source.file()) {
      text.append(':').append(number).append(':').append(place.column());
    }
    text.append(": ").append(problem.message()).append('\n');
    if (place.line() >= 1 && place.line() <= source.lines().size()) {
      String line = source.lines().get(place.line() - 1);
      String margin = " ".repeat(number.length());
      String lead = line.substring(0, Math.min(line.length(), Math.max(0, place.column() - 1)));
      text.append("  ").append(number).append(" | ").append(line).append('\n');
      text.append("  ").append(margin).append(" | ").append(lead.replaceAll("[^\t]", " "));
      text.append("^\n");
    }
    return text.append("  ").append(problem.remedy()).append('\n').toString();
  }
}
