package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings that an experiment makes itself: the values that differ from their defaults, by
 * dotted key, each in one form however it was written ({@code 2000ms} is {@code 2s}; items of a
 * list count from 1, as in {@code faults.1.kill}). Experiments are known by them: two that are
 * equal here are the same, whether a file writes a default out or not, and whether it knows of a
 * key or was written before there was one. Immutable.
 *
 * <p>A default is taken as the other values make it: {@code expect} has none but what the guarantee
 * and the other bounds imply, for instance (what an engine promises beyond its guarantee, or short
 * of it, counts as written). A value that a profile sets where a file does not is the engine's, and
 * no default here. A key that is not known here counts as it is written; keys that only some
 * engines know are such, and have no default. So a new key splits nothing as long as its default
 * means what was done before.
 */
public final class OwnSettings {
  /** Top keys in which runs may differ that count together. */
  private static final Set<String> TELL_NOTHING =
      Set.of(
          "name",
          "description",
          "incident",
          "seed",
          "repetitions",
          "control",
          "phases",
          "expect",
          "sustain",
          "shortened");

  private final ValueType.ReadingContext reading =
      new ValueType.ReadingContext(new Problems(), Path.of(""));
  private final SortedMap<String, String> own = new TreeMap<>();
  private final SortedMap<String, String> all = new TreeMap<>();

  private OwnSettings() {}

  /**
   * Reads one experiment, resolved or as a person wrote it, but not spread out by a matrix. Throws
   * {@link ReboundException} if it is no map in YAML.
   */
  public static OwnSettings of(String yaml) {
    return of(yaml, ExperimentSchema.section(KnownEngines.ANY));
  }

  static OwnSettings of(String yaml, Section schema) {
    OwnSettings settings = new OwnSettings();
    if (!(settings.tree(yaml) instanceof LocatedYaml.Mapping mapping)) {
      throw ReboundException.badInput(
          "an experiment that is no map of keys and values", "Restore the experiment file.");
    }
    settings.section(schema, mapping, "");
    return settings;
  }

  /** Dotted key to value, where it is not the default; sorted. */
  public Map<String, String> own() {
    return Collections.unmodifiableSortedMap(own);
  }

  /** Dotted key to value, defaults included; sorted. */
  public Map<String, String> all() {
    return Collections.unmodifiableSortedMap(all);
  }

  /** {@link #own} as text, a line each. */
  public String text() {
    StringBuilder text = new StringBuilder();
    own.forEach((key, value) -> text.append(key).append(": ").append(value).append('\n'));
    return text.toString();
  }

  /** Whether runs that differ in a key, dotted, are told apart: names and lengths tell nothing. */
  public static boolean tellsApart(String key) {
    return !TELL_NOTHING.contains(key.substring(0, (key + ".").indexOf('.')));
  }

  private void section(Section section, LocatedYaml.Mapping written, String at) {
    for (Option option : section.options()) {
      String name = name(at, option.key());
      value(option.type(), find(written, option.key()), byDefault(option, name, written), name);
    }
    for (LocatedYaml.TreeEntry entry : written.entries()) {
      if (section.option(entry.key()).isEmpty() && !section.isRetired(entry)) {
        flat(null, entry.value(), name(at, entry.key())).forEach((k, text) -> put(k, text, false));
      }
    }
  }

  private void value(
      @Nullable ValueType type,
      @Nullable LocatedYaml written,
      @Nullable LocatedYaml byDefault,
      String name) {
    LocatedYaml tree = written == null ? byDefault : written;
    if (tree == null) {
      return;
    }
    Section inner = type == null ? null : type.section();
    if (inner != null && tree instanceof LocatedYaml.Mapping mapping) {
      section(inner, mapping, name);
    } else if (type instanceof ItemsType items && tree instanceof LocatedYaml.TreeList sequence) {
      for (int i = 0; i < sequence.items().size(); i++) {
        value(items.item(), sequence.items().get(i), null, name(name, Integer.toString(i + 1)));
      }
    } else if (type instanceof BoundsType && tree instanceof LocatedYaml.Mapping bounds) {
      expectations(bounds, name);
    } else {
      Map<String, String> usual = byDefault == null ? Map.of() : flat(type, byDefault, name);
      flat(type, tree, name).forEach((key, text) -> put(key, text, text.equals(usual.get(key))));
    }
  }

  private void put(String key, String value, boolean usual) {
    all.put(key, value);
    if (!usual) {
      own.put(key, value);
    }
  }

