package dev.rebound.lab.experiment;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Keys of experiment files that runs can be compared by, named from outside of such a file. */
public final class ComparableKeys {
  private static final Set<String> NUMBERS =
      Set.of(
          ScalarType.count(0, 1).what(), ScalarType.decimal(0, 1).what(), ScalarType.text().what());

  private ComparableKeys() {}

  /**
   * Sees that a dotted name is that of a single value in which runs can differ, such as {@code
   * engine.workers}; if not, that is among the problems.
   *
   * @param place where the name stands
   * @param engines whose keys there are; if empty, any key of that section will do
   */
  public static void check(
      String dotted,
      LocatedYaml.SourcePlace place,
      Map<String, EngineDeclaration> engines,
      Problems problems) {
    Section schema = ExperimentSchema.section(KnownEngines.of(engines));
    KeyPath path = KeyPath.of(dotted, schema, place, problems);
    if (path == null) {
      return;
    }
    Section section = path.type() instanceof WordOrSection ? null : path.type().section();
    if (!OwnSettings.tellsApart(dotted)) {
      problems.add(
          place,
          "runs that differ in " + dotted + " count together, so nothing can be compared by it",
          "Name a key of kafka, engine, workload, load or faults, such as engine.workers.");
    } else if (!(path.type() instanceof ScalarType || path.type() instanceof AnyType)) {
      problems.add(
          place,
          dotted + " is no single value",
          section != null
              ? "Name one of its keys, such as " + dotted + "." + section.keys().get(0) + "."
              : "Name a key that has one, such as engine.workers.");
    }
  }

  /**
   * The same of a key whose values are numbers without a unit. One that nobody here declares may be
   * one.
   */
  public static void checkNumber(
      String dotted,
      LocatedYaml.SourcePlace place,
      Map<String, EngineDeclaration> engines,
      Problems problems) {
    check(dotted, place, engines, problems);
    Section schema = ExperimentSchema.section(KnownEngines.of(engines));
    KeyPath path = KeyPath.of(dotted, schema, LocatedYaml.SourcePlace.NOWHERE, new Problems());
    if (path != null && path.type() instanceof ScalarType type && !NUMBERS.contains(type.what())) {
      problems.add(
          place,
          dotted + " is no number",
          "Name a key that is one, such as engine.workers or cores.subject.");
    }
  }

  /**
   * The value of a key as a resolved file has it; as it is given if it cannot be read so.
   *
   * @param engines whose keys there are; if empty, any key of that section will do
   */
  public static String inOneForm(
      String dotted, String value, Map<String, EngineDeclaration> engines) {
    return inOneForm(dotted, value, ExperimentSchema.section(KnownEngines.of(engines)));
  }

  static String inOneForm(String dotted, String value, Section schema) {
    Problems none = new Problems();
    KeyPath path = KeyPath.of(dotted, schema, LocatedYaml.SourcePlace.NOWHERE, none);
    return path != null && path.type() instanceof ScalarType type
        ? type.inOneForm(
            new LocatedYaml.Scalar(value, false, LocatedYaml.SourcePlace.NOWHERE),
            new ValueType.ReadingContext(none, Path.of("")))
        : value;
  }
}
