package dev.rebound.analysis.compare.cell;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.DataKeys;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.Variants;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Which cells agree in all but what a comparison or a claim names. Pure. */
public final class SettingsMatch {
  /** Key of what is part of every cell, though no part that a study names. */
  public static final String GUARANTEE = "engine.guarantee";

  private static final String ENGINE = "engine.";

  /** Settings that are parts of a cell, and compared as such. */
  private static final Set<String> PARTS =
      Set.of("engine.name", "engine.version", "engine.profile", GUARANTEE);

  /** Settings of the section engine that every engine has, and means the same by. */
  private static final Set<String> COMMON =
      Set.of(
          "engine.workers",
          "engine.spares",
          "engine.threads",
          "engine.memory",
          "engine.commit-interval");

  /** Options of workers' JVMs, from 1: all engines have them, too. */
  private static final String JVM = "engine.jvm.";

  private SettingsMatch() {}

  /** Whether it is a setting of one engine, which says nothing of another one's. */
  private static boolean isOwn(String key) {
    return key.startsWith(ENGINE) && !COMMON.contains(key) && !key.startsWith(JVM);
  }

  /**
   * Pairs for a comparison.
   *
   * @param between in what two cells are to differ: one of the parts of a cell, or a key
   * @param cells that pairs are made of
   */
  public static BiPredicate<CellRuns, CellRuns> but(String between, List<CellRuns> cells) {
    return switch (between) {
      case "engine" ->
          (a, b) -> matched(a, b, (c, d) -> engines(c.cell(), d.cell()), Set.of(), cells);
      case "version" ->
          (a, b) -> one(a, b) && !a.cell().version().equals(b.cell().version()) && engine(a, b);
      case "profile" ->
          (a, b) ->
              !a.cell().profile().equals(b.cell().profile()) && (one(a, b) || andVariant(a, b));
      case "scenario" -> (a, b) -> one(a, b) && !a.cell().scenario().equals(b.cell().scenario());
      default ->
          (a, b) ->
              !DottedKeys.value(between, a.settings())
                      .equals(DottedKeys.value(between, b.settings()))
                  && butFor(between, a, b);
    };
  }

  /** Those keys in whose values cells differ, and in nothing but those no two of them. */
  public static List<String> uncompared(List<String> keys, List<CellRuns> cells) {
    return keys.stream()
        .filter(
            key ->
                cells.stream().map(c -> DottedKeys.value(key, c.settings())).distinct().count() > 1)
        .filter(
            key ->
                cells.stream()
                    .noneMatch(a -> cells.stream().anyMatch(b -> but(key, cells).test(a, b))))
        .toList();
  }

  private static boolean one(CellRuns a, CellRuns b) {
    return a.cell().differences(b.cell()) == 1;
  }

  /**
   * Whether two cells differ in one part and by their variants' names alone: where others with one
   * of the two parts set more, these names say what is not set.
   */
  private static boolean andVariant(CellRuns a, CellRuns b) {
    return a.cell().differences(b.cell()) == 2
        && !a.cell().variant().equals(b.cell().variant())
        && settings(Set.of(), a, b);
  }

  private static boolean engine(CellRuns a, CellRuns b) {
    return a.cell().engine().equals(b.cell().engine());
  }

  private static boolean engines(Cell a, Cell b) {
    return !a.engine().equals(b.engine())
        && a.scenario().equals(b.scenario())
        && a.profile().equals(b.profile())
        && a.guarantee().equals(b.guarantee());
  }

  /** Whether two cells agree in everything, a key aside; not if their settings are not known. */
  public static boolean butFor(String key, CellRuns a, CellRuns b) {
    return butFor(Set.of(key), a, b);
  }

  /** The same of several keys. */
  public static boolean butFor(Set<String> keys, CellRuns a, CellRuns b) {
    return a.cell().scenario().equals(b.cell().scenario())
        && subjects(a.cell(), b.cell())
        && (keys.contains(GUARANTEE) || a.cell().guarantee().equals(b.cell().guarantee()))
        && settings(keys, a, b);
  }

  /**
   * Whether two cells of different scenarios agree in everything but their loads and what is
   * allowed of the rig; not if their settings are not known.
   */
  public static boolean butForLoad(CellRuns a, CellRuns b) {
    return !a.cell().scenario().equals(b.cell().scenario())
        && subjects(a.cell(), b.cell())
        && a.cell().guarantee().equals(b.cell().guarantee())
        && !a.settings().isEmpty()
        && loadless(a.settings()).equals(loadless(b.settings()));
  }

