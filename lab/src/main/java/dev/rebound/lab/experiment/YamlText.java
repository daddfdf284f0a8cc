package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML into a {@link LocatedYaml}; syntax errors and duplicate keys become problems. */
public final class YamlText {
  /** Those that aliases stand for counted each time. */
  private static final int VALUES_MAX = 100_000;

  private final LocatedYaml.Source source;
  private final Problems problems;
  private final int columnShift;
  private int values;
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private YamlText(LocatedYaml.Source source, int columnShift, Problems problems) {
    this.source = source;
    this.columnShift = columnShift;
    this.problems = problems;
  }

  /**
   * Reads {@code text}.
   *
   * @param columnShift where the text starts in the source's first line
   * @return null if it is not YAML, which is then among the problems
   */
  public static @Nullable LocatedYaml read(
      LocatedYaml.Source source, String text, int columnShift, Problems problems) {
    return new YamlText(source, columnShift, problems).compose(text);
  }

  /**
   * A value as JSON has it: a number, a text, a list or an object. A value that is no YAML is a
   * text.
   */
  static JsonNode json(String text) {
    try {
      Object value = new Load(LoadSettings.builder().build()).loadFromString(text);
      return new ObjectMapper().valueToTree(value);
    } catch (YamlEngineException | IllegalArgumentException e) {
      return TextNode.valueOf(text);
    }
  }

  private @Nullable LocatedYaml compose(String text) {
    // How much aliases come to is bounded below: by what they stand for, not by their number.
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source.name())
            .setMaxAliasesForCollections(VALUES_MAX)
            .build();
    try {
      Optional<Node> root = new Compose(settings).composeString(text);
      return root.isPresent()
          ? tree(root.get())
          : new LocatedYaml.Scalar("", true, place(Optional.empty()));
    } catch (MarkedYamlEngineException e) {
      LocatedYaml.SourcePlace place = place(e.getProblemMark().or(e::getContextMark));
      problems.add(place, "not valid YAML: " + e.getProblem(), syntaxRemedy(place));
    } catch (ReaderException e) {
      String before = text.substring(0, Math.min(e.getPosition(), text.length()));
      int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
      int column = before.length() - before.lastIndexOf('\n') + columnShift;
      problems.add(
          new LocatedYaml.SourcePlace(source, line, column),
          String.format("not valid YAML: character U+%04X is not allowed", e.getCodePoint()),
          "Remove it, or save the file as UTF-8 text.");
    } catch (YamlEngineException e) {
      problems.add(
          new LocatedYaml.SourcePlace(source, 1, 1 + columnShift),
          "not valid YAML: " + e.getMessage(),
          "See https://yaml.org/spec/1.2.2 for the syntax.");
    }
    return null;
  }

  private String syntaxRemedy(LocatedYaml.SourcePlace place) {
    int line = place.line() - 1;
    for (int i = Math.max(0, line - 1); i <= line && i < source.lines().size(); i++) {
      String text = source.lines().get(i);
      if (text.matches(".*:\\s*>=?\\s*[0-9.].*")) {
        String bound = text.replaceFirst(".*:\\s*(>=?\\s*[^#},]*).*", "$1").strip();
        return "A value that starts with > must be quoted: \"" + bound + "\".";
      }
      if (text.startsWith("\t") || text.matches(" *\t.*")) {
        return "Indent with spaces; YAML allows no tabs there.";
      }
    }
    return "Check indentation, brackets and quotes here and on the line before.";
  }

  private LocatedYaml.SourcePlace place(Optional<Mark> mark) {
    if (source.equals(LocatedYaml.SourcePlace.NOWHERE.source())) {
      return LocatedYaml.SourcePlace.NOWHERE; // a default stands on no line
    }
    int line = mark.map(Mark::getLine).orElse(0);
    int column = mark.map(Mark::getColumn).orElse(0);
    if (line >= source.lines().size() && !source.lines().isEmpty()) {
      line = source.lines().size() - 1;
      column = source.lines().get(line).length();
    }
    return new LocatedYaml.SourcePlace(
        source, line + 1, column + 1 + (line == 0 ? columnShift : 0));
  }

  private LocatedYaml tree(Node node) {
    LocatedYaml.SourcePlace place = place(node.getStartMark());
    if (++values > VALUES_MAX) {
      if (values == VALUES_MAX + 1) {
        problems.add(
            place,
            "with what its aliases stand for, the file has more than " + VALUES_MAX + " values",
            "Take aliases of aliases apart.");
      }
      return new LocatedYaml.Scalar("", true, place);
    }
    if (!open.add(node)) {
      problems.add(place, "this value contains itself", "Remove the alias.");
      return new LocatedYaml.Scalar("", true, place);
    }
    LocatedYaml tree;
    if (node instanceof MappingNode mapping) {
      tree = mapping(mapping, place);
    } else if (node instanceof SequenceNode sequence) {
      tree = new LocatedYaml.TreeList(sequence.getValue().stream().map(this::tree).toList(), place);
    } else {
      ScalarNode scalar = (ScalarNode) node;
      tree = new LocatedYaml.Scalar(scalar.getValue(), scalar.getTag().equals(Tag.NULL), place);
    }
    open.remove(node);
    return tree;
  }

  private LocatedYaml mapping(MappingNode mapping, LocatedYaml.SourcePlace place) {
    List<LocatedYaml.TreeEntry> entries = new ArrayList<>();
    Map<String, Integer> lineByKey = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      LocatedYaml.SourcePlace keyPlace = place(tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        problems.add(keyPlace, "a key must be a word", "Write key: value.");
        continue;
      }
      String key = keyNode.getValue();
      Integer line = lineByKey.putIfAbsent(key, keyPlace.line());
      if (line != null) {
        problems.add(
            keyPlace, "'" + key + "' is here twice, first on line " + line, "Keep one of them.");
        continue;
      }
      entries.add(new LocatedYaml.TreeEntry(key, keyPlace, tree(tuple.getValueNode())));
    }
    return new LocatedYaml.Mapping(entries, place);
  }
}
