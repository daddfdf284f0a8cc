package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.SettingsDifferences;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How a sentence calls two cells that it holds against each other. Pure. */
interface CellNaming {
  /**
   * The part that the two have in common and a reader must know, such as {@code "kill-2-of-8,
   * quick: "}.
   */
  String context(CellRuns first, CellRuns second);

  /** The part that sets a cell apart from the other one. */
  String subject(CellRuns cell, CellRuns other);

  /** By a setting in which they differ; what else is in their variants they share. */
  static CellNaming by(String key) {
    return key.equals(SettingsMatch.GUARANTEE) ? new ByCell() : new BySetting(key);
  }

  /** What several share, as such a part. */
  static String context(List<String> shared) {
    return shared.isEmpty() ? "" : String.join(", ", shared) + ": ";
  }

  /** By scenario, engine, version, profile, guarantee and variant, as far as they differ. */
  record ByCell() implements CellNaming {
    @Override
    public String context(CellRuns one, CellRuns other) {
      Cell first = one.cell();
      Cell second = other.cell();
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
      shared.addAll(SettingsDifferences.apart(one, other, Set.of()));
      return CellNaming.context(shared);
    }

    @Override
    public String subject(CellRuns members, CellRuns beside) {
      Cell cell = members.cell();
      Cell compared = beside.cell();
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
      String with = with(members, beside);
      if (!with.isEmpty()) {
        subject.append(" with ").append(with);
      }
      if (!cell.scenario().equals(compared.scenario())) {
        subject.append(members.faulted() ? " after " : " in ").append(cell.scenario());
      }
      return subject.toString();
    }

    /** The part of a cell's variant that sets it apart from another one and is not said before. */
    private static String with(CellRuns members, CellRuns beside) {
      String variant = members.cell().variant();
      if (variant.equals(beside.cell().variant())) {
        return "";
      }
      if (variant.isEmpty()) {
        boolean alike = members.cell().profile().equals(beside.cell().profile());
        return alike && SettingsDifferences.settings(members, beside, Set.of()).isEmpty()
            ? "the rest"
            : "";
      }
      Map<String, String> own = new TreeMap<>(members.variant());
      boolean said =
          own.keySet().removeAll(SettingsDifferences.settings(members, beside, Set.of()));
      return said ? Variants.words(own) : variant;
    }
  }

  /** By the value of one setting. */
  record BySetting(String key) implements CellNaming {
    @Override
    public String context(CellRuns first, CellRuns second) {
      List<String> shared = new ArrayList<>(List.of(first.cell().scenario()));
      first
          .variant()
          .forEach(
              (rest, value) -> {
                if (value.equals(second.variant().get(rest))) {
                  shared.add(Variants.word(rest, value));
                }
              });
      shared.addAll(SettingsDifferences.apart(first, second, Set.of(key)));
      return CellNaming.context(shared);
    }

    @Override
    public String subject(CellRuns members, CellRuns other) {
      List<String> values =
          Stream.of(members, other).map(side -> DottedKeys.value(key, side.settings())).toList();
      String value = Variants.word(key, Variants.shown(key, values.get(0), values));
      return "%s %s with %s"
          .formatted(Cell.engineName(members.cell().engine()), members.cell().profile(), value);
    }
  }

  /** A run and the control that differs from it in settings, which is called so. */
  record ByControl(CellRuns runs, CellRuns controls) implements CellNaming {
    @Override
    public String context(CellRuns first, CellRuns second) {
      List<String> shared = new ArrayList<>();
      shared.add(runs.cell().scenario());
      shared.add(runs.cell().variant());
      shared.removeIf(String::isEmpty);
      shared.addAll(SettingsDifferences.apart(first, second, controls.controlled().keySet()));
      return CellNaming.context(shared);
    }

    @Override
    public String subject(CellRuns members, CellRuns other) {
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
      if (members.cell().equals(controls.cell())) {
        return "its control with " + Variants.words(its);
      }
      if (runs.settings().isEmpty()) {
        here.clear();
      }
      return Cell.engineName(members.cell().engine())
          + " "
          + members.cell().profile()
          + (here.isEmpty() ? "" : " with " + Variants.words(here));
    }
  }
}
