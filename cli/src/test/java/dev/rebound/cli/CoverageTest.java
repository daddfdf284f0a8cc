package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.campaign.study.PlannedCell;
import dev.rebound.campaign.study.StudyFile;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The things that docs/coverage.md names are there, the thesis's figures and claims are all in it,
 * and it counts the claims of all studies as their files and pages have them.
 */
class CoverageTest {
  private static final Path HOME =
      Path.of(System.getProperty("rebound.home", "..")).toAbsolutePath().normalize();
  private static final Path DOCS = HOME.resolve("docs");
  private static final Path EXPERIMENTS = HOME.resolve("experiments");
  private static final Path THESIS = EXPERIMENTS.resolve("thesis");
  private static final String COUNTS = "| study | claims | held |";
  private static final Pattern COUNTED = Pattern.compile("\\((studies/[\\w-]+\\.md)#claims\\)");
  private static final Pattern ALIKE = Pattern.compile("Published: (\\d+) of (\\d+) figures");
  private static final Pattern OF = Pattern.compile("(\\d+) of (\\d+)");
  private static final Pattern NAME = Pattern.compile("\\[([^\\]]+)\\]");
  private static final int THESIS_FIGURES = 38;

  /** Archives in whose place another one of the same study counts, as its page says. */
  private static final Set<String> REPLACED =
      Set.of(
          "thesis-1200",
          "six-engines-tuned",
          "fault-tolerance-cost-checkpoints",
          "fault-tolerance-cost-whole-core-again");

  /** Rows of the page, and studies, that are counted with another study. */
  private static final Map<String, String> TOGETHER =
      Map.of(
          "six engines", "six-engines",
          "checkpoints", "fault-tolerance-cost",
          "failures", "fault-tolerance-cost",
          "recovery over load", "recovery-over-load",
          "ablations", "recovery-ablations",
          "frontier", "throughput",
          "buffer-timeout", "throughput",
          "scaling", "throughput",
          "throughput-peers", "throughput");

  private final String page = Files.readString(DOCS.resolve("coverage.md"));
  private final NamedThings things = new NamedThings(HOME);

  CoverageTest() throws IOException {}

