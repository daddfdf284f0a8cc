package dev.rebound.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.campaign.study.StudySchema;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.ExperimentSchema;
import dev.rebound.report.page.Glossary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The pages of docs/reference/, made of what the code says of itself. */
final class Reference {
  private static final String GENERATED =
      "*Generated from the code by ReferenceTest: `./mvnw -pl cli -am test -Dtest=ReferenceTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Drebound.golden=write` writes it anew.*\n\n";

  private Reference() {}

  /** Each page by its name. */
  static Map<String, String> pages(Path home) throws IOException {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("experiment-keys.md", GENERATED + keys());
    pages.put("metrics.md", GENERATED + metrics());
    pages.put("engines.md", GENERATED + engines());
    pages.put("words.md", GENERATED + words());
    pages.put("commands.md", GENERATED + commands());
    pages.put("results.md", GENERATED + RecordPages.text(home) + statuses());
    return pages;
  }

  private static String keys() throws IOException {
    ObjectMapper json = new ObjectMapper();
    StringBuilder page = new StringBuilder("# Keys of experiment files\n\n");
    page.append(
        """
        How to write one is in [experiment-files.md](../experiment-files.md). Where the value is one of several words, or has a range, the table says so; a list of values there makes a matrix.

        | kind | written | |
        |---|---|---|
        | duration | `500ms`, `1.5s`, `2m`, `1h` | whole milliseconds, a year at most |
        | size | `100B`, `1KB`, `1MB`, `1GB` | powers of 1,024 |
        | rate | `2000/s` | above zero |

        """);
    page.append("## Top\n\n");
    table(page, json.readTree(ExperimentSchema.json(Engines.declared())), "", new HashMap<>());
    page.append(
        """
        # Keys of study files

        `study.yaml` in a folder of experiment files; [studies.md](../studies.md) says how a study runs.

        ## Study

        """);
    table(page, json.readTree(StudySchema.json()), "", new HashMap<>());
    return page.toString();
  }

