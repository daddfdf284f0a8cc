package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages of studies print is what their archives have. */
class PagesAgreeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path DOCS = Home.path().resolve("docs");
  private static final Path STUDIES = DOCS.resolve("studies");

  private static final String NUMBER = "[−-]?\\d[\\d,]*(?:\\.\\d+)?";
  private static final Pattern INTERVAL =
      Pattern.compile("(?<unit> s| ms)? \\[(?<low>%1$s) to (?<high>%1$s|∞)\\]".formatted(NUMBER));

  /** Two numbers of a report, each with its own unit or with that of the second. */
  private static final Pattern PAIR =
      Pattern.compile(
          ("(?<lowMin>\\d+ min )?(?<low>%1$s)(?<lowUnit> s| ms)? to"
                  + " (?<highMin>\\d+ min )?(?<high>%1$s|∞)(?<highUnit> s| ms)?")
              .formatted(NUMBER));

  private static final Pattern ARCHIVE = Pattern.compile("\\]\\(([\\w-]+)/study\\.md\\)");

  /**
   * Rates of the 30 s alone that count of warm services, which their report has by run, and
   * differences of shares, which a report has as 0.0837 to 0.113.
   */
  private static final Set<String> OTHERWISE =
      Set.of(
          "activation.md [512 to 1,872]",
          "activation.md [1,389 to 2,322]",
          "activation.md [2,779 to 5,599]",
          "activation.md [8.3 to 11.3]",
          "activation.md [12.0 to 15.1]");

  private record Interval(double low, double high) {}

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(STUDIES)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyIntervalOfAPageIsInAnArchiveThatItLinks(Path page) throws IOException {
    assertThat(strangers(page, Files.readString(page))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.1 s [1.234 to 5.67]", "2.0 [1.87 to 2.345]", "31 ms [17 to 4,711]"})
  void anIntervalThatNoArchiveHasIsFound(String planted) throws IOException {
    Path page = STUDIES.resolve("thesis.md");
    assertThat(strangers(page, Files.readString(page) + planted)).hasSize(1);
  }

  private static List<String> strangers(Path page, String text) throws IOException {
    List<Interval> known = new ArrayList<>();
    for (MatchResult archive : ARCHIVE.matcher(text).results().toList()) {
      String report = Files.readString(STUDIES.resolve(archive.group(1)).resolve("study.md"));
      Matcher pair = PAIR.matcher(report);
      for (int from = 0; pair.find(from); from = pair.start("high")) {
        String unit = pair.group("highUnit");
        String first = pair.group("lowUnit") == null ? unit : pair.group("lowUnit");
        known.add(
            new Interval(
                value(pair.group("lowMin"), pair.group("low"), first),
                value(pair.group("highMin"), pair.group("high"), unit)));
      }
    }
    List<String> strangers = new ArrayList<>();
    Matcher printed = INTERVAL.matcher(text);
    while (printed.find()) {
      String low = printed.group("low");
      String high = printed.group("high");
      String unit = printed.group("unit");
      String words = "[" + low + " to " + high + "]";
      if (!OTHERWISE.contains(page.getFileName() + " " + words)
          && known.stream()
              .noneMatch(k -> rounds(low, unit, k.low()) && rounds(high, unit, k.high()))) {
        strangers.add(words);
      }
    }
    return strangers;
  }

  private static double value(String minutes, String number, String unit) {
    if (number.equals("∞")) {
      return Double.POSITIVE_INFINITY;
    }
    double value = Double.parseDouble(number.replace(",", "").replace('−', '-'));
    double scale = unit != null && unit.strip().equals("ms") ? 0.001 : 1;
    double more = minutes == null ? 0 : 60 * Double.parseDouble(minutes.replace(" min ", ""));
    return more + value * scale;
  }

  /** Pages have fewer digits, rounded outwards. */
  private static boolean rounds(String printed, String unit, double known) {
    double value = value(null, printed, unit);
    int point = printed.indexOf('.');
    double step = Math.pow(10, point < 0 ? 0 : point + 1 - printed.length());
    double scale = unit != null && unit.strip().equals("ms") ? 0.001 : 1;
    return value == known || Math.abs(value - known) <= step * scale * 1.0001;
  }

  /** The least that a fault allows, and the most: {@code up to} where it may have been nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/studies/six-engines.md"})
  void theTableOfSixEnginesHasTheBoundsOfAllKills(String page) throws IOException {
    Map<String, String> archives =
        Map.of(
            "stock",
            "six-engines-stock",
            "tuned",
            "six-engines-tuned-again",
            "quick",
            "six-engines");
    List<String> engines = List.of("Spark", "Flink", "Kafka Streams", "Jet", "Trident", "Storm");
    String text = Files.readString(Home.path().resolve(page));
    for (String profile : archives.keySet()) {
      for (String engine : engines) {
        String name = engine.toLowerCase(Locale.ROOT).replace(' ', '-');
        List<JsonNode> runs = runs(archives.get(profile), "six-kill-2-of-8-" + name + "-*");
        if (runs.isEmpty()) {
          continue;
        }
        if (page.equals("README.md")) {
          int column = engines.indexOf(engine) + 1;
          int row = row(text, "| **`" + profile + "`**");
          assertThat(cell(text, row, column))
              .as("%s %s", profile, engine)
              .isEqualTo(bounds(runs, "outage"));
          assertThat(cell(text, row + 1, column))
              .as("%s %s", profile, engine)
              .isEqualTo(bounds(runs, "recovery"));
          double rate =
              Double.parseDouble(
                  text.lines().toList().get(row).replaceFirst(".*, (\\d+)/s: outage.*", "$1"));
          assertThat(cell(text, row + 2, column))
              .as("%s %s", profile, engine)
              .isEqualTo(span(runs, metric("cpu.seconds-per-million", rate / 1e6), 2));
        } else {
          int column = 1 + List.of("stock", "tuned", "quick").indexOf(profile);
          assertThat(cell(text, row(text, "| " + engine + " |"), column))
              .as("%s %s", profile, engine)
              .isEqualTo(bounds(runs, "outage"));
        }
      }
    }
  }

  private static String bounds(List<JsonNode> runs, String span) {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (JsonNode run : runs) {
      for (JsonNode fault : run.get("faults")) {
        low = Math.min(low, fault.get(span).get("lowMillis").asDouble());
        high = Math.max(high, fault.get(span).get("highMillis").asDouble());
      }
    }
    return low == 0
        ? "up to %.1f s".formatted(high / 1000)
        : "%.1f to %.1f s".formatted(low / 1000, high / 1000);
  }

  private static int row(String text, String beginning) {
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(beginning)) {
        return i;
      }
    }
    throw new AssertionError("no row " + beginning);
  }

  private static String cell(String text, int row, int column) {
    String cell = text.lines().toList().get(row).split("\\|", -1)[column + 1];
    return cell.replaceAll("[⁰¹²³⁴*]", "").strip();
  }

  /** What a page says of a metric, run by run, or of a step, fault by fault: least to greatest. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          README.md, docs/studies/throughput.md | throughput | *-grep-flink-guarantee=exactly-once | cpu.seconds-per-million | 1 | 1
          README.md, docs/studies/throughput.md | throughput | *-grep-kafka-streams-* | cpu.seconds-per-million | 1 | 1
          README.md, docs/studies/throughput.md | frontier | *-flat-out-flink-* | cpu.seconds-per-million | 1 | 1
          README.md, docs/studies/throughput.md | frontier | *-flat-out-kafka-streams-* | cpu.seconds-per-million | 1 | 1
          docs/studies/throughput.md | recovery-over-load | *-capacity-flink | cpu.seconds-per-million | 1 | 0
          docs/studies/throughput.md | recovery-over-load | *-capacity-kafka-streams | cpu.seconds-per-million | 1 | 0
          docs/studies/throughput.md | recovery-over-load | *-flink-rate=2000 | cpu.seconds-per-million | 1 | 0
          docs/studies/throughput.md | recovery-over-load | *-flink-rate=8000 | cpu.seconds-per-million | 1 | 0
          docs/studies/throughput.md | recovery-over-load | *-kafka-streams-rate=2000 | cpu.seconds-per-million | 1 | 0
          docs/studies/throughput.md | recovery-over-load | *-kafka-streams-rate=8000 | cpu.seconds-per-million | 1 | 0
          docs/studies/throughput.md, docs/studies/six-engines.md | six-engines | *-flink-* | cpu.seconds-per-million | 5e-4 | 2
          docs/studies/throughput.md, docs/studies/six-engines.md | six-engines | *-kafka-streams-* | cpu.seconds-per-million | 5e-4 | 2
          docs/studies/six-engines.md | six-engines | *-spark-* | cpu.seconds-per-million | 5e-4 | 2
          docs/studies/six-engines.md | six-engines | *-jet-* | cpu.seconds-per-million | 5e-4 | 2
          docs/studies/six-engines.md | six-engines | *-trident-* | cpu.seconds-per-million | 5e-4 | 2
          docs/studies/six-engines.md | six-engines | *-storm-* | cpu.seconds-per-million | 5e-4 | 2
          docs/studies/thesis.md | thesis | kill-8-of-8-flink-* | detected | 1e-3 | 1
          docs/studies/thesis.md | thesis | kill-8-of-8-flink-* | reassigned | 1e-3 | 1
          docs/studies/thesis.md | thesis | kill-8-of-8-flink-* | restored | 1e-3 | 1
          docs/studies/thesis.md | thesis | kill-8-of-8-flink-* | host.cpu.faults | 100 | 0
          docs/studies/thesis.md | thesis | kill-8-of-8-flink-* | cpu.seconds-per-million.baseline.broker | 1 | 0
          docs/studies/thesis.md | thesis-tuned | kill-8-of-8-flink-* | detected | 1e-3 | 1
          docs/studies/thesis.md | thesis-tuned | kill-8-of-8-flink-* | reassigned | 1e-3 | 1
          docs/studies/thesis.md | thesis-tuned | kill-8-of-8-flink-* | restored | 1e-3 | 1
          docs/studies/thesis.md | thesis-tuned | kill-8-of-8-flink-* | host.cpu.faults | 100 | 0
          docs/studies/thesis.md | thesis-tuned | kill-8-of-8-flink-* | cpu.seconds-per-million.baseline.broker | 1 | 0
          docs/studies/thesis.md, docs/coverage.md | thesis-tuned | kill-2-of-8-flink-* | reassigned | 1e-3 | 1
          docs/coverage.md | thesis-tuned | kill-2-of-8-kafka-streams-* | reassigned | 1e-3 | 1
          docs/coverage.md | thesis | *-flink-* | reassigned | 1e-3 | 0
          docs/coverage.md | thesis | *-kafka-streams-* | reassigned | 1e-3 | 0
          docs/coverage.md | thesis | *-flink-* | baseline.latency.p95 | 1 | 0
          docs/coverage.md | thesis | *-kafka-streams-* | baseline.latency.p95 | 1 | 0
          docs/coverage.md | thesis-tuned | *-flink-* | baseline.latency.p95 | 1 | 0
          docs/coverage.md | thesis-tuned | *-kafka-streams-* | baseline.latency.p95 | 1 | 0
          docs/coverage.md | throughput-generated | *-grouping-flink-guarantee=exactly-once | checkpoint.alignment.max | 1 | 0
          docs/coverage.md | activation | throughput-endpoint=kafka | requests.latency.p50 | 1 | 0
          docs/coverage.md | activation | throughput-endpoint=kafka | requests.latency.p90 | 1 | 0
          docs/coverage.md | activation | throughput-endpoint=kafka | requests.latency.p95 | 1 | 0
          docs/coverage.md | activation | throughput-endpoint=kafka | requests.latency.p99 | 1 | 0
          docs/coverage.md | activation | throughput-endpoint=kafka | requests.latency.max | 1 | 0
          docs/coverage.md | activation-warm | *kafka-spring.profiles.active=tuned | requests.latency.p50 | 1 | 0
          docs/coverage.md | activation-warm | *kafka-spring.profiles.active=tuned | requests.latency.p90 | 1 | 0
          docs/coverage.md | activation-warm | *kafka-spring.profiles.active=tuned | requests.latency.p95 | 1 | 0
          docs/coverage.md | activation-warm | *kafka-spring.profiles.active=tuned | requests.latency.p99 | 1 | 0
          docs/coverage.md | activation-warm | *kafka-spring.profiles.active=tuned | requests.latency.max | 1 | 0
          """)
  void whatAPageSaysOfRunsIsTheirLeastAndGreatest(
      String pages, String archive, String cells, String what, double times, int decimals)
      throws IOException {
    String words = span(runs(archive, cells), step(what, times), decimals);
    for (String page : pages.split(", ", -1)) {
      assertThat(Files.readString(Home.path().resolve(page))).as(page).contains(words);
    }
  }

  private static Function<JsonNode, List<Double>> metric(String name, double times) {
    return run ->
        run.get("metrics").has(name)
            ? List.of(run.get("metrics").get(name).asDouble() * times)
            : List.of();
  }

  /** A metric of a run, or when each of its faults reached a step. */
  private static Function<JsonNode, List<Double>> step(String name, double times) {
    return run -> {
      List<Double> values = new ArrayList<>(metric(name, times).apply(run));
      for (JsonNode fault : values.isEmpty() ? run.get("faults") : JSON.createArrayNode()) {
        for (JsonNode step : fault.get("steps")) {
          if (step.get("step").asText().equals(name)) {
            values.add(step.get("maxMillis").asDouble() * times);
          }
        }
      }
      return values;
    };
  }

  private static String span(
      List<JsonNode> runs, Function<JsonNode, List<Double>> values, int decimals) {
    double[] all =
        runs.stream()
            .flatMap(run -> values.apply(run).stream())
            .mapToDouble(v -> v)
            .sorted()
            .toArray();
    assertThat(all).isNotEmpty();
    String form = "%,." + decimals + "f";
    return String.format(Locale.ROOT, form, all[0])
        + " to "
        + String.format(Locale.ROOT, form, all[all.length - 1]);
  }

  private static List<JsonNode> runs(String archive, String cells) throws IOException {
    return read(archive, cells, "results.json");
  }

  private static List<JsonNode> read(String archive, String cells, String file) throws IOException {
    PathMatcher wanted = FileSystems.getDefault().getPathMatcher("glob:" + cells + "/*/" + file);
    Path folder = STUDIES.resolve(archive);
    try (Stream<Path> files = Files.walk(folder, 3)) {
      List<JsonNode> all = new ArrayList<>();
      for (Path found : files.filter(f -> wanted.matches(folder.relativize(f))).sorted().toList()) {
        all.add(JSON.readTree(found.toFile()));
      }
      return all;
    }
  }

  /** docs/studies.md says what all archives have in common. */
  @Test
  void conditionsOfAllArchivesAreThoseThatThePageTells() throws IOException {
    Set<String> machines = new TreeSet<>();
    Set<String> disks = new TreeSet<>();
    Set<String> renamed = new TreeSet<>();
    Set<String> replicated = new TreeSet<>();
    Set<String> versions = new TreeSet<>();
    try (Stream<Path> files = Files.walk(STUDIES)) {
      for (Path file : files.filter(f -> f.endsWith("environment.json")).toList()) {
        JsonNode machine = JSON.readTree(file.toFile());
        machines.add(
            "%s cores, Linux %s, OpenJDK %s"
                .formatted(
                    machine.get("cores").asInt(),
                    machine.get("os").asText().replaceFirst(".* build ([\\d.]+).*", "$1"),
                    machine.get("java").asText().replaceFirst(".* ([\\d.]+)\\+.*", "$1")));
        String experiment = Files.readString(file.resolveSibling("experiment.yaml"));
        Pattern.compile("(?m)^ +(disk|as): (\\S+)$")
            .matcher(experiment)
            .results()
            .map(match -> match.group(1) + ": " + match.group(2))
            .forEach(
                word -> {
                  if (word.equals("as: new")) {
                    renamed.add(STUDIES.relativize(file).getName(0).toString());
                  } else {
                    disks.add(word);
                  }
                });
        Pattern.compile("(?m)^  name: (\\S+)\n  version: (\\S+)$")
            .matcher(experiment)
            .results()
            .forEach(match -> versions.add(match.group(1) + " " + match.group(2)));
        if (experiment.contains("\n  replication: 3\n")) {
          replicated.add(STUDIES.relativize(file).getName(0).toString());
        }
      }
    }
    String alike = "2 cores, Linux 6.18.44, OpenJDK 17.0.15";
    assertThat(machines).containsExactly(alike.replaceFirst("2", "1"), alike);
    assertThat(disks).containsExactly("as: same", "disk: kept");
    assertThat(renamed).containsExactly("flink-reserve");
    assertThat(versions)
        .containsExactly(
            "activation 1",
            "flink 2.3.0",
            "jet 5.6.0",
            "kafka-streams 4.3.1",
            "kafka-streams 4.4.0",
            "spark 4.2.0",
            "storm 2.8.3",
            "trident 2.8.3");
    assertThat(replicated).containsExactly("activation", "activation-acks");
    assertThat(Files.readString(DOCS.resolve("studies.md")))
        .contains(
            "2 cores",
            "Kafka Streams 4.3.1, Flink 2.3.0, Spark 4.2.0",
            "Linux 6.18.44, OpenJDK 17.0.15",
            "`disk: kept`",
            "`as: same`");
  }
}