  /**
   * Whether two cells are to be held against each other: they have the same values of what either
   * has several of, or no two variants of them have.
   *
   * @param pairs whether two cells may be held against each other otherwise
   * @param keys whose values may differ
   */
  public static boolean matched(
      CellRuns one,
      CellRuns other,
      BiPredicate<CellRuns, CellRuns> pairs,
      Set<String> keys,
      List<CellRuns> cells) {
    if (!pairs.test(one, other)) {
      return false;
    }
    BiPredicate<CellRuns, CellRuns> same = pairs.and((a, b) -> alike(keys, a, b));
    List<CellRuns> others = cells.stream().filter(cell -> variants(cell, other)).toList();
    return same.test(one, other)
        || cells.stream()
            .filter(cell -> variants(cell, one))
            .noneMatch(cell -> others.stream().anyMatch(its -> same.test(cell, its)));
  }

  /** Whether they have the same values of what either has several of, but for an engine's own. */
  private static boolean alike(Set<String> keys, CellRuns one, CellRuns other) {
    Map<String, String> its = one.settings();
    Map<String, String> others = other.settings();
    return its.isEmpty()
        || others.isEmpty()
        || Stream.concat(one.variant().keySet().stream(), other.variant().keySet().stream())
            .filter(varied -> !isOwn(varied))
            .filter(varied -> keys.stream().noneMatch(key -> DottedKeys.names(key, varied)))
            .allMatch(varied -> Objects.equals(its.get(varied), others.get(varied)));
  }

  private static boolean variants(CellRuns one, CellRuns other) {
    List<String> parts = one.cell().parts();
    List<String> others = other.cell().parts();
    return parts.subList(0, parts.size() - 1).equals(others.subList(0, others.size() - 1));
  }

  private static Map<String, String> loadless(Map<String, String> settings) {
    Map<String, String> rest = rest(Set.of(), true, settings);
    rest.keySet()
        .removeIf(
            key -> (key.startsWith("load.") && !DataKeys.isOne(key)) || key.startsWith("rig."));
    return rest;
  }

  private static boolean subjects(Cell one, Cell other) {
    return one.engine().equals(other.engine())
        && one.version().equals(other.version())
        && one.profile().equals(other.profile());
  }

  /** In how many settings two runs differ, some keys aside. */
  public static long differences(Set<String> named, ComparedRun a, ComparedRun b) {
    Map<String, String> one = rest(named, false, a.settings());
    Map<String, String> other = rest(named, false, b.settings());
    return Stream.concat(one.keySet().stream(), other.keySet().stream())
        .distinct()
        .filter(key -> !Objects.equals(one.get(key), other.get(key)))
        .count();
  }

  /**
   * Whether the settings of two cells agree, but for parts of a cell, some keys, and faults where
   * scenarios differ; not if they are not known.
   */
  public static boolean settings(Set<String> keys, CellRuns a, CellRuns b) {
    boolean scenarios = !a.cell().scenario().equals(b.cell().scenario());
    return !a.settings().isEmpty()
        && rest(keys, scenarios, a.settings()).equals(rest(keys, scenarios, b.settings()));
  }

  /**
   * Keys of settings that two cells have otherwise, parts of a cell, some keys, and faults of two
   * scenarios aside; of two engines those that are no engine's own. None if they are not known.
   */
  public static SortedSet<String> unlike(Set<String> named, CellRuns a, CellRuns b) {
    SortedSet<String> keys = new TreeSet<>();
    if (a.settings().isEmpty() || b.settings().isEmpty()) {
      return keys;
    }
    boolean scenarios = !a.cell().scenario().equals(b.cell().scenario());
    boolean engines = !engine(a, b);
    Map<String, String> one = rest(named, scenarios, a.settings());
    Map<String, String> other = rest(named, scenarios, b.settings());
    keys.addAll(one.keySet());
    keys.addAll(other.keySet());
    keys.removeIf(key -> (engines && isOwn(key)) || Objects.equals(one.get(key), other.get(key)));
    return keys;
  }

  /** What files hold is another thing where others are named, or another workload is. */
  private static boolean isOfData(String key) {
    return DataKeys.isOne(key) || key.equals("workload.name");
  }

  private static Map<String, String> rest(
      Set<String> keys, boolean scenarios, Map<String, String> settings) {
    Map<String, String> rest = new TreeMap<>(settings);
    rest.keySet()
        .removeIf(
            key ->
                PARTS.contains(key)
                    || (scenarios && key.startsWith(DottedKeys.FAULTS))
                    || (key.equals(Variants.JAR_HASH) && keys.contains(Variants.JAR))
                    || (key.equals(Variants.RUN_HASH) && keys.contains(Variants.RUN))
                    || (key.equals(Variants.DATA_HASH)
                        && keys.stream().anyMatch(SettingsMatch::isOfData))
                    || keys.stream().anyMatch(named -> DottedKeys.names(named, key)));
    return rest;
  }
}
