package dev.rebound.cli;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files that a run leaves as JSON, field by field: names and types from the records that are
 * written, meanings from their Javadoc.
 */
final class RecordPages {
  private static final Pattern RECORD =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@[\\w.]+(?:\\([^{]*?\\))?\\s*)*"
              + "(?:public |private |static )*record (\\w+)\\(",
          Pattern.DOTALL);
  private static final Pattern PARAM =
      Pattern.compile("@param (\\w+) (.*?)(?=@param|$)", Pattern.DOTALL);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path home;
  private final StringBuilder page = new StringBuilder();
  private final Map<Class<?>, Map<String, String>> read = new HashMap<>();
  private final Set<Class<?>> told = new HashSet<>();
  private final Set<Class<?>> wanted = new LinkedHashSet<>();

  private RecordPages(Path home) {
    this.home = home;
  }

  static String text(Path home) throws IOException {
    RecordPages pages = new RecordPages(home);
    pages.page.append(
        """
        # Files of a run, field by field

        Which files there are, and what to do with them, is in [results.md](../results.md). Times are UTC, durations milliseconds unless a name says otherwise. `null` means "could not be had"; numbers that JSON cannot hold are the strings `"NaN"` and `"Infinity"`.

        ## results.json

        """);
    pages.records(Results.class);
    pages.page.append("## journal.jsonl\n\nOne object a line.\n\n");
    pages.record(Entry.class);
    pages.events();
    pages.wanted();
    pages.page.append("## timeline.json\n\n");
    pages.records(Timeline.class);
    pages.page.append("## comparison.json\n\n");
    pages.records(Comparison.class);
    return pages.page.toString();
  }

  private void events() throws IOException {
    JsonSubTypes kinds = Event.class.getAnnotation(JsonSubTypes.class);
    page.append(
        "`data` has the `event` and its fields:\n\n| event | field | value | meaning |\n|---|---|---|---|\n");
    for (JsonSubTypes.Type kind : kinds.value()) {
      Map<String, String> meanings = meanings(kind.value());
      String name = "`" + kind.name() + "`";
      for (RecordComponent field : kind.value().getRecordComponents()) {
        page.append(
            "| %s | `%s` | %s | %s |\n"
                .formatted(
                    name,
                    field.getName(),
                    type(field),
                    meanings.getOrDefault(field.getName(), "")));
        name = "";
      }
    }
    page.append('\n');
  }

  /** A record and all that its fields lead to. */
  private void records(Class<?> first) throws IOException {
    record(first);
    wanted();
  }

  /** The records that were named and have not been told of. */
  private void wanted() throws IOException {
    while (!wanted.isEmpty()) {
      Class<?> next = wanted.iterator().next();
      wanted.remove(next);
      record(next);
    }
  }

  private void record(Class<?> type) throws IOException {
    told.add(type);
    Map<String, String> meanings = meanings(type);
    page.append("### %s\n\n".formatted(type.getSimpleName()));
    String about = meanings.getOrDefault("", "");
    if (!about.isEmpty()) {
      page.append(about).append("\n\n");
    }
    page.append("| field | value | meaning |\n|---|---|---|\n");
    for (RecordComponent field : type.getRecordComponents()) {
      page.append(
          "| `%s` | %s | %s |\n"
              .formatted(field.getName(), type(field), meanings.getOrDefault(field.getName(), "")));
    }
    page.append('\n');
  }

  private String type(RecordComponent field) {
    AnnotatedType annotated = field.getAnnotatedType();
    String or = annotated.isAnnotationPresent(Nullable.class) ? " or `null`" : "";
    return type(field.getGenericType()) + or;
  }

  private String type(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      boolean list = generic.getRawType() == List.class;
      return (list ? "list of " : "map to ") + type(last);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == boolean.class) {
      return "`true`, `false`";
    }
    if (plain.isPrimitive() || Number.class.isAssignableFrom(plain)) {
      return plain == double.class || plain == Double.class ? "number" : "whole number";
    }
    if (plain.isEnum()) {
      return Arrays.stream(plain.getEnumConstants())
          .map(word -> "`" + JSON.valueToTree(word).asText() + "`")
          .collect(Collectors.joining(", "));
    }
    if (!plain.isRecord()) {
      return "text";
    }
    if (!told.contains(plain)) {
      wanted.add(plain);
    }
    String name = plain.getSimpleName();
    return "[%s](#%s)".formatted(name, name.toLowerCase(Locale.ROOT));
  }

  /** The meaning of each part by its Javadoc, and of the whole by the empty name. */
  private Map<String, String> meanings(Class<?> type) throws IOException {
    Map<String, String> known = read.get(type);
    if (known != null) {
      return known;
    }
    Map<String, String> meanings = new HashMap<>();
    for (MatchResult hit : RECORD.matcher(Files.readString(file(type))).results().toList()) {
      if (hit.group(2).equals(type.getSimpleName())) {
        String text =
            hit.group(1).replaceAll("\\s*\\n\\s*\\*", " ").replaceAll("\\s+", " ").strip();
        int params = text.indexOf("@param");
        meanings.put("", plain(params < 0 ? text : text.substring(0, params)));
        PARAM
            .matcher(text)
            .results()
            .forEach(param -> meanings.put(param.group(1), Reference.cell(plain(param.group(2)))));
        Arrays.stream(type.getFields())
            .filter(field -> field.getName().equals("VERSION"))
            .forEach(field -> meanings.merge("version", number(field), RecordPages::with));
      }
    }
    read.put(type, meanings);
    return meanings;
  }

  /** The version that is written, in place of its name in the source. */
  private static String with(String meaning, String number) {
    return meaning.replace("`VERSION`", number);
  }

  private static String number(Field constant) {
    try {
      return String.valueOf(constant.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path file(Class<?> type) {
    Class<?> top = type;
    while (top.getDeclaringClass() != null) {
      top = top.getDeclaringClass();
    }
    return home.resolve(type.getName().startsWith("dev.rebound.base.") ? "base" : "analysis")
        .resolve("src/main/java")
        .resolve(top.getName().replace('.', '/') + ".java");
  }

  /** Javadoc as Markdown. */
  private static String plain(String javadoc) {
    return javadoc
        .replaceAll("\\{@code ([^}]*)\\}", "`$1`")
        .replaceAll("\\{@link(?:plain)? [^ }]* ([^}]*)\\}", "$1")
        .replaceAll("\\{@link(?:plain)? #?(?:[\\w.]*\\.)?(\\w+)\\}", "`$1`")
        .replaceAll("<p>", "")
        .replaceAll(",? see `\\w+`", "")
        .replaceAll(" +", " ")
        .strip();
  }
}
