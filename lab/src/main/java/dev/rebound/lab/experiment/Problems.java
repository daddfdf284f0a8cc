package dev.rebound.lab.experiment;

import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The problems of an experiment file, gathered so that one reading tells all of them. Each problem
 * once, even if every experiment of a matrix has it.
 */
public final class Problems {
  private static final int SHOWN_MAX = 10;

  private final Set<Problem> all = new LinkedHashSet<>();

  private record Problem(LocatedYaml.SourcePlace place, String message, String remedy) {}

  public void add(LocatedYaml.SourcePlace place, String message, String remedy) {
    all.add(new Problem(place, message, remedy));
  }

  public boolean none() {
    return all.isEmpty();
  }

  /**
   * Throws if there is any problem.
   *
   * @param file to validate once it is corrected; empty if it is none
   */
  public void throwIfAny(String file) {
    throwIfAny(file, List.of());
  }

  /**
   * The same.
   *
   * @param overrides what {@code --set} laid over the file
   */
  void throwIfAny(String file, List<String> overrides) {
    if (!all.isEmpty()) {
      throw asException(file, overrides);
    }
  }

  /** All of them, of which there must be one at least. */
  ReboundException asException(String file, List<String> overrides) {
    List<String> blocks = new ArrayList<>();
    for (Problem problem : all) {
      if (blocks.size() == SHOWN_MAX) {
        blocks.add("… and " + (all.size() - SHOWN_MAX) + " more");
        break;
      }
      blocks.add(show(problem));
    }
    return ReboundException.badInput(String.join("\n", blocks), remedy(file, overrides));
  }

  /** Nothing is wrong with a file that only what was laid over it does not go with. */
  private String remedy(String file, List<String> overrides) {
    if (all.stream().allMatch(problem -> problem.place().source().name().equals(SetOption.NAME))) {
      return "Correct the " + SetOption.NAME + "; the file is not at fault.";
    }
    StringBuilder remedy = new StringBuilder("Correct " + (all.size() == 1 ? "this" : "these"));
    if (file.isEmpty()) {
      return remedy.append('.').toString();
    }
    remedy.append(", then: rebound validate ").append(file);
    overrides.forEach(set -> remedy.append(" --set ").append(quoted(set)));
    return remedy.toString();
  }

  /** As a shell takes it for one word. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=%+,@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static String show(Problem problem) {
    LocatedYaml.SourcePlace place = problem.place();
    LocatedYaml.Source source = place.source();
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