  @Test
  void everythingThatThePageNamesIsThere() throws IOException {
    assertThat(things.missing(page, DOCS)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a file](../experiments/thesis/kill-3-of-8.yaml)",
        "[an anchor](measuring.md#no-such-heading)",
        "`experiments/thesis/kill-3-of-8.yaml`",
        "`jobs/heron`",
        "`recovery.mex`",
        "`engine.jvms`",
        "`kill: wroker`",
        "`lags.csv`",
        "`rule-mach`",
        "`--shorter`",
        "`./rebound rum experiments/demo.yaml`",
        "`./rebound run experiments/demos.yaml`",
        "`./rebound compare runs/ --scale 0.05`",
        "*Lag per partitions*",
        "*Claims of the sauce*",
      })
  void aNameThatNothingBearsIsFound(String planted) throws IOException {
    assertThat(things.missing(page + "\n| " + planted + " | – |\n", DOCS)).hasSize(1);
  }

  @Test
  void titlesOfRunsAndOfComparisonsAreKnown() {
    assertThat(things.titles())
        .contains("Lag per partition", "Recovery", "Input rate", "Recovery time")
        .contains("Claims of the source");
  }

  @Test
  void everyExperimentThatIsLinkedCanBeRead() {
    List<Path> linked = NamedThings.experiments(page, DOCS);
    assertThat(linked).contains(THESIS.resolve("kill-2-of-8.yaml"));
    for (Path file : linked) {
      if (file.endsWith(Study.FILE)) {
        assertThat(StudyFile.load(file, Engines.declared()).experiments()).isNotEmpty();
      } else {
        assertThat(ExperimentFile.load(file, List.of(), 1, Engines.declared())).isNotEmpty();
      }
    }
  }

  @Test
  void everyFigureOfTheThesisStandsThereOnce() {
    List<Integer> figures = new ArrayList<>();
    for (List<String> row : rows("| figure | shows |")) {
      for (MatchResult part :
          Pattern.compile("(\\d+)(?:–(\\d+))?").matcher(row.get(0)).results().toList()) {
        int first = Integer.parseInt(part.group(1));
        int last = part.group(2) == null ? first : Integer.parseInt(part.group(2));
        IntStream.rangeClosed(first, last).forEach(figures::add);
      }
    }
    assertThat(figures)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, THESIS_FIGURES).boxed().toList());
  }

  @Test
  void everyClaimOfTheStudyStandsThereAsTheStudyHasIt() {
    assertThat(rows("| claim | where | metric |"))
        .extracting(row -> row.get(0) + ", " + row.get(1) + ", " + row.get(2))
        .containsExactlyElementsOf(
            thesis().claims().stream()
                .map(claim -> claim.claim() + ", " + claim.where() + ", `" + claim.metric() + "`")
                .toList());
  }

  /** What the page says of a claim is what the report of the archived runs says. */
  @Test
  void everyClaimHasTheVerdictOfItsRuns() throws IOException {
    String report = Files.readString(DOCS.resolve("studies/thesis/study.md"));
    Map<String, String> verdicts = new HashMap<>();
    Map<String, String> figures = new HashMap<>();
    for (List<String> row : allRows(report, "| claim | verdict | figures |")) {
      verdicts.put(row.get(0), row.get(1).replace(" here", ""));
      figures.put(row.get(0), row.get(2));
    }
    assertThat(rows("| claim | where | metric |"))
        .allSatisfy(
            row -> {
              String[] result = row.get(3).split(": ", 2);
              assertThat(result[0]).as(row.get(0)).isEqualTo(verdicts.get(row.get(0)));
              if (result.length > 1) {
                assertThat(figures.get(row.get(0))).contains(result[1].replace(" times", ""));
              }
            });
  }

  @Test
  void claimsAreCountedAsTheirPagesJudgeThem() throws IOException {
    int pages = 0;
    for (List<String> row : rows(COUNTS)) {
      Matcher target = COUNTED.matcher(row.get(0));
      if (target.find()) {
        pages++;
        String judged = Files.readString(DOCS.resolve(target.group(1)));
        assertThat(row.subList(1, 6)).as(row.get(0)).isEqualTo(counts(judged));
      }
    }
    assertThat(pages).isGreaterThan(5);
  }

  /** A claim of which no archive has both sides is not shown on its page, or not run. */
  @Test
  void claimsAreCountedAsTheirArchivesJudgeThem() throws IOException {
    Map<String, Map<String, Set<String>>> judged = new HashMap<>();
    for (Path archive : archives()) {
      String study = StudyRuns.read(archive).orElseThrow().study();
      String report = Files.readString(archive.resolve("study.md"));
      for (List<String> row : allRows(report, "| claim | verdict | figures |")) {
        judged
            .computeIfAbsent(TOGETHER.getOrDefault(study, study), any -> new HashMap<>())
            .computeIfAbsent(study + ": " + row.get(0), any -> new HashSet<>())
            .add(row.get(1).replace(" here", ""));
      }
    }
    Map<String, int[]> counted = new HashMap<>();
    for (List<String> row : rows(COUNTS)) {
      Matcher name = NAME.matcher(row.get(0));
      if (name.find()) {
        int[] counts =
            counted.computeIfAbsent(
                TOGETHER.getOrDefault(name.group(1), name.group(1)), any -> new int[3]);
        for (int i = 0; i < counts.length; i++) {
          counts[i] += Integer.parseInt(row.get(2 + i));
        }
      }
    }
    assertThat(counted.keySet()).containsAll(judged.keySet());
    counted.forEach(
        (study, counts) -> {
          List<String> worst =
              judged.getOrDefault(study, Map.of()).values().stream()
                  .flatMap(verdicts -> worst(verdicts).stream())
                  .toList();
          assertThat(Collections.frequency(worst, "held")).as(study).isEqualTo(counts[0]);
          assertThat(Collections.frequency(worst, "not held")).as(study).isEqualTo(counts[1]);
          assertThat(Collections.frequency(worst, "not shown"))
              .as(study)
              .isLessThanOrEqualTo(counts[2]);
        });
  }

  /** Of studies that are counted together, each row has a part, and all of them the archives'. */
  @Test
  void publishedFiguresAreCountedAsTheirArchivesHaveThem() throws IOException {
    Map<String, int[]> there = new TreeMap<>();
    int[] all = new int[2];
    for (Path archive : archives()) {
      String study = StudyRuns.read(archive).orElseThrow().study();
      Matcher alike = ALIKE.matcher(Files.readString(archive.resolve("study.md")));
      if (alike.find()) {
        count(alike, there.computeIfAbsent(TOGETHER.getOrDefault(study, study), any -> new int[2]));
        count(alike, all);
      }
    }
    Map<String, int[]> here = new TreeMap<>();
    List<List<String>> studies = rows(COUNTS);
    List<String> last = studies.remove(studies.size() - 1);
    for (List<String> row : studies) {
      Matcher name = NAME.matcher(row.get(0));
      Matcher alike = OF.matcher(row.get(6));
      if (name.find() && alike.find()) {
        String study = TOGETHER.getOrDefault(name.group(1), name.group(1));
        count(alike, here.computeIfAbsent(study, any -> new int[2]));
      }
    }
    assertThat(here.keySet()).isEqualTo(there.keySet());
    here.forEach((study, counts) -> assertThat(counts).as(study).isEqualTo(there.get(study)));
    assertThat(last.get(6)).isEqualTo(all[0] + " of " + all[1]);
  }

  private static void count(Matcher alike, int[] counts) {
    counts[0] += Integer.parseInt(alike.group(1));
    counts[1] += Integer.parseInt(alike.group(2));
  }

  private static List<Path> archives() throws IOException {
    try (Stream<Path> folders = Files.list(DOCS.resolve("studies"))) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve(StudyRuns.FILE)))
          .filter(folder -> !REPLACED.contains(String.valueOf(folder.getFileName())))
          .toList();
    }
  }

  /** A row without a name goes on with the claim above it; what nobody claimed is only shown. */
  @Test
  void aClaimOfSeveralRowsCountsOnce() {
    String judged =
        """
        | claim | ratio | 95 % interval | verdict | why |
        |---|---|---|---|---|
        | one | 2 | 1 to 3 | held | |
        | another | 2 | 1 to 3 | **not shown** | |
        | | 2 | 1 to 3 | **not held** | |
        | a third | 2 | 1 to 3 | held | |
        | | 2 | 1 to 3 | **not shown** | |
        | a fourth | – | – | not run | |
        | beyond | 2 | 1 to 3 | shown | |
        """;
    assertThat(counts(judged)).containsExactly("4", "1", "1", "1", "1");
  }

  @Test
  void everyClaimOfAStudyIsCounted() throws IOException {
    List<List<String>> studies = rows(COUNTS);
    List<String> all = studies.remove(studies.size() - 1);
    for (int column = 1; column < 6; column++) {
      int at = column;
      assertThat(studies.stream().mapToInt(row -> Integer.parseInt(row.get(at))).sum())
          .as("column %d", column)
          .isEqualTo(Integer.parseInt(all.get(column)));
    }
    int claims = 0;
    // What the tutorial claims is an example, and nobody's.
    Path example = EXPERIMENTS.resolve("tutorial");
    try (Stream<Path> files = Files.walk(EXPERIMENTS)) {
      for (Path file :
          files.filter(path -> path.endsWith(Study.FILE) && !path.startsWith(example)).toList()) {
        claims += StudyFile.load(file, Engines.declared()).claims().size();
      }
    }
    assertThat(all.get(1)).isEqualTo("" + claims);
    int run = claims - Integer.parseInt(all.get(5));
    assertThat(page).contains(all.get(4) + " of " + run + " that were judged are not shown.");
  }

  /** How many claims a page has, and how many of each verdict. */
  private static List<String> counts(String judged) {
    List<Set<String>> claims = new ArrayList<>();
    for (List<String> row : allRows(judged, "| claim | ratio")) {
      if (!row.get(0).isEmpty()) {
        claims.add(new HashSet<>());
      }
      claims.get(claims.size() - 1).add(row.get(3).replace("*", ""));
    }
    List<String> verdicts = List.of("held", "not held", "not shown", "not run");
    Map<String, Integer> found = new HashMap<>();
    for (Set<String> claim : claims) {
      worst(claim).ifPresent(verdict -> found.merge(verdict, 1, Integer::sum));
    }
    List<String> counts = new ArrayList<>();
    counts.add("" + found.values().stream().mapToInt(Integer::intValue).sum());
    verdicts.forEach(verdict -> counts.add("" + found.getOrDefault(verdict, 0)));
    return counts;
  }

  /** What counts of a claim that was judged several times. */
  private static Optional<String> worst(Set<String> verdicts) {
    return Stream.of("not held", "not shown", "not run", "held")
        .filter(verdicts::contains)
        .findFirst();
  }

  @Test
  void everyPublishedFigureOfTheStudyStandsThere() {
    assertThat(rows("| engine | killed | published |"))
        .extracting(row -> row.get(1) + ": " + row.get(2))
        .containsExactlyInAnyOrderElementsOf(
            thesis().published().stream()
                .map(
                    figure ->
                        figure.cells().scenario().replace("kill ", "")
                            + ": "
                            + figure.text()
                            + ", "
                            + figure.where())
                .toList());
  }

  /** A claim on cells that no experiment makes could never be held or not held. */
  @Test
  void theStudyHasEveryCellThatItsClaimsAndFiguresSpeakOf() {
    Study study = thesis();
    List<PlannedCell> cells = new ArrayList<>();
    for (Study.StudyMember member : study.experiments()) {
      for (Experiment experiment :
          ExperimentFile.load(
              study.folder().resolve(member.file()), List.of(), 1, Engines.declared())) {
        cells.add(PlannedCell.of(member.scenario(), experiment));
      }
    }
    assertThat(cells).hasSize(18).doesNotHaveDuplicates();
    List<CellSelector> sides =
        new ArrayList<>(study.published().stream().map(p -> p.cells()).toList());
    study.claims().forEach(claim -> sides.addAll(List.of(claim.less(), claim.than())));
    List<CellSelector> names =
        cells.stream()
            .map(c -> new CellSelector(c.scenario(), c.engine(), c.version(), c.profile()))
            .toList();
    assertThat(sides).allSatisfy(side -> assertThat(names).anyMatch(side::matches));
  }

  @Test
  void theStudyFileThatTheDocumentationShowsCanBeRead(@TempDir Path folder) throws IOException {
    String guide = Files.readString(DOCS.resolve("experiment-files.md"));
    String shown = guide.substring(guide.indexOf("## Study files"));
    String begin = "```yaml\n";
    int from = shown.indexOf(begin) + begin.length();
    Files.copy(THESIS.resolve("kill-2-of-8.yaml"), folder.resolve("kill-2-of-8.yaml"));
    Path file =
        Files.writeString(
            folder.resolve(Study.FILE), shown.substring(from, shown.indexOf("```", from)));

    assertThat(StudyFile.load(file, Engines.declared()).claims()).hasSize(1);
  }

  private static Study thesis() {
    return StudyFile.load(THESIS.resolve(Study.FILE), Engines.declared());
  }

  /** The cells of each row of the one table of the page whose heading starts like this. */
  private List<List<String>> rows(String heading) {
    List<List<String>> rows = allRows(page, heading);
    assertThat(rows).as(heading).isNotEmpty();
    return rows;
  }

  /** The cells of each row of all tables whose headings start like this. */
  private static List<List<String>> allRows(String text, String heading) {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : text.lines().toList()) {
      inside = line.startsWith(heading) || (inside && line.startsWith("|"));
      if (inside && !line.startsWith(heading) && !line.startsWith("|--")) {
        rows.add(Pattern.compile("\\|").splitAsStream(line).skip(1).map(String::strip).toList());
      }
    }
    return rows;
  }
}
