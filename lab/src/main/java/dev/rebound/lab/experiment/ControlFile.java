package dev.rebound.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The file of a control that differs from its experiment in settings: that of the experiment with
 * these laid over it, as {@code --set} would. So whatever depends on them follows.
 */
final class ControlFile {
  static final String KEY = "control";
  static final String RATE = "load.rate";

  private static final String ENGINE = "engine.name";
  private static final String VERSION = "engine.version";

  /** The keys that a control has in common with its run in any case. */
  private static final Set<String> SHARED =
      Set.of(
          "name",
          "description",
          ExperimentSchema.INCIDENT,
          "repetitions",
          KEY,
          "scale",
          "shortened");

  private final Section schema;
  private final ControlType.WantedControl wanted;
  private final Problems problems;

  /**
   * @param wanted a control with settings
   */
  ControlFile(Section schema, ControlType.WantedControl wanted, Problems problems) {
    this.schema = schema;
    this.wanted = wanted;
    this.problems = problems;
  }

  /** The control's tree; null if the settings are wrong, which is then among the problems. */
  @Nullable LocatedYaml of(LocatedYaml experiment) {
    LocatedYaml.Scalar none =
        new LocatedYaml.Scalar("false", false, LocatedYaml.SourcePlace.NOWHERE);
    LocatedYaml tree =
        new SetOption(List.of(KEY), none, LocatedYaml.SourcePlace.NOWHERE).apply(experiment);
    if (sets(ENGINE) && !sets(VERSION)) {
      // A version is that of one engine.
      LocatedYaml.Scalar newest =
          new LocatedYaml.Scalar("", false, LocatedYaml.SourcePlace.NOWHERE);
      tree =
          new SetOption(List.of("engine", "version"), newest, LocatedYaml.SourcePlace.NOWHERE)
              .apply(tree);
    }
    for (LocatedYaml.TreeEntry entry : wanted.set()) {
      KeyPath path = path(entry);
      if (path == null) {
        return null;
      }
      tree = new SetOption(path.keys(), entry.value(), entry.keyPlace()).apply(tree);
    }
    if (Matrix.spread(schema, tree, problems).size() != 1) {
      problems.add(
          wanted.set().get(0).keyPlace(),
          "a control is one experiment, and this is a matrix",
          "Write one value for each key; a list makes several experiments of a file, not of its"
              + " control.");
      return null;
    }
    return tree;
  }

  private @Nullable KeyPath path(LocatedYaml.TreeEntry entry) {
    KeyPath path = KeyPath.of(entry.key(), schema, entry.keyPlace(), problems);
    if (path == null) {
      return null;
    }
    if (SHARED.contains(path.keys().get(0))) {
      problems.add(
          entry.keyPlace(),
          "a control cannot differ in '" + path.keys().get(0) + "'",
          "Set what it is to be held against, such as engine.guarantee.");
      return null;
    }
    if (entry.value() instanceof LocatedYaml.Mapping || path.type() instanceof ItemsType) {
      problems.add(
          entry.value().place(),
          "'" + entry.key() + "' of a control takes one value",
          "Name the whole key with dots: " + entry.key() + ".…: value.");
      return null;
    }
    return path;
  }

  boolean sets(String key) {
    return wanted.set().stream().anyMatch(entry -> entry.key().equals(key));
  }

  /** In what it differs: dotted key to value, in the form that a resolved file has. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    for (LocatedYaml.TreeEntry entry : wanted.set()) {
      settings.put(
          entry.key(),
          entry.value() instanceof LocatedYaml.Scalar scalar
              ? ComparableKeys.inOneForm(entry.key(), scalar.empty() ? "" : scalar.text(), schema)
              : ControlType.text(entry.value()));
    }
    return settings;
  }

  /** The first line of its resolved file. */
  String comment(String experiment) {
    return "# The control of %s: the same with %s.\n"
        .formatted(
            experiment,
            settings().entrySet().stream()
                .map(setting -> setting.getKey() + " " + setting.getValue())
                .collect(Collectors.joining(", ")));
  }

  /** Whether two resolved files say the same but for their names. */
  static boolean same(String one, String other) {
    return known(one).equals(known(other));
  }

  private static Map<String, String> known(String yaml) {
    Map<String, String> own = new TreeMap<>(OwnSettings.of(yaml).own());
    own.keySet().removeIf(key -> key.equals("name") || (key + ".").startsWith(KEY + "."));
    return own;
  }
}
