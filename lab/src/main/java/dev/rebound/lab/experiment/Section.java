package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A map with known keys. Its value is {@link Values} with every default filled in.
 *
 * @param retired keys that were there once, each with the one value that says what holds now: files
 *     of runs that have it are read as before
 * @param open true if it takes other keys, too, as they stand
 */
public record Section(List<Option> options, Map<String, String> retired, boolean open)
    implements ValueType {

  public Section(List<Option> options) {
    this(options, Map.of());
  }

  public static Section of(Option... options) {
    return new Section(List.of(options));
  }

  Section(List<Option> options, Map<String, String> retired) {
    this(options, retired, false);
  }

  /** A key that is declared here. */
  public Optional<Option> option(String key) {
    return options.stream().filter(option -> option.key().equals(key)).findFirst();
  }

  /** The type of a key's value, declared here or not; empty if there can be no such key. */
  Optional<ValueType> type(String key) {
    Optional<ValueType> declared = option(key).map(Option::type);
    return declared.isPresent() || !open ? declared : Optional.of(new AnyType());
  }

  public List<String> keys() {
    return options.stream().map(Option::key).toList();
  }

  @Override
  public Section section() {
    return this;
  }

  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (!(tree instanceof LocatedYaml.Mapping mapping)) {
      boolean empty = at.isEmpty() && tree instanceof LocatedYaml.Scalar scalar && scalar.empty();
      reading.wrong(
          tree.place(),
          empty
              ? "this file is empty, or holds nothing but comments"
              : (at.isEmpty() ? "this file" : at) + " must hold keys and values",
          empty
              ? "Start from one that ships, such as experiments/demo.yaml or"
                  + " experiments/thesis/study.yaml; `rebound init` writes one for your own job."
              : "Write keys and values: " + String.join(", ", keys()) + ".");
      return null;
    }
    Values values = new Values(mapping.place(), reading.problems());
    for (LocatedYaml.TreeEntry entry : mapping.entries()) {
      Optional<ValueType> type = type(entry.key());
      if (type.isEmpty()) {
        unknown(entry, at, reading.problems());
        continue;
      }
      Object value = type.get().parse(entry.value(), name(at, entry.key()), reading);
      if (value != null) {
        values.put(entry.key(), value, entry.value().place());
      }
    }
    for (Option option : options) {
      boolean written = mapping.entries().stream().anyMatch(e -> e.key().equals(option.key()));
      if (!written) {
        fillIn(option, values, at, reading);
      }
    }
    return values;
  }

  /** True if a key was there once, and has the value that says what holds now. */
  boolean isRetired(LocatedYaml.TreeEntry entry) {
    return entry.value() instanceof LocatedYaml.Scalar value
        && value.text().equals(retired.get(entry.key()));
  }

  private void unknown(LocatedYaml.TreeEntry entry, String at, Problems problems) {
    if (isRetired(entry)) {
      return;
    }
    String meant = retired.get(entry.key());
    if (meant == null) {
      problems.add(
          entry.keyPlace(),
          "unknown key '" + entry.key() + "'" + (at.isEmpty() ? "" : " in " + at),
          Suggestion.remedy(entry.key(), keys()));
    } else {
      problems.add(
          entry.keyPlace(), name(at, entry.key()) + " is always " + meant + " now", "Remove it.");
    }
  }

  private static void fillIn(Option option, Values values, String at, ReadingContext reading) {
    String name = name(at, option.key());
    if (option.required()) {
      reading.wrong(
          values.place(),
          "'" + name + "' is missing",
          "Add " + option.key() + ": " + option.example());
    } else if (option.byDefault() != null) {
      byDefault(option, option.byDefault(), name, values, reading);
    }
  }

  private static void byDefault(
      Option option, String text, String name, Values values, ReadingContext reading) {
    LocatedYaml tree =
        YamlText.read(LocatedYaml.SourcePlace.NOWHERE.source(), text, 0, new Problems());
    Object value = tree == null ? null : option.type().parse(tree, name, reading);
    if (value != null) {
      values.put(option.key(), value, LocatedYaml.SourcePlace.NOWHERE);
    }
  }

  /** Fills in what other values make the default of, in the values of a whole file. */
  void fillInFollowing(Values file) {
    fillInFollowing(file, dotted -> text(file, dotted));
  }

  private void fillInFollowing(Values values, UnaryOperator<@Nullable String> file) {
    for (Option option : options) {
      Object value = values.find(option.key());
      Section section = option.type().section();
      if (value instanceof Values inner && section != null) {
        section.fillInFollowing(inner, file);
      } else if (value != null && option.type() instanceof ItemsType items) {
        values.<Values>list(option.key()).forEach(v -> items.item().fillInFollowing(v, file));
      } else if (value == null && option.following() != null) {
        String text =
            option
                .following()
                .of(key -> key.startsWith(".") ? text(values, key.substring(1)) : file.apply(key));
        if (text != null) {
          byDefault(
              option, text, option.key(), values, new ReadingContext(new Problems(), Path.of("")));
        }
      }
    }
  }

  /** A single value as a file would write it; null if there is none. */
  private @Nullable String text(Values values, String dotted) {
    int dot = dotted.indexOf('.');
    String key = dot < 0 ? dotted : dotted.substring(0, dot);
    ValueType type = type(key).orElse(null);
    Object value = values.find(key);
    if (dot >= 0) {
      Section section = type == null ? null : type.section();
      return section != null && value instanceof Values inner
          ? section.text(inner, dotted.substring(dot + 1))
          : null;
    }
    return type instanceof ScalarType && value != null ? ScalarType.written(value) : null;
  }

  private static String name(String at, String key) {
    return at.isEmpty() ? key : at + "." + key;
  }

  @Override
  public String render(Object value, int indent) {
    String lines = lines((Values) value, indent + 2);
    return lines.isEmpty() ? " {}\n" : "\n" + lines;
  }

  /** The keys and values as lines. */
  public String lines(Values values, int indent) {
    List<String> keys = new ArrayList<>(keys());
    if (open) {
      values.keys().stream().filter(key -> option(key).isEmpty()).forEach(keys::add);
    }
    StringBuilder text = new StringBuilder();
    for (String key : keys) {
      Object value = values.find(key);
      if (value != null) {
        text.append(" ".repeat(indent)).append(key).append(':');
        text.append(type(key).orElseThrow().render(value, indent));
      }
    }
    return text.toString();
  }

  /** The JSON schema (draft 2020-12) of a file that is such a map. */
  public ObjectNode json(String id, String title, String description) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    json.put("$id", id).put("title", title).put("description", description);
    json.setAll(json());
    return json;
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = ValueType.ofType("object").put("additionalProperties", open);
    ObjectNode properties = json.putObject("properties");
    for (Option option : options) {
      ObjectNode property = properties.putObject(option.key());
      String byDefault = option.byDefault() == null ? "" : " Default: " + option.byDefault() + ".";
      property.put("description", option.meaning() + byDefault);
      if (option.byDefault() != null) {
        property.set("default", YamlText.json(option.byDefault()));
      }
      property.putArray("examples").add(YamlText.json(option.example()));
      ObjectNode one = option.type().json();
      property.setAll(
          option.type().takesLists()
              ? one
              : ValueType.anyOf(
                  one, ValueType.ofType("array").put("minItems", 1).set("items", one)));
    }
    List<String> required = options.stream().filter(Option::required).map(Option::key).toList();
    if (!required.isEmpty()) {
      required.forEach(json.putArray("required")::add);
    }
    return json;
  }
}
