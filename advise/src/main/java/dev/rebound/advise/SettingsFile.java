package dev.rebound.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of settings as it is written, before anyone knows whose they are.
 *
 * @param documents its keys, in order; several if the text is divided. None of SQL
 * @param asked the clients to look at; empty for those that the file sets up
 */
record SettingsFile(
    String name, Form form, String text, List<List<WrittenKey>> documents, Set<Role> asked) {
  private static final String SETTING = "[^\\s=:]+\\s*[=:].*|\\[.*]";

  /** Throws {@link dev.rebound.base.ReboundException} that names the line that cannot be read. */
  static SettingsFile of(String name, String text, Set<Role> asked) {
    Form form = Form.of(name, text);
    List<List<WrittenKey>> documents =
        switch (form) {
          case PROPERTIES ->
              isSettings(name, text)
                  ? PropertiesLines.read(name, text).stream().map(SettingsFile::sections).toList()
                  : List.of();
          case YAML -> YamlLines.read(name, text);
          // JSON is YAML, but for tabs between its tokens, and for the comments that .NET allows.
          case JSON -> YamlLines.read(name, text.replace('\t', ' ').replaceAll("(?m)^ *//.*$", ""));
          case SQL -> List.of();
        };
    return new SettingsFile(name, form, text, documents, asked);
  }

  /**
   * True unless it is prose, or of a form with braces: any text is properties, if they are what is
   * said of the file.
   */
  private static boolean isSettings(String name, String text) {
    List<String> lines =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.matches("[#!;].*"))
            .toList();
    return name.endsWith(".properties")
        || (!lines.contains("}")
            && 2 * lines.stream().filter(line -> line.matches(SETTING)).count() >= lines.size());
  }

  /** Keys that follow {@code [name]} stand in that section. */
  private static List<WrittenKey> sections(List<WrittenKey> keys) {
    List<WrittenKey> all = new ArrayList<>();
    String section = "";
    for (WrittenKey key : keys) {
      if (key.key().matches("\\[[\\w.-]+]") && key.value().isEmpty()) {
        section = key.key().substring(1, key.key().length() - 1);
      } else {
        String name = section.isEmpty() ? key.key() : section + "." + key.key();
        all.add(new WrittenKey(name, key.value(), key.line(), section));
      }
    }
    return List.copyOf(all);
  }

  /** All keys, of all documents. */
  List<WrittenKey> keys() {
    return documents.stream().flatMap(List::stream).toList();
  }

  boolean has(String key) {
    return find(key).isPresent();
  }

  Optional<WrittenKey> find(String key) {
    return keys().stream().filter(one -> one.key().equals(key)).findFirst();
  }

  /** The keys by the map that they stand in. */
  Map<String, List<WrittenKey>> maps() {
    Map<String, List<WrittenKey>> maps = new LinkedHashMap<>();
    keys().forEach(key -> maps.computeIfAbsent(key.under(), none -> new ArrayList<>()).add(key));
    return maps;
  }

  /** A setting by Kafka's name. A value that is put in from outside is not known here. */
  Setting setting(String kafka, WrittenKey key) {
    return setting(kafka, key, key.value().matches("(?s).*(\\$\\{|\\{\\{).*") ? null : key.value());
  }

  /** The same where placeholders have defaults: {@code ${ACKS:all}}. */
  Setting resolved(String kafka, WrittenKey key) {
    return setting(kafka, key, Placeholder.resolved(key.value()));
  }

  private Setting setting(String kafka, WrittenKey key, @Nullable String value) {
    return new Setting(kafka, key.key(), key.value(), value, name, key.line(), "");
  }

  /** What is called after the file, and a part of it: {@code app.yaml (channel orders)}. */
  String part(String part) {
    return part.isEmpty() ? name : name + " (" + part + ")";
  }
}