  /**
   * The keys of a section, then each section that it has.
   *
   * @param told sections by the name under which they stand already
   */
  private static void table(
      StringBuilder page, JsonNode section, String path, Map<JsonNode, String> told) {
    page.append("| key | value | default | meaning | example |\n|---|---|---|---|---|\n");
    List<String> required = new ArrayList<>();
    section.path("required").forEach(key -> required.add(key.asText()));
    Map<String, JsonNode> sections = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> property : section.path("properties").properties()) {
      JsonNode key = property.getValue();
      JsonNode inside = inside(key);
      boolean bounds = property.getKey().equals("expect");
      if (inside != null && !bounds) {
        sections.put(property.getKey(), inside);
      }
      String byDefault =
          required.contains(property.getKey())
              ? "required"
              : key.has("default") ? code(key.get("default")) : "";
      page.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  property.getKey(),
                  bounds ? "bounds on [metrics](metrics.md)" : value(key, path + property.getKey()),
                  byDefault,
                  cell(meaning(key)),
                  code(key.path("examples").path(0))));
    }
    page.append('\n');
    for (Map.Entry<String, JsonNode> one : sections.entrySet()) {
      String name = path + one.getKey();
      page.append("## %s\n\n".formatted(name));
      String alike = told.putIfAbsent(one.getValue(), name);
      if (alike == null) {
        table(page, one.getValue(), name + ".", told);
      } else {
        page.append("The keys of [%s](#%s).\n\n".formatted(alike, alike.replace(".", "")));
      }
    }
  }

  /** The schema's help without the default that stands beside it. */
  private static String meaning(JsonNode key) {
    return key.path("description").asText().replaceFirst(" Default: .*?\\.(?=$| Known to)", "");
  }

  /** The section that a value is, or that each item of it is; null if it is none. */
  private static @Nullable JsonNode inside(JsonNode schema) {
    if (schema.has("properties")) {
      return schema;
    }
    for (JsonNode one : schema.path("anyOf")) {
      JsonNode inside = inside(one);
      if (inside != null) {
        return inside;
      }
    }
    return schema.has("items") ? inside(schema.get("items")) : null;
  }

  private static String value(JsonNode schema, String path) {
    if (schema.has("anyOf")) {
      JsonNode first = schema.get("anyOf").get(0);
      // A form that follows a first one alike is the list of a matrix.
      return StreamSupport.stream(schema.get("anyOf").spliterator(), false)
          .filter(one -> !one.path("items").equals(first))
          .map(one -> value(one, path))
          .collect(Collectors.joining(" or "));
    }
    if (schema.has("const")) {
      return "`" + schema.get("const").asText() + "`";
    }
    if (schema.has("enum")) {
      return schema.get("enum").size() > 20
          ? "a [metric](metrics.md)"
          : StreamSupport.stream(schema.get("enum").spliterator(), false)
              .map(word -> word.asText().isEmpty() ? "empty" : "`" + word.asText() + "`")
              .collect(Collectors.joining(", "));
    }
    if (schema.has("properties")) {
      return "[section](#%s)".formatted(path.replace(".", ""));
    }
    return switch (schema.path("type").asText()) {
      case "array" -> "list: " + value(schema.get("items"), path);
      case "object" -> "map";
      case "boolean" -> "`true`, `false`";
      case "integer", "number" -> range(schema);
      default -> text(schema.path("pattern").asText());
    };
  }

  private static String range(JsonNode schema) {
    String number = schema.path("type").asText().equals("integer") ? "whole number" : "number";
    String low = plain(schema.path("minimum"));
    return schema.path("maximum").asDouble() > 1e12
        ? number + ", from " + low
        : number + ", " + low + " to " + plain(schema.path("maximum"));
  }

  private static String plain(JsonNode number) {
    return number.decimalValue().stripTrailingZeros().toPlainString();
  }

  private static String text(String pattern) {
    if (pattern.contains("KB|MB")) {
      return "size";
    }
    if (pattern.contains("ms|s")) {
      return "duration";
    }
    if (pattern.contains("/s")) {
      return pattern.contains("max") ? "rate, share (`60%`), or `max`" : "rate";
    }
    return "text";
  }

  private static String code(JsonNode value) {
    String text = value.isTextual() ? value.asText() : flow(value);
    return text.isEmpty() || value.isMissingNode() ? "" : "`" + text.replace("|", "\\|") + "`";
  }

  /** As a file writes it in one line. */
  private static String flow(JsonNode value) {
    if (value.isObject()) {
      String inside =
          value.properties().stream()
              .map(part -> part.getKey() + ": " + flow(part.getValue()))
              .collect(Collectors.joining(", "));
      return inside.isEmpty() ? "{}" : "{ " + inside + " }";
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(Reference::flow)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return value.asText();
  }

  private static String metrics() {
    StringBuilder page = new StringBuilder("# Metrics and doubts\n\n");
    page.append(
        """
        How they are worked out, and how accurate they are, is in [measuring.md](../measuring.md). `<phase>` is `%s`; `<role>` is `%s`; `<p>` is one of the figures that a row names.

        """
            .formatted(String.join("`, `", Metrics.PHASES), String.join("`, `", Metrics.ROLES)));
    section(
        page,
        "Of each run",
        "A file's `expect` can bound these; a lower value is the better one unless the last column"
            + " says otherwise.",
        Metrics.ofRuns());
    section(
        page,
        "Of each fault",
        "Studies, comparisons and charts know these beside those of runs: one value for each fault"
            + " that hit.",
        Metrics.all().stream().filter(metric -> !metric.ofRun()).toList());
    doubts(page);
    return page.toString();
  }

  /** Metrics of one form are a row: of each phase, of each role, of each percentile. */
  private static void section(
      StringBuilder page, String title, String about, List<Metric> metrics) {
    page.append("## %s\n\n%s\n\n".formatted(title, about));
    page.append("| metric | unit | meaning | better |\n|---|---|---|---|\n");
    Map<List<String>, List<Metric>> forms = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      forms.computeIfAbsent(form(metric), form -> new ArrayList<>()).add(metric);
    }
    forms.forEach(
        (form, same) -> {
          Metric first = same.get(0);
          boolean one = same.size() == 1;
          String figures =
              form.get(0).contains("<p>") && !one
                  ? " `<p>`: "
                      + same.stream()
                          .map(metric -> figure(metric.name()))
                          .distinct()
                          .collect(Collectors.joining(", "))
                      + "."
                  : "";
          page.append(
              "| `%s` | %s | %s%s | %s |\n"
                  .formatted(
                      one ? first.name() : form.get(0),
                      first.unit().text(),
                      cell(one ? first.meaning() : form.get(1)),
                      figures,
                      switch (first.better()) {
                        case LOWER -> "";
                        case HIGHER -> "higher";
                        case NEITHER -> "neither";
                      }));
        });
    page.append('\n');
  }

  private static List<String> form(Metric metric) {
    String costs = Metrics.costInBaseline("");
    if (metric.name().startsWith(costs)) {
      String role = metric.name().substring(costs.length());
      return List.of(
          costs + "<role>",
          metric.meaning().replace("the role " + role + " ", "the role `<role>` "),
          metric.unit().text());
    }
    String phases = String.join("|", Metrics.PHASES);
    String figure = figure(metric.name());
    String name = metric.name().replaceAll("(?<=^|\\.)(" + phases + ")(?=\\.|$)", "<phase>");
    String meaning =
        metric.meaning().replaceAll("\\b(in|for|of) (" + phases + ")\\b", "$1 `<phase>`");
    if (!figure.isEmpty()) {
      name = name.replaceAll("\\." + figure + "$", ".<p>");
      meaning = meaning.replaceAll(", " + figure + "\\.$", ".");
    }
    return List.of(name, meaning, metric.unit().text());
  }

  private static String figure(String metric) {
    String last = metric.substring(metric.lastIndexOf('.') + 1);
    return Pattern.matches("p\\d+|max|mean", last) ? last : "";
  }

  private static void doubts(StringBuilder page) {
    page.append(
        """
        ## Doubts

        A doubt is a warning on the rig that makes metrics unknown; [measuring.md](../measuring.md#verdict) says what that does to a verdict. `rig: { allow: [CODE] }` lifts those that can be allowed.

        | code | makes unknown | may be allowed | what to try |
        |---|---|---|---|
        """);
    Doubt.DoubtPlace where = new Doubt.DoubtPlace("baseline", true, true, true);
    for (Doubt doubt : Doubt.values()) {
      String touched =
          doubt.touches(where).contains(Doubt.EVERYTHING)
              ? "the run"
              : doubt.touches(where).stream()
                  .distinct()
                  .map(metric -> "`" + metric + "`")
                  .collect(Collectors.joining(", "));
      page.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  doubt.code(),
                  touched,
                  Doubt.allowable().contains(doubt.code()) ? "yes" : "no",
                  cell(doubt.remedy())));
    }
    page.append(
        """

        The second column is that of a doubt in the baseline under exactly-once, where it reaches farthest. A name stands for all metrics that begin with it and a dot.

        ## Warnings that are only told

        | code | because |
        |---|---|
        """);
    for (String code : new TreeSet<>(Doubt.TOLD_ONLY.keySet())) {
      page.append("| `%s` | %s |\n".formatted(code, cell(Doubt.TOLD_ONLY.get(code))));
    }
  }

  private static String engines() {
    StringBuilder page = new StringBuilder("# Engines\n\n");
    page.append(
        """
        Keys of each are in [experiment-keys.md](experiment-keys.md#engine). Faults can name `broker` beside the roles here.

        | engine | version | guarantees | profiles | roles | steps that it tells | workloads | its source makes | jobs on a cluster |
        |---|---|---|---|---|---|---|---|---|
        """);
    for (EngineDeclaration engine : Engines.declared().values()) {
      EngineDeclaration.Capabilities can = engine.capabilities();
      page.append(
          "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n"
              .formatted(
                  engine.name(),
                  engine.version(),
                  codes(can.guarantees().stream()),
                  codes(can.profiles().stream()),
                  codes(engine.roles().stream()),
                  codes(
                      can.steps().stream()
                          .map(Step::name)
                          .map(step -> step.toLowerCase(Locale.ROOT))),
                  codes(can.workloads().stream()),
                  codes(can.source().workloads().stream()),
                  can.jobs() == EngineDeclaration.Capabilities.ANY_NUMBER
                      ? "any number"
                      : can.jobs()));
    }
    page.append("\n## What they cannot\n\n| engine | has no | because |\n|---|---|---|\n");
    Engines.all()
        .forEach(
            (name, engine) -> {
              Map<String, String> limits = new LinkedHashMap<>(engine.limits());
              EngineDeclaration.OwnSource source = engine.declaration().capabilities().source();
              if (source.workloads().isEmpty() && !engine.declaration().service()) {
                limits.put("load.generated", source.why());
              }
              limits.forEach(
                  (what, why) ->
                      page.append("| `%s` | %s | %s |\n".formatted(name, cell(what), cell(why))));
            });
    return page.toString();
  }

  private static String codes(Stream<?> words) {
    return words.map(word -> "`" + word + "`").sorted().collect(Collectors.joining(", "));
  }

  private static String commands() {
    StringBuilder page = new StringBuilder("# Commands\n\n| command | does |\n|---|---|\n");
    Map<String, CommandLine> commands = new TreeMap<>(new CommandLine(Main.class).getSubcommands());
    commands.remove("help");
    commands.forEach(
        (name, command) ->
            page.append("| [%s](#rebound-%s) | %s |\n".formatted(name, name, summary(command))));
    commands.forEach((name, command) -> command(page, "rebound " + name, command));
    return page.toString();
  }

  /** A command with its options, then those below it. */
  private static void command(StringBuilder page, String name, CommandLine command) {
    page.append("\n## %s\n\n%s\n\n".formatted(name, about(command)));
    page.append("| option | meaning |\n|---|---|\n");
    for (CommandLine.Model.PositionalParamSpec one :
        command.getCommandSpec().positionalParameters()) {
      page.append("| `%s` | %s |\n".formatted(one.paramLabel(), text(one.description())));
    }
    for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden() && !option.usageHelp() && !option.versionHelp()) {
        boolean flag = option.typeInfo().isBoolean();
        page.append(
            "| `%s%s` | %s |\n"
                .formatted(
                    option.longestName(),
                    flag ? "" : " " + option.paramLabel(),
                    text(option.description())));
      }
    }
    command.getSubcommands().forEach((inner, below) -> command(page, name + " " + inner, below));
  }

  /** The line that lists of commands have. */
  private static String summary(CommandLine command) {
    return cell(command.getCommandSpec().usageMessage().description()[0]);
  }

  private static String about(CommandLine command) {
    return text(command.getCommandSpec().usageMessage().description());
  }

  private static String text(String[] lines) {
    return cell(String.join(" ", lines).replace("%n", " ").replace("%%", "%"));
  }

  private static String words() throws IOException {
    StringBuilder page =
        new StringBuilder("# Words of a report\n\n| term | meaning |\n|---|---|\n");
    Glossary.terms()
        .forEach((term, meaning) -> page.append("| %s | %s |\n".formatted(term, meaning)));
    return page.toString();
  }

  private static String statuses() {
    StringBuilder page = new StringBuilder("# Exit status\n\n| status | means |\n|---|---|\n");
    new CommandLine(Main.class)
        .getCommandSpec()
        .usageMessage()
        .exitCodeList()
        .forEach((code, what) -> page.append("| %s | %s |\n".formatted(code.strip(), what)));
    return page.toString();
  }

  /** The text as it may stand in a cell of a table. */
  static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ").strip();
  }
}