  /** A bound is the default where the guarantee and the other bounds imply it. */
  private void expectations(LocatedYaml.Mapping written, String at) {
    List<Expectation> known = new ArrayList<>();
    for (LocatedYaml.TreeEntry entry : written.entries()) {
      Object parsed =
          new BoundsType()
              .parse(new LocatedYaml.Mapping(List.of(entry), written.place()), at, reading);
      if (parsed instanceof List<?> one
          && one.size() == 1
          && one.get(0) instanceof Expectation expectation) {
        known.add(expectation);
      } else {
        flat(null, entry.value(), name(at, entry.key())).forEach((k, text) -> put(k, text, false));
      }
    }
    for (Expectation one : known) {
      List<Expectation> others =
          known.stream().filter(other -> !other.metric().equals(one.metric())).toList();
      List<Expectation> implied = implied(others);
      put(
          name(at, one.metric()),
          words(one),
          implied.stream()
              .anyMatch(e -> e.metric().equals(one.metric()) && words(e).equals(words(one))));
    }
    implied(known).forEach(e -> put(name(at, e.metric()), words(e), true));
  }

  /** The expectations that follow from the guarantee and these bounds. */
  private List<Expectation> implied(List<Expectation> written) {
    for (Guarantee guarantee : Guarantee.values()) {
      if (guarantee.toString().equals(all.get("engine.guarantee"))) {
        WorkloadTraits workload = WorkloadTraits.of(key -> all.get("workload." + key));
        List<Expectation> with =
            ImpliedExpectations.with(DeliveryGuarantee.of(guarantee, 0), workload, written);
        return with.subList(written.size(), with.size());
      }
    }
    return List.of();
  }

  private static String words(Expectation expectation) {
    return expectation.op() + " " + Quantity.plain(expectation.bound());
  }

  private Map<String, String> flat(@Nullable ValueType type, LocatedYaml tree, String name) {
    Map<String, String> flat = new LinkedHashMap<>();
    if (tree instanceof LocatedYaml.Scalar scalar) {
      if (!scalar.empty() || type == null || type instanceof ScalarType) {
        flat.put(
            name,
            type instanceof ScalarType known ? known.inOneForm(scalar, reading) : text(scalar));
      }
    } else if (tree instanceof LocatedYaml.TreeList sequence) {
      ValueType item = type instanceof TextsType texts ? texts.item() : type;
      for (int i = 0; i < sequence.items().size(); i++) {
        flat.putAll(flat(item, sequence.items().get(i), name(name, Integer.toString(i + 1))));
      }
    } else if (tree instanceof LocatedYaml.Mapping mapping) {
      mapping
          .entries()
          .forEach(entry -> flat.putAll(flat(null, entry.value(), name(name, entry.key()))));
    }
    return flat;
  }

  private static String text(LocatedYaml.Scalar scalar) {
    return scalar.empty() ? "" : scalar.text();
  }

  /** The default of a key beside these others; null if it has none. */
  private @Nullable LocatedYaml byDefault(Option option, String name, LocatedYaml.Mapping beside) {
    String text = isOfOther(option, name, beside) ? null : option.byDefault();
    if (option.following() != null) {
      text = option.following().of(key -> key.startsWith(".") ? beside(beside, key) : all.get(key));
    }
    return text == null ? null : tree(text);
  }

  private static @Nullable String beside(LocatedYaml.Mapping mapping, String key) {
    return find(mapping, key.substring(1)) instanceof LocatedYaml.Scalar scalar
        ? text(scalar)
        : null;
  }

  /** True of a map that the kind of fault beside it does not take. */
  private static boolean isOfOther(Option option, String name, LocatedYaml.Mapping beside) {
    return name.startsWith("faults.")
        && option.type() instanceof WordOrSection
        && FaultKeys.kind(key -> find(beside, key) != null)
            .filter(kind -> !kind.takes(option.key()))
            .isPresent();
  }

  private @Nullable LocatedYaml tree(String yaml) {
    LocatedYaml.Source source = new LocatedYaml.Source("experiment", yaml.lines().toList(), false);
    return YamlText.read(source, yaml, 0, reading.problems());
  }

  private static @Nullable LocatedYaml find(LocatedYaml.Mapping mapping, String key) {
    return mapping.entries().stream()
        .filter(entry -> entry.key().equals(key))
        .map(LocatedYaml.TreeEntry::value)
        .findFirst()
        .orElse(null);
  }

  private static String name(String at, String key) {
    return at.isEmpty() ? key : at + "." + key;
  }
}
