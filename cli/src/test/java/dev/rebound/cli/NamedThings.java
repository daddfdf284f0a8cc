package dev.rebound.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.ExperimentSchema;
import dev.rebound.lab.fault.Faults;
import dev.rebound.report.csv.CsvReporter;
import dev.rebound.report.page.HtmlReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Everything that a page of the documentation can name, and the search for names that nothing
 * bears.
 *
 * <p>A link leads to a file, and to a heading if it has an anchor. A word in backticks is a file or
 * folder of this repository, a CSV file of a run, a metric, a key or a choice of an experiment file
 * ({@code kill: worker} is both), a command or an option. A word in italics in a row of a table is
 * the title of a chart, or of a section, of a report.
 */
final class NamedThings {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern ITALICS =
      Pattern.compile("(?<![*\\w])\\*([^*\\s|][^*\n|]*)\\*(?![*\\w])");
  private static final String EXTERNAL = "https?://.*|mailto:.*";

  private final Path home;
  private final CommandLine line = new CommandLine(Main.class);
  private final Set<String> words = new HashSet<>(CsvReporter.names());
  private final Map<String, Set<String>> choices = new HashMap<>();
  private final Set<String> titles = new HashSet<>();

  NamedThings(Path home) throws IOException {
    this.home = home;
    for (Metrics.Metric metric : Metrics.all()) {
      words.add(metric.name());
      Study.STATISTICS.forEach(how -> words.add(metric.name() + "." + how));
    }
    keys(new ObjectMapper().readTree(ExperimentSchema.json(Engines.declared())), "", "");
    Set<String> roles = new HashSet<>(Set.of("broker"));
    Engines.declared().values().forEach(engine -> roles.addAll(engine.roles()));
    Faults.kinds().forEach(kind -> choices.put(kind.key(), roles));
    choices.values().forEach(words::addAll);
    for (Curve curve : Curve.values()) {
      titles.add(curve.title());
    }
    titles("whole.js", "\\btitle: '([^']+)'");
    titles("report.js", "\\bsection\\('([^']+)'");
    titles("study.js", "\\b(?:section|one)\\('([^']+)'");
  }

  /** Titles of charts and sections of reports. */
  Set<String> titles() {
    return titles;
  }

  /**
   * The names on a page that nothing bears, one sentence each.
   *
   * @param folder that the page lies in, for its links
   */
  List<String> missing(String page, Path folder) throws IOException {
    List<String> missing = new ArrayList<>(deadLinks(page, folder));
    for (MatchResult code : CODE.matcher(page).results().toList()) {
      String why = unknown(code.group(1));
      if (why != null) {
        missing.add(why + ": " + code.group(1));
      }
    }
    for (String row : page.lines().filter(text -> text.startsWith("|")).toList()) {
      String plain = CODE.matcher(row).replaceAll("");
      for (MatchResult title : ITALICS.matcher(plain).results().toList()) {
        if (!titles.contains(title.group(1))) {
          missing.add("no report has this chart or section: " + title.group(1));
        }
      }
    }
    return missing;
  }

  /** The links of a page that lead to no file, or to no heading of it, one sentence each. */
  static List<String> deadLinks(String page, Path folder) throws IOException {
    List<String> dead = new ArrayList<>();
    for (MatchResult link : LINK.matcher(page).results().toList()) {
      if (!link.group(1).matches(EXTERNAL) && !leads(link.group(1), folder, page)) {
        dead.add("a link leads nowhere: " + link.group(1));
      }
    }
    return dead;
  }

  /** Files under {@code experiments/} that a page links. */
  static List<Path> experiments(String page, Path folder) {
    return LINK.matcher(page)
        .results()
        .map(link -> folder.resolve(link.group(1)).normalize())
        .filter(file -> file.toString().endsWith(".yaml"))
        .distinct()
        .toList();
  }

  private static boolean leads(String target, Path folder, String page) throws IOException {
    int hash = target.indexOf('#');
    Path file = folder.resolve(hash < 0 ? target : target.substring(0, hash)).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return hash < 0
        || (hash == 0 ? page : Files.readString(file))
            .lines()
            .filter(text -> text.startsWith("#"))
            .anyMatch(heading -> anchor(heading).equals(target.substring(hash + 1)));
  }

  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+\\s*", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  /** Why nothing bears this name; null if something does. */
  private @Nullable String unknown(String name) {
    if (words.contains(name)) {
      return null;
    }
    if (name.startsWith("rebound ") || name.startsWith("./rebound ")) {
      return command(List.of(name.split("\\s+")));
    }
    if (name.startsWith("--")) {
      boolean known =
          line.getSubcommands().values().stream()
              .anyMatch(command -> command.getCommandSpec().optionsMap().containsKey(name));
      return known ? null : "no command has this option";
    }
    int colon = name.indexOf(": ");
    if (colon > 0) {
      Set<String> known = choices.getOrDefault(name.substring(0, colon), Set.of());
      return known.contains(name.substring(colon + 2)) ? null : "no experiment file can say this";
    }
    if (name.contains("/") || name.endsWith(".yaml") || name.endsWith(".md")) {
      return Files.exists(home.resolve(name)) ? null : "no such file or folder";
    }
    return "no metric, key, choice or file of a run has this name";
  }

  private @Nullable String command(List<String> parts) {
    CommandLine command = line.getSubcommands().get(parts.get(1));
    if (command == null) {
      return "no such command";
    }
    for (String part : parts.subList(2, parts.size())) {
      if (part.startsWith("-")) {
        String option = part.replaceFirst("=.*", "");
        if (!command.getCommandSpec().optionsMap().containsKey(option)) {
          return "the command has no option " + option;
        }
      } else if (part.contains("/")
          && !part.startsWith("runs/")
          && !Files.exists(home.resolve(part))) {
        return "no file or folder " + part;
      }
    }
    return null;
  }

  /** Every key below a part of the schema, with and without its section, and its choices. */
  private void keys(JsonNode schema, String section, String key) {
    JsonNode properties = schema.path("properties");
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      String full = section.isEmpty() ? property.getKey() : section + "." + property.getKey();
      words.add(property.getKey());
      words.add(full);
      keys(property.getValue(), full, property.getKey());
    }
    for (JsonNode choice : schema.path("enum")) {
      if (!choice.asText().isEmpty()) {
        choices.computeIfAbsent(section, k -> new HashSet<>()).add(choice.asText());
        choices.computeIfAbsent(key, k -> new HashSet<>()).add(choice.asText());
      }
    }
    if (schema.path("type").asText().equals("boolean")) {
      choices.computeIfAbsent(key, k -> new HashSet<>()).addAll(List.of("true", "false"));
    }
    for (String inside : List.of("anyOf", "oneOf")) {
      schema.path(inside).forEach(part -> keys(part, section, key));
    }
    if (schema.has("items")) {
      keys(schema.get("items"), section, key);
    }
  }

  private void titles(String resource, String form) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream("/dev/rebound/report/" + resource)) {
      if (in == null) {
        throw new IOException("the report has no " + resource);
      }
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Pattern.compile(form).matcher(script).results().forEach(hit -> titles.add(hit.group(1)));
    }
  }
}
