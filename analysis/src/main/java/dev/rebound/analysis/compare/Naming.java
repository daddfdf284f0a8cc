package dev.rebound.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How a sentence calls two cells that it holds against each other. Pure. */
interface Naming {
  /**
   * The part that the two have in common and a reader must know, such as {@code "kill-2-of-8,
   * quick: "}.
   */
  String context(Cell first, Cell second);

  /** The part that sets a cell apart from the other one. */
  String subject(Cell cell, Cell other);

  /** Both of them. */
  default String names(Cell first, Cell second) {
    return subject(first, second) + " and " + subject(second, first);
  }

  /** By whatever differs between them. */
  static Naming plain(Cells.CellRuns one, Cells.CellRuns other) {
    return new ByCell(one, other);
  }

  /** By a setting in which they differ; what else is in their variants they share. */
  static Naming by(String key, Cells.CellRuns one, Cells.CellRuns other) {
    return key.equals(SameSettings.GUARANTEE) ? plain(one, other) : new BySetting(key, one, other);
  }

  /** A run and the control that differs from it in settings. */
  static Naming ofControl(Cells.CellRuns runs, Cells.CellRuns controls) {
    return new ByControl(runs, controls);
  }

  /** What several share, as such a part. */
  static String context(List<String> shared) {
    return shared.isEmpty() ? "" : String.join(", ", shared) + ": ";
  }

  /**
   * By scenario, engine, version, profile, guarantee and variant, as far as they differ.
   *
   * @param one either cell
   * @param other the other one
   */
  record ByCell(Cells.CellRuns one, Cells.CellRuns other) implements Naming {
    @Override
    public String context(Cell first, Cell second) {
      List<String> shared = new ArrayList<>();
      if (first.scenario().equals(second.scenario())) {
        shared.add(first.scenario());
      }
      if (!first.engine().equals(second.engine()) && first.profile().equals(second.profile())) {
        shared.add(first.profile());
      }
      if (first.variant().equals(second.variant()) && !first.variant().isEmpty()) {
        shared.add(first.variant());
      }
      shared.addAll(
          first.equals(one.cell())
              ? Likeness.apart(one, other, Set.of())
              : Likeness.apart(other, one, Set.of()));
      return Naming.context(shared);
    }

    @Override
    public String subject(Cell cell, Cell compared) {
      StringBuilder subject = new StringBuilder(Cell.engineName(cell.engine()));
      if (cell.engine().equals(compared.engine()) && !cell.version().equals(compared.version())) {
        subject.append(' ').append(cell.version());
      }
      if (!cell.profile().equals(compared.profile()) || cell.engine().equals(compared.engine())) {
        subject.append(' ').append(cell.profile());
      }
      if (!cell.guarantee().equals(compared.guarantee())) {
        subject.append(" with ").append(cell.guarantee());
      }
      Cells.CellRuns members = cell.equals(one.cell()) ? one : other;
      String with = Naming.with(members, cell.equals(one.cell()) ? other : one);
      if (!with.isEmpty()) {
        subject.append(" with ").append(with);
      }
      if (!cell.scenario().equals(compared.scenario())) {
        subject.append(members.faulted() ? " after " : " in ").append(cell.scenario());
      }
      return subject.toString();
    }
  }

  /** The part of a cell's variant that sets it apart from another one and is not said before. */
  private static String with(Cells.CellRuns members, Cells.CellRuns beside) {
    String variant = members.cell().variant();
    if (variant.equals(beside.cell().variant())) {
      return "";
    }
    if (variant.isEmpty()) {
      boolean alike = members.cell().profile().equals(beside.cell().profile());
      return alike && Likeness.settings(members, beside, Set.of()).isEmpty() ? "the rest" : "";
    }
    Map<String, String> own = new TreeMap<>(members.variant());
    boolean said = own.keySet().removeAll(Likeness.settings(members, beside, Set.of()));
    return said ? Variants.words(own) : variant;
  }

  /**
   * By the value of one setting.
   *
   * @param one either cell
   * @param other the other one
   */
  record BySetting(String key, Cells.CellRuns one, Cells.CellRuns other) implements Naming {
    @Override
    public String context(Cell first, Cell second) {
      List<String> shared = new ArrayList<>();
      shared.add(first.scenario());
      for (Map.Entry<String, String> rest : one.variant().entrySet()) {
        if (rest.getValue().equals(other.variant().get(rest.getKey()))) {
          shared.add(Variants.word(rest.getKey(), rest.getValue()));
        }
      }
      Set<String> named = Set.of(key);
      shared.addAll(
          first.equals(one.cell())
              ? Likeness.apart(one, other, named)
              : Likeness.apart(other, one, named));
      return Naming.context(shared);
    }

    @Override
    public String subject(Cell cell, Cell compared) {
      Cells.CellRuns members = cell.equals(one.cell()) ? one : other;
      return Cell.engineName(cell.engine())
          + " "
          + cell.profile()
          + " with "
          + Variants.word(
              key,
              Variants.shown(
                  key,
                  DottedKeys.value(key, members.settings()),
                  Stream.of(one, other)
                      .map(side -> DottedKeys.value(key, side.settings()))
                      .toList()));
    }
  }

  /** By the settings of a control, which is called so. */
  record ByControl(Cells.CellRuns runs, Cells.CellRuns controls) implements Naming {
    @Override
    public String context(Cell first, Cell second) {
      List<String> shared = new ArrayList<>();
      shared.add(runs.cell().scenario());
      shared.add(runs.cell().variant());
      shared.removeIf(String::isEmpty);
      Set<String> named = controls.controlled().keySet();
      shared.addAll(
          first.equals(runs.cell())
              ? Likeness.apart(runs, controls, named)
              : Likeness.apart(controls, runs, named));
      return Naming.context(shared);
    }

    @Override
    public String subject(Cell cell, Cell compared) {
      Map<String, String> its = new TreeMap<>();
      Map<String, String> here = new TreeMap<>();
      controls
          .controlled()
          .forEach(
              (key, value) -> {
                String beside = DottedKeys.value(key, runs.settings());
                its.put(key, Variants.shown(key, value, List.of(value, beside)));
                here.put(key, Variants.shown(key, beside, List.of(value, beside)));
              });
      if (cell.equals(controls.cell())) {
        return "its control with " + Variants.words(its);
      }
      if (runs.settings().isEmpty()) {
        here.clear();
      }
      return Cell.engineName(cell.engine())
          + " "
          + cell.profile()
          + (here.isEmpty() ? "" : " with " + Variants.words(here));
    }
  }
}
